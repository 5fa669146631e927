"""Where Go packages stand: a package is a folder, found by the path of its module and its own path below that."""

from collections.abc import Iterator, Mapping, Sequence
from posixpath import normpath
from typing import Final

from blastlens.languages.go.constraints import is_for_another_system
from blastlens.languages.go.module_file import MODULE, REPLACE, REQUIRE
from blastlens.languages.rules import ModuleRef, Project, Record

_VENDOR: Final = "vendor"
_INTERNAL: Final = "internal"
_PROGRAM: Final = "main.go"
_SUFFIX: Final = ".go"
_TEST: Final = "_test.go"

# What a folder holds for importers: itself, and its files.
_Package = tuple[str, tuple[str, ...]]


class GoLayout:
    """The packages of one set of paths. Look-ups tell `record` every key they used, misses too."""

    def __init__(self, project: Project) -> None:
        self.paths = frozenset(path for path in project.paths if path.endswith(_SUFFIX))
        self.files: dict[str, list[str]] = {}
        for path in sorted(self.paths):
            self.files.setdefault(_folder(path), []).append(path)
        self._programs = frozenset(_folder(path) for path in self.paths if path.rpartition("/")[2] == _PROGRAM)
        self.modules: dict[str, str] = {}  # folder -> path of the module it holds
        self.required: dict[str, set[str]] = {}  # folder of a module -> paths of those it needs
        self.replaced: dict[str, dict[str, str]] = {}  # folder of a module -> path of another -> its folder
        for path, entries in project.manifests.items():
            self._read(_folder(path), entries)
        self._by_path: dict[str, list[str]] = {}
        for folder, name in sorted(self.modules.items()):
            self._by_path.setdefault(name, []).append(folder)

    def _read(self, folder: str, entries: Mapping[str, str]) -> None:
        if MODULE in entries:
            self.modules[folder] = entries[MODULE]
        for key, value in entries.items():
            if key.startswith(REQUIRE):
                self.required.setdefault(folder, set()).add(value)
            if key.startswith(REPLACE):
                inside = _inside(folder, value)
                if inside is not None:
                    self.replaced.setdefault(folder, {})[key[len(REPLACE) :]] = inside

    # -- look-ups
    def find(self, importer: str, dotted: str, record: Record) -> ModuleRef | None:
        """The package that an import path means in a file."""
        record(dotted)
        folder = self._found(importer, dotted, record)
        if folder is None or folder not in self.files or not self._may_see(importer, folder):
            return None
        return ModuleRef(dotted, folder + "/")

    def _found(self, importer: str, dotted: str, record: Record) -> str | None:
        home = self.module_of(_folder(importer))
        if home is None and not self.modules:
            return self._by_ending(dotted, record)
        if home is not None:
            vendored = _join(_join(home, _VENDOR), dotted)
            if vendored in self.files:
                return vendored
            for name, folder in sorted(self.replaced.get(home, {}).items(), key=lambda one: -len(one[0])):
                if (rest := _below(dotted, name)) is not None:
                    return _join(folder, rest)
        for name in _prefixes(dotted):
            for folder in self._by_path.get(name, ()):
                place = _join(folder, dotted[len(name) + 1 :])
                if place in self.files and self.module_of(place) == folder:
                    return place
        return None

    def _by_ending(self, dotted: str, record: Record) -> str | None:
        """Without any module: the folder whose path ends the import path."""
        parts = dotted.split("/")
        if "." not in parts[0]:
            return dotted if dotted in self.files else None
        for start in range(1, len(parts)):
            place = "/".join(parts[start:])
            record("/" + place)
            if place in self.files:
                return place
        return None

    def module_of(self, folder: str) -> str | None:
        """The folder of the module that a folder belongs to."""
        while folder not in self.modules:
            if not folder:
                return None
            folder = _folder(folder)
        return folder

    def _may_see(self, importer: str, folder: str) -> bool:
        """Whether a package is not one that only its neighbours may import."""
        parts = folder.split("/")
        for at in range(len(parts) - 1, -1, -1):
            if parts[at] == _INTERNAL:
                above = "/".join(parts[:at])
                return not above or importer.startswith(above + "/")
        return True

    def relative(self, importer: str, level: int, dotted: str, record: Record) -> ModuleRef | None:  # noqa: ARG002
        return None

    def submodule(self, module: ModuleRef, name: str, record: Record) -> ModuleRef | None:  # noqa: ARG002
        return None

    def missing(self, importer: str, level: int, dotted: str) -> str:  # noqa: ARG002
        """Of the importer's own module, unless a module that it needs lies below it by name."""
        home = self.module_of(_folder(importer))
        rest = _below(dotted, self.modules[home]) if home is not None else None
        if home is None or not rest or any(_below(dotted, one) is not None for one in self.required.get(home, ())):
            return ""
        return "" if _join(home, rest) in self.files else _join(home, rest)

    def files_of(self, module: ModuleRef) -> Sequence[str]:
        folder = (module.path or "").rstrip("/")
        return [path for path in self.files.get(folder, ()) if not path.endswith(_TEST)]

    def may_meet(self, path: str, other: str) -> bool:
        """Of two modules one needs the other, or a third needs both; of two programs in one module neither stands in the other."""
        homes = (self.module_of(_folder(path)), self.module_of(_folder(other)))
        if homes[0] != homes[1]:
            return homes[0] is not None and homes[1] is not None and self._are_joined(homes[0], homes[1])
        roots = (self._program_of(path, homes[0] or ""), self._program_of(other, homes[0] or ""))
        return any(one == root or one.startswith(root + "/") or not root for one, root in (roots, roots[::-1]))

    def _are_joined(self, one: str, other: str) -> bool:
        names = {self.modules[one], self.modules[other]}
        return any(names <= needed | {self.modules.get(folder, "")} for folder, needed in self.required.items())

    def _program_of(self, path: str, home: str) -> str:
        """The folder of the program that a file belongs to by its place; that of the module for what belongs to none."""
        folder = _folder(path)
        while folder != home and folder not in self._programs:
            folder = _folder(folder)
        return folder

    def _place_of(self, path: str) -> str:
        return self._program_of(path, self.module_of(_folder(path)) or "")

    def builds_with(self, path: str, other: str, record: Record) -> bool | None:  # noqa: ARG002
        return None

    def leaves_out(self, path: str) -> bool:
        return is_for_another_system(path)

    def beside(self, path: str) -> tuple[str, str]:  # noqa: ARG002
        return "", ""

    # -- changes
    def table(self) -> dict[str, _Package]:
        """Import path -> package, under every name it may be imported by."""
        out: dict[str, _Package] = {}
        for folder, files in self.files.items():
            package = (folder, tuple(files))
            out["/" + folder] = package
            for name in self._names_of(folder):
                out[name] = package
        return out

    def _names_of(self, folder: str) -> Iterator[str]:
        yield folder
        parts = folder.split("/")
        if _VENDOR in parts:
            at = len(parts) - 1 - parts[::-1].index(_VENDOR)
            yield "/".join(parts[at + 1 :])
        home = self.module_of(folder)
        if home is not None:
            yield _join(self.modules[home], folder[len(home) :].lstrip("/"))
        for names in self.replaced.values():
            for name, place in names.items():
                if folder == place or folder.startswith(place + "/"):
                    yield _join(name, folder[len(place) :].lstrip("/"))

    def changed_keys(self, after: "GoLayout") -> set[str]:
        """Keys (as given to `record`) whose answer may differ between this layout and `after`."""
        mine, other = self.table(), after.table()
        if (self.modules, self.replaced, self.required) != (after.modules, after.replaced, after.required):
            return {*mine, *other, *(f"root {path}" for path in self.paths | after.paths)}
        keys = {f"root {path}" for path in self.paths & after.paths if self._place_of(path) != after._place_of(path)}
        return keys | {name for name in mine.keys() | other.keys() if mine.get(name) != other.get(name)}


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder and name else folder or name


def _inside(folder: str, place: str) -> str | None:
    """A folder named from another; None where that is outside of the root."""
    found = normpath(_join(folder, place))
    if found == ".":
        return ""
    return None if found.startswith(("..", "/")) else found


def _below(dotted: str, name: str) -> str | None:
    """What an import path says after the path of a module; None where it does not begin with it."""
    if dotted == name:
        return ""
    return dotted[len(name) + 1 :] if dotted.startswith(name + "/") else None


def _prefixes(dotted: str) -> Sequence[str]:
    """The paths that an import path begins with, longest first."""
    parts = dotted.split("/")
    return ["/".join(parts[:end]) for end in range(len(parts), 0, -1)]
