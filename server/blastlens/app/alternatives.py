"""Definitions of which each build takes one: those of one name in one scope, in languages that have no two of them otherwise."""

from collections.abc import Iterator

from blastlens.languages.registry import language_for
from blastlens.model.folders import folder_of
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind, module_id
from blastlens.session.session import Session


class Alternatives:
    """Of a graph. Files that no build takes together stay apart by the packages that they name."""

    def __init__(self, session: Session, graph: Graph) -> None:
        self._session = session
        self._graph = graph

    def of(self, symbol: Symbol) -> Iterator[Symbol]:
        """What other builds take in place of a definition."""
        language = language_for(symbol.file)
        if language is None or not language.rules.scoping.alternatives or symbol.kind is SymbolKind.MODULE:
            return
        in_folder = language.rules.scoping.package == "folder"
        for other in self._graph.symbols_named(symbol.name):
            if other.id != symbol.id and other.kind is symbol.kind and self._is_in_place_of(symbol, other, in_folder):
                yield other

    def _is_in_place_of(self, symbol: Symbol, other: Symbol, in_folder: bool) -> bool:
        if in_folder:
            return (
                folder_of(symbol.file) == folder_of(other.file)
                and symbol.file != other.file
                and symbol.qualname == other.qualname
                and self._package(symbol.file) == self._package(other.file)
            )
        # Methods of one name may belong to different interfaces of one type.
        is_free = symbol.kind is not SymbolKind.METHOD and symbol.parent in (None, module_id(symbol.file))
        return is_free and symbol.parent == other.parent and symbol.file == other.file

    def _package(self, path: str) -> str:
        facts = self._session.facts(path)
        return facts.names[facts.package] if facts is not None and facts.package >= 0 else ""
