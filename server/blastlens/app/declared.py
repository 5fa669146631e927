"""Entry points that packaging files declare: console scripts, plug-ins."""

import configparser
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from blastlens.model.graph import Graph
from blastlens.model.symbol import make_id

_MOST_BYTES: Final = 1_000_000


def declared_entry_points(root: Path, graph: Graph) -> set[str]:
    """Ids of what `pyproject.toml` and `setup.cfg`, at the root or beside sources, name as `package.module:object`. Files
    that cannot be read declare nothing."""
    paths = [record.path for record in graph.files()]
    folders = {""} | {path[:at] for path in paths for at, letter in enumerate(path) if letter == "/"}
    found: set[str] = set()
    for folder in sorted(folders):
        for target in _targets(root / folder):
            found |= _ids(graph, paths, folder, target)
    return found


def _targets(folder: Path) -> Iterator[str]:
    yield from _strings(_toml(folder / "pyproject.toml"))
    for line in _cfg(folder / "setup.cfg"):
        yield line.partition("=")[2]


def _toml(file: Path) -> list[Any]:
    """The tables of `pyproject.toml` that name objects."""
    text = _text(file)
    if text is None:
        return []
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return []
    project = data.get("project")
    tool = data.get("tool")
    poetry = tool.get("poetry") if isinstance(tool, dict) else None
    tables = []
    for table, keys in ((project, ("scripts", "gui-scripts", "entry-points")), (poetry, ("scripts", "plugins"))):
        if isinstance(table, dict):
            tables += [table.get(key) for key in keys]
    return tables


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)


def _cfg(file: Path) -> list[str]:
    text = _text(file)
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(text or "")
    except configparser.Error:
        return []
    if not parser.has_section("options.entry_points"):
        return []
    return [line for value in parser["options.entry_points"].values() for line in value.splitlines()]


def _text(file: Path) -> str | None:
    try:
        if file.is_file() and file.stat().st_size <= _MOST_BYTES:
            return file.read_text("utf-8", "replace")
    except OSError:
        return None
    return None


def _ids(graph: Graph, paths: list[str], folder: str, target: str) -> set[str]:
    """`package.module:object.attribute [extra]`, or a module alone, to ids of the files nearest below `folder`."""
    module, _, qualname = target.partition("[")[0].strip().partition(":")
    if not module or not all(part.isidentifier() for part in module.split(".")):
        return set()
    stem = module.replace(".", "/")
    prefix = f"{folder}/" if folder else ""
    fits = [
        path
        for path in paths
        if path.startswith(prefix) and _without_suffix(f"/{path[len(prefix) :]}").endswith(f"/{stem}")
    ]
    nearest = min((path.count("/") for path in fits), default=0)
    names = [".".join(qualname.split(".")[:size]) for size in range(1, qualname.count(".") + 2)] if qualname else []
    made = {make_id(path, name.strip()) for path in fits if path.count("/") == nearest for name in names}
    return {one for one in made if graph.symbol(one) is not None}


def _without_suffix(path: str) -> str:
    """A module's file without suffix; for a package the folder."""
    stem, _, _ = path.rpartition(".")
    return stem.removesuffix("/__init__")
