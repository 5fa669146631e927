"""`textDocument/codeLens`: one lens a part (callers, reach, tests, what a change leaves to do), each with a command of its own.

Those that can be made at once come with their titles; of the other definitions only the place is sent, and `codeLens/resolve`
gives all parts in one title, until they are quick to make and come one by one.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from lsprotocol import types as t

from blastlens.app.api import Blastlens
from blastlens.app.lenses import LensWay
from blastlens.faces.lsp.command_names import INDEX_STATUS
from blastlens.faces.lsp.lens_commands import command_of
from blastlens.faces.lsp.lens_news import after_lenses
from blastlens.faces.lsp.lens_rows import placed, rows_of, way_of
from blastlens.faces.lsp.lens_settings import LensSettings
from blastlens.faces.lsp.lines import LineTable
from blastlens.faces.lsp.protocol import Plain
from blastlens.faces.lsp.roots import Target
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.shown_lenses import Row
from blastlens.text.columns import Encoding
from blastlens.views.lenses import Lens

METHOD = t.TEXT_DOCUMENT_CODE_LENS
INDEXING_TITLE = "indexing…"


async def handle(ls: BlastlensServer, params: t.CodeLensParams) -> list[t.CodeLens] | Plain:
    """Positions follow the buffer. While the first index is built, lenses tell what is known so far, or that nothing is yet."""
    target = ls.target(params.text_document.uri)
    if target is None or not target.root.settings.lenses.has_any(target.file, target.language_id):
        return []
    root = target.root
    app = root.app_for(target.file)
    if app is None:
        return await _indexing(ls, target)
    generation, settings = root.generation, root.settings.lenses
    table, encoding = ls.buffer_table(target), ls.client.encoding
    finished = root.lenses.is_finished(target.file, generation)
    lenses, rows = await ls.ask(root, _find, app, target, way_of(root), settings)
    if target.document is not None:
        # Whatever they are of, they are what the client shows: where there is a newer generation by now, they are compared with it.
        root.lenses.sent(target.file, None if root.indexing else rows)
        is_all = finished and root.generation == generation and root.lenses.left.at(generation).is_over
        if not root.indexing and not is_all:
            ls.spawn(after_lenses(ls, root))
    uri = ls.places(root).uri(target.file)
    spots = {lens.symbol_id: _range(lens, table, encoding) for lens in lenses}
    return Plain([one for row in rows for one in _as_json(row, spots[row.symbol], root.uri, uri)])


def _find(app: Blastlens, target: Target, way: LensWay, settings: LensSettings) -> tuple[list[Lens], list[Row]]:
    lenses = placed(app, target.file, target.text)
    return lenses, list(rows_of(app, lenses, way, settings))


def _as_json(row: Row, spot: dict[str, Any], root_uri: str, uri: str) -> Iterable[dict[str, Any]]:
    lens = {"range": spot, "data": {"symbol": row.symbol, "root": root_uri}}
    if row.parts is None:
        yield lens
    for part in row.parts or ():
        yield {**lens, "command": command_of(part.opens, part.title, row.symbol, root_uri, uri, spot["start"])}


def _range(lens: Lens, table: LineTable, encoding: Encoding) -> dict[str, Any]:
    """As JSON."""
    line, character = table.position(lens.line, lens.column, encoding)
    end_line, end_character = table.position(lens.line, lens.end_column, encoding)
    return {"start": {"line": line, "character": character}, "end": {"line": end_line, "character": end_character}}


async def _indexing(ls: BlastlensServer, target: Target) -> Plain:
    """That the index is being built, above what stands in the buffer."""
    root = target.root
    lenses: Sequence[Lens] = ()
    table = ls.buffer_table(target)
    if root.app is not None:
        text = target.document.buffer_bytes if target.document is not None else target.text
        lenses = await ls.ask(root, placed, root.app, target.file, text)
    elif not root.indexing:
        return Plain([])
    if target.document is not None:
        root.lenses.sent(target.file, None)
    nowhere = {"line": 0, "character": 0}
    spots = [_range(lens, table, ls.client.encoding) for lens in lenses]
    if not spots and target.document is not None:
        spots = [{"start": nowhere, "end": nowhere}]
    command = {"title": INDEXING_TITLE, "command": INDEX_STATUS, "arguments": [{"uri": root.uri}]}
    return Plain([{"range": spot, "command": command} for spot in spots])
