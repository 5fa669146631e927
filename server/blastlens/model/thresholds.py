"""Confidence thresholds, named."""

from typing import Final

EXPLORATION: Final = 0.5
REVIEW: Final = 0.7
DEAD_CODE: Final = 0.9
STRICT: Final = 0.95
# Of a path from a test down to a function, as the product of its hops. It is lower than the others because one path of many is
# enough: measured, nineteen of twenty functions with such a path are run by a test (`bench/accuracy/tests_cover.py`).
TESTED: Final = 0.25


def for_tests(min_confidence: float) -> float:
    """What a path from a test must have. Who wants more than `REVIEW` wants it of tests too."""
    return min_confidence if min_confidence > REVIEW else min(min_confidence, TESTED)
