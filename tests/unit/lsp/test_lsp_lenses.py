"""Which lenses a client shows, and when it is asked to fetch them anew."""

from blastlens.faces.lsp.shown_lenses import LeftBehind, Look, Row, ShownLenses
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


def test_what_was_left_behind_is_told_until_it_is_looked_at_again() -> None:
    """Nothing that was known goes away for the time of a look, and comes back."""
    left = LeftBehind(2, {"a.py::f": 1}, Look.DONE)
    assert left.at(2) == left and not left.awaited
    later = left.at(3)
    assert later.counts == {"a.py::f": 1} and later.awaited == {"a.py::f"} and not later.is_over
    begun = later.begun(frozenset({"a.py::g"}))
    assert begun.awaited == {"a.py::f", "a.py::g"} and begun.counts == {"a.py::f": 1}
    assert begun.at(4).awaited == begun.awaited  # the look was given up for a newer generation


def test_what_could_not_be_looked_for_is_not_said_to_be_none() -> None:
    failed = LeftBehind(2, {}, Look.FAILED, frozenset({"a.py::f"}))
    assert failed.is_over and failed.unknown == {"a.py::f"} and not failed.awaited
    assert failed.at(3).awaited == {"a.py::f"} and not failed.at(3).unknown
