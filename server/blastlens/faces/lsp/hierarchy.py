"""Symbols as items of call and type hierarchies."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeVar

from lsprotocol import types as t

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.faces.lsp.from_lsp import from_position
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.symbols import certainty, data_of, require_known
from blastlens.faces.lsp.to_lsp import Places
from blastlens.model.edge import Edge
from blastlens.model.symbol import MODULE_NAME, Symbol, SymbolKind

Item = TypeVar("Item")
KINDS: Final = {
    SymbolKind.FUNCTION: t.SymbolKind.Function,
    SymbolKind.METHOD: t.SymbolKind.Method,
    SymbolKind.CLASS: t.SymbolKind.Class,
    SymbolKind.INTERFACE: t.SymbolKind.Interface,
    SymbolKind.MODULE: t.SymbolKind.Module,
    SymbolKind.TEST: t.SymbolKind.Function,
    SymbolKind.FIXTURE: t.SymbolKind.Function,
}


class Spot(NamedTuple):
    """A symbol and the converter of the request that found it."""

    symbol: Symbol
    places: Places


async def symbol_under(ls: BlastlensServer, uri: str, position: t.Position) -> Spot | None:
    """The symbol whose name stands at a position, or that a use there means."""
    target = ls.target(uri)
    if target is None or target.root.app is None or target.root.indexing:
        return None
    place = from_position(ls.buffer_table(target), position, ls.client.encoding)
    if place is None:
        return None
    symbol = await ls.ask(target.root, _symbol_at, target.root.app, target.file, place, target.text)
    return Spot(symbol, ls.places(target.root)) if symbol is not None else None


def _symbol_at(app: Blastlens, file: str, place: tuple[int, int], text: bytes | None) -> Symbol | None:
    try:
        return app.symbol_at(file, *place, text)
    except UserError:
        return None


class ItemParts(NamedTuple):
    """What call and type hierarchy items have in common."""

    name: str
    kind: t.SymbolKind
    uri: str
    range: t.Range
    selection_range: t.Range
    detail: str
    data: dict[str, str]


def parts_of(symbol: Symbol, places: Places, remark: str = "") -> ItemParts:
    """Reads the symbol's file: call it in the root's thread. `remark` follows the file name in the item's detail."""
    name = symbol.file if symbol.qualname == MODULE_NAME else symbol.qualname
    start, end = (symbol.line, symbol.column), (symbol.line, symbol.end_column)
    table = places.table(symbol.file)
    last = (symbol.last_line, len(table.model_line(symbol.last_line)))
    return ItemParts(
        name,
        KINDS[symbol.kind],
        places.uri(symbol.file),
        places.range(symbol.file, min((symbol.first_line, 0), start), max(last, end)),
        places.range(symbol.file, start, end),
        f"{symbol.file} {remark}".rstrip(),
        data_of(places.root, symbol),
    )


def call_item(symbol: Symbol, places: Places, remark: str = "") -> t.CallHierarchyItem:
    return t.CallHierarchyItem(**parts_of(symbol, places, remark)._asdict())


def type_item(symbol: Symbol, places: Places, remark: str = "") -> t.TypeHierarchyItem:
    return t.TypeHierarchyItem(**parts_of(symbol, places, remark)._asdict())


def item_of_known(spot: Spot, make: Callable[[Symbol, Places], Item]) -> Item:
    """The item of a symbol that the graph has. Raises `UserError` for another, whose callers and bases nobody knows."""
    require_known(spot.places.root.opened_app, spot.symbol.id)
    return make(spot.symbol, spot.places)


def type_items(rows: Iterable[tuple[Symbol, Edge | None]], places: Places) -> list[t.TypeHierarchyItem]:
    """What is uncertain is marked."""
    return [type_item(symbol, places, certainty(edge) if edge is not None else "") for symbol, edge in rows]
