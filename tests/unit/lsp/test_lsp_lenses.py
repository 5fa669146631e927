"""Which lenses a client shows, and when it is asked to fetch them anew."""

from blastlens.faces.lsp.shown_lenses import Row, ShownLenses
from blastlens.views.lenses import CALLERS, LensPart

ONE = (LensPart(CALLERS, CALLERS, "1 caller"),)
TWO = (LensPart(CALLERS, CALLERS, "2 callers"),)


def test_only_what_says_something_else_is_fetched_anew() -> None:
    shown = ShownLenses()
    assert not shown.differs("a.py", [Row("f", ONE)])  # not shown at all
    shown.sent("a.py", [Row("f", ONE), Row("g", None)])
    assert not shown.differs("a.py", [Row("f", ONE), Row("g", None)])
    assert shown.differs("a.py", [Row("f", TWO), Row("g", None)])
    assert shown.differs("a.py", [Row("f", ONE)])
    assert not shown.differs("a.py", [Row("f", None), Row("g", None)])
    shown.sent("b.py", None)
    assert shown.differs("b.py", [])  # it says that it is being indexed
    shown.closed("b.py")
    assert not shown.differs("b.py", [])


def test_what_could_not_be_made_is_fetched_once_it_can() -> None:
    """On a slow machine not every title is made in time, in no order: that is no reason to draw all of them again and again."""
    shown = ShownLenses()
    shown.sent("a.py", [Row("f", None)])
    assert not shown.differs("a.py", [Row("f", ONE)])
    assert shown.differs("a.py", [Row("f", ONE)], finished=True)
    shown.resolved("a.py", Row("f", ONE))
    assert not shown.differs("a.py", [Row("f", ONE)])
    shown.finished["a.py"] = 3
    assert shown.is_finished("a.py", 3) and not shown.is_finished("a.py", 4)


def test_what_was_left_behind_is_of_one_generation() -> None:
    shown = ShownLenses(left=(2, {"a.py::f": 1}))
    assert shown.left_at(2) == {"a.py::f": 1} and shown.awaited(2) == frozenset()
    assert shown.left_at(3) is None and shown.awaited(3) == {"a.py::f"}
