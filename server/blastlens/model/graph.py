"""The read protocol of the graph at one revision. Implementations: `model.memory_graph`, `store.sqlite_graph`."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from blastlens.model.edge import Edge, EdgeKind, UnresolvedUse
from blastlens.model.symbol import Symbol


class FileRecord(NamedTuple):
    """One file the graph knows. `state` is "indexed", or "skipped" / "unreadable" / "partial" with `reason`."""

    path: str
    language: str  # "" for skipped files
    content_hash: str
    line_count: int
    is_test: bool
    state: str
    reason: str
    uses: int = 0  # uses of all kinds
    resolved: int = 0  # of them: bound to something in the repository
    external: int = 0  # known to belong to a library or to the language
    unresolved: int = 0  # neither


class Graph(Protocol):
    """Read access at one revision; never changes under its reader. Ids that do not exist give empty answers."""

    @property
    def revision(self) -> int: ...

    def files(self) -> Sequence[FileRecord]: ...

    def file(self, path: str) -> FileRecord | None: ...

    def symbol(self, symbol_id: str) -> Symbol | None: ...

    def symbols(self) -> Iterable[Symbol]: ...

    def symbols_in(self, path: str) -> Sequence[Symbol]:
        """Symbols of a file in source order; the module symbol first."""
        ...

    def symbols_named(self, name: str) -> Sequence[Symbol]:
        """Symbols whose last name is exactly this."""
        ...

    def incoming(self, symbol_id: str, kinds: frozenset[EdgeKind] | None = None) -> Sequence[Edge]: ...

    def outgoing(self, symbol_id: str, kinds: frozenset[EdgeKind] | None = None) -> Sequence[Edge]: ...

    def edges(self, kinds: frozenset[EdgeKind] | None = None) -> Iterator[Edge]: ...

    def unresolved(self, name: str) -> Sequence[UnresolvedUse]:
        """Unresolved uses of this called name."""
        ...

    def overriding(self, symbol_id: str) -> Sequence[str]:
        """Methods below in the class hierarchy that override this method (all levels)."""
        ...

    def overridden(self, symbol_id: str) -> Sequence[str]:
        """Methods above in the class hierarchy that this method overrides (all levels)."""
        ...
