"""Progress of an index run as notifications, so that a client does not give up on a first call."""

from time import monotonic
from typing import Any, Final

from anyio import from_thread
from anyio.lowlevel import current_token
from mcp.server.mcpserver import Context

from blastlens.session.ports import Progress

_EVERY_SECONDS: Final = 0.5


class ProgressReports:
    """A progress listener for one call; made on the worker thread of the call, told from any thread. The protocol wants
    numbers that only grow, so it counts reports, and the message has the files."""

    def __init__(self, context: Context[Any, Any]) -> None:
        self._context = context
        self._loop = from_thread.run_sync(current_token)
        self._last = monotonic()
        self._reports = 0

    def __call__(self, progress: Progress) -> None:
        now = monotonic()
        if now - self._last < _EVERY_SECONDS:
            return
        self._last = now
        self._reports += 1
        message = f"{progress.phase} {progress.done}/{progress.total} files"
        from_thread.run(self._context.report_progress, self._reports, None, message, token=self._loop)
