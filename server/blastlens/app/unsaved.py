"""Symbols of an unsaved buffer, found from those of the saved file: only the lines that differ are parsed.

Parsing a long file anew for every key would keep everything else that is asked waiting. What lies before and after the lines
that differ keeps its symbols, moved by the difference in lines. In between stand the definitions of the buffer's lines alone; one
with the name of a saved symbol from these lines is that symbol, any other is new. A definition that contains a difference has
`content_hash` 0, which no text has.
"""

import re
from collections.abc import Sequence, Set
from itertools import count, islice
from typing import Final, NamedTuple, TypeVar

from blastlens.app.line_difference import LineDifference, SameLines, difference_between
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind, make_id, split_id
from blastlens.session.session import Session
from blastlens.session.workspace import MAX_FILE_BYTES, Blob, content_hash, read_blob

# More lines than this that differ at once are not typed: the whole buffer is parsed.
_MOST_LINES: Final = 400
_KEPT: Final = 8
_ORDINAL: Final = re.compile(r"#\d+$")
_MODULE: Final = SymbolKind.MODULE
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class _Known(NamedTuple):
    """A buffer that was parsed as a whole while this was the revision."""

    revision: int
    lines: list[bytes]
    symbols: Sequence[Symbol]


class UnsavedSymbols:
    """Symbols of buffers, the latest kept. Not thread-safe."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._found: dict[tuple[str, str, int], Sequence[Symbol]] = {}
        self._saved: dict[tuple[str, str], list[bytes]] = {}
        self._parsed: dict[str, _Known] = {}
        self._same: dict[tuple[str, str, str], SameLines | None] = {}

    def symbols(self, graph: Graph, path: str, text: bytes) -> Sequence[Symbol] | None:
        """The symbols of `path` with the places they have in `text`; None when no language reads the file."""
        record = graph.file(path)
        if len(text) > MAX_FILE_BYTES or (record is not None and record.state == "skipped"):
            return None  # what the index leaves out is not parsed here either
        key = (path, content_hash(text), graph.revision)
        if key not in self._found:
            lines = text.split(b"\n")
            found: Sequence[Symbol] | None = self._from_known(graph, path, lines)
            if found is None:
                facts = self._session.facts_of(path, text)
                if facts is None:
                    return None
                found = self._session.symbols_of(path, facts)
                _keep(self._parsed, path, _Known(graph.revision, lines, found))
            _keep(self._found, key, found)
        return self._found[key]

    def saved_line(self, graph: Graph, path: str, text: bytes, line: int) -> int | None:
        """Which line of the saved file a buffer's line (1-based) is; None for one that was typed or changed, and where nobody can
        tell."""
        record = graph.file(path)
        if record is None or len(text) > MAX_FILE_BYTES:
            return None
        key = (path, content_hash(text), record.content_hash)
        if key not in self._same:
            saved = self._saved_lines(graph, path)
            _keep(self._same, key, None if saved is None else SameLines(saved, text.split(b"\n")))
        same = self._same[key]
        return same.saved(line) if same is not None else None

    def _from_known(self, graph: Graph, path: str, lines: list[bytes]) -> list[Symbol] | None:
        """From what is saved or was parsed last, whichever is nearer."""
        known = [] if (saved := self._saved_lines(graph, path)) is None else [(saved, graph.symbols_in(path))]
        parsed = self._parsed.get(path)
        if parsed is not None and parsed.revision == graph.revision:
            known.append((parsed.lines, parsed.symbols))
        compared = [(difference_between(before, lines), symbols) for before, symbols in known]
        if not compared:
            return None
        difference, symbols = min(compared, key=lambda pair: pair[0].size)
        if difference.size > _MOST_LINES:
            return None
        typed = lines[difference.first - 1 : difference.last + difference.shift]
        own = self._defined(path, typed, difference.first)
        return None if own is None else _joined(path, symbols, own, difference)

    def _saved_lines(self, graph: Graph, path: str) -> list[bytes] | None:
        """The text that the graph was made of, when the file still has it."""
        record = graph.file(path)
        if record is None or not graph.symbols_in(path):
            return None
        key = (path, record.content_hash)
        if key not in self._saved:
            read = read_blob(self._session.root, path)
            if not isinstance(read, Blob) or read.content_hash != record.content_hash:
                return None
            _keep(self._saved, key, read.data.split(b"\n"))
        return self._saved[key]

    def _defined(self, path: str, lines: list[bytes], first: int) -> list[Symbol] | None:
        """Definitions of some lines of a file, parsed by themselves, where they stand in it."""
        if not any(line.strip() for line in lines):
            return []
        indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
        facts = self._session.facts_of(path, b"\n".join(line[indent:] for line in lines))
        if facts is None:
            return None
        return [
            one._replace(
                line=one.line + first - 1,
                column=one.column + indent,
                end_column=one.end_column + indent,
                first_line=one.first_line + first - 1,
                last_line=one.last_line + first - 1,
            )
            for one in self._session.symbols_of(path, facts)
            if one.kind is not SymbolKind.MODULE
        ]


def _joined(path: str, saved: Sequence[Symbol], own: list[Symbol], difference: LineDifference) -> list[Symbol]:
    inside = [one for one in saved if difference.first <= one.line <= difference.last and one.kind is not _MODULE]
    gone = {one.id for one in inside}
    kept = [_moved(one, difference) for one in saved if one.id not in gone]
    left, taken = list(inside), {one.id for one in saved}
    found: list[Symbol] = []
    for one in own:
        same = next((old for old in left if old.name == one.name), None)
        if same is None:
            found.append(_new(path, one, kept, taken))
            taken.add(found[-1].id)
        else:
            left.remove(same)
            last = max(one.last_line, difference.moved(same.last_line))
            found.append(
                same._replace(
                    line=one.line,
                    column=one.column,
                    end_column=one.end_column,
                    first_line=min(one.first_line, difference.moved(same.first_line)),
                    last_line=last,
                    content_hash=0,
                )
            )
    return [*islice(kept, 1), *sorted([*kept[1:], *found], key=lambda one: (one.line, one.column))]


def _moved(one: Symbol, difference: LineDifference) -> Symbol:
    differs = difference.touches(one.first_line, one.last_line)
    return one._replace(
        line=difference.moved(one.line),
        first_line=difference.moved(one.first_line),
        last_line=difference.moved(one.last_line)
        if one.last_line != difference.last
        else one.last_line + difference.shift,
        content_hash=0 if differs else one.content_hash,
    )


def _new(path: str, one: Symbol, kept: list[Symbol], taken: Set[str]) -> Symbol:
    """A definition that is not saved: inside the innermost saved class around it that it is written further in than. Its id is none of
    those that are `taken`, so that what is known of a saved definition of the same name is not said of it."""
    one = _inside(path, one, kept)
    if one.id not in taken:
        return one
    name = _ORDINAL.sub("", split_id(one.id)[1])
    ids = (make_id(path, name, number) for number in count(2))
    return one._replace(id=next(free for free in ids if free not in taken))


def _inside(path: str, one: Symbol, kept: list[Symbol]) -> Symbol:
    around = [old for old in kept[1:] if old.first_line <= one.line <= old.last_line and old.column < one.column]
    if not around:
        return one
    parent = max(around, key=lambda old: old.first_line)
    name = f"{split_id(parent.id)[1]}.{split_id(one.id)[1]}"
    return one._replace(id=make_id(path, name), parent=parent.id)


def _keep(kept: dict[_Key, _Value], key: _Key, value: _Value) -> None:
    while len(kept) >= _KEPT:
        del kept[next(iter(kept))]
    kept[key] = value
