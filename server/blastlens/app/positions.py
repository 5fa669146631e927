"""What stands at a place of a file, saved or in an unsaved buffer."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from blastlens.app.resolve import innermost
from blastlens.app.unsaved import UnsavedSymbols
from blastlens.model.edge import Edge, EdgeKind, Site
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind, file_of, module_id
from blastlens.session.session import Session
from blastlens.session.workspace import content_hash


class Found(NamedTuple):
    """`place`: line, column and end column of the name, in the text that was asked about. `by_name`: the text is not the saved one;
    what is around is known to use something of that name."""

    symbol: Symbol
    place: tuple[int, int, int]
    by_name: bool = False


def symbols_at(unsaved: UnsavedSymbols, graph: Graph, path: str, text: bytes | None) -> Sequence[Symbol]:
    """Symbols of a file; with `text`, with the places they have in that text."""
    if text is not None and not is_saved(graph, path, text):
        found = unsaved.symbols(graph, path, text)
        if found is not None:
            return found
    return graph.symbols_in(path)


def is_saved(graph: Graph, path: str, text: bytes) -> bool:
    """Whether the graph has the file with this very content."""
    record = graph.file(path)
    return record is not None and record.content_hash == content_hash(text) and bool(graph.symbols_in(path))


def find_at(
    session: Session, unsaved: UnsavedSymbols, graph: Graph, path: str, line: int, column: int, text: bytes | None
) -> Found | None:
    """The symbol whose name stands there, or that a use there resolves to (highest confidence). A name stands where it ends too, unless
    another one starts there: a cursor is left behind what was typed."""
    symbols = symbols_at(unsaved, graph, path, text)
    named = [one for one in symbols if one.kind is not SymbolKind.MODULE and one.line == line]
    there = [one for one in named if one.column <= column <= one.end_column]
    if there:
        symbol = max(there, key=lambda one: column < one.end_column)
        return Found(graph.symbol(symbol.id) or symbol, (symbol.line, symbol.column, symbol.end_column))
    saved = _saved_line(unsaved, graph, symbols, path, line, text)
    if saved is None:
        return _by_name(graph, symbols, line, column, text or b"")
    shift = line - saved
    return _by_site(graph, path, line, column, shift) or _by_import(session, graph, path, line, column, shift)


def edges_at(
    unsaved: UnsavedSymbols, graph: Graph, path: str, line: int, column: int, text: bytes | None
) -> list[Edge]:
    """The edges of the use that stands there, imports aside; none on a line that is not saved, nor of a definition that is not there
    any more."""
    symbols = symbols_at(unsaved, graph, path, text)
    saved = _saved_line(unsaved, graph, symbols, path, line, text)
    there = {one.id for one in symbols}
    return [
        edge
        for edge, site in _sites(graph, path)
        if site.line == saved and site.column <= column <= site.end_column and edge.source in there
    ]


def _saved_line(
    unsaved: UnsavedSymbols, graph: Graph, symbols: Sequence[Symbol], path: str, line: int, text: bytes | None
) -> int | None:
    """The saved line that a line is; None for one that is not saved."""
    if text is None or is_saved(graph, path, text):
        return line
    shift = _shift(graph, symbols, line)
    return unsaved.saved_line(graph, path, text, line) if shift is None else line - shift


def _shift(graph: Graph, symbols: Sequence[Symbol], line: int) -> int | None:
    """How many lines the definition around a buffer's line lies below its saved place; None where its text differs."""
    around = innermost(symbols, line)
    while around is not None and around.kind is not SymbolKind.MODULE:
        saved = graph.symbol(around.id)
        if saved is not None and saved.content_hash == around.content_hash:
            return around.first_line - saved.first_line
        parent = around.parent
        around = next((one for one in symbols if one.id == parent), None)
    return None


def _by_site(graph: Graph, path: str, line: int, column: int, shift: int) -> Found | None:
    best: tuple[tuple[bool, float], Found] | None = None
    for edge, site in _sites(graph, path):
        if site.line == line - shift and site.column <= column <= site.end_column:
            target = graph.symbol(edge.target)
            rank = (column < site.end_column, edge.confidence)
            if target is not None and (best is None or rank > best[0]):
                best = (rank, Found(target, (line, site.column, site.end_column)))
    return best[1] if best is not None else None


def _by_import(session: Session, graph: Graph, path: str, line: int, column: int, shift: int) -> Found | None:
    """What an imported name leads to: the definition in the imported file, else that file."""
    facts = session.facts(path)
    for row, span in zip(facts.imports, facts.import_spans, strict=True) if facts is not None else ():
        first, start, last, end = span
        if first != line - shift or not start <= column <= (end if last == first else start):
            continue
        name = facts.names[row.member] if facts is not None and row.member >= 0 else None
        for edge in graph.outgoing(module_id(path), frozenset({EdgeKind.IMPORTS})):
            if any(site.line == first and site.column == start for site in edge.sites):
                members = graph.symbols_in(file_of(edge.target))
                named = (one for one in members if one.name == name and one.parent == edge.target)
                target = next(named, None) or graph.symbol(edge.target)
                if target is not None:
                    return Found(target, (line, start, end if last == first else start + 1))
    return None


def _sites(graph: Graph, path: str) -> Iterator[tuple[Edge, Site]]:
    for symbol in graph.symbols_in(path):
        for edge in graph.outgoing(symbol.id):
            if edge.kind is not EdgeKind.IMPORTS:
                for site in edge.sites:
                    yield edge, site


def _by_name(graph: Graph, symbols: Sequence[Symbol], line: int, column: int, text: bytes) -> Found | None:
    """In text that differs from the saved: what the enclosing definition is known to reach under the name there."""
    around = innermost(symbols, line)
    lines = text.split(b"\n")
    if around is None or line > len(lines):
        return None
    start, end = _word(lines[line - 1], column)
    name = lines[line - 1][start:end].decode("utf-8", "replace")
    best: tuple[float, Symbol] | None = None
    for edge in graph.outgoing(around.id):
        target = graph.symbol(edge.target)
        if target is not None and target.name == name and (best is None or edge.confidence > best[0]):
            best = (edge.confidence, target)
    return Found(best[1], (line, start, end), by_name=True) if best is not None and name else None


def _word(line: bytes, column: int) -> tuple[int, int]:
    """Byte columns of the identifier around a column."""

    def is_part(at: int) -> bool:
        return 0 <= at < len(line) and (line[at] >= 0x80 or chr(line[at]).isalnum() or line[at] == ord("_"))

    start = end = column
    while is_part(start - 1):
        start -= 1
    while is_part(end):
        end += 1
    return start, end
