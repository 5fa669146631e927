"""Patterns of names that are made at run time."""

import pytest

from blastlens.model.blind_spot import ANY_NAME, fits, is_narrow


@pytest.mark.parametrize(
    ("pattern", "name", "expected"),
    [
        (ANY_NAME, "anything", True),
        ("do_*", "do_GET", True),
        ("do_*", "redo_GET", False),
        ("*_display", "get_display", True),
        ("get_*_display", "get_x_display", True),
        ("get_*_display", "get_display", False),  # the two ends may not overlap
        ("a*b*c", "a-b-c", True),
        ("a*b*c", "a-c-b", False),
        ("get|post", "post", True),
        ("get|post", "put", False),
        ("get|do_*", "do_x", True),
        ("save", "save", True),
        ("save", "saved", False),
    ],
)
def test_fits(pattern: str, name: str, *, expected: bool) -> None:
    assert fits(pattern, name) is expected


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [(ANY_NAME, False), ("*.*", False), ("is*", False), ("do_*", True), ("get|do_*", True), ("get|*", False)],
)
def test_narrow_patterns_spell_something(pattern: str, *, expected: bool) -> None:
    assert is_narrow(pattern) is expected
