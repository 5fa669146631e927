"""Python's packaging files: `pyproject.toml`, `setup.cfg`, literals of `setup.py`."""

import ast
import configparser
import tomllib
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.packaging import Declared, Offered, Sources
from blastlens.languages.python.tests import PythonTests

_PROJECT: Final = "pyproject.toml"
_CONFIG: Final = "setup.cfg"
_SCRIPT: Final = "setup.py"
_TYPED: Final = "py.typed"
_INIT: Final = "__init__"
_LIBRARIES: Final = "Libraries"
# Folders beside a package that are none of its own, though they may be importable.
_BESIDE: Final = frozenset(
    """bench benchmark benchmarks build ci debian dist doc docs documentation etc example examples fabfile legacy local manpages
    misc requirements script scripts site task tasks test testing tests tool tools tutorial tutorials""".split()  # noqa: SIM905
)
_TESTS: Final = PythonTests()
_ROOTS: Final = ("src", "lib", "python", "")


@dataclass(frozen=True, slots=True)
class PythonPackaging:
    files: frozenset[str] = frozenset({_PROJECT, _CONFIG, _SCRIPT})

    def read(self, name: str, text: str) -> Declared:
        if name == _PROJECT:
            return _pyproject(text)
        return _setup_cfg(text) if name == _CONFIG else _setup_py(text)

    def offered(
        self, folder: str, declared: Sequence[Declared], sources: Sequence[str], project: Sources
    ) -> Offered | None:
        """A library says so, is typed for others, is described for an index without installing a program, or has a package that hands
        names on."""
        name = next((one.name for one in declared if one.name), "")
        packages = _packages(folder, sources) or _modules(folder, name, sources)
        if not packages:
            return None
        files = frozenset(path for path in sources if any(_is_in(path, package) for package in packages))
        handed = {
            one for path in files if path.endswith(f"/{_INIT}.py") for one in _handed_on(project.facts(path), path)
        }
        top = [facts for one in packages if (facts := project.facts(f"{one}/{_INIT}.py")) is not None]
        says_so = any(one.is_library for one in declared) or any(project.has(f"{one}/{_TYPED}") for one in packages)
        is_described = any(one.is_published for one in declared) and not any(one.installs_programs for one in declared)
        if says_so or is_described or any(_hands_on(facts) for facts in top):
            return Offered(name or packages[0].rpartition("/")[2], files, frozenset(handed))
        return None

    def is_offered(self, offered: Offered, path: str, qualname: str, facts: FileFacts) -> bool:
        """A name without underscore (the module alone where there is none) in a module without, unless `__all__` leaves it out; and what a package hands on."""
        names = qualname.split(".")
        if path not in offered.files or not all(map(_is_public, names)):
            return False
        if qualname and names[0] in offered.handed_on:
            return True
        if qualname and facts.exported is not None:
            return names[0] in {facts.names[one] for one in facts.exported}
        return all(map(_is_public, path.removesuffix(".py").removesuffix(f"/{_INIT}").split("/")))


PACKAGING: Final = PythonPackaging()


def _is_public(name: str) -> bool:
    return not name.startswith("_") or (name.startswith("__") and name.endswith("__"))


def _is_in(path: str, package: str) -> bool:
    return path.startswith(f"{package}/") or path == f"{package}.py"


def _packages(folder: str, sources: Sequence[str]) -> list[str]:
    """Folders with top-level packages."""
    for root in _ROOTS:
        base = "/".join(part for part in (folder, root) if part)
        prefix = f"{base}/" if base else ""
        found = {
            path.removesuffix(f"/{_INIT}.py")
            for path in sources
            if path.startswith(prefix) and path.endswith(f"/{_INIT}.py") and path.count("/") == prefix.count("/") + 1
        }
        named = sorted(
            one for one in found if one[len(prefix) :] not in _BESIDE and not _TESTS.is_test_file(f"{one}/x.py")
        )
        if named:
            return named
    return []


def _modules(folder: str, name: str, sources: Sequence[str]) -> list[str]:
    """The module of a project that is one file."""
    stem = name.lower().replace("-", "_").replace(".", "_")
    prefixes = [f"{folder}/" if folder else "", f"{folder}/src/" if folder else "src/"]
    return [f"{prefix}{stem}" for prefix in prefixes if stem and f"{prefix}{stem}.py" in sources]


