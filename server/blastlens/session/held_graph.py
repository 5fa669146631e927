"""The graph of a session at the present revision: held in memory where many questions follow, else asked of the store."""

from collections.abc import Callable

from blastlens.model.graph import Graph
from blastlens.store.compact_graph import CompactGraph
from blastlens.store.errors import StoreError
from blastlens.store.graph_store import GraphStore
from blastlens.store.loading import Loading
from blastlens.store.sqlite_graph import SqliteGraph


class HeldGraph:
    """`explain`: what a graph that asks the store raises for a page that cannot be read. Every method may raise a `StoreError`."""

    def __init__(self, store: GraphStore, resident: bool, explain: Callable[[StoreError], Exception]) -> None:
        self._store = store
        self._resident = resident
        self._explain = explain
        self._compact: CompactGraph | None = None
        self._loading: Loading | None = None
        self._snapshot: SqliteGraph | None = None
        self._snapshot_of = (0, 0)  # openings, revision

    def get(self) -> Graph:
        """Stays valid, and as it is, while held."""
        if self._resident:
            loading, self._loading = self._loading, None
            if loading is not None:
                self._compact = loading.finish()
            self._compact = self._store.compact(self._compact)
            return self._compact
        current = (self._store.openings, self._store.revision())
        if self._snapshot is None or self._snapshot_of != current:
            self._snapshot = self._store.snapshot(self._explain)
            self._snapshot_of = current
        return self._snapshot

    def load(self) -> bool:
        """Go on for some milliseconds with what the first `get` has to do, which does what is left of it. Whether there is more."""
        if not self._resident or self._compact is not None:
            return False
        loading, self._loading = self._loading or self._store.begin_to_load(), None
        if loading.step():
            self._loading = loading
            return True
        self._compact = loading.finish()
        return False

    def forget(self, *, held: bool = True) -> None:
        """The store may be another one; `held`: also what is held in memory."""
        self._snapshot = None
        if held:
            self._compact = self._loading = None
