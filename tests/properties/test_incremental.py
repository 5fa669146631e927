"""Incremental equals rebuild: after any edits the live graph is the graph of a first index of the same tree."""

import tempfile
from collections.abc import Iterable
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from blastlens.app.api import Blastlens
from blastlens.session.session import Session
from properties.repositories import Edit, edits, trees
from spec_kit.dump import difference, dump


def _write(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, encoding="utf-8")


def _perform(root: Path, edit: Edit) -> list[str]:
    """Change the tree; the paths that an editor would report."""
    there = (root / edit.path).exists()
    if edit.text is not None:
        _write(root, edit.path, edit.text)
    elif edit.to is not None and there and edit.to != edit.path:
        (root / edit.to).parent.mkdir(parents=True, exist_ok=True)
        (root / edit.path).replace(root / edit.to)
        return [edit.path, edit.to]
    elif there:
        (root / edit.path).unlink()
    return [edit.path]


def _rebuilt(tree: Path) -> list[str]:
    """The graph of a first index of the same files, in a folder without history."""
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name)
        for source in tree.rglob("*.py"):
            _write(copy, source.relative_to(tree).as_posix(), source.read_text(encoding="utf-8"))
        with Session.open(copy) as session:
            session.refresh()
            return dump(session.graph())


def _assert_same(live: Iterable[str], tree: Path) -> None:
    assert difference(_rebuilt(tree), list(live)) == []


@given(tree=trees, changes=st.lists(edits, min_size=1, max_size=6), told=st.booleans())
def test_every_edit_leaves_the_graph_of_a_first_index(tree: dict[str, str], changes: list[Edit], told: bool) -> None:
    """`told`: an editor names the changed paths; else the session finds them itself."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        for path, text in tree.items():
            _write(root, path, text)
        with Session.open(root) as session:
            session.refresh()
            for change in changes:
                paths = _perform(root, change)
                session.refresh(paths if told else None)
                _assert_same(dump(session.graph()), root)


@given(tree=trees, changes=st.lists(edits, min_size=1, max_size=8), closed_after=st.integers(0, 8))
def test_edits_while_nobody_looks(tree: dict[str, str], changes: list[Edit], closed_after: int) -> None:
    """Several edits between two refreshes, some of them made while no session is open."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        for path, text in tree.items():
            _write(root, path, text)
        with Session.open(root) as session:
            session.refresh()
            for change in changes[:closed_after]:
                _perform(root, change)
            session.refresh()
        for change in changes[closed_after:]:
            _perform(root, change)
        with Session.open(root) as session:
            session.refresh()
            _assert_same(dump(session.graph()), root)


@given(tree=trees, changes=st.lists(edits, min_size=1, max_size=4))
def test_verify_agrees(tree: dict[str, str], changes: list[Edit]) -> None:
    """`verify` compares by the product's own means and finds nothing either."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        for path, text in {**tree, "kept.py": "def kept(): pass\n"}.items():
            _write(root, path, text)
        app = Blastlens.open(root)
        try:
            for change in changes:
                app.refresh(_perform(root, change))
            assert app.verify().results == []
        finally:
            app.close()


@given(tree=trees, change=edits)
def test_a_held_graph_does_not_change(tree: dict[str, str], change: Edit) -> None:
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        for path, text in tree.items():
            _write(root, path, text)
        with Session.open(root) as session:
            session.refresh()
            held = session.graph()
            before = dump(held)
            session.refresh(_perform(root, change))
            assert dump(held) == before
