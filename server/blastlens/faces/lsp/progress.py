"""Work-done progress, shown only to clients that announced it."""

import uuid

from lsprotocol import types as t
from pygls.exceptions import JsonRpcException

from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.session.ports import Progress

# Share of the whole at which each phase of indexing starts and ends, in percent.
_PHASES = {"read": (0, 5), "extract": (5, 60), "link": (60, 95), "store": (95, 100)}


def percent_of(progress: Progress) -> int:
    """How far the whole work is, 0..100."""
    first, last = _PHASES.get(progress.phase, (0, 100))
    share = progress.done / progress.total if progress.total else 1.0
    return first + int((last - first) * min(share, 1.0))


class WorkProgress:
    """One progress bar: `begin`, any number of `report`s (never backwards), `end`."""

    def __init__(self, ls: BlastlensServer, title: str) -> None:
        self._ls = ls
        self._title = title
        self._token = str(uuid.uuid4())  # pygls never forgets a token, so each is used once
        self._shown = False
        self._percent = 0

    async def begin(self) -> None:
        if not self._ls.client.progress:
            return
        try:
            await self._ls.work_done_progress.create_async(self._token)
        except JsonRpcException:
            return
        self._shown = True
        begin = t.WorkDoneProgressBegin(title=self._title, percentage=0, cancellable=True)
        self._ls.work_done_progress.begin(self._token, begin)

    def report(self, progress: Progress) -> None:
        percent = percent_of(progress)
        if not self._shown or percent <= self._percent:
            return
        self._percent = percent
        message = f"{progress.phase} {progress.done}/{progress.total}"
        report = t.WorkDoneProgressReport(message=message, percentage=percent)
        self._ls.work_done_progress.report(self._token, report)

    def end(self, message: str) -> None:
        if self._shown:
            self._shown = False
            self._ls.work_done_progress.end(self._token, t.WorkDoneProgressEnd(message=message))

    @property
    def cancelled(self) -> bool:
        token = self._ls.work_done_progress.tokens.get(self._token)
        return token is not None and token.cancelled()
