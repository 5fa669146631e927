"""`blastlens export` in the formats of other tools, over a real index."""

import json
from pathlib import Path

import pytest
from fake_blastlens import Run


@pytest.fixture
def repository(folder: Path) -> Path:
    (folder / "shop" / "cart.py").write_text(
        "def total():\n    return 1\n\n\ndef pay():\n    return total()\n", "utf-8"
    )
    return folder


def test_a_drawing_goes_to_standard_output(repository: Path, run: Run) -> None:
    code, out, err = run("export", "--format", "mermaid", "--focus", "shop/cart.py::total", "--depth", "1")
    assert (code, err) == (0, "")
    assert out.splitlines()[:2] == ["%% blastlens export", "flowchart LR"]
    assert '["pay"]' in out
    assert repository


def test_a_file_is_written_and_told(repository: Path, run: Run) -> None:
    code, out, err = run("export", "--format", "json", "--output", "graph.json", "--kinds", "calls, imports")
    assert (code, out) == (0, "")
    read = json.loads((repository / "graph.json").read_text("utf-8"))
    assert {edge["kind"] for edge in read["edges"]} == {"calls", "imports"}
    assert "graph.json: " in err and f"{len(read['nodes'])} nodes" in err


def test_a_folder_is_written_and_told_as_json(repository: Path, run: Run) -> None:
    code, out, _ = run("export", "--format", "csv", "--output", "tables", "--json", "--no-tests")
    told = json.loads(out)
    assert code == 0
    assert told["results"][0]["files"] == 2
    assert told["omitted"] == {"nodes": 0, "links": 0}
    assert sorted(path.name for path in (repository / "tables").glob("*.csv")) == ["edges.csv", "nodes.csv"]


def test_what_is_left_out_of_a_drawing_is_told(repository: Path, run: Run) -> None:
    _, out, err = run("export", "--format", "dot", "--level", "symbol", "--max-nodes", "2")
    assert "left out: 3 nodes" in err
    assert "// Left out: 3 of 5 nodes" in out
    assert repository


@pytest.mark.parametrize(
    "line",
    [
        ["--focus", "pay"],
        ["--format", "edges-jsonl", "--no-tests", "--min-confidence", "0"],
        ["--format", "json", "--max-nodes", "3"],
        ["--format", "csv"],
        ["--format", "json", "--json"],
        ["--format", "json", "--output", "shop/cart.py"],
        ["--format", "csv", "--output", "shop"],
        ["--format", "json", "--focus", "nobody"],
        ["--format", "json", "--kinds", "buys"],
        ["--format", "dot", "--depth", "0"],
    ],
    ids=" ".join,
)
def test_usage(line: list[str], repository: Path, run: Run) -> None:
    before = {path: path.read_bytes() for path in (repository / "shop").iterdir()}
    code, out, err = run("export", *line)
    assert (code, out) == (2, "")
    assert err.startswith("blastlens: ") and "\n  " in err
    assert {path: path.read_bytes() for path in (repository / "shop").iterdir()} == before
