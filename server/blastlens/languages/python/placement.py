"""Where Python files stand: roots, module names, and the module an import means.

A file's root is the first folder upwards without `__init__.py`. A module is visible by its name from its own root, from
`src`, and from the repository root; a loose script's neighbours are visible only inside their own folder. A name of the
standard library leads into the repository only by relative import or to a regular package at the importer's own root.
"""

import sys
from collections.abc import Iterable, Sequence

from blastlens.languages.rules import ModuleRef, Record

_STANDARD = frozenset(sys.stdlib_module_names)
_SOURCE_ROOTS = ("", "src")


class PythonLayout:
    """The module table of one set of paths. Look-ups tell `record` every key they used, misses too."""

    def __init__(self, paths: Sequence[str]) -> None:
        self.paths = frozenset(paths)
        packages = {_folder(path) for path in paths if _is_init(path)}
        self.root_of = {path: _root_of(path, packages) for path in paths}
        roots = set(self.root_of.values()) | set(_SOURCE_ROOTS)
        self.modules: dict[str, list[tuple[str, str]]] = {}
        self.namespaces: dict[str, set[str]] = {}
        for path in paths:
            self._register(path, roots)
        for candidates in self.modules.values():
            candidates.sort()

    def _register(self, path: str, roots: set[str]) -> None:
        parts = module_parts(path)
        for start in range(len(parts)):
            ancestor = "/".join(parts[:start])
            if ancestor not in roots:
                continue
            self.modules.setdefault(".".join(parts[start:]), []).append((path, ancestor))
            for end in range(start + 1, len(parts)):
                self.namespaces.setdefault(".".join(parts[start:end]), set()).add("/".join(parts[:end]))

    def find(self, importer: str, dotted: str, record: Record) -> ModuleRef | None:
        """The module that `import dotted` in `importer` means; None when it is not of this repository."""
        record(dotted)
        root = self.root_of.get(importer, "")
        if dotted.partition(".")[0] in _STANDARD and not self._shadows_standard(dotted, root, record):
            return None
        candidates = self.modules.get(dotted)
        if not candidates:
            return ModuleRef(dotted, None) if dotted in self.namespaces else None
        path, ancestor = max(candidates, key=lambda c: self._preference(c, importer, root))
        if self._is_hidden(path, ancestor, dotted, importer):
            return None
        return ModuleRef(dotted, path)

    def _shadows_standard(self, dotted: str, root: str, record: Record) -> bool:
        top = dotted.partition(".")[0]
        record(top)
        return any(ancestor == root and _is_init(path) for path, ancestor in self.modules.get(top, ()))

    def _preference(self, candidate: tuple[str, str], importer: str, root: str) -> tuple[object, ...]:
        path, ancestor = candidate
        return (
            ancestor == root,
            self.root_of[path] == ancestor,
            ancestor in _SOURCE_ROOTS,
            _shared_folders(path, importer),
            -len(ancestor),
            path.endswith(".py"),
            path,
        )

    def _is_hidden(self, path: str, ancestor: str, dotted: str, importer: str) -> bool:
        """Whether a module of another tree's root is out of the importer's sight."""
        if ancestor in _SOURCE_ROOTS or ancestor != self.root_of[path] or importer.startswith(ancestor + "/"):
            return False
        if _is_init(path):
            return False
        return "." not in dotted or ancestor == _folder(path)

    def relative(self, importer: str, level: int, dotted: str, record: Record) -> ModuleRef | None:
        """The module that `from ..dotted import` means."""
        folder = _folder(importer)
        for _ in range(level - 1):
            folder = _folder(folder) if folder else folder
        place = _join(folder, dotted.replace(".", "/")) if dotted else folder
        return self._at(place, record)

    def _at(self, place: str, record: Record) -> ModuleRef | None:
        record("/" + place)
        name = place.replace("/", ".")
        for path in (_join(place, "__init__.py"), place + ".py", _join(place, "__init__.pyi"), place + ".pyi"):
            if path in self.paths:
                return ModuleRef(name, path)
        return ModuleRef(name, None) if self._is_folder(place) else None

    def _is_folder(self, place: str) -> bool:
        return place == "" or place in self._folders

    @property
    def _folders(self) -> frozenset[str]:
        found: frozenset[str] | None = getattr(self, "_folder_set", None)
        if found is None:
            folders: set[str] = set()
            for path in self.paths:
                folder = _folder(path)
                while folder and folder not in folders:
                    folders.add(folder)
                    folder = _folder(folder)
            found = self._folder_set = frozenset(folders)
        return found

    def submodule(self, module: ModuleRef, name: str, record: Record) -> ModuleRef | None:
        """The submodule `name` of a package or namespace package."""
        if module.path is not None:
            if not _is_init(module.path):
                return None
            found = self._at(_join(_folder(module.path), name), record)
            return ModuleRef(f"{module.name}.{name}", found.path) if found else None
        folders = self.namespaces.get(module.name) or {module.name.replace(".", "/")}
        record(module.name)
        for folder in sorted(folders):
            found = self._at(_join(folder, name), record)
            if found is not None:
                return ModuleRef(f"{module.name}.{name}", found.path)
        return None

    def changed_keys(self, after: "PythonLayout") -> set[str]:
        """Keys (as given to `record`) whose answer may differ between this layout and `after`."""
        keys = {
            name
            for name in self.modules.keys() | after.modules.keys()
            if self.modules.get(name) != after.modules.get(name)
        }
        keys |= {
            name
            for name in self.namespaces.keys() | after.namespaces.keys()
            if self.namespaces.get(name) != after.namespaces.get(name)
        }
        for path in self.paths ^ after.paths:
            stem = path.rpartition(".")[0]
            keys.add("/" + (_folder(stem) if _is_init(path) else stem))
        keys |= {"/" + folder for folder in self._folders ^ after._folders}
        keys |= {f"root {path}" for path in self.paths & after.paths if self.root_of[path] != after.root_of[path]}
        # The root of a found module decides whether an importer elsewhere sees it.
        moved = {path for path in self.paths & after.paths if self.root_of[path] != after.root_of[path]}
        if moved:
            keys |= {name for name, candidates in after.modules.items() if any(path in moved for path, _ in candidates)}
        return keys


def module_parts(path: str) -> list[str]:
    """`a/b/__init__.py` -> ["a", "b"]; `a/b.py` -> ["a", "b"]."""
    parts = path.rpartition(".")[0].split("/")
    return parts[:-1] if parts[-1] == "__init__" else parts


def _root_of(path: str, packages: Iterable[str]) -> str:
    folder = _folder(path)
    while folder and folder in packages:
        folder = _folder(folder)
    return folder


def _is_init(path: str) -> bool:
    return path.rpartition("/")[2] in ("__init__.py", "__init__.pyi")


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _shared_folders(one: str, other: str) -> int:
    count = 0
    for a, b in zip(one.split("/")[:-1], other.split("/")[:-1], strict=False):
        if a != b:
            break
        count += 1
    return count
