"""Which file an import means.

In the order of the first hit: a relative path; `#name` by the `imports` of the package around; the `paths` and the `baseUrl` of
the nearest `tsconfig.json`, which may extend others; a package of the repository by its name, through the entry of its
`exports` under any condition, its `main` and the like, or what these are compiled from: what stands in `dist`, `lib`, `build` or `out` comes
from `src`. Everything else is of a library.
"""

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from blastlens.languages.plain import PlainLayout
from blastlens.languages.rules import Layout, ModuleRef, Project, Record
from blastlens.languages.typescript.manifests import EXPORT, IMPORT, KEEPS, PATH, SEPARATOR

_TYPED: Final = (".ts", ".tsx", ".mts", ".cts", ".d.ts", ".d.mts", ".d.cts")
_PLAIN: Final = (".js", ".jsx", ".mjs", ".cjs")
_SUFFIXES: Final = tuple(sorted((*_TYPED, *_PLAIN), key=len, reverse=True))
# What a suffix in an import may stand for before it is compiled.
_COMPILED: Final[Mapping[str, tuple[str, ...]]] = {
    ".js": (".ts", ".tsx", ".d.ts", ".jsx"),
    ".jsx": (".tsx", ".d.ts"),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
}
_BUILT: Final = ("dist", "lib", "build", "out", "esm", "cjs", "es", "types")
_SOURCES: Final = ("src", "source", "lib", "")
_LAYOUTS: Final = "layouts"
"""Recorded where what manifests say made a difference."""
_MOST_EXTENDED: Final = 8
_MADE_UP: Final = "$?*!#"
_PACKAGE: Final = "package.json"
_CONFIGS: Final = ("tsconfig.json", "jsconfig.json")
_CLOSED: Final = "\0"  # what a package keeps to itself


