"""What can go wrong with the store's files, without naming the database library."""


class StoreError(Exception):
    """Base of the store's errors; the message is for a person."""


class StoreDamagedError(StoreError):
    """The file is not a database, is of a newer or unknown layout, or a page of it cannot be read."""


class StoreFullError(StoreError):
    """No space left on the device; what was there before is intact."""


class StoreReadOnlyError(StoreError):
    """The place cannot be written."""


class StoreLockedError(StoreError):
    """Another process has been writing for longer than the wait."""
