"""What is different about the definitions that a change touches.

Two versions of a definition are compared by what their text says, without layout, comments and documentation
(`extract.tokens`), in three parts: decorators, what stands before the body, the body. What belongs to a definition inside
counts for that one alone. A definition that is gone and one that is new are one that was moved or renamed where their parts
say the same, the name aside; of bodies that are too short to tell (`_TELLING`) only where nothing else comes into question.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from blastlens.app.assigned import Line, import_lines, names_set, note_line
from blastlens.app.changes import Changed, ChangeKind, TwoVersions, Versions, changed_symbols
from blastlens.app.owners import Owners
from blastlens.app.variable_users import set_names
from blastlens.extract.tokens import Token, tokens
from blastlens.languages.registry import language_for
from blastlens.model.symbol import Symbol, SymbolKind

# Tokens of a body from which on a second one like it is no coincidence.
_TELLING: Final = 8
_CLASSES: Final = (SymbolKind.CLASS, SymbolKind.INTERFACE)
_OWN_NAME: Final = b"\0"


class Parts(NamedTuple):
    """What a definition says; its own name is left out. Of top-level code the header is what it imports."""

    decorators: tuple[bytes, ...] = ()
    header: tuple[bytes, ...] = ()
    body: tuple[bytes, ...] = ()


class Classified(NamedTuple):
    """`same`: definitions whose text differs in nothing but layout, comments or documentation."""

    changed: list[Changed]
    same: list[Symbol]


def classified(versions: Versions, files: Sequence[TwoVersions]) -> Classified:
    """The definitions that differ, each with the kinds of its change; in order of path and place."""
    found = changed_symbols(versions, files)
    reader = _Reader(versions, files, found)
    pairs = _moved([one for one in found if one.deleted is not None], [one for one in found if _is_new(one)], reader)
    taken = {new.symbol for new in pairs.values()}
    changed: list[Changed] = []
    same: list[Symbol] = []
    for one in found:
        if one.symbol in pairs and one.deleted is not None:
            changed.append(_as_moved(one.deleted, pairs[one.symbol], reader))
        elif one.deleted is not None:
            kind = ChangeKind.MOVED if one.renamed_to is not None else ChangeKind.REMOVED
            changed.append(_with(one, kind, before=one.deleted))
        elif _is_new(one):
            if one.symbol not in taken:
                changed.append(_with(one, ChangeKind.ADDED))
        elif one.now is not None and one.before is not None:
            kinds = _differences(reader.parts(one.before, new=False), reader.parts(one.now, new=True), one.now)
            if kinds:
                changed.append(_with(one, *kinds, before=one.before, names=reader.names(one.before, one.now)))
            else:
                same.append(one.now)
    return Classified(changed, same)


def _is_new(one: Changed) -> bool:
    return one.deleted is None and one.before is None


def _with(one: Changed, *kinds: ChangeKind, before: Symbol | None = None, names: tuple[str, ...] = ()) -> Changed:
    return Changed(one.symbol, one.deleted, one.renamed_to, one.now, before, kinds, names)


def _as_moved(old: Symbol, new: Changed, reader: "_Reader") -> Changed:
    assert new.now is not None
    first = ChangeKind.MOVED if old.name == new.now.name else ChangeKind.RENAMED
    others = _differences(reader.parts(old, new=False), reader.parts(new.now, new=True), new.now)
    return _with(new, first, *others, before=old)


def _differences(old: Parts, new: Parts, symbol: Symbol) -> list[ChangeKind]:
    if symbol.kind is SymbolKind.MODULE:
        differ = ((ChangeKind.BODY, old.body != new.body), (ChangeKind.IMPORTS, old.header != new.header))
        return [kind for kind, differs in differ if differs]
    kinds = []
    if old.header != new.header:
        # A class that is written without a body of its own (`type S struct {…}`) is all header.
        bare = symbol.kind in _CLASSES and not (old.body or new.body)
        kinds.append(ChangeKind.BODY if bare else ChangeKind.SIGNATURE)
    if old.decorators != new.decorators:
        kinds.append(ChangeKind.DECORATOR)
    if old.body != new.body:
        kinds.append(ChangeKind.BODY)
    return kinds


Key = Callable[[Symbol, Parts], Hashable]


def _moved(gone: Sequence[Changed], new: Sequence[Changed], reader: "_Reader") -> dict[str, Changed]:
    """Former id -> what became of it. The surest likeness is looked for first."""
    old = [one.deleted for one in gone if one.deleted is not None and one.deleted.kind is not SymbolKind.MODULE]
    others = {one.now: one for one in new if one.now is not None and one.now.kind is not SymbolKind.MODULE}
    pairs: dict[str, Changed] = {}
    if not old or not others:
        return pairs
    left = {symbol: reader.parts(symbol, new=False) for symbol in old}
    right = {symbol: reader.parts(symbol, new=True) for symbol in others}
    for key, is_only in _LIKENESSES:
        theirs = _buckets(right, key)
        for found, mine in _buckets(left, key).items():
            if is_only and (len(mine) > 1 or len(theirs.get(found, ())) > 1):
                continue
            for symbol in mine:
                free = theirs.get(found)
                if free:
                    best = min(free, key=lambda one: (one.file != symbol.file, one.id))
                    free.remove(best)
                    pairs[symbol.id] = others[best]
                    del left[symbol], right[best]
    return pairs


def _buckets(parts: Mapping[Symbol, Parts], key: Key) -> dict[Hashable, list[Symbol]]:
    found: dict[Hashable, list[Symbol]] = {}
    for symbol, said in parts.items():
        named = key(symbol, said)
        if named is not None:
            found.setdefault((symbol.kind in _CLASSES, named), []).append(symbol)
    return found


def _if_telling(named: Hashable, parts: Parts) -> Hashable:
    return named if len(parts.body) >= _TELLING else None


# How alike two definitions are, the surest first, and whether they must be the only ones that are so.
_LIKENESSES: Final[tuple[tuple[Key, bool], ...]] = (
    (lambda symbol, parts: (symbol.name, parts), False),
    (lambda symbol, parts: _if_telling((symbol.name, parts.body), parts), False),
    (lambda _, parts: _if_telling(parts, parts), False),
    (lambda symbol, parts: (symbol.parent, parts), True),
    (lambda _, parts: _if_telling(parts.body, parts), False),
)


class _Reader:
    """Parts of the definitions that differ, read file by file when first asked for."""

    def __init__(self, versions: Versions, files: Iterable[TwoVersions], found: Iterable[Changed]) -> None:
        self._versions = versions
        self._data: dict[tuple[str, bool], bytes] = {}
        for file in files:
            if file.old_path is not None and file.old is not None:
                self._data[file.old_path, False] = file.old
            if file.new_path is not None and file.new is not None:
                self._data[file.new_path, True] = file.new
        self._wanted: dict[tuple[str, bool], list[Symbol]] = {}
        for one in found:
            for symbol, new in ((one.now, True), (one.before or one.deleted, False)):
                if symbol is not None:
                    self._wanted.setdefault((symbol.file, new), []).append(symbol)
        self._known: dict[tuple[str, bool], dict[str, Parts]] = {}
        self._lines: dict[tuple[str, bool], dict[str, list[Line]]] = {}

    def names(self, old: Symbol, new: Symbol) -> tuple[str, ...]:
        """Variables or attributes that two versions of top-level code or of a class set otherwise."""
        if new.kind not in (SymbolKind.MODULE, *_CLASSES):
            return ()
        found: set[str] = set()
        sides = [(self._said(old, new=False), old, False), (self._said(new, new=True), new, True)]
        for (lines, symbol, is_new), (others, _, _) in (sides, sides[::-1]):
            data = self._data.get((symbol.file, is_new), b"")
            facts = self._versions.facts(symbol.file, data)
            if facts is not None:
                found |= names_set(lines, others, set_names(facts, symbol.id))
        return tuple(sorted(found))

    def _said(self, symbol: Symbol, *, new: bool) -> "list[Line]":
        self.parts(symbol, new=new)
        return self._lines.get((symbol.file, new), {}).get(symbol.id, [])

    def parts(self, symbol: Symbol, *, new: bool) -> Parts:
        key = (symbol.file, new)
        if key not in self._known:
            self._known[key] = self._read(*key)
        return self._known[key].get(symbol.id, Parts())

    @staticmethod
    def _tokens(path: str, data: bytes, wanted: Sequence[tuple[int, int]]) -> Sequence[Token]:
        language = language_for(path)
        return tokens(language, data, wanted) if language is not None else ()

    def _read(self, path: str, new: bool) -> dict[str, Parts]:
        data = self._data.get((path, new))
        wanted = self._wanted.get((path, new), [])
        if data is None or not wanted:
            return {}
        symbols = {symbol.id: symbol for symbol, _ in self._versions.own_texts(path, data).values()}
        spans = [span for symbol in wanted for span in ((symbol.first_line, symbol.last_line), *symbol.parts)]
        owners = Owners(language_for(path), data, list(symbols.values()))
        found: dict[str, tuple[list[bytes], list[bytes], list[bytes]]] = {one.id: ([], [], []) for one in wanted}
        read = list(self._tokens(path, data, spans))
        imports = import_lines(read, self._versions.facts(path, data))
        lines = self._lines[path, new] = {one.id: [] for one in wanted if one.kind in (SymbolKind.MODULE, *_CLASSES)}
        around: list[Token] = []
        for token in read:
            if token.is_mark:
                around.append(token) if token.text else around.pop()
            here = owners.at(token.first, token.column)
            owner = _around(symbols, here, (token.first, token.last)) if token.is_mark else symbols.get(here or "")
            if owner is None or owner.id not in found:
                continue
            name = (owner.line, owner.column)
            is_named = owner.kind is not SymbolKind.MODULE
            if owner.id in lines and not token.is_mark:
                note_line(lines[owner.id], token, around, name if is_named else (0, 0))
            # What holds the name depends on what else stands before it.
            if token.is_mark and is_named and (token.first, token.column) <= name:
                continue
            decorators, header, body = found[owner.id]
            text = b"\1" + token.text if token.is_mark else token.text
            if is_named and text == owner.name.encode("utf-8", "surrogateescape"):
                text = _OWN_NAME
            if not is_named:
                (header if token.first in imports else body).append(text)
            elif token.in_decorator and (token.first, token.column) < name:
                decorators.append(text)
            else:
                (body if token.body > name else header).append(text)
        return {one: Parts(*map(tuple, parts)) for one, parts in found.items()}


def _around(symbols: dict[str, Symbol], here: str | None, lines: tuple[int, int]) -> Symbol | None:
    """Whose a mark is: the innermost definition that holds all its lines and more. A mark around a whole definition is
    nobody's: whether it is there depends on what stands beside."""
    symbol = symbols.get(here or "")
    while symbol is not None and symbol.kind is not SymbolKind.MODULE:
        spans = ((symbol.first_line, symbol.last_line), *symbol.parts)
        if lines in spans:
            return None
        if any(first <= lines[0] and lines[1] <= last for first, last in spans):
            return symbol
        symbol = symbols.get(symbol.parent or "")
    return symbol
