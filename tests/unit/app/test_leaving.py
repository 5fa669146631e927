"""Whether a change can have left callers behind, and what is looked at for it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from blastlens.app import leaving
from blastlens.app.api import Blastlens
from blastlens.app.changes import TwoVersions
from blastlens.app.leaving import MayLeave

Write = Callable[..., None]
Git = Callable[..., str]


def told(app: Blastlens) -> MayLeave:
    return list(app.may_leave_behind(app.read_changes()))[-1]


@pytest.fixture
def committed(root: Path, write: Write, git: Git) -> Path:
    write(shapes="def area(a):\n    return a\n\n\ndef name():\n    return 1\n", using="def use():\n    return 2\n")
    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "x")
    return root


def test_only_what_takes_something_else_or_is_gone_can_leave_callers_behind(committed: Path) -> None:
    app = Blastlens.open(committed, resident=True)
    try:
        steps = {
            "def area(a):\n    return a\n\n\ndef name():\n    return 3\n": MayLeave(),
            "def area(a, b):\n    return a\n\n\ndef name():\n    return 1\n": MayLeave(
                True, frozenset({"shapes.py::area"})
            ),
            "def area(a):\n    return a\n": MayLeave(True),
            "def area(a):\n    return a\n\n\ndef title():\n    return 1\n": MayLeave(
                True, frozenset({"shapes.py::title"})
            ),
        }
        for text, expected in steps.items():
            (committed / "shapes.py").write_text(text, "utf-8")
            app.refresh(["shapes.py"])
            assert told(app) == expected
    finally:
        app.close()


def test_a_file_that_a_save_left_alone_is_not_looked_at_again(committed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str | None] = []
    facts_of_versions = leaving.facts_of_versions

    def counted(session: object, files: tuple[TwoVersions, ...]) -> object:
        looked.extend(file.new_path for file in files)
        return facts_of_versions(session, files)  # type: ignore[arg-type]

    monkeypatch.setattr(leaving, "facts_of_versions", counted)
    app = Blastlens.open(committed, resident=True)
    try:
        (committed / "using.py").write_text("def use(given):\n    return 2\n", "utf-8")
        (committed / "shapes.py").write_text("def area(a, b):\n    return a\n", "utf-8")
        app.refresh()
        assert told(app).ids == {"using.py::use", "shapes.py::area"}
        assert sorted(filter(None, looked)) == ["shapes.py", "using.py"]
        looked.clear()
        (committed / "shapes.py").write_text("def area(a, b, c):\n    return a\n", "utf-8")
        app.refresh(["shapes.py"])
        assert told(app).ids == {"using.py::use", "shapes.py::area"}
        assert looked == ["shapes.py"]
    finally:
        app.close()