def _handed_on(facts: FileFacts | None, path: str) -> Iterator[str]:
    """Names that a package takes from its own modules."""
    if facts is not None:
        own = path.removesuffix(f"/{_INIT}.py").rpartition("/")[2]
        for row in facts.imports:
            if row.member >= 0 and (row.level or facts.names[row.module].split(".")[0] == own):
                yield facts.names[row.member]
        yield from (facts.names[one] for one in facts.exported or ())


def _hands_on(facts: FileFacts) -> bool:
    """Whether a top-level package is more than a place for modules: it lists names, takes them from its modules, or defines them."""
    own = (facts.names[row.name] for row in facts.defs if row.parent < 0)
    takes = (row for row in facts.imports if row.member >= 0 and row.level)
    named = (facts.names[row.member] for row in takes)
    return bool(facts.exported) or any(not name.startswith("_") for name in (*own, *named))


# -- pyproject.toml ------------------------------------------------------------------------------------------------
def _pyproject(text: str) -> Declared:
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return Declared()
    project, poetry = _table(data, "project"), _table(data, "tool", "poetry")
    programs = [
        *_strings(project.get("scripts")),
        *_strings(project.get("gui-scripts")),
        *_strings(poetry.get("scripts")),
    ]
    plugged = [*_strings(project.get("entry-points")), *_strings(poetry.get("plugins"))]
    classifiers = [*_strings(project.get("classifiers")), *_strings(poetry.get("classifiers"))]
    name = project.get("name") or poetry.get("name")
    return _declared(name, programs, plugged, classifiers)


def _declared(name: object, programs: list[str], plugged: list[str], classifiers: list[str]) -> Declared:
    return Declared(
        tuple(dict.fromkeys([*programs, *plugged])),
        name if isinstance(name, str) else "",
        bool(programs),
        bool(classifiers),
        any(_LIBRARIES in one for one in classifiers),
    )


def _table(data: Any, *keys: str) -> dict[str, Any]:
    for key in keys:
        data = data.get(key) if isinstance(data, dict) else None
    return data if isinstance(data, dict) else {}


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _strings(one)


# -- setup.cfg -------------------------------------------------------------------------------------------------------
def _setup_cfg(text: str) -> Declared:
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(text)
    except configparser.Error:
        return Declared()
    metadata = parser["metadata"] if parser.has_section("metadata") else {}
    groups = parser["options.entry_points"] if parser.has_section("options.entry_points") else {}
    return _declared(metadata.get("name"), *_groups(dict(groups)), metadata.get("classifiers", "").splitlines())


def _groups(groups: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Targets of programs, and of plug-ins: `name = package.module:object` lines by group."""
    programs: list[str] = []
    plugged: list[str] = []
    for group, lines in groups.items():
        targets = [
            line.partition("=")[2].strip() for text in _strings(lines) for line in text.splitlines() if "=" in line
        ]
        (programs if group.strip() in ("console_scripts", "gui_scripts") else plugged).extend(targets)
    return programs, plugged


# -- setup.py --------------------------------------------------------------------------------------------------------
def _setup_py(text: str) -> Declared:
    """Literals that are handed to `setup`; nothing is run."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what the text of others deserves is no business of ours
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Declared()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _last_name(node.func) == "setup":
            given = {keyword.arg: _literal(keyword.value) for keyword in node.keywords if keyword.arg}
            entries = given.get("entry_points")
            groups = entries if isinstance(entries, dict) else _sections(entries)
            programs, plugged = _groups(groups)
            programs += ["" for _ in _strings(given.get("scripts"))]
            found = _declared(given.get("name"), programs, plugged, list(_strings(given.get("classifiers"))))
            return found._replace(targets=tuple(target for target in found.targets if target))
    return Declared()


def _sections(text: Any) -> dict[str, Any]:
    """Groups that are written as in an `.ini` file."""
    parser = configparser.RawConfigParser(strict=False, delimiters=("=",))
    try:
        parser.read_string(text if isinstance(text, str) else "")
    except configparser.Error:
        return {}
    return {name: [f"{key} = {value}" for key, value in parser[name].items()] for name in parser.sections()}


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _literal(node: ast.expr) -> Any:
    """The value of a literal, with None for whatever in it is none."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return [_literal(item) for item in node.elts]
    if isinstance(node, ast.Dict):
        keys = [_literal(key) if key is not None else None for key in node.keys]
        return {key: _literal(value) for key, value in zip(keys, node.values, strict=True) if isinstance(key, str)}
    return None
