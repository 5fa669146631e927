"""One writer per database: a lock file whose owner is alive."""

import contextlib
import os
import time
from pathlib import Path
from types import TracebackType
from typing import Final

from blastlens.store.errors import StoreLockedError, StoreReadOnlyError

try:
    import fcntl
except ImportError:  # no flock on this platform: the file's existence is the lock, its owner's life is checked
    fcntl = None  # type: ignore[assignment]

_STEP_SECONDS: Final = 0.02


class WriterLock:
    """`with WriterLock(path, timeout):` holds the lock. The kernel lets go of it when the owner dies, so a crash never
    leaves the root locked. Raises `StoreLockedError` (naming the owner) after `timeout` seconds. Not re-entrant."""

    def __init__(self, path: Path, timeout: float = 30.0) -> None:
        self._path = path
        self._timeout = timeout
        self._handle: int | None = None

    def __enter__(self) -> "WriterLock":
        deadline = time.monotonic() + self._timeout
        while not self._try():
            if time.monotonic() >= deadline:
                raise StoreLockedError(f"process {self._owner() or '?'} is writing the index")
            time.sleep(_STEP_SECONDS)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._handle is None:
            return
        if fcntl is None:
            self._path.unlink(missing_ok=True)
        os.close(self._handle)
        self._handle = None

    def _try(self) -> bool:
        if fcntl is None:
            return self._try_exclusive()
        try:
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except PermissionError as error:
            raise StoreReadOnlyError(str(error)) from error
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            return False
        with contextlib.suppress(OSError):  # a full disk: the lock holds without its owner's name
            os.ftruncate(handle, 0)
            os.write(handle, str(os.getpid()).encode())
        self._handle = handle
        return True

    def _try_exclusive(self) -> bool:
        try:
            self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_EXCL)
        except FileExistsError:
            owner = self._owner()
            if owner and not _alive(owner):
                self._path.unlink(missing_ok=True)
            return False
        os.write(self._handle, str(os.getpid()).encode())
        return True

    def _owner(self) -> int:
        with contextlib.suppress(OSError, ValueError):
            return int(self._path.read_text("ascii"))
        return 0


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
