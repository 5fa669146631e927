"""Whether calls fit a changed signature."""

import pytest

from blastlens.analyses.callers_not_updated import does_not_follow, misfit, refused, takes_all
from blastlens.model.signature import (
    EITHER,
    KEYWORD_ONLY,
    POSITIONAL_ONLY,
    REST,
    REST_KEYWORDS,
    CallShape,
    Parameter,
    Signature,
)


def signature(text: str, doubt: str = "") -> Signature:
    """`a, /, b, c=, *rest, d, **others`, as Python spells it, and `=` for a default."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    kind = POSITIONAL_ONLY if "/" in parts else EITHER
    found = []
    for part in parts:
        if part == "/":
            kind = EITHER
        elif part.startswith("**"):
            found.append(Parameter(part[2:], REST_KEYWORDS, required=False))
        elif part.startswith("*"):
            if part != "*":
                found.append(Parameter(part[1:], REST, required=False))
            kind = KEYWORD_ONLY
        else:
            found.append(Parameter(part.rstrip("="), kind, required=not part.endswith("=")))
    return Signature(tuple(found), doubt)


def unnamed(text: str) -> Signature:
    """Parameters of a language whose calls name none."""
    kept = signature(text).parameters
    return Signature(tuple(one._replace(kind=one.kind if one.kind == REST else POSITIONAL_ONLY) for one in kept))


@pytest.mark.parametrize(
    ("old", "new", "shape", "why"),
    [
        ("a, b", "a", CallShape(2), "passes 2 positional arguments; takes 1"),
        ("a, b=", "a=", CallShape(2), "passes 2 positional arguments; takes at most 1"),
        ("a, *rest", "a", CallShape(3), "passes 3 positional arguments; takes 1"),
        ("a", "a, b", CallShape(1), "lacks required `b`"),
        ("a", "a, *, session", CallShape(1), "lacks required `session`"),
        ("a, timeout=", "a", CallShape(1, ("timeout",)), "passes keyword `timeout`, which is gone"),
        ("a, b", "a, b, /", CallShape(1, ("b",)), "passes keyword `b`, which is taken by position only"),
        ("a, b=", "a, *, b=", CallShape(2), "passes 2 positional arguments; takes 1"),
        ("a, b=", "b, a=", CallShape(1, ("b",)), "passes `b` twice, by position and by name"),
        ("a, **others", "a", CallShape(1, ("x",)), "passes keyword `x`, which is not taken"),
        ("a, b", "a", CallShape(2, more=True), "passes at least 2 positional arguments; takes 1"),
        ("a, t=", "a", CallShape(0, ("t",), more=True), "passes keyword `t`, which is gone"),
    ],
)
def test_what_cannot_fit(old: str, new: str, shape: CallShape, why: str) -> None:
    found = misfit([signature(old)], [signature(new)], shape)
    assert found is not None
    assert (found.sure, found.why) == (True, why)


@pytest.mark.parametrize(
    ("old", "new", "shape", "why"),
    [
        (
            "a, b=",
            "a, b",
            CallShape(0, more=True),
            "unpacks arguments into the call (*): whether they fit is not known",
        ),
        ("a, b=", "a", CallShape(1, more_keywords=True), "unpacks arguments into the call (**)"),
        ("a, t=", "a, **others", CallShape(1, ("t",)), "passes keyword `t`, which only `**others` takes now"),
        ("a, b", "a, *rest", CallShape(2), "passes 2 positional arguments, of which `*rest` takes the last now"),
        ("a, b=", "a, session=, b=", CallShape(2), "argument 2 by position was `b` and is `session` now"),
        ("a, b", "b, a", CallShape(2), "argument 1 by position was `a` and is `b` now"),
    ],
)
def test_what_may_not_fit(old: str, new: str, shape: CallShape, why: str) -> None:
    found = misfit([signature(old)], [signature(new)], shape)
    assert found is not None
    assert (found.sure, found.binds) == (False, True)
    assert why in found.why


@pytest.mark.parametrize(
    ("old", "new", "shape"),
    [
        ("a", "a, b=", CallShape(1)),
        ("a, b=", "a, b=, *, c=", CallShape(2)),
        ("a", "renamed", CallShape(1)),
        ("a, b", "a, b", CallShape(2)),
        ("a, b", "a, *rest, **others", CallShape(1)),
        ("a", "a, b=", CallShape(0, more=True, more_keywords=True)),
        # what did not fit before either is no news
        ("a", "a, b", CallShape(3)),
        ("", "a", CallShape(0, ("x",))),
    ],
)
def test_what_fits(old: str, new: str, shape: CallShape) -> None:
    assert misfit([signature(old)], [signature(new)], shape) is None


def test_a_call_that_one_of_several_functions_takes_fits() -> None:
    old, new = [unnamed("a"), unnamed("a, b")], [unnamed("a"), unnamed("a, b, c")]
    assert misfit(old, new, CallShape(1)) is None
    found = misfit(old, new, CallShape(2))
    assert found is not None and found.sure


def test_without_names_arguments_are_counted() -> None:
    found = misfit([unnamed("a")], [unnamed("a, b, c=")], CallShape(1))
    assert found is not None
    assert found.why == "passes 1 argument; takes at least 2 (lacks `b`)"
    found = misfit([unnamed("a, b")], [unnamed("a")], CallShape(2))
    assert found is not None
    assert found.why == "passes 2 arguments; takes 1"


def test_a_doubt_keeps_a_misfit_from_being_sure() -> None:
    found = misfit([signature("a")], [signature("a, b", "its decorator `d` may change what it takes")], CallShape(1))
    assert found is not None and not found.sure and not found.binds
    assert found.why == "lacks required `b`, but its decorator `d` may change what it takes"


def test_a_doubt_about_what_takes_as_much_as_before_says_nothing() -> None:
    assert misfit([signature("a")], [signature("a, b=", "its decorator may")], CallShape(1)) is None


def test_a_bound_receiver_is_not_passed() -> None:
    assert signature("self, a").without_first() == signature("a")
    assert signature("*rest").without_first() == signature("*rest")


@pytest.mark.parametrize(
    ("old", "new", "all_of_it"),
    [
        ("a", "a, b=", True),
        ("a", "b", False),  # by name
        ("a, /", "b, /", True),
        ("a, b=", "a, b", False),
        ("a, *rest", "a, b=", False),
        ("a, **others", "a, x=", False),
        ("a", "*rest, **others", True),
        ("*, a", "*, a, b", False),
        ("a, b", "b, a", False),  # f(1, b=2)
        ("a, b", "a, *, b", False),
    ],
)
def test_whether_every_call_still_fits(old: str, new: str, all_of_it: bool) -> None:
    assert takes_all([signature(old)], [signature(new)]) is all_of_it


def test_an_override_that_does_not_follow() -> None:
    assert does_not_follow(signature("a"), signature("a, b"), signature("a"))
    assert not does_not_follow(signature("a"), signature("a, b"), signature("a, b="))
    # it took less before already
    assert not does_not_follow(signature("a"), signature("a, b"), signature(""))


def test_what_is_unpacked_may_fill_what_is_missing() -> None:
    assert refused(signature("a, b"), CallShape(0, more=True)) == ""
    assert refused(signature("a, *, b"), CallShape(1, more=True)) == "lacks required `b`"
    assert refused(signature("a, *, b"), CallShape(0, more_keywords=True)) == ""
