"""Where Rust modules stand: a crate begins in a root file, a module in a file beside the one that declares it."""

from posixpath import normpath
from typing import Final

from blastlens.languages.plain import PlainLayout
from blastlens.languages.rules import ModuleRef, Project, Record
from blastlens.languages.rust.cargo import (
    AUTO,
    DEPENDENCY,
    LIBRARY,
    LIBRARY_NAME,
    NAME,
    PATH,
    ROOT,
    WORKSPACE,
    crate_name,
)

_SUFFIX: Final = ".rs"
_MANIFEST: Final = "Cargo.toml"
_MANIFESTS: Final = "manifests"  # the key under which all that manifests say is recorded
_FOUND: Final = {"bin": ("src/bin",), "test": ("tests",), "bench": ("benches",), "example": ("examples",)}
_CRATE: Final = "crate"
_PATH_MARK: Final = "#"
_DECLARED: Final = "!"


class RustLayout(PlainLayout):
    """The modules of one set of paths. Look-ups tell `record` every path they tried, misses too."""

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self.paths = frozenset(path for path in project.paths if path.endswith(_SUFFIX))
        self.manifests = {
            _folder(path): dict(entries)
            for path, entries in project.manifests.items()
            if path.rpartition("/")[2] == _MANIFEST
        }
        self.libraries: dict[str, str] = {}  # folder of a package -> root file of its library
        self.roots: set[str] = set()
        self.packages: dict[str, list[str]] = {}  # name of a package -> its folders
        for folder, entries in sorted(self.manifests.items()):
            if NAME in entries:
                self._read(folder, entries)
        for path in self.paths:
            if path.rpartition("/")[2] in ("lib.rs", "main.rs"):
                self.roots.add(path)

    def _read(self, folder: str, entries: dict[str, str]) -> None:
        self.packages.setdefault(entries[NAME], []).append(folder)
        library = _inside(folder, entries.get(LIBRARY, "src/lib.rs"))
        if library is not None and library in self.paths:
            self.libraries[folder] = library
            self.roots.add(library)
        for key in entries:
            if key.startswith(ROOT):
                path = _inside(folder, key[len(ROOT) :])
                if path is not None and path in self.paths:
                    self.roots.add(path)
        for kind, places in _FOUND.items():
            if AUTO + kind not in entries:
                for place in places:
                    self._find_roots(_join(folder, place))

    def _find_roots(self, folder: str) -> None:
        """Every file of a folder is a crate of its own."""
        for path in self.paths:
            if path.startswith(folder + "/") and "/" not in path[len(folder) + 1 :]:
                self.roots.add(path)

    # -- look-ups
    def find(self, importer: str, dotted: str, record: Record) -> ModuleRef | None:
        """The module that a path means: from the crate's root on, from a module beside the file, or of another crate."""
        record(_MANIFESTS)
        first, _, rest = dotted.partition(".")
        if first == _CRATE:
            start: str | None = self._root_of(importer, record)
        else:
            start = self._child(importer, first, record) or self._other_crate(importer, first)
        return self._below(start, rest, record)

    def relative(self, importer: str, level: int, dotted: str, record: Record) -> ModuleRef | None:
        """Level 1 is the file's own module, each further one the module around."""
        if dotted.startswith(_PATH_MARK):
            path = _inside(_folder(importer), dotted[1:])
            record(path or "")
            return ModuleRef(dotted, path) if path in self.paths else None
        if dotted.startswith(_DECLARED):  # `mod a;` means a file, and nothing else
            path = self._child(importer, dotted[1:].replace(".", "/"), record)
            return ModuleRef(dotted[1:], path) if path is not None else None
        start: str | None = importer
        for _ in range(level - 1):
            start = self._parent(start, record) if start is not None else None
        return self._below(start, dotted, record)

    def submodule(self, module: ModuleRef, name: str, record: Record) -> ModuleRef | None:
        if module.path is None or module.path.startswith("//"):
            return None
        path = self._child(module.path, name, record)
        return ModuleRef(f"{module.name}.{name}", path) if path is not None else None

    def _below(self, start: str | None, dotted: str, record: Record) -> ModuleRef | None:
        """The module that a path leads to; where it names something inside of one, that."""
        if start is None:
            return None
        if dotted:
            parts = dotted.split(".")
            whole = self._child(start, "/".join(parts), record)
            if whole is not None:
                return ModuleRef(dotted, whole)
            for part in parts:
                below = self._child(start, part, record)
                if below is None:
                    break
                start = below
        return ModuleRef(dotted, start)

    def _child(self, path: str, name: str, record: Record) -> str | None:
        """The file of a module that a file declares."""
        folder = self._folder_of(path)
        for candidate in (_join(folder, name + _SUFFIX), _join(folder, name + "/mod.rs")):
            record(candidate)
            if candidate in self.paths and candidate != path:
                return candidate
        return None

    def _folder_of(self, path: str) -> str:
        """Where the modules of a file stand: beside it, or in a folder of its name."""
        folder, _, name = path.rpartition("/")
        if name == "mod.rs" or path in self.roots:
            return folder
        return path[: -len(_SUFFIX)]

    def _parent(self, path: str, record: Record) -> str | None:
        """The file that declares a file's module."""
        if self._is_root(path):
            return None
        folder = _folder(path)
        if path.endswith("/mod.rs"):
            folder = _folder(folder)
        for candidate in (folder + _SUFFIX, _join(folder, "mod.rs")):
            record(candidate)
            if candidate in self.paths and candidate != path:
                return candidate
        for candidate in (_join(folder, "lib.rs"), _join(folder, "main.rs")):
            record(candidate)
            if candidate in self.paths and candidate != path:
                return candidate
        return next((root for root in sorted(self.roots) if _folder(root) == folder and root != path), None)

    def _is_root(self, path: str) -> bool:
        return path in self.roots

    def _root_of(self, path: str, record: Record) -> str:
        seen = 0
        while not self._is_root(path) and seen < 64:
            above = self._parent(path, record)
            if above is None:
                break
            path = above
            seen += 1
        return path

    # -- crates
    def _package_of(self, path: str) -> str | None:
        """The folder of the package that a file belongs to."""
        folder = _folder(path)
        while NAME not in self.manifests.get(folder, {}):
            if not folder:
                return None
            folder = _folder(folder)
        return folder

    def _other_crate(self, importer: str, name: str) -> str | None:
        """The root of a library by the name it has in a file: the file's own package, or one it depends on."""
        own = self._package_of(importer)
        if own is None:
            return None
        entries = self.manifests[own]
        if own in self.libraries and name == self._library_name(own):
            return self.libraries[own]
        if DEPENDENCY + name not in entries:
            return None
        above, told = self._told(own, name)
        if PATH + name in told:
            folder = _inside(above, told[PATH + name])
            return self.libraries.get(folder) if folder is not None else None
        folders = self.packages.get(told[DEPENDENCY + name], ())
        return self.libraries.get(folders[0]) if len(folders) == 1 and self._is_workspace(own) else None

    def _told(self, folder: str, name: str) -> tuple[str, dict[str, str]]:
        """The manifest that says where a dependency stands: the package's own, or that of its workspace."""
        entries = self.manifests[folder]
        at = folder
        while PATH + name not in entries and at:
            at = _folder(at)
            above = self.manifests.get(at, {})
            if WORKSPACE in above and DEPENDENCY + name in above:
                return at, above
        return folder, entries

    def _is_workspace(self, folder: str) -> bool:
        while WORKSPACE not in self.manifests.get(folder, {}):
            if not folder:
                return False
            folder = _folder(folder)
        return True

    def _library_name(self, folder: str) -> str:
        entries = self.manifests[folder]
        return entries.get(LIBRARY_NAME) or crate_name(entries[NAME])

    # -- changes
    def changed_keys(self, after: "RustLayout") -> set[str]:
        """Keys (as given to `record`) whose answer may differ between this layout and `after`."""
        changed = set(self.paths ^ after.paths)
        if self.manifests != after.manifests or self.roots != after.roots:
            changed.add(_MANIFESTS)
            if self.roots != after.roots:
                changed |= self.paths | after.paths
        return changed


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder and name else folder or name


def _inside(folder: str, place: str) -> str | None:
    """A path named from a folder; None where that is outside of the root."""
    found = normpath(_join(folder, place))
    if found == ".":
        return ""
    return None if found.startswith(("..", "/")) else found


def nests(path: str, other: str) -> bool:
    """Whether the module of one file holds that of another, by where they stand."""
    folder, _, name = path.rpartition("/")
    if name not in ("mod.rs", "lib.rs", "main.rs"):
        folder = path[: -len(_SUFFIX)]
    return path != other and other.startswith(folder + "/" if folder else "")
