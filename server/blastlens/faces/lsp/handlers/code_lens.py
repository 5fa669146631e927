"""`textDocument/codeLens`: where the lenses stand, and the titles that can be made at once; the others are made on
`codeLens/resolve`."""

import time
from typing import Any, Final, NamedTuple

from lsprotocol import types as t

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.faces.lsp.command_names import CALLERS, INDEX_STATUS
from blastlens.faces.lsp.lines import LineTable
from blastlens.faces.lsp.protocol import Plain
from blastlens.faces.lsp.roots import Target
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.to_lsp import to_range
from blastlens.text.columns import Encoding
from blastlens.views.lenses import Lens

METHOD = t.TEXT_DOCUMENT_CODE_LENS
INDEXING_TITLE = "indexing…"
# A definition that stands in the buffer but not yet in the saved graph.
UNSAVED_TITLE = "not saved yet"
# Seconds spent on titles before the lenses are sent. One title asked for by itself costs 1-2 ms on the wire, several
# times what most titles cost to make.
_AT_ONCE: Final = 0.06


class _Placed(NamedTuple):
    """A lens where the buffer has it, and its title; None: not made yet."""

    lens: Lens
    title: str | None


async def handle(ls: BlastlensServer, params: t.CodeLensParams) -> list[t.CodeLens] | Plain:
    """Positions follow the buffer. While the first index is built, lenses tell what is known so far, or that nothing is yet."""
    target = ls.target(params.text_document.uri)
    if target is None or not target.root.settings.lenses:
        return []
    root = target.root
    app = root.app_for(target.file)
    if root.app is None and app is None:
        return [_placeholder(target)] if root.indexing and target.document is not None else []
    table, encoding = ls.buffer_table(target), ls.client.encoding
    if app is None:
        assert root.app is not None
        text = target.document.buffer_bytes if target.document is not None else target.text
        lenses = await ls.ask(root, _lenses, root.app, target.file, text)
        return [_indexing(lens, table, target, encoding) for lens in lenses] or (
            [_placeholder(target)] if target.document is not None else []
        )
    uri = ls.places(root).uri(target.file)
    return Plain(await ls.ask(root, _ready, app, target, uri, table, encoding))


def _lenses(app: Blastlens, file: str, text: bytes | None) -> list[Lens]:
    try:
        return app.lenses(file, text)
    except UserError:
        return []  # a file that the index does not read has no lenses


def _ready(app: Blastlens, target: Target, uri: str, table: LineTable, encoding: Encoding) -> list[dict[str, Any]]:
    """Lenses as JSON."""
    lenses = _lenses(app, target.file, target.text)
    until = time.monotonic() + _AT_ONCE
    return [
        _as_json(
            _Placed(lens, title_of(app, lens.symbol_id) if time.monotonic() < until else None),
            target,
            uri,
            table,
            encoding,
        )
        for lens in lenses
    ]


def title_of(app: Blastlens, symbol_id: str) -> str:
    try:
        lens = app.resolve_lens(symbol_id)
    except UserError:
        lens = None
    return lens.title if lens is not None else UNSAVED_TITLE


def _as_json(placed: _Placed, target: Target, uri: str, table: LineTable, encoding: Encoding) -> dict[str, Any]:
    lens, root_uri = placed.lens, target.root.uri
    line, character = table.position(lens.line, lens.column, encoding)
    end_line, end_character = table.position(lens.line, lens.end_column, encoding)
    start = {"line": line, "character": character}
    found: dict[str, Any] = {
        "range": {"start": start, "end": {"line": end_line, "character": end_character}},
        "data": {"symbol": lens.symbol_id, "root": root_uri},
    }
    if placed.title is not None:
        argument = {"symbol": lens.symbol_id, "uri": uri, "position": start, "root": root_uri}
        found["command"] = {"title": placed.title, "command": CALLERS, "arguments": [argument]}
    return found


def _range(lens: Lens, table: LineTable, encoding: Encoding) -> t.Range:
    return to_range(table, (lens.line, lens.column), (lens.line, lens.end_column), encoding)


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
