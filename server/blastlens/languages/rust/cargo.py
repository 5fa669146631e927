"""`Cargo.toml`: the name of a package, where its crates begin, and what it depends on."""

import tomllib
from collections.abc import Mapping
from typing import Any, Final

NAME: Final = "name"
LIBRARY: Final = "lib"  # path of the library's root file, where it is told
LIBRARY_NAME: Final = "lib name"
ROOT: Final = "root "  # before the path of the root file of another crate
AUTO: Final = "auto "  # before a kind of crates that are not looked for
DEPENDENCY: Final = "dep "  # before the name that a crate has here; the entry is the package's name
PATH: Final = "path "  # before the name that a crate has here; the entry is a folder
WORKSPACE: Final = "workspace"

_KINDS: Final = ("bin", "test", "bench", "example")
_TABLES: Final = ("dependencies", "dev-dependencies", "build-dependencies")


def read(source: bytes) -> tuple[Mapping[str, str], str]:
    """Entries of a manifest, and what is wrong with it. Folders and paths are as written, relative to the file's own."""
    try:
        told = tomllib.loads(source.decode("utf-8", "replace"))
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}, "is no TOML"
    entries: dict[str, str] = {}
    package = _table(told, "package") or _table(told, "project")
    _text(entries, NAME, package.get("name"))
    library = _table(told, "lib")
    _text(entries, LIBRARY, library.get("path"))
    _text(entries, LIBRARY_NAME, library.get("name"))
    _text(entries, ROOT + str(package.get("build", "build.rs")), "build" if package else None)
    for kind in _KINDS:
        if package.get(f"auto{kind}s") is False or package.get(f"auto{kind}es") is False:
            entries[AUTO + kind] = "no"
        for one in _list(told, kind):
            _text(entries, ROOT + str(one.get("path", "")), kind if one.get("path") else None)
    _dependencies(entries, told)
    for target in _table(told, "target").values():
        _dependencies(entries, target if isinstance(target, dict) else {})
    if "workspace" in told:
        entries[WORKSPACE] = "yes"
        _dependencies(entries, _table(told, "workspace"))
    return entries, "" if NAME in entries or WORKSPACE in entries else "names no package"


def crate_name(package: str) -> str:
    return package.replace("-", "_")


def _dependencies(entries: dict[str, str], table: Mapping[str, Any]) -> None:
    for kind in _TABLES:
        for name, said in _table(table, kind).items():
            own = crate_name(name)
            entries.setdefault(DEPENDENCY + own, name)
            if isinstance(said, dict):
                _text(entries, DEPENDENCY + own, said.get("package"))
                _text(entries, PATH + own, said.get("path"))


def _table(told: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = told.get(name)
    return found if isinstance(found, dict) else {}


def _list(told: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    found = told.get(name)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _text(entries: dict[str, str], key: str, value: Any) -> None:
    if isinstance(value, str):
        entries[key] = value
