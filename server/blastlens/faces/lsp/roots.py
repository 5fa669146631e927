"""Workspace folders: each is a root with its own index, and the innermost one owns a document."""

import asyncio
import enum
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple, ParamSpec, Protocol, TypeVar

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.app.navigation import Importer
from blastlens.app.ranks import Ranks
from blastlens.faces.lsp.configuration import Settings
from blastlens.faces.lsp.documents import LspDocument
from blastlens.faces.lsp.from_lsp import uri_to_path
from blastlens.faces.lsp.root_thread import RootThread
from blastlens.faces.lsp.shown_lenses import ShownLenses

P = ParamSpec("P")
T = TypeVar("T")


class EarlyAnswers(Protocol):
    """What is known of the open files while the first index is built."""

    def app_for(self, file: str) -> Blastlens | None:
        """An app that knows this file, and what was read of the others so far."""
        ...

    def want(self, file: str) -> None:
        """Look at this file before others."""
        ...

    def stop(self) -> None:
        """Nothing more is asked."""
        ...


class RootState(enum.Enum):
    OPENING = "opening"
    INDEXING = "indexing"  # the first index is being built; answers are incomplete
    READY = "ready"
    FAILED = "failed"
    CLOSED = "closed"


@dataclass(slots=True)
class Gathered:
    """File events that wait for the end of a burst."""

    paths: set[str] = field(default_factory=set)
    everything: bool = False
    timer: asyncio.TimerHandle | None = None
    latest: float = 0.0  # loop time at which the burst is taken to be over