class TypeScriptLayout(PlainLayout):
    """The files of a project, found by what imports spell. See `Layout`."""

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self._manifests = project.manifests
        self._packages: dict[str, list[str]] = {}  # name -> folders
        for path, entries in sorted(project.manifests.items()):
            if path.rpartition("/")[2] == _PACKAGE and "name" in entries:
                self._packages.setdefault(entries["name"], []).append(folder_of(path))
        self._configs = [path for path in project.manifests if path.rpartition("/")[2] != _PACKAGE]
        self._erasing: dict[str, bool] = {}  # by folder

    # -- what is asked ---------------------------------------------------------------------------------------
    def find(self, importer: str, dotted: str, record: Record) -> ModuleRef | None:
        path = self._find(importer, dotted, record)
        return ModuleRef(path, path) if path else None

    def relative(self, importer: str, level: int, dotted: str, record: Record) -> ModuleRef | None:  # noqa: ARG002
        return self.find(importer, dotted, record)

    def missing(self, importer: str, level: int, dotted: str) -> str:  # noqa: ARG002
        """Of relative paths; not of those that a framework makes up (`./$types`) or a bundler reads (`./a?raw`, `./*.md`)."""
        if not dotted.startswith(("./", "../")) or any(sign in dotted for sign in _MADE_UP):
            return ""
        place = posixpath.normpath(posixpath.join(folder_of(importer), dotted))
        suffix = next((one for one in _SUFFIXES if place.endswith(one)), "")
        return "" if place.startswith("..") or place == "." else place[: len(place) - len(suffix)]

    def entries(self, record: Record) -> Sequence[str]:
        """What `exports`, `main` and `bin` of the packages name; `index` at the top, where they name nothing."""
        record(_LAYOUTS)
        found: dict[str, None] = {}
        for path, entries in sorted(self._manifests.items()):
            if path.rpartition("/")[2] != _PACKAGE:
                continue
            folder = folder_of(path)
            texts = [text for key in ("entry", "bin") for text in entries.get(key, "").split(SEPARATOR) if text]
            texts += [
                text
                for key, value in entries.items()
                if key.startswith(EXPORT)
                for text in value.split(SEPARATOR)
                if text and "*" not in text
            ]
            for text in texts or ("index", "src/index"):
                target = self._source(folder, text, path, record)
                if target:
                    found[target] = None
        return tuple(found)

    # -- finding -----------------------------------------------------------------------------------------------
    def _find(self, importer: str, spelled: str, record: Record) -> str:
        spelled = spelled.partition("?")[0]
        if spelled.startswith(("./", "../")) or spelled in (".", ".."):
            return self._at(join(folder_of(importer), spelled), importer, record)
        record(_LAYOUTS)
        if spelled.startswith("#"):
            return self._imported(importer, spelled, record)
        if spelled.startswith("/"):
            return self._at(spelled[1:], importer, record)
        return (
            self._by_paths(importer, spelled, record)
            or self._of_package(importer, spelled, record)
            or self._by_base(importer, spelled, record)
        )

    def _at(self, place: str | None, importer: str, record: Record) -> str:
        """The file at a place, as it is spelled or with what may be left out; "" for none."""
        if place is None:
            return ""
        record("/" + stem_of(place))
        if place in self.paths and place.endswith(_SUFFIXES):
            return place
        stem, dot, last = place.rpartition(".")
        for other in _COMPILED.get(dot + last, ()):
            if stem + other in self.paths:
                return stem + other
        plain = importer.endswith(_PLAIN)
        suffixes: tuple[str, ...] = (*_PLAIN, *_TYPED) if plain else (*_TYPED, *_PLAIN)
        for suffix in suffixes:
            if place + suffix in self.paths:
                return place + suffix
        record(_LAYOUTS)
        entries = self._manifests.get(join(place, _PACKAGE) or "")
        if entries is not None:
            for text in entries.get("entry", "").split(SEPARATOR):
                found = self._at(join(place, text), importer, record) if text else ""
                if found:
                    return found
        index = f"{place}/index" if place else "index"
        record("/" + index)
        for suffix in suffixes:
            if index + suffix in self.paths:
                return index + suffix
        return ""

    # -- by tsconfig ---------------------------------------------------------------------------------------------
    def _by_paths(self, importer: str, spelled: str, record: Record) -> str:
        config = self._config_with(importer, PATH)
        if config is None:
            return ""
        base = self._base_of(config) or folder_of(config)
        best: tuple[int, str, str] | None = None
        for key, targets in self._manifests[config].items():
            if key.startswith(PATH) and (rest := matched(key[len(PATH) :], spelled)) is not None:
                if best is None or len(key) > best[0]:
                    best = (len(key), rest, targets)
        if best is not None and not best[2]:
            return _CLOSED
        for target in best[2].split(SEPARATOR) if best is not None else ():
            found = self._at(join(base, target.replace("*", best[1] if best else "", 1)), importer, record)
            if found:
                return found
        return ""

    def _by_base(self, importer: str, spelled: str, record: Record) -> str:
        config = self._config_with(importer, "baseUrl")
        if config is None:
            return ""
        return self._at(join(folder_of(config), f"{self._manifests[config]['baseUrl']}/{spelled}"), importer, record)

    def _base_of(self, config: str) -> str:
        """The folder that the paths of a configuration start from, where it says so."""
        base = self._manifests[config].get("baseUrl")
        return join(folder_of(config), base) or "" if base is not None else ""

    def _config_with(self, importer: str, wanted: str) -> str | None:
        """The nearest configuration, or one that it extends, that has an entry that begins so."""
        folder = folder_of(importer)
        while True:
            for name in _CONFIGS:
                config = f"{folder}/{name}" if folder else name
                if config in self._manifests:
                    found = next(
                        (
                            one
                            for one in self._extended(config)
                            if any(key.startswith(wanted) for key in self._manifests[one])
                        ),
                        None,
                    )
                    if found is not None:
                        return found
            if not folder:
                return None
            folder = folder_of(folder)

    def _extended(self, config: str) -> Iterator[str]:
        """A configuration, then those it extends."""
        pending = [config]
        for _ in range(_MOST_EXTENDED):
            if not pending:
                return
            one = pending.pop(0)
            yield one
            for text in self._manifests[one].get("extends", "").split(SEPARATOR):
                for name in (text, text + ".json", f"{text}/tsconfig.json") if text else ():
                    place = self._place_of(one, name)
                    if place is not None and place in self._manifests:
                        pending.append(place)
                        break

    def _place_of(self, config: str, spelled: str) -> str | None:
        if spelled.startswith("."):
            return join(folder_of(config), spelled)
        name, rest = package_name(spelled)
        folders = self._packages.get(name)
        return join(folders[0], rest) if folders else None

    def erases(self, importer: str, record: Record) -> bool:
        """Whether imports of what is read as a type alone are left out of what the file runs: unless a configuration that may be its own
        says otherwise, or cannot be read."""
        record(_LAYOUTS)
        folder = folder_of(importer)
        if folder not in self._erasing:
            self._erasing[folder] = not any(self._keeps(config) for config in self._configs_around(folder))
        return self._erasing[folder]

    def _configs_around(self, folder: str) -> Iterator[str]:
        """The configurations of the nearest folder that has one by the usual name, and those that they refer to."""
        while True:
            here = [path for path in self._configs if folder_of(path) == folder]
            if any(path.rpartition("/")[2] in _CONFIGS for path in here):
                yield from here
                for path in here:
                    for text in self._manifests[path].get("references", "").split(SEPARATOR):
                        if text:
                            yield join(folder, text if text.endswith(".json") else f"{text}/tsconfig.json") or text
                return
            if not folder:
                return
            folder = folder_of(folder)

    def _keeps(self, config: str) -> bool:
        if config not in self._manifests:
            return True
        chain = list(self._extended(config))
        return any(KEEPS in self._manifests[one] or self._extends_unknown(one) for one in chain)

    def _extends_unknown(self, config: str) -> bool:
        """Whether it extends something that is not of this repository."""
        for text in self._manifests[config].get("extends", "").split(SEPARATOR):
            places = (self._place_of(config, name) for name in (text, text + ".json", f"{text}/tsconfig.json"))
            if text and not any(place in self._manifests for place in places if place is not None):
                return True
        return False

    # -- by package ----------------------------------------------------------------------------------------------
    def _imported(self, importer: str, spelled: str, record: Record) -> str:
        folder = folder_of(importer)
        while True:
            entries = self._manifests.get(join(folder, _PACKAGE) or "")
            if entries is not None:
                return self._entry(folder, entries, IMPORT, spelled, importer, record)
            if not folder:
                return ""
            folder = folder_of(folder)

    def _of_package(self, importer: str, spelled: str, record: Record) -> str:
        name, rest = package_name(spelled)
        for folder in self._packages.get(name, ()):
            entries = self._manifests[join(folder, _PACKAGE) or ""]
            found = self._entry(folder, entries, EXPORT, f"./{rest}" if rest else ".", importer, record)
            if found:
                return found if found != _CLOSED else ""
            for text in () if rest else entries.get("entry", "").split(SEPARATOR):
                found = self._source(folder, text, importer, record) if text else ""
                if found:
                    return found
            for source in _SOURCES:
                found = self._at(join(folder, f"{source}/{rest}" if source else f"./{rest}"), importer, record)
                if found:
                    return found
        return ""

    def _entry(
        self, folder: str, entries: Mapping[str, str], kind: str, spelled: str, importer: str, record: Record
    ) -> str:
        best: tuple[int, str, str] | None = None
        for key, targets in entries.items():
            if key.startswith(kind) and (rest := matched(key[len(kind) :], spelled)) is not None:
                if best is None or len(key) > best[0]:
                    best = (len(key), rest, targets)
        for target in best[2].split(SEPARATOR) if best is not None else ():
            found = self._source(folder, target.replace("*", best[1] if best else ""), importer, record)
            if found:
                return found
        return ""

    def _source(self, folder: str, target: str, importer: str, record: Record) -> str:
        """The file of a package that an entry names, or what that is compiled from."""
        found = self._at(join(folder, target), importer, record)
        if found:
            return found
        parts = [part for part in target.split("/") if part != "."]
        for position, part in enumerate(parts[:2]):
            if part in _BUILT:
                inside = [one for one in parts[position + 1 :] if one not in _BUILT]
                place = "/".join([*parts[:position], "src", *inside])
                found = self._at(join(folder, stem_of(place)), importer, record)
                if found:
                    return found
        return ""

    # -- what changed ----------------------------------------------------------------------------------------------
    def changed_keys(self, after: "TypeScriptLayout") -> set[str]:
        """Keys, as recorded, whose answer may differ between this layout and `after`."""
        keys = {"/" + stem_of(path) for path in self.paths ^ after.paths}
        if self._manifests != after._manifests:
            keys.add(_LAYOUTS)
        return keys


