"""Lines and times of what makes a cycle."""

from pathlib import Path

from tests.unit.app.conftest import Write

from blastlens.app.api import Blastlens
from blastlens.app.questions import Cycles

_SEVERAL = (
    "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from b import B\n\n\n"
    "def late():\n    import b\n\n    return b\n\n\nclass A:\n    pass\n"
)


def test_an_import_is_told_at_the_line_that_has_its_time(root: Path, write: Write) -> None:
    write(a=_SEVERAL, b="from a import A\n\n\nclass B(A):\n    pass\n")
    app = Blastlens.open(root)
    try:
        (row,) = app.ask(Cycles(include="all")).results
    finally:
        app.close()
    assert {(edge["from"], edge["line"], edge["timing"]) for edge in row["edges"]} == {
        ("a.py", 8, "deferred"),
        ("b.py", 1, "load_time"),
    }