class Root:
    """One folder. All calls to its `Blastlens` run one after another in one thread of its own: a request that follows a
    save is answered from what the save made. What nobody waits for runs there too, in small steps, while no call waits. Everything
    else here is touched on the event loop only."""

    def __init__(self, uri: str, path: Path) -> None:
        self.uri = uri
        self.path = path
        self.settings = Settings()
        self.state = RootState.OPENING
        self.percent = 0
        self.failure = ""
        self.note = ""  # what a user should know of the index, which is no failure
        self.generation = 0  # grows whenever answers may differ from before
        self.asked = 0.0  # loop time of the last question
        self.busy = False  # another process is changing the index; a full look at the files follows
        self.gathered = Gathered()
        self.lenses = ShownLenses()
        self.ranks: tuple[int, Ranks] | None = None  # how central functions are, and of which generation
        self.renaming: dict[str, tuple[Importer, ...]] = {}  # path that is about to be another -> who imports it
        self.ranking = False  # that is being looked for
        self.rehearsed: set[str] = set()  # files whose first save is prepared
        self.opened = asyncio.Event()  # set once it is known whether the root can be opened
        self.early: EarlyAnswers | None = None
        self.judging = threading.Event()  # set to give up the look for findings that is under way
        self.stale = ""  # why the index could not take in what has changed; "" when it could
        self.wide = asyncio.Lock()  # held while a wide question is answered: one at a time
        self._real = Path(path).resolve()
        self._app: Blastlens | None = None
        self._closing: list[Callable[[], None]] = []
        self._thread = RootThread(f"root-{path.name}")

    def __repr__(self) -> str:
        return f"<Root {self.path} {self.state.value}>"

    @property
    def indexing(self) -> bool:
        return self.state in (RootState.OPENING, RootState.INDEXING)

    @property
    def app(self) -> Blastlens | None:
        return self._app

    def app_for(self, file: str) -> Blastlens | None:
        """What can answer about a file now: the app, or while the first index is built what looks at the open files first. None
        when neither can."""
        if not self.indexing:
            return self._app
        return self.early.app_for(file) if self.early is not None else None

    @property
    def opened_app(self) -> Blastlens:
        """Raises `UserError` where there is none."""
        self.require_open()
        assert self._app is not None
        return self._app

    def require_open(self) -> None:
        """Raises `UserError` where there is no app."""
        if self._app is None:
            reason = "wait until it is opened" if self.indexing else self.failure or "open the folder again"
            raise UserError(f"{self.path.name} is not open", reason)

    def attach(self, app: Blastlens) -> None:
        self._app = app

    def relative(self, path: Path) -> str | None:
        """A path below this root, relative and POSIX; None for a path elsewhere and for the root itself."""
        for candidate, base in ((path, self.path), (path, self._real), (None, self._real)):
            try:
                found = (candidate or path.resolve()).relative_to(base).as_posix()
            except (ValueError, OSError, RuntimeError):
                continue
            return None if found == "." else found
        return None

    def open_documents(self, documents: Iterable[LspDocument]) -> Iterator[tuple[str, LspDocument]]:
        """(path, document) of those below this root."""
        for document in documents:
            file = self.relative(Path(document.path)) if document.path else None
            if file is not None:
                yield file, document

    def submit(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> "asyncio.Future[T]":
        """Queue work in the root's thread, now; the future gives its result on the event loop. Raises `UserError` when
        the root is closed."""
        if self.state is RootState.CLOSED:
            raise UserError(f"{self.path.name} is not open any more", "open the folder again")
        loop = asyncio.get_running_loop()
        self.asked = loop.time()
        return asyncio.wrap_future(self._thread.call(partial(function, *args, **kwargs)), loop=loop)

    def in_steps(self, steps: Iterator[None]) -> "asyncio.Future[bool]":
        """Take these steps in the root's thread while no call waits there: each at most some milliseconds. Whether it came to the end
        in this generation; it is given up when there is a newer one."""
        if self.state is RootState.CLOSED:
            raise UserError(f"{self.path.name} is not open any more", "open the folder again")
        generation = self.generation
        done = self._thread.in_steps(steps, lambda: self.generation == generation)
        return asyncio.wrap_future(done, loop=asyncio.get_running_loop())

    def on_close(self, action: Callable[[], None]) -> None:
        """Have something stopped with the root; at once when it is closed already."""
        if self.state is RootState.CLOSED:
            action()
        else:
            self._closing.append(action)

    def close(self) -> None:
        """Give up the queued work and close the app behind the work that is running."""
        if self.state is RootState.CLOSED:
            return
        self.state = RootState.CLOSED
        self.judging.set()
        self.opened.set()
        if self.gathered.timer is not None:
            self.gathered.timer.cancel()
        for action in self._closing:
            action()
        if self.early is not None:
            self.early.stop()
        app, self._app = self._app, None
        self._thread.close()
        if app is not None:
            app.close()


class Target(NamedTuple):
    """A document of a root. `text`: the buffer, when it may differ from the file."""

    root: Root
    file: str
    document: LspDocument | None

    @property
    def language_id(self) -> str | None:
        """As the client names the document's language."""
        return self.document.language_id if self.document is not None else None

    @property
    def text(self) -> bytes | None:
        # While a wide change is taken in, what was saved may not be what the graph has.
        differs = self.document is not None and (self.document.unsaved or self.root.busy)
        return self.document.buffer_bytes if self.document is not None and differs else None


class Roots:
    """The open folders, by URI."""

    def __init__(self) -> None:
        self._roots: dict[str, Root] = {}

    def __iter__(self) -> Iterator[Root]:
        return iter(list(self._roots.values()))

    def __len__(self) -> int:
        return len(self._roots)

    def add(self, uri: str) -> Root | None:
        """The new root of a folder; None when the URI names no local folder or is open already."""
        path = uri_to_path(uri)
        if path is None or any(root.path == path for root in self):
            return None
        root = Root(uri.rstrip("/"), path)
        self._roots[root.uri] = root
        return root

    def remove(self, uri: str) -> Root | None:
        """Forget the root of a folder, whichever way its URI is spelled; None when it is not open. It is not closed."""
        path = uri_to_path(uri)
        for key, root in list(self._roots.items()):
            if root.path == path:
                return self._roots.pop(key)
        return None

    def owner(self, uri: str) -> tuple[Root, str] | None:
        """(innermost root that contains the file, relative path), or None: no file URI, or outside every root."""
        path = uri_to_path(uri)
        return None if path is None else self.owner_of_path(path)

    def owner_of_path(self, path: Path) -> tuple[Root, str] | None:
        owned = ((root, root.relative(path)) for root in self)
        inside = [(root, relative) for root, relative in owned if relative is not None]
        return min(inside, key=lambda pair: len(pair[1]), default=None)

    def containing(self, uri: str) -> Root | None:
        """The root of a file or folder URI, the root folder itself included."""
        path = uri_to_path(uri)
        if path is None:
            return None
        own = next((root for root in self if root.path == path), None)
        owner = None if own is not None else self.owner_of_path(path)
        return own or (owner[0] if owner is not None else None)
