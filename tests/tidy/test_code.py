"""Rules about the source: size, names, docstrings, layers, and what may not be named."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tidy.tree import ROOT, SERVER, modules, shown, tracked

MOST_LINES = 400
# Hands what was raised in one thread to the thread that waits for it.
_CARRIES_ERRORS = {"server/blastlens/session/deep_stack.py", "server/blastlens/faces/lsp/root_thread.py"}
VAGUE_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "base", "misc"}


def _parsed(paths: list[Path]) -> Iterator[tuple[Path, ast.Module]]:
    for path in paths:
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        shown(path)
        for path, tree in _parsed(modules())
        if not ast.get_docstring(tree) and (tree.body or path.name != "__init__.py")
    ]
    assert silent == []


def test_files_stay_short() -> None:
    code = [ROOT / name for name in tracked() if name.endswith((".py", ".ts", ".lua")) and "/cases/data/" not in name]
    long = [
        f"{shown(path)}: {count}" for path in code if (count := len(path.read_text("utf-8").splitlines())) > MOST_LINES
    ]
    assert long == []


def test_no_module_has_a_name_that_says_nothing() -> None:
    vague = [shown(path) for path in modules(ROOT) if {path.stem, path.parent.name} & VAGUE_NAMES]
    assert [name for name in vague if "/data/" not in name] == []


def test_no_language_is_named_outside_its_folder() -> None:
    """A language differs through its folder, never through a comparison with its name."""
    names = {
        path.name for path in (SERVER / "languages").iterdir() if path.is_dir() and (path / "__init__.py").exists()
    }
    found = []
    for path, tree in _parsed(modules()):
        if path.is_relative_to(SERVER / "languages"):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Compare | ast.match_case):
                constants = [child.value for child in ast.walk(node) if isinstance(child, ast.Constant)]
                found += [f"{shown(path)}: {constant!r}" for constant in constants if constant in names]
    assert found == []


def test_state_is_no_module_global() -> None:
    """`global` statements and mutable containers at module level make one process unfit for several workspaces."""
    found = []
    for path, tree in _parsed(modules()):
        found += [f"{shown(path)}:{node.lineno}: global" for node in ast.walk(tree) if isinstance(node, ast.Global)]
        for statement in tree.body:
            if isinstance(statement, ast.Assign | ast.AnnAssign) and _is_empty_container(statement.value):
                found.append(f"{shown(path)}:{statement.lineno}: an empty container at module level")
    assert found == []


def _is_empty_container(value: ast.expr | None) -> bool:
    if isinstance(value, ast.List | ast.Set):
        return not value.elts
    if isinstance(value, ast.Dict):
        return not value.keys
    return (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and value.func.id in {"dict", "list", "set", "defaultdict", "OrderedDict", "Counter"}
        and not value.args
    )


def test_one_broad_except_a_face() -> None:
    """Below the faces nothing swallows what it does not know."""
    found: dict[str, list[str]] = {}
    for path, tree in _parsed(modules()):
        for node in ast.walk(tree):
            # A handler that raises again only tidies up.
            if shown(path) in _CARRIES_ERRORS:
                continue
            if (
                isinstance(node, ast.ExceptHandler)
                and _is_broad(node.type)
                and not isinstance(node.body[-1], ast.Raise)
            ):
                place = path.relative_to(SERVER).parts
                layer = "/".join(place[:2]) if place[0] == "faces" else place[0]
                found.setdefault(layer, []).append(f"{shown(path)}:{node.lineno}")
    assert {layer: places for layer, places in found.items() if not layer.startswith("faces/")} == {}
    assert {layer: places for layer, places in found.items() if len(places) > 1} == {}


def _is_broad(kind: ast.expr | None) -> bool:
    return kind is None or (isinstance(kind, ast.Name) and kind.id in {"Exception", "BaseException"})


def test_nothing_is_left_to_do_and_no_test_is_parked() -> None:
    parked = re.compile(r"pytest\.(?:mark\.)?(?:skip|xfail)|importorskip|unittest\.skip|\b(?:TODO|FIXME|XXX)\b")
    here = Path(__file__)
    found = [
        f"{shown(path)}: {match[0]}"
        for path in modules(ROOT)
        if path != here and "/data/" not in shown(path)
        for match in parked.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_layers_hold() -> None:
    """The contract in pyproject.toml, checked by import-linter."""
    tool = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [str(tool), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_layers_by_name() -> None:
    """Every package of the server is placed in the layers."""
    placed = set(
        re.findall(r"[a-z_]+", re.search(r"layers = \[(.*?)\]", (ROOT / "pyproject.toml").read_text(), re.S)[1])
    )  # type: ignore[index]
    packages = {path.name for path in SERVER.iterdir() if (path / "__init__.py").exists()}
    assert packages == placed


def test_faces_start_light() -> None:
    """A question on the command line imports no protocol of editors or agents, no grammar and no terminal painting."""
    modules_needed = "blastlens.faces.cli.main, blastlens.faces.cli.commands.callers"
    script = f"import sys; import {modules_needed}; print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    heavy = {"pygls", "lsprotocol", "mcp", "igraph", "rich", "tree_sitter", "tree_sitter_language_pack", "asyncio"}
    assert heavy & {name.split(".")[0] for name in done.stdout.split()} == set()


def test_indexing_loads_nothing_that_answers(tmp_path: Path) -> None:
    """`index` of a small repository would spend half its time on that."""
    (tmp_path / "a.py").write_text("def f(): ...\n", "utf-8")
    script = (
        "import sys\nfrom blastlens.faces.cli.main import main\n"
        f"main(['index', {str(tmp_path)!r}])\nprint('\\n'.join(name for name in sys.modules if name.startswith('blastlens.')))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path)
    loaded = set(done.stdout.split())
    assert "blastlens.link.linker" in loaded
    assert {
        "blastlens.app.api",
        "blastlens.app.questions",
        "blastlens.app.snapshot",
        "blastlens.views.lenses",
    } & loaded == set()


def test_compiled_code_finds_constants_at_once() -> None:
    """A constant of a compiled module that is not `Final` is looked up by name each time, and a tuple that is only asked what it
    contains is made anew."""
    setup = (ROOT / "setup.py").read_text("utf-8")
    patterns = re.findall(r'"(server/[^"]+\.py)"', setup)
    assert len(patterns) > 5
    slow = []
    for path in sorted({path for pattern in patterns for path in ROOT.glob(pattern)}):
        tree = ast.parse(path.read_text("utf-8"))
        for node in tree.body:
            names = (
                [target for target in node.targets if isinstance(target, ast.Name)]
                if isinstance(node, ast.Assign)
                else []
            )
            slow += [f"{path.name}: {target.id}" for target in names if target.id.isupper()]
    assert slow == []
