"""Python's cyclic collector in a process that stays: it works in idle moments.

Facts, links and graphs are hundreds of thousands of objects without cycles. Looking through them costs more than an answer may
take, and happens in the middle of one when it is left to the collector's own counts.
"""

import contextlib
import gc
from collections.abc import Iterator
from typing import Final

# Objects beyond which it works at once, whoever waits: some ten saves without an idle moment.
_PRESSING: Final = 1_000_000
# Objects beyond which the next moment between two questions is idle enough: some three saves.
_DUE: Final = 300_000
# Idle moments between two looks at what stayed until now.
_THOROUGH_EVERY: Final = 50


def wait_for_idle_moments() -> None:
    """Collect when `settle` is called, or a great many objects were made."""
    gc.set_threshold(_PRESSING, 5, 5)


def is_due() -> bool:
    """Whether so much was made that it should be looked through soon, though somebody asks again and again."""
    return gc.get_count()[0] > _DUE


def settle() -> None:
    """Collect now. What stays is looked at again only now and then."""
    if gc.get_stats()[2]["collections"] % _THOROUGH_EVERY == _THOROUGH_EVERY - 1:
        gc.unfreeze()
    gc.collect()
    gc.freeze()


@contextlib.contextmanager
def to_stay() -> Iterator[None]:
    """What is made inside stays: it is not looked through for garbage, neither meanwhile nor later."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if enabled:
            gc.enable()
