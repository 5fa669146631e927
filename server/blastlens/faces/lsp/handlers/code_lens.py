"""`textDocument/codeLens`: where the lenses stand; their titles are made on `codeLens/resolve`."""

from lsprotocol import types as t

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.faces.lsp.command_names import CALLERS, INDEX_STATUS
from blastlens.faces.lsp.lines import LineTable
from blastlens.faces.lsp.roots import Target
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.to_lsp import to_range
from blastlens.text.columns import Encoding
from blastlens.views.lenses import Lens

METHOD = t.TEXT_DOCUMENT_CODE_LENS
INDEXING_TITLE = "indexing…"


async def handle(ls: BlastlensServer, params: t.CodeLensParams) -> list[t.CodeLens]:
    """Positions follow the buffer. While the first index is built every lens says so."""
    target = ls.target(params.text_document.uri)
    if target is None or not target.root.settings.lenses:
        return []
    root = target.root
    if root.app is None:
        return [_placeholder(target)] if root.indexing and target.document is not None else []
    table = ls.buffer_table(target)
    text = target.document.buffer_bytes if root.indexing and target.document is not None else target.text
    lenses = await ls.ask(root, _lenses, root.app, target.file, text)
    if root.indexing:
        return [_indexing(lens, table, target, ls.client.encoding) for lens in lenses] or (
            [_placeholder(target)] if target.document is not None else []
        )
    return [_unresolved(lens, table, target, ls.client.encoding) for lens in lenses]


def _lenses(app: Blastlens, file: str, text: bytes | None) -> list[Lens]:
    try:
        return app.lenses(file, text)
    except UserError:
        return []  # a file that the index does not read has no lenses


def _range(lens: Lens, table: LineTable, encoding: Encoding) -> t.Range:
    return to_range(table, (lens.line, lens.column), (lens.line, lens.end_column), encoding)


def _unresolved(lens: Lens, table: LineTable, target: Target, encoding: Encoding) -> t.CodeLens:
    data = {"symbol": lens.symbol_id, "root": target.root.uri}
    return t.CodeLens(range=_range(lens, table, encoding), data=data)


def _indexing(lens: Lens, table: LineTable, target: Target, encoding: Encoding) -> t.CodeLens:
    return t.CodeLens(range=_range(lens, table, encoding), command=_status_command(target))


def _placeholder(target: Target) -> t.CodeLens:
    """For a file that nothing is known of yet."""
    start = t.Position(0, 0)
    return t.CodeLens(range=t.Range(start, start), command=_status_command(target))


def _status_command(target: Target) -> t.Command:
    return t.Command(title=INDEXING_TITLE, command=INDEX_STATUS, arguments=[{"uri": target.root.uri}])


def lens_command(title: str, root_uri: str, uri: str, start: t.Position, symbol: str) -> t.Command:
    """What a click does: ask for the callers. Any client can run it through `workspace/executeCommand`."""
    place = {"line": start.line, "character": start.character}
    argument = {"symbol": symbol, "uri": uri, "position": place, "root": root_uri}
    return t.Command(title=title, command=CALLERS, arguments=[argument])
