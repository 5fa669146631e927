"""Small graphs for tests: `Drawing().calls("a.py::f", "b.py::g").graph()`. Symbols come into being when they are named."""

from collections.abc import Sequence

from blastlens.analyses.hops import Hops
from blastlens.facts.file_facts import DefFlag
from blastlens.model.blind_spot import BlindKind, BlindSpot
from blastlens.model.edge import Basis, Edge, EdgeKind, Site, Timing, UnresolvedUse
from blastlens.model.graph import FileRecord
from blastlens.model.memory_graph import MemoryGraph
from blastlens.model.symbol import MODULE_NAME, Symbol, SymbolKind, file_of, module_id, qualname_of


class Drawing:
    def __init__(self) -> None:
        self.symbols: dict[str, Symbol] = {}
        self.edges: list[Edge] = []
        self.uses: list[UnresolvedUse] = []
        self.entries: dict[str, str] = {}
        self.spots: list[BlindSpot] = []

    def add(self, symbol_id: str, kind: SymbolKind = SymbolKind.FUNCTION, flags: int = 0) -> "Drawing":
        path, qualname = file_of(symbol_id), qualname_of(symbol_id)
        if module_id(path) not in self.symbols:
            self.symbols[module_id(path)] = _symbol(module_id(path), SymbolKind.MODULE, None, 1)
        if qualname == MODULE_NAME:
            return self
        outer = qualname.rpartition(".")[0]
        parent = f"{path}::{outer}" if outer else module_id(path)
        if outer and parent not in self.symbols:
            self.add(parent, SymbolKind.CLASS)
        if outer and kind is SymbolKind.FUNCTION and self.symbols[parent].kind is SymbolKind.CLASS:
            kind = SymbolKind.METHOD
        known = self.symbols.get(symbol_id)
        line = known.line if known else 10 * len(self.symbols)
        self.symbols[symbol_id] = _symbol(symbol_id, kind, parent, line, flags)
        return self

    def test(self, symbol_id: str) -> "Drawing":
        return self.add(symbol_id, SymbolKind.TEST)

    def fixture(self, symbol_id: str, *, autouse: bool = False) -> "Drawing":
        return self.add(symbol_id, SymbolKind.FIXTURE, int(DefFlag.AUTOUSE) if autouse else 0)

    def edge(
        self,
        source: str,
        target: str,
        kind: EdgeKind = EdgeKind.CALLS,
        confidence: float = 0.99,
        basis: Basis = Basis.LEXICAL,
        *,
        exact: bool = False,
        line: int = 1,
        timing: Timing = Timing.LOAD,
    ) -> "Drawing":
        for one in (source, target):
            if one not in self.symbols:
                self.add(one)
        self.edges.append(Edge(source, kind, target, confidence, basis, (Site(line, 0, 1),), exact, timing))
        return self

    def calls(self, source: str, *targets: str, confidence: float = 0.99, exact: bool = False) -> "Drawing":
        for target in targets:
            self.edge(source, target, confidence=confidence, exact=exact)
        return self

    def extends(self, source: str, target: str) -> "Drawing":
        for one in (source, target):
            if one not in self.symbols:
                self.add(one, SymbolKind.CLASS)
        return self.edge(source, target, EdgeKind.EXTENDS)

    def asks(self, source: str, fixture: str) -> "Drawing":
        return self.edge(source, fixture, EdgeKind.REFERENCES, 0.98, Basis.FIXTURE)

    def names(self, source: str, target: str) -> "Drawing":
        return self.edge(source, target, EdgeKind.REFERENCES)

    def imports(self, source: str, target: str, line: int = 1, timing: Timing = Timing.LOAD) -> "Drawing":
        return self.edge(
            module_id(source), module_id(target), EdgeKind.IMPORTS, 1.0, Basis.IMPORT, line=line, timing=timing
        )

    def unresolved(self, source: str, name: str, candidates: Sequence[str] = ()) -> "Drawing":
        self.uses.append(UnresolvedUse(source, name, Site(1, 0, 1), tuple(candidates)))
        return self

    def replaces(self, test: str, replaced: str) -> "Drawing":
        self.spots.append(BlindSpot(test, 1, BlindKind.REPLACED, qualname_of(replaced), replaced))
        return self

    def graph(self) -> MemoryGraph:
        paths = sorted({symbol.file for symbol in self.symbols.values()})
        files = [FileRecord(path, "python", "", 1, _is_test(path), "indexed", "") for path in paths]
        return MemoryGraph(files, self.symbols.values(), self.edges, self.uses, self.entries, 1, self.spots)

    def hops(self) -> Hops:
        return Hops(self.graph())


def _is_test(path: str) -> bool:
    return "test" in path or "conftest" in path


def _symbol(symbol_id: str, kind: SymbolKind, parent: str | None, line: int, flags: int = 0) -> Symbol:
    path, name = file_of(symbol_id), qualname_of(symbol_id).rpartition(".")[2]
    return Symbol(
        symbol_id, kind, name, path, line, 0, len(name), line, line + 1, parent, flags, _is_test(path), 1, 0, 0
    )
