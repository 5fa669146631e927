"""What is left when dead islands are deleted still finds all that it asks for."""

import ast
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blastlens.app.api import Blastlens
from blastlens.app.questions import DeadCode

_MODULES = ("one", "two", "three")
_FUNCTIONS = ("alpha", "beta", "gamma")
_call = st.tuples(st.sampled_from(_MODULES), st.sampled_from(_FUNCTIONS))


@st.composite
def _tree(draw: st.DrawFn) -> dict[str, str]:
    """A package of three modules whose functions import and call one another, and a program that calls some."""
    files = {"shop/__init__.py": ""}
    for module in _MODULES:
        bodies = {name: draw(st.lists(_call, max_size=2)) for name in _FUNCTIONS}
        unused = draw(st.lists(_call, max_size=1))
        asked = sorted({call for calls in (*bodies.values(), unused) for call in calls if call[0] != module})
        lines = [f"from shop.{home} import {name} as {home}_{name}" for home, name in asked]
        for name, calls in bodies.items():
            lines += ["", "", f"def {name}():"]
            lines += [f"    {other if home == module else f'{home}_{other}'}()" for home, other in calls]
            lines += ["    return 1"]
        files[f"shop/{module}.py"] = "\n".join(lines) + "\n"
    calls = draw(st.lists(_call, max_size=2))
    lines = [f"from shop.{home} import {name} as {home}_{name}" for home, name in sorted(set(calls))]
    files["main.py"] = "\n".join([*lines, *(f"{home}_{name}()" for home, name in calls)]) + "\n"
    return files


@given(files=_tree())
@settings(max_examples=12)  # each is a repository to be indexed
def test_deleting_dead_islands_leaves_nothing_unresolved(
    files: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = tmp_path_factory.mktemp("tree")
    for path, text in files.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text)
    app = Blastlens.open(root)
    try:
        answer = app.ask(DeadCode())
    finally:
        app.close()
    for row in answer.results:
        _delete(root, row)
    left = {path: ast.parse((root / path).read_text()) for path in files if (root / path).exists()}
    for path, tree in left.items():
        assert not list(_asked_in_vain(tree, left)), (path, files, answer.results)
        assert not _free_names(tree), (path, files, answer.results)


def _delete(root: Path, row: dict[str, object]) -> None:
    """Take a dead symbol and the imports of it out of their files, keeping the lines of others where they are."""
    file, line, lines = root / str(row["file"]), int(str(row["line"])), int(str(row["lines"]))
    if row["kind"] == "module":
        file.unlink()
        return
    _blank(file, range(line, line + lines))
    for place in list(row.get("imports", [])):  # type: ignore[call-overload]
        path, _, number = str(place).rpartition(":")
        _blank(root / path, range(int(number), int(number) + 1))


def _blank(file: Path, numbers: range) -> None:
    if file.exists():
        lines = file.read_text().split("\n")
        file.write_text("\n".join("" if at in numbers else text for at, text in enumerate(lines, 1)))


def _asked_in_vain(tree: ast.Module, left: dict[str, ast.Module]) -> list[str]:
    missing = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            home = left.get(f"{(node.module or '').replace('.', '/')}.py")
            defined = {one.name for one in home.body if isinstance(one, ast.FunctionDef)} if home is not None else set()
            missing += [alias.name for alias in node.names if alias.name not in defined]
    return missing


def _free_names(tree: ast.Module) -> set[str]:
    bound = {one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)}
    bound |= {
        alias.asname or alias.name for one in ast.walk(tree) if isinstance(one, ast.ImportFrom) for alias in one.names
    }
    return {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)} - bound
