"""Where Python files stand: roots, module names, and the module an import means.

A file's root is the first folder upwards without `__init__.py`. A module is visible by its name from its own root, from
`src`, and from the repository root; a loose script's neighbours are visible only inside their own folder, and what stands in
a root within a package only below that root. A name of the standard library leads into the repository only by relative import
or to a regular package at the importer's own root. `x-stubs` is the package x, as far as nothing else is. Where no root gives
a dotted name, folders without `__init__.py` may be portions of a namespace package (PEP 420) on a path that is set up elsewhere.
"""

import sys
from collections.abc import Iterable, Sequence
from typing import Final

from blastlens.languages.python.tests import PythonTests
from blastlens.languages.rules import ModuleRef, Record
from blastlens.model.folders import shared_folders

_TESTS: Final = PythonTests()
_STANDARD: Final = frozenset(sys.stdlib_module_names)
_SOURCE_ROOTS: Final = ("", "src")
_NAMES_OF_ROOTS: Final = frozenset({"src", "lib", "python"})  # of folders that are put on the path
_STUBS: Final = "-stubs"
_DECLARES: Final = ".pyi"
_INITS: Final = ("__init__.py", "__init__.pyi")


class PythonLayout:
    """The module table of one set of paths. Look-ups tell `record` every key they used, misses too."""

    def __init__(self, paths: Sequence[str]) -> None:
        self.paths = frozenset(paths)
        packages = {_folder(path) for path in paths if _is_init(path)}
        self.root_of = {path: _root_of(path, packages) for path in paths}
        roots = set(self.root_of.values()) | set(_SOURCE_ROOTS)
        self.packages = packages
        self.modules: dict[str, list[tuple[str, str]]] = {}
        self.namespaces: dict[str, set[str]] = {}
        self._by_tail: dict[str, list[str]] | None = None
        self._by_name: dict[str, list[str]] | None = None
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
            top = parts[start].removesuffix(_STUBS)
            self.modules.setdefault(".".join([top, *parts[start + 1 :]]), []).append((path, ancestor))
            for end in range(start + 1, len(parts)):
                self.namespaces.setdefault(".".join(parts[start:end]), set()).add("/".join(parts[:end]))

    def find(self, importer: str, dotted: str, record: Record) -> ModuleRef | None:
        """The module that `import dotted` in `importer` means; None when it is not of this repository."""
        record(dotted)
        root = self.root_of.get(importer, "")
        if dotted.partition(".")[0] in _STANDARD and not self._shadows_standard(dotted, root, record):
            return None
        candidates = self.modules.get(dotted)
        if candidates:
            path, ancestor = candidates[0]
            if len(candidates) > 1:
                path, ancestor = max(candidates, key=lambda c: self._preference(c, importer, root))
            if not self._is_hidden(path, ancestor, dotted, importer):
                return ModuleRef(dotted, path)
        elif dotted in self.namespaces:
            return ModuleRef(dotted, None)
        return self._in_namespace(importer, dotted) or self._beside_test(importer, dotted, record)

    def _beside_test(self, importer: str, dotted: str, record: Record) -> ModuleRef | None:
        """A module beside test code in a package: some runners put the folder on the path, whatever it is (behave)."""
        folder = _folder(importer)
        if folder not in self.packages or not _TESTS.is_test_file(importer):
            return None
        found = self._at(_join(folder, dotted.replace(".", "/")), record)
        return ModuleRef(dotted, found.path) if found is not None and found.path not in (None, importer) else None

    # -- namespace packages on paths that are set up elsewhere -------------------------------------------------------
    def _in_namespace(self, importer: str, dotted: str) -> ModuleRef | None:
        """The module of this name below a folder without `__init__.py` that is named like the first part."""
        parts = dotted.split(".")
        if len(parts) < 2:
            return None
        place = "/" + "/".join(parts)
        found = [
            (path, ancestor)
            for path in self._ending_in(parts[-1])
            if (ancestor := self._portion(path, place, parts[0]))
        ]
        if found:
            seen = self._on_path(found, parts[0], importer)
            return ModuleRef(dotted, max(seen, key=lambda c: self._preference(c, importer, c[1]))[0]) if seen else None
        return ModuleRef(dotted, None) if self._on_path(self._portions(dotted), parts[0], importer) else None

    def _portions(self, dotted: str) -> list[tuple[str, str]]:
        """The folders without `__init__.py` that may be the namespace package of a name, each with the one that is on the path then."""
        parts = dotted.split(".")
        place = "/" + "/".join(parts)
        out = []
        for folder in self._folders_named(parts[-1]):
            if f"/{folder}".endswith(place) and folder not in self.packages:
                ancestor = folder[: max(len(folder) - len(place), 0)]
                if ancestor and ancestor not in self.packages and _join(ancestor, parts[0]) not in self.packages:
                    out.append((folder, ancestor))
        return out

    def _folders_named(self, name: str) -> list[str]:
        if self._by_name is None:
            self._by_name = {}
            for folder in sorted(self._folders):
                self._by_name.setdefault(folder.rpartition("/")[2], []).append(folder)
        return self._by_name.get(name, [])

    def _ending_in(self, name: str) -> list[str]:
        if self._by_tail is None:
            self._by_tail = {}
            for path in sorted(self.paths):
                self._by_tail.setdefault(module_parts(path)[-1] if path.count("/") else "", []).append(path)
        return self._by_tail.get(name, [])

    def _portion(self, path: str, place: str, top: str) -> str:
        """The folder that holds the namespace's portion, "" when the path is no module of it."""
        stem = "/" + "/".join(module_parts(path))
        if not stem.endswith(place):
            return ""
        ancestor = stem[1 : -len(place)]
        return "" if ancestor in self.packages or _join(ancestor, top) in self.packages else ancestor

    def _is_on_path(self, ancestor: str, top: str, importer: str) -> bool:
        """Whether a folder with a portion may be on the path of an importer: a folder named so, one around the importer, or one
        with another portion, where the importer is itself in the namespace."""
        return (
            ancestor.rpartition("/")[2] in _NAMES_OF_ROOTS
            or importer.startswith(ancestor + "/")
            or f"/{top}/" in f"/{importer}"
        )

    def _on_path(self, found: list[tuple[str, str]], top: str, importer: str) -> list[tuple[str, str]]:
        """What is found below folders that may be on the path of an importer; what is found below one folder alone is meant, however it
        gets on the path."""
        if len({ancestor for _, ancestor in found}) == 1:
            return found
        return [one for one in found if self._is_on_path(one[1], top, importer)]

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
            shared_folders(path, importer),
            -len(ancestor),
            not path.endswith(_DECLARES),
            path,
        )

    def _is_hidden(self, path: str, ancestor: str, dotted: str, importer: str) -> bool:
        """Whether a module of another tree's root is out of the importer's sight."""
        if ancestor in _SOURCE_ROOTS or ancestor != self.root_of[path] or importer.startswith(ancestor + "/"):
            return False
        if _is_init(path):
            return self._is_within_package(ancestor)
        return "." not in dotted or ancestor == _folder(path)

    def _is_within_package(self, folder: str) -> bool:
        while folder:
            folder = _folder(folder)
            if folder in self.packages:
                return True
        return False

    def relative(self, importer: str, level: int, dotted: str, record: Record) -> ModuleRef | None:
        """The module that `from ..dotted import` means; None when the dots lead out of the repository."""
        folder = _folder(importer)
        for _ in range(level - 1):
            if not folder:
                return None
            folder = _folder(folder)
        place = _join(folder, dotted.replace(".", "/")) if dotted else folder
        return self._at(place, record)

    def _at(self, place: str, record: Record) -> ModuleRef | None:
        record("/" + place)
        name = place.replace("/", ".")
        for path in (
            _join(place, "__init__.py"),
            place + ".py",
            place + ".pyw",
            _join(place, "__init__.pyi"),
            place + ".pyi",
        ):
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
        folders = self.namespaces.get(module.name) or {folder for folder, _ in self._portions(module.name)}
        folders = folders or {module.name.replace(".", "/")}
        record(module.name)
        for folder in sorted(folders):
            found = self._at(_join(folder, name), record)
            if found is not None:
                return ModuleRef(f"{module.name}.{name}", found.path)
        return None

    def missing(self, importer: str, level: int, dotted: str) -> str:
        """Of relative imports, and of what is named below a regular package that is on the importer's own path."""
        folder = _folder(importer)
        if level:
            for _ in range(level - 1):
                if not folder:
                    return ""
                folder = _folder(folder)
            return _join(folder, dotted.replace(".", "/")) if dotted else ""
        parts = dotted.split(".")
        for end in range(len(parts) - 1, 0, -1):
            found = self.find(importer, ".".join(parts[:end]), _unrecorded)
            if found is None:
                continue
            home = _folder(found.path) if found.path is not None and _is_init(found.path) else ""
            top = home.removesuffix("/".join(parts[:end])).rstrip("/") if home else ""
            own = home and (top in _SOURCE_ROOTS or importer.startswith(top + "/"))
            return _join(home, "/".join(parts[end:])) if own else ""
        return ""

    def files_of(self, module: ModuleRef) -> Sequence[str]:  # noqa: ARG002
        return ()

    def may_meet(self, path: str, other: str) -> bool:  # noqa: ARG002
        return True

    def builds_with(self, path: str, other: str, record: Record) -> bool | None:  # noqa: ARG002
        return None

    def leaves_out(self, path: str) -> bool:  # noqa: ARG002
        return False

    def beside(self, path: str) -> tuple[str, str]:
        """A `.pyi` and the source in the same folder."""
        if path.endswith(_DECLARES):
            source = path[:-1]
            return "", source if source in self.paths else ""
        stub = path + _DECLARES[-1]
        return stub if stub in self.paths else "", ""

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
        # What a file's folders are decides who sees it under which name.
        for path in self._replaced(after):
            parts = module_parts(path)
            for start in range(len(parts)):
                top = parts[start].removesuffix(_STUBS)
                keys.update(".".join([top, *parts[start + 1 : end]]) for end in range(start + 1, len(parts) + 1))
        return keys

    def _replaced(self, after: "PythonLayout") -> set[str]:
        """Files that came or went, or that stand below a folder that became a package or ceased to be one."""
        out = set(self.paths ^ after.paths)
        for folder in self.packages ^ after.packages:
            out |= {path for path in self.paths & after.paths if path.startswith(folder + "/") or not folder}
        return out


def _unrecorded(key: str) -> None:
    """For questions whose answers no graph is made from."""


def source_of(path: str) -> str:
    return path[:-1] if path.endswith(_DECLARES) else path


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
    return path.endswith(_INITS) and path.rpartition("/")[2] in _INITS


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
