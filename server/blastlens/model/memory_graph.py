"""A `Graph` over plain lists: for drawings in tests, base versions of a change, and the rebuild that `verify` compares."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from blastlens.facts.file_facts import may_override
from blastlens.model.blind_spot import BlindSpot
from blastlens.model.edge import Edge, EdgeKind, UnresolvedUse
from blastlens.model.graph import FileRecord
from blastlens.model.promotion import asked_of, brought_for
from blastlens.model.symbol import Symbol, file_of

_IMPLEMENTS = frozenset({EdgeKind.IMPLEMENTS})
_INHERITS = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})
_Row = TypeVar("_Row")


def _grouped(rows: Iterable[_Row], key: Callable[[_Row], str]) -> dict[str, list[_Row]]:
    out: dict[str, list[_Row]] = {}
    for row in rows:
        out.setdefault(key(row), []).append(row)
    return out


class MemoryGraph:
    """Answers do not depend on the order of the given rows. The module symbol of a file comes first in `symbols_in`."""

    def __init__(
        self,
        files: Iterable[FileRecord] = (),
        symbols: Iterable[Symbol] = (),
        edges: Iterable[Edge] = (),
        unresolved: Iterable[UnresolvedUse] = (),
        entry_points: Mapping[str, str] | None = None,
        revision: int = 0,
        blind_spots: Iterable[BlindSpot] = (),
    ) -> None:
        self._revision = revision
        self._files = {record.path: record for record in sorted(files)}
        ordered = sorted(symbols, key=lambda s: (s.file, s.parent is not None, s.first_line, s.column, s.id))
        self._symbols = {symbol.id: symbol for symbol in ordered}
        self._by_file = _grouped(ordered, lambda s: s.file)
        self._by_name = _grouped(ordered, lambda s: s.name)
        self._members = _grouped((s for s in ordered if s.parent is not None), lambda s: s.parent or "")
        self._edges = sorted(edges)
        self._in = _grouped(self._edges, lambda e: e.target)
        self._out = _grouped(self._edges, lambda e: e.source)
        self._unresolved = _grouped(sorted(unresolved), lambda u: u.name)
        self._blind_spots = sorted(blind_spots, key=lambda spot: (file_of(spot.source), spot))
        self._entry_points = sorted((entry_points or {}).items())

    @property
    def revision(self) -> int:
        return self._revision

    def files(self, states: frozenset[str] | None = None) -> Sequence[FileRecord]:
        return [record for record in self._files.values() if states is None or record.state in states]

    def file(self, path: str) -> FileRecord | None:
        return self._files.get(path)

    def symbol(self, symbol_id: str) -> Symbol | None:
        return self._symbols.get(symbol_id)

    def symbols(self) -> Iterable[Symbol]:
        return self._symbols.values()

    def symbols_in(self, path: str) -> Sequence[Symbol]:
        return self._by_file.get(path, [])

    def symbols_named(self, name: str) -> Sequence[Symbol]:
        return self._by_name.get(name, [])

    def incoming(self, symbol_id: str, kinds: frozenset[EdgeKind] | None = None) -> Sequence[Edge]:
        return _of_kinds(self._in.get(symbol_id, []), kinds)

    def outgoing(self, symbol_id: str, kinds: frozenset[EdgeKind] | None = None) -> Sequence[Edge]:
        return _of_kinds(self._out.get(symbol_id, []), kinds)

    def edges(self, kinds: frozenset[EdgeKind] | None = None) -> Iterator[Edge]:
        return iter(_of_kinds(self._edges, kinds))

    def unresolved(self, name: str) -> Sequence[UnresolvedUse]:
        return self._unresolved.get(name, [])

    def entry_points(self, path: str | None = None) -> Sequence[tuple[str, str]]:
        return [entry for entry in self._entry_points if path is None or file_of(entry[0]) == path]

    def blind_spots(self, path: str | None = None) -> Sequence[BlindSpot]:
        return [spot for spot in self._blind_spots if path is None or file_of(spot.source) == path]

    def overriding(self, symbol_id: str) -> Sequence[str]:
        found = self._same_name(symbol_id, lambda c: [e.source for e in self.incoming(c, _INHERITS)])
        found = sorted({*found, *(edge.source for edge in self.incoming(symbol_id, _IMPLEMENTS))})
        return self._with_brought(symbol_id, found, brought_for)

    def overridden(self, symbol_id: str) -> Sequence[str]:
        found = self._same_name(symbol_id, lambda c: [e.target for e in self.outgoing(c, _INHERITS)])
        found = sorted({*found, *(edge.target for edge in self.outgoing(symbol_id, _IMPLEMENTS))})
        return self._with_brought(symbol_id, found, asked_of)

    def _with_brought(
        self, symbol_id: str, found: list[str], brought: Callable[["MemoryGraph", Symbol], set[str]]
    ) -> list[str]:
        method = self._symbols.get(symbol_id)
        others = brought(self, method) if method is not None and method.is_callable else set()
        return sorted({*found, *others} - {symbol_id}) if others else found

    def _same_name(self, symbol_id: str, neighbours: Callable[[str], list[str]]) -> list[str]:
        """Members of the method's name in every class that `neighbours` leads to, over any number of steps."""
        method = self._symbols.get(symbol_id)
        if method is None or method.parent is None or not method.is_callable:
            return []
        seen, todo, found = {method.parent}, [method.parent], []
        while todo:
            for other in neighbours(todo.pop()):
                if other in seen:
                    continue
                seen.add(other)
                todo.append(other)
                named = (m for m in self._members.get(other, []) if m.name == method.name and m.is_callable)
                found += [m.id for m in named if may_override(m.flags, method.flags)]
        return sorted(found)


def _of_kinds(edges: list[Edge], kinds: frozenset[EdgeKind] | None) -> list[Edge]:
    return edges if kinds is None else [edge for edge in edges if edge.kind in kinds]
