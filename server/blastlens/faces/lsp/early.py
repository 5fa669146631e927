"""What is known of the open files while the first index is built: they and their neighbours go first, in a process of their own.

Answers come from there until the whole index is complete; they say that they are of what was read *so far*.
"""

import asyncio

from blastlens.app.early import EarlyBlastlens
from blastlens.app.errors import UserError
from blastlens.faces.lsp.early_run import EarlyRun, EarlyStart
from blastlens.faces.lsp.publishing import ask_for_lenses
from blastlens.faces.lsp.roots import Root
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.session.early_process import EarlyNews


class Early:
    """The early answers of one root. Lives on the event loop; its app is asked in the root's thread, like any other."""

    def __init__(self, ls: BlastlensServer, root: Root, start: EarlyStart) -> None:
        self._ls = ls
        self._root = root
        self._start = start
        self._run: EarlyRun | None = None
        self._wanted: set[str] = set()
        self._known: set[str] = set()
        self._app: EarlyBlastlens | None = None
        self._loop = asyncio.get_running_loop()
        self._over = False

    def app_for(self, file: str) -> EarlyBlastlens | None:
        """What knows this file."""
        return self._app if file in self._known else None

    def want(self, file: str) -> None:
        """Look at this file before others."""
        if self._over or file in self._wanted:
            return
        if self._run is None:
            try:
                self._run = self._start.start(self._root.path, self._root.settings, self._told)
            except OSError:
                self._over = True  # the whole index tells, later
                return
        self._wanted.add(file)
        self._run.want(file)

    def stop(self) -> None:
        """The whole index is there, or the root is closed."""
        self._over = True
        self._known = set()
        if self._run is not None:
            self._run.stop()
        if self._app is not None:
            self._app.close()

    def _told(self, news: EarlyNews) -> None:
        """In the thread of the process."""
        try:
            self._loop.call_soon_threadsafe(lambda: self._ls.spawn(self._take(news)))
        except RuntimeError:
            return  # the server has ended

    async def _take(self, news: EarlyNews) -> None:
        if self._over:
            return
        try:
            await self._root.submit(self._look, news)
        except UserError:
            return  # the root was closed, or the folder is gone: the whole index tells, later
        if self._over:
            self.stop()
            return
        self._known.add(news.file)
        ask_for_lenses(self._ls)

    def _look(self, news: EarlyNews) -> None:
        if self._app is None:
            self._app = EarlyBlastlens.over(self._root.path, news.folder)
        else:
            self._app.look_again()
        self._app.load()


def start(ls: BlastlensServer, root: Root) -> None:
    """Look at the open documents of a root before all else, and from then on at each that is opened."""
    if ls.early_start is None or root.early is not None:
        return
    root.early = Early(ls, root, ls.early_start)
    for document in ls.documents.documents():
        owned = ls.roots.owner(document.uri)
        if owned is not None and owned[0] is root:
            root.early.want(owned[1])
