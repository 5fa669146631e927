"""The store's errors as what a person can mend, and a fact cache wherever one can be kept."""

import contextlib
from collections.abc import Iterator
from typing import Final

from blastlens.session.errors import SessionError
from blastlens.session.location import Location
from blastlens.store.errors import (
    StoreDamagedError,
    StoreError,
    StoreFullError,
    StoreLockedError,
    StoreReadOnlyError,
)
from blastlens.store.fact_cache import FactCache

# Codes of errors that leave what is there to be read.
UNWRITABLE: Final = frozenset({"disk-full", "read-only"})


def explain(error: StoreError, location: Location) -> SessionError:
    if isinstance(error, StoreFullError):
        message = f"no space left for the index in {location.folder}"
        return SessionError("disk-full", message, "Free some space and run again; the old index is intact.")
    if isinstance(error, StoreLockedError):
        return SessionError("locked", f"the index is busy: {error}", "Wait for it to finish and run again.")
    if isinstance(error, StoreReadOnlyError):
        message = f"the index in {location.folder} cannot be written: {error}"
        return SessionError("read-only", message, "Check the folder's permissions.")
    what = str(error) if isinstance(error, StoreDamagedError) else "unknown trouble"
    return SessionError("damaged", f"the index is damaged: {what}", "Run again: it will be made anew.")


@contextlib.contextmanager
def explained(location: Location) -> Iterator[None]:
    """The store's errors as `SessionError`s."""
    try:
        yield
    except StoreError as error:
        raise explain(error, location) from error


def open_fact_cache(location: Location) -> FactCache:
    """The cache at the first place that can be written; one that keeps nothing where none can."""
    for path in location.fact_caches:
        with contextlib.suppress(StoreFullError):
            cache = FactCache(path)
            if cache.is_open:
                return cache
    return FactCache(None)
