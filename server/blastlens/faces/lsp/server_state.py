"""`BlastlensServer`: what the handlers share. No handler is registered here, see `server`."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast

from lsprotocol import types as t
from pygls.exceptions import FeatureRequestError, JsonRpcRequestCancelled
from pygls.lsp.server import LanguageServer

from blastlens import __version__
from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.faces.lsp.anchored import Judged
from blastlens.faces.lsp.beside import Beside
from blastlens.faces.lsp.bulk import BulkIndex
from blastlens.faces.lsp.client_features import ClientFeatures
from blastlens.faces.lsp.configuration import Settings
from blastlens.faces.lsp.documents import LspWorkspace
from blastlens.faces.lsp.early_run import EarlyStart
from blastlens.faces.lsp.lines import LineTable
from blastlens.faces.lsp.protocol import Protocol
from blastlens.faces.lsp.roots import Root, Roots, Target
from blastlens.faces.lsp.to_lsp import Places, read_text
from blastlens.faces.lsp.user_errors import message_of

P = ParamSpec("P")
T = TypeVar("T")
OpenApp = Callable[[Path, Settings], Blastlens]


class Report(NamedTuple):
    """The diagnostics of one file. `result_id`: the same for the same diagnostics."""

    uri: str
    items: list[t.Diagnostic]
    result_id: str


class BlastlensServer(LanguageServer):
    """One client's session. Lives on the event loop's thread; roots have threads of their own.

    `open_app(path, settings)` opens a root without refreshing it; `bulk` builds indexes and `beside` answers wide
    questions in another process; `early_start` starts the process that looks at the open files first (None: nothing does).
    """

    protocol: Protocol

    def __init__(
        self, open_app: OpenApp, bulk: BulkIndex, beside: Beside, early_start: EarlyStart | None = None
    ) -> None:
        super().__init__("blastlens", __version__, protocol_cls=Protocol)
        self.open_app = open_app
        self.bulk = bulk
        self.beside = beside
        self.early_start = early_start
        self.client = ClientFeatures()
        self.settings = Settings()
        self.initial_options: dict[str, Any] = {}
        self.roots = Roots()
        self.told_of: set[str] = (
            set()
        )  # what the user was told once: URIs, problems of settings; "": that no folder is open
        self.told: dict[str, Mapping[str, Any]] = {}  # root URI -> the status the client was told last
        self.dynamic: set[str] = set()  # optional methods that the client can be told of at any time
        self.registered: set[str] = set()  # those that it was told of
        self.published: dict[str, set[str]] = {}  # root URI -> URIs that hold pushed diagnostics
        self.judged: dict[str, Judged] = {}  # root URI -> the findings that were found last
        self.kept_reports: dict[str, tuple[object, list[Report]]] = {}  # root URI -> (what they hold for, reports)
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def documents(self) -> LspWorkspace:
        return cast(LspWorkspace, self.workspace)

    def target(self, uri: str) -> Target | None:
        """The document behind a URI, when a root owns it; None for `untitled:`, other schemes and files elsewhere."""
        owner = self.roots.owner(uri)
        if owner is None:
            return None
        return Target(*owner, self.documents.open_document(uri))

    def places(self, root: Root) -> Places:
        """A converter for the answers of one request; holds the open documents as they are now."""
        return Places(root, self.documents.documents(), self.client.encoding)

    def buffer_table(self, target: Target) -> LineTable:
        """Lines of what the client sees of a document: its buffer, or the file."""
        if target.document is not None:
            return target.document.table
        return LineTable(read_text(target.root.path / target.file))

    async def ask(self, root: Root, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a question in its root's thread. Once the client has cancelled the request it is not begun any more."""
        flag = self.protocol.current_flag()

        def work() -> T:
            if flag.is_set():
                raise JsonRpcRequestCancelled
            return function(*args, **kwargs)

        return await root.submit(work)

    def end_spare(self) -> None:
        """Nothing that is open now needs an early index: the process that waits to make one ends."""
        if self.early_start is not None:
            self.spawn(asyncio.to_thread(self.early_start.let_go))

    def spawn(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        """Run work beside the messages, kept alive until it ends or the server shuts down."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, UserError):
            self.log(message_of(error), t.MessageType.Warning)
        elif error is not None:
            self.log(f"{type(error).__name__}: {error}", t.MessageType.Error)

    def stop(self) -> None:
        """Stop everything that runs beside the messages. Work in other processes ends with its task."""
        for root in self.roots:
            root.close()
        for task in list(self._tasks):
            task.cancel()

    def log(self, message: str, kind: t.MessageType = t.MessageType.Info) -> None:
        if self.protocol.writer is not None:
            self.window_log_message(t.LogMessageParams(type=kind, message=message))

    def show(self, message: str, kind: t.MessageType = t.MessageType.Info) -> None:
        self.window_show_message(t.ShowMessageParams(type=kind, message=message))

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Messages that cannot be read or delivered are logged; nobody is interrupted by them. A failed request has told its
        sender already."""
        if source is FeatureRequestError:
            return
        self.log(f"{getattr(source, '__name__', 'error')}: {error}", t.MessageType.Error)
