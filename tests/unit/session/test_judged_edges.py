"""What people say of edges: in the graph, through saves and rebuilds, and in its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.app.questions import Explain
from blastlens.model.edge import Basis, EdgeKind
from blastlens.session.judged_edges import JUDGED_PATH, JudgedEdge, JudgedEdges, read_judged

SHAPES = (
    "class A:\n    def draw(self): ...\n\n\nclass B:\n    def draw(self): ...\n\n\nclass C:\n    def draw(self): ...\n"
)
SHOW = "from shapes import A, B\n\n\ndef show(thing: A | B):\n    thing.draw()\n"
A, B = "shapes.py::A.draw", "shapes.py::B.draw"
CALLER = "show.py::show"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "shapes.py").write_text(SHAPES, encoding="utf-8")
    (tmp_path / "show.py").write_text(SHOW, encoding="utf-8")
    return tmp_path


def called(app: Blastlens) -> dict[str, tuple[float, Basis]]:
    edges = [edge for edge in app._current().graph.outgoing(CALLER) if edge.kind is EdgeKind.CALLS]
    return {edge.target: (edge.confidence, edge.basis) for edge in edges}


def test_a_confirmed_edge_is_certain_and_a_rejected_one_is_gone(root: Path) -> None:
    app = Blastlens.open(root)
    try:
        before = called(app)
        assert set(before) == {A, B}
        assert app.judge_edge(CALLER, A, "confirmed") == "show.py"
        app.judge_edge(CALLER, B, "rejected", "never drawn")
        app.refresh(["show.py"])
        assert called(app) == {A: (1.0, Basis.CONFIRMED)}
        assert app.verify().results == []
        row = app.ask(Explain("show", "A.draw")).results[0]
        assert (row["basis"], row["why"], row["tier"]) == ("confirmed", "a person confirmed it", "EXTRACTED")
        gone = app.ask(Explain("show", "B.draw"))
        assert gone.results == []
        assert f"{JUDGED_PATH} has this edge rejected: never drawn" in (gone.reason or "")
        # Saves of either file, and a rebuild, keep to it.
        (root / "show.py").write_text("# more\n" + SHOW, encoding="utf-8")
        (root / "shapes.py").write_text(SHAPES.replace("class C", "class D"), encoding="utf-8")
        app.refresh()
        assert called(app) == {A: (1.0, Basis.CONFIRMED)}
        assert app.verify().results == []
        app.reindex()
        assert called(app) == {A: (1.0, Basis.CONFIRMED)}
        app.judge_edge(CALLER, B, None)
        app.judge_edge(CALLER, A, None)
        app.refresh([])
        assert called(app) == before
        assert app.verify().results == []
    finally:
        app.close()


def test_a_file_that_comes_with_a_pull_is_heeded_alone_and_by_others(root: Path) -> None:
    app = Blastlens.open(root)
    other = Blastlens.open(root)
    try:
        judged = JudgedEdges([JudgedEdge(CALLER, B, "rejected"), JudgedEdge("gone.py::f", B, "confirmed")])
        (root / JUDGED_PATH).write_text(judged.written(), encoding="utf-8")
        done = app.refresh()
        assert done.relinked == ("show.py",)
        assert set(called(app)) == {A}
        assert app.refresh().relinked == ()
        other.refresh()
        assert set(called(other)) == {A}
    finally:
        app.close()
        other.close()


def test_a_file_that_cannot_be_read_judges_nothing_and_is_not_lost(root: Path) -> None:
    app = Blastlens.open(root)
    try:
        (root / JUDGED_PATH).write_text('{"version": 1, "edges": [{"caller": 3}]}', encoding="utf-8")
        app.refresh()
        assert set(called(app)) == {A, B}
        assert "edge 1 has not the fields" in app.status().note
        with pytest.raises(UserError) as caught:
            app.judge_edge(CALLER, A, "confirmed")
        assert caught.value.code == "bad-edges"
        (root / JUDGED_PATH).write_text("{", encoding="utf-8")
        assert "cannot be read" in read_judged(root).problem
        (root / JUDGED_PATH).unlink()
        with pytest.raises(UserError) as caught:
            app.judge_edge(CALLER, "shapes.py::C.draw", "confirmed")
        assert caught.value.code == "no-edge"
    finally:
        app.close()


def test_the_file_is_read_as_it_was_written(root: Path) -> None:
    judged = JudgedEdges(
        [JudgedEdge("b.py::f", "a.py::g", "rejected", "naïve"), JudgedEdge("a.py::g", "b.py::f", "confirmed")]
    )
    (root / ".code-graph").mkdir()
    (root / JUDGED_PATH).write_text(judged.written(), encoding="utf-8")
    found = read_judged(root)
    assert found.problem == ""
    assert list(found) == list(judged)
    assert found.written() == judged.written()
    assert JudgedEdges().written() == '{\n  "version": 1,\n  "edges": []\n}\n'
