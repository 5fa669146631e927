"""Files that are other than the store has them: as linking sees them, and their symbols."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from blastlens.facts.file_facts import FileFacts
from blastlens.model.definitions import symbol_ids, symbols_of
from blastlens.model.graph import Graph
from blastlens.model.members import members_of
from blastlens.model.symbol import Symbol, SymbolKind, module_id
from blastlens.session.judged_edges import JudgedEdges
from blastlens.session.program import SessionProgram, StoreMembers
from blastlens.store.graph_store import GraphStore


def overlaid(
    paths: Iterable[str],
    facts: Callable[[str], FileFacts | None],
    store: GraphStore,
    others: Mapping[str, FileFacts | None],
    judged: JudgedEdges,
) -> SessionProgram:
    """`paths` and `facts`: of what is indexed. `others`: the facts of files that differ, None for one that is gone."""
    present = {*paths, *others} - {path for path, one in others.items() if one is None}
    own = {path: members_of(one) for path, one in others.items() if one is not None}
    stored = StoreMembers(store.members_named, store.getters_named)
    return SessionProgram(
        present, lambda path: others[path] if path in others else facts(path), own, tuple(others), stored, judged
    )


def other_symbols(graph: Graph, path: str, facts: FileFacts) -> Sequence[Symbol]:
    """See `Session.symbols_of`."""
    record = graph.file(path)
    kinds = {symbol.id: symbol.kind for symbol in graph.symbols_in(path)}
    named = {index: kinds.get(symbol_id) for index, symbol_id in enumerate(symbol_ids(path, facts))}
    tests = {index for index, kind in named.items() if kind is SymbolKind.TEST}
    module = graph.symbol(module_id(path))
    tests |= {-1} if module is not None and module.is_test else set()
    fixtures = frozenset(index for index, kind in named.items() if kind is SymbolKind.FIXTURE)
    return symbols_of(path, facts, frozenset(tests), fixtures, record is not None and record.is_test)
