"""Starting bulk work elsewhere, so that the process that answers an editor keeps answering."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from blastlens.session.control import Control
from blastlens.session.errors import SessionError
from blastlens.session.ports import Progress, ProgressListener
from blastlens.session.toolchain import Frameworks
from blastlens.session.workspace import MAX_FILE_BYTES

_LOOK_SECONDS: Final = 0.1


class BulkResult(NamedTuple):
    """`error` is a `SessionError` code, "cancelled", "crashed", "not-started" (it never said a word), or "" when the index is up to date at `revision`."""

    revision: int
    files: int
    note: str
    error: str = ""
    message: str = ""
    hint: str = ""
    extracted: tuple[str, ...] = ()
    relinked: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


class BackgroundIndex:
    """One run of `session.bulk`. The new revision is seen by any `Session` on the root once the run has ended.

    `progress` and `done` are called from a thread of this object; `done` exactly once."""

    def __init__(
        self,
        root: Path,
        *,
        progress: ProgressListener | None = None,
        done: Callable[[BulkResult], None] | None = None,
        exclude: Sequence[str] = (),
        max_file_bytes: int = MAX_FILE_BYTES,
        frameworks: Frameworks | None = None,
        anew: bool = False,
        humble: bool = False,
    ) -> None:
        """`humble`: others' work goes first."""
        self._progress = progress
        self._done = done
        settings = {
            "exclude": list(exclude),
            "max_file_bytes": max_file_bytes,
            "frameworks": frameworks,
            "anew": anew,
            "humble": humble,
        }
        # -P: the current folder, which may be the indexed repository, is not searched for modules.
        self._command = [sys.executable, "-P", "-m", "blastlens.session.bulk", str(root), json.dumps(settings)]
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        self._cancelled = False
        self._result: BulkResult | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._thread = threading.Thread(target=self._follow, args=(self._process,), name="bulk-index", daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def cancel(self) -> None:
        """Stop the run if it has not ended; what was there before stays. Does not wait."""
        self._cancelled = True
        if self._process is not None and self._process.poll() is None:
            self._process.kill()

    def wait(self, timeout: float | None = None) -> BulkResult | None:
        """The result; None when it is not there within `timeout` seconds."""
        if self._thread is not None:
            self._thread.join(timeout)
        return self._result

    def _follow(self, process: subprocess.Popen[bytes]) -> None:
        spoke = False
        result = BulkResult(0, 0, "", "not-started", "the indexing process could not be started", "Run again.")
        assert process.stdout is not None and process.stdin is not None
        with process.stdout as lines:
            for line in lines:
                if not spoke:
                    spoke = True
                    result = BulkResult(0, 0, "", "crashed", "the indexing process ended unexpectedly", "Run again.")
                result = self._take(line) or result
        process.stdin.close()
        process.wait()
        if self._cancelled and result.error:
            result = BulkResult(0, 0, "", "cancelled")
        self._result = result
        if self._done is not None:
            self._done(result)

    def _take(self, line: bytes) -> BulkResult | None:
        try:
            message = json.loads(line)
        except ValueError:
            return None
        if "phase" in message:
            if self._progress is not None and not self._cancelled:
                self._progress(Progress(message["phase"], message["done"], message["total"]))
            return None
        if "error" in message:
            return BulkResult(0, 0, "", message["error"], message["message"], message["hint"])
        lists = (tuple(message[name]) for name in ("extracted", "relinked", "removed"))
        return BulkResult(message["revision"], message["files"], message["note"], "", "", "", *lists)


def run_elsewhere(
    root: Path,
    control: Control,
    *,
    exclude: Sequence[str],
    max_file_bytes: int,
    frameworks: Frameworks | None,
    anew: bool,
) -> BulkResult | None:
    """A bulk run that is waited for; None when no process could be started. Raises `SessionError` as the run would have
    here, and `CancelledError`."""
    control.check()  # a run of few files can end before it is looked at for the first time
    run = BackgroundIndex(
        root,
        progress=control.progress,
        exclude=exclude,
        max_file_bytes=max_file_bytes,
        frameworks=frameworks,
        anew=anew,
    )
    try:
        run.start()
    except OSError:
        return None
    try:
        while (result := run.wait(_LOOK_SECONDS)) is None:
            control.check()
    finally:
        run.cancel()
    if result.error == "not-started":
        return None
    if result.error:
        raise SessionError(result.error, result.message, result.hint)
    return result
