"""The read protocol of the graph at one revision. Implementations: `model.memory_graph`, `store.sqlite_graph`."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from blastlens.model.blind_spot import BlindSpot
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
    uses: int = 0  # calls; each is of one of the five kinds below, by its best edge
    resolved: int = 0  # bound by the language's own rules (tier EXTRACTED)
    external: int = 0  # known to lead to a library or to the language
    unresolved: int = 0  # no target, though what is called may be in the repository
    inferred: int = 0  # bound by evidence (tier INFERRED)
    ambiguous: int = 0  # only candidates (tier AMBIGUOUS)


class Graph(Protocol):
    """Read access at one revision; never changes under its reader. Ids that do not exist give empty answers."""

    @property
    def revision(self) -> int: ...

    def files(self, states: frozenset[str] | None = None) -> Sequence[FileRecord]:
        """By path; with `states`, only the files in one of them."""
        ...

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

    def entry_points(self, path: str | None = None) -> Sequence[tuple[str, str]]:
        """(symbol id, why) of code that a framework, packaging or the language calls; of one file, where `path` is given."""
        ...

    def blind_spots(self, path: str | None = None) -> Sequence[BlindSpot]:
        """By file and place; of one file, where `path` is given."""
        ...

    def overriding(self, symbol_id: str) -> Sequence[str]:
        """Methods below in the class hierarchy that override this method (all levels)."""
        ...

    def overridden(self, symbol_id: str) -> Sequence[str]:
        """Methods above in the class hierarchy that this method overrides (all levels)."""
        ...


class IndexedGraph(Graph, Protocol):
    """Optional: a graph whose nodes and edges are integers too, for walks over many nodes (`store.compact_graph`).

    A node index is in `range(node_count)`; an edge is a *row*, an index into the `row_*` columns. Rows and indexes belong to
    this one graph object. A node may have no symbol (the target of an edge whose file has gone). Columns and row lists
    must not be changed by the reader. A typical walk::

        for row in graph.incoming_rows(node):
            if row_kind[row] in wanted and row_confidence[row] >= threshold: visit(row_source[row])
    """

    @property
    def node_count(self) -> int: ...

    @property
    def row_source(self) -> Sequence[int]: ...

    @property
    def row_target(self) -> Sequence[int]: ...

    @property
    def row_kind(self) -> Sequence[int]:
        """Position of the kind in `tuple(EdgeKind)`."""
        ...

    @property
    def row_confidence(self) -> Sequence[float]: ...

    @property
    def row_exact(self) -> Sequence[int]: ...

    @property
    def row_basis(self) -> Sequence[int]:
        """Position of the basis in `tuple(Basis)`."""
        ...

    @property
    def row_timing(self) -> Sequence[int]:
        """Of imports, as in `Timing`."""
        ...

    def index_of(self, symbol_id: str) -> int:
        """-1 for an id no symbol and no edge has."""
        ...

    def id_at(self, index: int) -> str: ...

    def symbol_at(self, index: int) -> Symbol | None: ...

    def incoming_rows(self, index: int) -> Sequence[int]: ...

    def outgoing_rows(self, index: int) -> Sequence[int]: ...

    def edge_at(self, row: int) -> Edge: ...

    def touched_since(self, before: object) -> frozenset[int] | None:
        """Nodes with other edges (places of sites aside, not their number), either way, another symbol, or other unresolved uses that may mean them than
        in `before`, a graph of an earlier revision; rows and nodes of both mean the same. None: not known, or
        what classes there are, their bases or their members differ."""
        ...

    def renamed_since(self, before: object) -> frozenset[str] | None:
        """Names of which there are other unresolved uses than in `before` (as of `touched_since`), their places aside. None: not known,
        or blind spots differ by more than their places."""
        ...
