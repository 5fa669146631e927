"""Which definition the text of a file belongs to: the innermost one around it.

Definitions are told apart by lines. Where several stand on one line (`interface S { double area(); default String label() {…} }`)
the lines of these definitions are read token by token: a definition is the widest node around its name that holds no name of
another one, its own inner ones aside.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from blastlens.extract.tokens import Token, tokens
from blastlens.languages.protocol import Language
from blastlens.model.symbol import Symbol, SymbolKind

Place = tuple[int, int]  # line, 1-based; column, 0-based UTF-8 bytes


class Owners:
    """Of one text. `symbols`: all that it defines."""

    def __init__(self, language: Language | None, data: bytes, symbols: Sequence[Symbol]) -> None:
        self.lines = owners_of(symbols, data.count(b"\n") + 1)
        self._shared = _Shared(language, data, symbols) if language is not None else None

    def at(self, line: int, column: int) -> str | None:
        """The id of what the token there belongs to; None outside the text."""
        parted = self._shared.tokens_of(line) if self._shared is not None else {}
        if column in parted:
            return parted[column]
        return self.lines[line - 1] if 0 < line <= len(self.lines) else None

    def parted(self, line: int) -> dict[str, bytes]:
        """Id -> what it says on a line that several definitions share, comments and layout aside; empty for all other lines."""
        return self._shared.texts_of(line) if self._shared is not None else {}


def owners_of(symbols: Sequence[Symbol], count: int) -> list[str | None]:
    """The id of the innermost definition of every line."""
    owners: list[str | None] = [None] * count
    spans = [(first, last, symbol) for symbol in symbols for first, last in _spans(symbol, count)]
    # Wider spans first, so that what stands inside is written over them.
    for first, last, symbol in sorted(spans, key=lambda s: (s[0] - s[1], s[2].parent is not None, s[0])):
        owners[first - 1 : min(last, count)] = [symbol.id] * (min(last, count) - first + 1)
    return owners


def _spans(symbol: Symbol, count: int) -> list[tuple[int, int]]:
    if symbol.kind is SymbolKind.MODULE:
        return [(1, count)]
    return [(first, last) for first, last in ((symbol.first_line, symbol.last_line), *symbol.parts) if first <= count]


class _Shared:
    """Lines that several definitions share, by token."""

    def __init__(self, language: Language, data: bytes, symbols: Sequence[Symbol]) -> None:
        self._by_id = {symbol.id: symbol for symbol in symbols}
        self._columns: dict[int, dict[int, str | None]] = {}
        self._texts: dict[int, dict[str, list[bytes]]] = {}
        groups = _sharing(symbols)
        if groups:
            together = [symbol for group in groups.values() for symbol in group]
            wanted = sorted({(symbol.first_line, symbol.last_line) for symbol in together})
            self._part(tokens(language, data, wanted), groups)

    def tokens_of(self, line: int) -> Mapping[int, str | None]:
        """Column -> owner."""
        return self._columns.get(line, {})

    def texts_of(self, line: int) -> dict[str, bytes]:
        return {one: b" ".join(texts) for one, texts in self._texts.get(line, {}).items()}

    def _part(self, read: Sequence[Token], groups: Mapping[int, Sequence[Symbol]]) -> None:
        nodes = _Nodes(read, self._by_id)
        placed = {symbol.id for group in groups.values() for symbol in group if nodes.range_of(symbol) is not None}
        # What cannot be told apart by its name is left to the lines.
        lines = {line for line, group in groups.items() if all(one.id in placed and not one.parts for one in group)}
        for at, token in enumerate(read):
            if token.first not in lines:
                continue
            owner = nodes.innermost(at, groups[token.first])
            if owner is None:
                owner = self._around(groups[token.first])
            # The mark of a node begins where its first token does, and comes before it.
            self._columns.setdefault(token.first, {}).setdefault(token.column, owner)
            if not token.is_mark:
                self._columns[token.first][token.column] = owner
                if owner is not None:
                    self._texts.setdefault(token.first, {}).setdefault(owner, []).append(token.text)

    def _around(self, group: Sequence[Symbol]) -> str | None:
        """What holds all definitions of a line."""
        ids = {symbol.id for symbol in group}
        return next((symbol.parent for symbol in group if symbol.parent not in ids), None)


def _sharing(symbols: Sequence[Symbol]) -> dict[int, list[Symbol]]:
    """Line -> the definitions on it, outer ones first, where two begin there, or one ends where another begins. What ends on the
    last line of what is around it shares nothing with that: there all the text is its own."""
    begins: dict[int, list[Symbol]] = {}
    ends: dict[int, list[Symbol]] = {}
    for symbol in symbols:
        if symbol.kind is not SymbolKind.MODULE:
            begins.setdefault(symbol.first_line, []).append(symbol)
            if symbol.last_line != symbol.first_line:
                ends.setdefault(symbol.last_line, []).append(symbol)
    by_id = {symbol.id: symbol for symbol in symbols}
    found = {}
    for line, starting in begins.items():
        around = {above for one in starting for above in _above(by_id, one)} if line in ends else set()
        group = [*(one for one in ends.get(line, ()) if one.id not in around), *starting]
        if len(group) > 1:
            found[line] = group
    return found


def _above(by_id: Mapping[str, Symbol], symbol: Symbol) -> Iterator[str]:
    """Ids of what is around a definition."""
    around = by_id.get(symbol.parent or "")
    while around is not None:
        yield around.id
        around = by_id.get(around.parent or "")


class _Nodes:
    """The nodes of a text, told from its tokens: each goes from its opening mark to its closing one."""

    def __init__(self, read: Sequence[Token], symbols: Mapping[str, Symbol]) -> None:
        self._symbols = symbols
        names: dict[Place, str] = {
            (one.line, one.column): one.id for one in symbols.values() if one.kind is not SymbolKind.MODULE
        }
        self._close: dict[int, int] = {}
        self._above: dict[int, int] = {}  # index of a node or a name -> node around
        self._names: list[tuple[int, str]] = []  # index, id
        self._ranges: dict[str, tuple[int, int] | None] = {}
        opened = [-1]
        for at, token in enumerate(read):
            if not token.is_mark:
                named = names.pop((token.first, token.column), None)
                if named is not None:
                    self._names.append((at, named))
                    self._above[at] = opened[-1]
            elif token.text:
                self._above[at] = opened[-1]
                opened.append(at)
            else:
                self._close[opened.pop()] = at
        self._at = {named: at for at, named in self._names}

    def range_of(self, symbol: Symbol) -> tuple[int, int] | None:
        """First and last index of its tokens; None where its name does not stand there."""
        if symbol.id not in self._ranges:
            at = self._at.get(symbol.id)
            self._ranges[symbol.id] = None if at is None else self._widest(symbol.id, at)
        return self._ranges[symbol.id]

    def _widest(self, own: str, at: int) -> tuple[int, int]:
        found = (at, at)
        node = self._above[at]
        while node >= 0 and all(self._is_within(one, own) for one in self._named_in(node, found)):
            found = (node, self._close[node])
            node = self._above[node]
        return found

    def _named_in(self, node: int, known: tuple[int, int]) -> Iterator[str]:
        """Names in a node that are not in the part of it that is known."""
        start, end = bisect_left(self._names, (node, "")), bisect_left(self._names, (self._close[node], ""))
        yield from (named for at, named in self._names[start:end] if not known[0] <= at <= known[1])

    def _is_within(self, one: str, own: str) -> bool:
        return one == own or own in _above(self._symbols, self._symbols[one])

    def innermost(self, at: int, group: Sequence[Symbol]) -> str | None:
        ranges = ((self.range_of(symbol), symbol.id) for symbol in group)
        around = [
            (found[1] - found[0], one) for found, one in ranges if found is not None and found[0] <= at <= found[1]
        ]
        return min(around)[1] if around else None
