"""From what a user types to one symbol or file."""

import difflib
import unicodedata
from collections.abc import Iterable
from typing import Final

from blastlens.app.declarations import defined
from blastlens.app.errors import UserError
from blastlens.facts.file_facts import DefFlag
from blastlens.languages.registry import language_for, suffix_of
from blastlens.model.graph import Graph
from blastlens.model.symbol import MODULE_NAME, Symbol, SymbolKind, qualname_of

_MOST_CHOICES: Final = 40
_NEAREST: Final = 5
_NO_SYMBOLS: Final = (
    "Functions, methods and classes are symbols; of a variable, a field or a parameter ask for the one that holds it, "
    f"or for path/to/file.py::{MODULE_NAME}"
)


def resolve_symbol(graph: Graph, typed: str) -> Symbol:
    """`path::qual`, `path::qual@LINE`, `path:LINE` (the innermost definition there), or any suffix of an id: `file.py::f`,
    `Cart.total`, `total`. Raises `UserError`: unknown-symbol (with the nearest names) or ambiguous-symbol (with all)."""
    typed = typed.strip()
    if not typed:
        raise UserError(
            "the symbol has no name", "give path/to/file.py::Outer.name, or any end of it", (), "unknown-symbol"
        )
    known = graph.symbol(typed)
    if known is not None and not known.flags & DefFlag.SEVERAL:
        return defined(graph, [known])[0]
    found = _candidates(graph, typed)
    if not found:
        normal = unicodedata.normalize("NFKC", typed)
        found = _candidates(graph, normal) if normal != typed else []
    found = defined(graph, found)
    if len(found) == 1:
        return found[0]
    if found:
        raise _ambiguous(typed, found)
    raise _unknown(graph, typed)


def _candidates(graph: Graph, typed: str) -> list[Symbol]:
    path, separator, qual = typed.rpartition("::")
    bare, line = _line_of(qual)
    if not separator:
        by_place = _at_place(graph, typed)
        if by_place is not None:
            return [by_place]
    if bare == MODULE_NAME:
        paths = [record.path for record in graph.files() if _ends_with(record.path, path, "/")]
        return [one for name in paths for one in graph.symbols_in(name)[:1]]
    found = [
        symbol
        for symbol in graph.symbols_named(_last_name(bare))
        if _ends_with(qualname_of(symbol.id), bare, ".")
        and (not separator or _ends_with(symbol.file, path, "/"))
        and (line is None or symbol.line == line)
    ]
    return _narrowed(found, path if separator else None, bare)


def _last_name(qual: str) -> str:
    """What stands behind the last dot outside brackets: `It.[Symbol.iterator]` ends in a name with a dot."""
    before, bracket, inside = qual.rpartition("[")
    return bracket + inside if bracket and before[-1:] in ("", ".") else qual.rpartition(".")[2]


def _narrowed(found: list[Symbol], path: str | None, bare: str) -> list[Symbol]:
    """A name typed in full means that symbol, even where it ends other names too; that of a class and its constructors the class."""
    classes = {s.id for s in found}
    found = [s for s in found if not (s.flags & DefFlag.CONSTRUCTOR and s.parent in classes)]
    exact = [s for s in found if (path is None or s.file == path) and qualname_of(s.id) == bare]
    return without_accessors(exact if path is not None and exact else found)


def without_accessors(found: list[Symbol]) -> list[Symbol]:
    """A property's name without a line means what is read, not what runs when it is set or deleted."""
    read = {(one.file, qualname_of(one.id)) for one in found if not one.accessor}
    return [one for one in found if not one.accessor or (one.file, qualname_of(one.id)) not in read]


def accessors_of(graph: Graph, symbol: Symbol) -> list[Symbol]:
    """What runs when a property is set or deleted, where that is not `symbol` itself."""
    if not symbol.flags & DefFlag.PROPERTY:
        return []
    return [one for one in graph.symbols_in(symbol.file) if one.accessor and qualname_of(one.id) == symbol.qualname]


def _ends_with(whole: str, end: str, separator: str) -> bool:
    return whole == end or whole.endswith(separator + end)


def _line_of(qual: str) -> tuple[str, int | None]:
    bare, at, line = qual.rpartition("@")
    return (bare, int(line)) if at and line.isascii() and line.isdigit() else (qual, None)