def entries(layout: Layout, record: Record) -> Sequence[str]:
    """The files that packages of a project offer to others."""
    return layout.entries(record) if isinstance(layout, TypeScriptLayout) else ()


def erases(layout: Layout, importer: str, record: Record) -> bool:
    """See `TypeScriptLayout`."""
    return isinstance(layout, TypeScriptLayout) and layout.erases(importer, record)


def matched(pattern: str, spelled: str) -> str | None:
    """What `*` stands for in a pattern; None where the text is none of it."""
    before, star, behind = pattern.partition("*")
    if not star:
        return "" if spelled == pattern else None
    if spelled.startswith(before) and spelled.endswith(behind) and len(spelled) >= len(before) + len(behind):
        return spelled[len(before) : len(spelled) - len(behind)]
    return None


def package_name(spelled: str) -> tuple[str, str]:
    """(name, path inside) of `name/path` and `@scope/name/path`."""
    parts = spelled.split("/")
    count = 2 if spelled.startswith("@") else 1
    return "/".join(parts[:count]), "/".join(parts[count:])


def stem_of(path: str) -> str:
    """A path without the suffix of a source file."""
    for suffix in _SUFFIXES:
        if path.endswith(suffix):
            return path[: -len(suffix)]
    return path


def folder_of(path: str) -> str:
    return path.rpartition("/")[0]


def join(folder: str, name: str) -> str | None:
    """A place below the root; None for one outside."""
    place = posixpath.normpath(f"{folder}/{name}" if folder else name)
    if place.startswith(("../", "/")) or place == "..":
        return None
    return "" if place == "." else place
