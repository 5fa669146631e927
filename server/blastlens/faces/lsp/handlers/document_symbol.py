"""`textDocument/documentSymbol`, where the user switches it on. Positions follow the buffer."""

from collections.abc import Sequence

from lsprotocol import types as t

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.faces.lsp.hierarchy import KINDS
from blastlens.faces.lsp.lines import LineTable
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.to_lsp import to_range
from blastlens.model.symbol import Symbol, SymbolKind
from blastlens.text.columns import Encoding

METHOD = t.TEXT_DOCUMENT_DOCUMENT_SYMBOL


async def handle(ls: BlastlensServer, params: t.DocumentSymbolParams) -> list[t.DocumentSymbol] | None:
    target = ls.target(params.text_document.uri)
    if target is None or target.root.app is None or not target.root.settings.navigation.document_symbol:
        return None
    table = ls.buffer_table(target)
    symbols = await ls.ask(target.root, _symbols, target.root.app, target.file, target.text)
    return _tree(symbols, table, ls.client.encoding)


def _symbols(app: Blastlens, file: str, text: bytes | None) -> Sequence[Symbol]:
    try:
        return app.file_symbols(file, text)
    except UserError:
        return ()


def _tree(symbols: Sequence[Symbol], table: LineTable, encoding: Encoding) -> list[t.DocumentSymbol]:
    """Definitions in those that they stand in."""
    found: list[t.DocumentSymbol] = []
    made: dict[str, t.DocumentSymbol] = {}
    for symbol in sorted(symbols, key=lambda one: (one.first_line, -one.last_line, one.column)):
        if symbol.kind is SymbolKind.MODULE:
            continue
        name = (symbol.line, symbol.column), (symbol.line, symbol.end_column)
        end = max((symbol.last_line, len(table.model_line(symbol.last_line))), name[1])
        made[symbol.id] = one = t.DocumentSymbol(
            name=symbol.name,
            kind=KINDS[symbol.kind],
            range=to_range(table, min((symbol.first_line, 0), name[0]), end, encoding),
            selection_range=to_range(table, *name, encoding),
            children=[],
        )
        around = made.get(symbol.parent or "")
        into = around.children if around is not None else found
        assert isinstance(into, list)
        into.append(one)
    return found
