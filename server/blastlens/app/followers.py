"""Methods that stand in for one whose signature changed, and do not follow it."""

from collections.abc import Iterator, Mapping

from blastlens.analyses.callers_not_updated import does_not_follow
from blastlens.app.left_behind import LeftBehind
from blastlens.app.signature_changes import SignatureChange
from blastlens.facts.file_facts import FileFacts, may_override
from blastlens.link.linkers import Linkers
from blastlens.link.ports import Program
from blastlens.link.signatures import signatures
from blastlens.model.definitions import symbol_ids
from blastlens.model.edge import CALL_LIKE, Site
from blastlens.model.graph import Graph
from blastlens.model.signature import in_words
from blastlens.model.symbol import Symbol, file_of
from blastlens.session.session import Session
from blastlens.store.hierarchy import INHERITANCE, below
from blastlens.views.wording import plural


class Followers:
    """`program`: the files as the change leaves them; `old`: facts of its old sides by path."""

    def __init__(self, session: Session, graph: Graph, program: Program, old: Mapping[str, FileFacts]) -> None:
        self._session = session
        self._graph = graph
        self._program = program
        self._old = old
        self._before: Linkers | None = None

    def left_behind(self, change: SignatureChange) -> Iterator[LeftBehind]:
        """Of a method those that overrode or implemented it, took what it took, and do not take what it takes now."""
        if change.new.is_class:
            return
        for one in change.ids:
            found = {*self._graph.overriding(one), *self._formerly(change, one)}
            for other in sorted(found - {one}):
                row = self._left_behind(change, one, other)
                if row is not None:
                    yield row

    def _left_behind(self, change: SignatureChange, target: str, other: str) -> LeftBehind | None:
        facts = self._program.facts(file_of(other))
        symbol = self._graph.symbol(other)
        if facts is None or symbol is None or symbol.name.startswith("__"):
            return None
        numbers = [number for number, name in enumerate(symbol_ids(file_of(other), facts)) if name == other]
        olds, news = change.old.taken(bound=True), change.new.taken(bound=True)
        if len(numbers) != 1 or len(olds) != 1 or len(news) != 1:
            return None
        own = signatures(facts, numbers[0], change.new.arguments, bound=True)
        if len(own) != 1 or not does_not_follow(olds[0], news[0], own[0]):
            return None
        why = f"overrides what takes {in_words(news[0])} now, and takes {in_words(own[0])}"
        if callers := {edge.source for edge in self._graph.incoming(other, CALL_LIKE)} - {other}:
            why += f"; {plural(len(callers), 'caller')} of its own"
        return LeftBehind(other, Site(symbol.line, symbol.column, symbol.end_column), target, why, False, 1.0)

    # -- as it was before the change -------------------------------------------------------------------------------
    def _formerly(self, change: SignatureChange, target: str) -> Iterator[str]:
        """Methods that stood in for the former version, where methods of one name differ by their parameters, or where a type is
        one of an interface by having its methods."""
        symbol = self._graph.symbol(target)
        if symbol is None or symbol.parent is None or len(change.old.definitions) != 1:
            return
        flags = change.old.facts.defs[change.old.definitions[0]].flags
        namesakes = [one for one in self._graph.symbols_named(symbol.name) if one.is_callable and one.id != target]
        under = below(self._graph, symbol.parent) if namesakes else set()
        for one in namesakes:
            if one.parent in under and may_override(flags, one.flags):
                yield one.id
        if symbol.file in self._old:
            yield from self._by_having_it(symbol, [one for one in namesakes if one.parent not in under])

    def _by_having_it(self, symbol: Symbol, namesakes: list[Symbol]) -> Iterator[str]:
        if self._before is None:
            self._before = Linkers(self._session.program({**self._old}), self._session.frameworks)
        for path in sorted({one.file for one in namesakes}):
            for edge in self._before.link(path).edges:
                if edge.kind not in INHERITANCE or edge.target not in (symbol.id, symbol.parent):
                    continue
                yield from (one.id for one in namesakes if edge.source in (one.id, one.parent))