def _at_place(graph: Graph, typed: str) -> Symbol | None:
    path, separator, line = typed.rpartition(":")
    if not separator or not (line.isascii() and line.isdigit()) or graph.file(path) is None:
        return None
    last = max((symbol.last_line for symbol in graph.symbols_in(path)), default=1)
    if not 1 <= int(line) <= last:
        raise UserError(f"{path} has no line {line}", f"give one from 1 to {last}", (), "unknown-symbol")
    return enclosing(graph, path, int(line))


def enclosing(graph: Graph, path: str, line: int) -> Symbol | None:
    """The innermost definition of a file whose text covers the line; top-level code is the module's."""
    return innermost(graph.symbols_in(path), line)


def innermost(symbols: Iterable[Symbol], line: int) -> Symbol | None:
    best: Symbol | None = None
    for symbol in symbols:
        if symbol.kind is SymbolKind.MODULE:
            best = best or symbol
        elif covers(symbol, line) and (best is None or best.parent is None or symbol.first_line >= best.first_line):
            best = symbol
    return best


def covers(symbol: Symbol, line: int) -> bool:
    return symbol.first_line <= line <= symbol.last_line or any(a <= line <= b for a, b in symbol.parts)


def file_named(graph: Graph, typed: str) -> str | None:
    """The path of the one indexed file that is meant, or ends so; None where none is, or several are."""
    if graph.file(typed) is not None:
        return typed
    found = [record.path for record in graph.files() if record.path.endswith("/" + typed)]
    return found[0] if len(found) == 1 else None


def resolve_file(graph: Graph, typed: str) -> str:
    """The path of an indexed file; a suffix will do where only one file ends so. Raises `UserError`."""
    if graph.file(typed) is not None:
        return typed
    paths = [record.path for record in graph.files()]
    found = [path for path in paths if path.endswith("/" + typed)]
    if len(found) == 1:
        return found[0]
    if found:
        raise UserError(
            f"{typed} fits {len(found)} files",
            "give more of the path",
            tuple(found[:_MOST_CHOICES]),
            "ambiguous-symbol",
        )
    below = tuple(path for path in paths if path.startswith(typed.rstrip("/") + "/"))
    if below:
        raise UserError(f"{typed} is a folder", "give one of its files", below[:_MOST_CHOICES], "ambiguous-symbol")
    if suffix_of(typed) and language_for(typed) is None:
        hint = "no language here reads files of that kind"
        raise UserError(f"no such file in the index: {typed}", hint, (), "unknown-symbol")
    near = tuple(difflib.get_close_matches(typed, paths, _NEAREST))
    hint = "did you mean one of these?" if near else ""
    raise UserError(f"no such file in the index: {typed}", hint, near, "unknown-symbol", topic="left-out-files")


def _ambiguous(typed: str, found: list[Symbol]) -> UserError:
    choices = tuple(symbol.display_id for symbol in sorted(found)[:_MOST_CHOICES])
    hint = "give more of it, as in the list"
    if len(found) > _MOST_CHOICES:
        hint += f" (the first {_MOST_CHOICES})"
    return UserError(f"{typed} fits {len(found)} symbols", hint, choices, "ambiguous-symbol")


def _unknown(graph: Graph, typed: str) -> UserError:
    if graph.file(typed) is not None:
        hint = f"{typed}::{MODULE_NAME} is its top-level code; 'symbols' lists what it defines, 'dependents' who imports it"
        return UserError(f"{typed} is a file, not a symbol", hint, (), "unknown-symbol")
    bare, line = _line_of(typed.rpartition("::")[2])
    wanted = bare.rpartition(".")[2]
    elsewhere = _candidates(graph, typed.rpartition("@")[0]) if line is not None and bare else []
    same = elsewhere or list(graph.symbols_named(wanted))
    if not same:
        names = sorted({symbol.name for symbol in graph.symbols() if symbol.kind is not SymbolKind.MODULE})
        folded: dict[str, list[str]] = {}
        for name in names:
            folded.setdefault(name.casefold(), []).append(name)
        near = difflib.get_close_matches(wanted.casefold(), folded, _NEAREST, 0.6)
        same = [symbol for key in near for name in folded[key] for symbol in graph.symbols_named(name)]
    choices = tuple(symbol.display_id for symbol in same[:_NEAREST])
    hint = "did you mean one of these?" if choices else ""
    # A name that something has needs no word about what has none.
    hint += f" {_NO_SYMBOLS}" if choices and wanted not in {symbol.name for symbol in same} else ""
    return UserError(f"no such symbol: {typed}", hint, choices, "unknown-symbol", topic="indexed-symbols")
