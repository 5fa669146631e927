"""Confidence thresholds, named."""

from typing import Final

EXPLORATION: Final = 0.5
REVIEW: Final = 0.7
DEAD_CODE: Final = 0.9
STRICT: Final = 0.95
