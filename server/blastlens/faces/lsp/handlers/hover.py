"""`textDocument/hover`: summary, the callers to look at first with confidence and why, tests, and what is known beside the graph."""

import json
from functools import partial
from typing import NamedTuple
from urllib.parse import quote

from lsprotocol import types as t

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.app.hovers import Beside
from blastlens.faces.lsp import command_names as names
from blastlens.faces.lsp.from_lsp import from_position
from blastlens.faces.lsp.hover_facts import history_of, ranks_at_hand
from blastlens.faces.lsp.lens_news import way_of_hover
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.to_lsp import Places, to_range
from blastlens.model.symbol import Symbol
from blastlens.views.hovers import HoverCard

METHOD = t.TEXT_DOCUMENT_HOVER
_LINKS = (("All of it", names.EXPLAIN_SYMBOL), ("Callers", names.CALLERS), ("Blast radius", names.BLAST_RADIUS))


class _At(NamedTuple):
    file: str
    line: int
    column: int
    text: bytes | None


async def handle(ls: BlastlensServer, params: t.HoverParams) -> t.Hover | None:
    target = ls.target(params.text_document.uri)
    app = target.root.app_for(target.file) if target is not None else None
    if target is None or app is None or not target.root.settings.hover:
        return None
    root, table = target.root, ls.buffer_table(target)
    place = from_position(table, params.position, ls.client.encoding)
    if place is None:
        return None
    at = _At(target.file, *place, target.text)
    symbol = await ls.ask(root, _symbol, app, at)
    if symbol is None:
        return None
    rich = ls.client.markdown_hover
    beside = Beside(
        None if root.indexing else ranks_at_hand(ls, root),
        await history_of(root, symbol),
        partial(_link, ls.places(root)),
        partial(_commands, root.uri) if ls.client.command_links else None,
        way_of_hover(ls, root, symbol.id),
    )
    card = await ls.ask(root, _hover, app, at, beside)
    if card is None:
        return None
    kind, text = (t.MarkupKind.Markdown, card.markdown) if rich else (t.MarkupKind.PlainText, card.plain)
    return t.Hover(
        contents=t.MarkupContent(kind=kind, value=text),
        range=to_range(table, (card.line, card.column), (card.line, card.end_column), ls.client.encoding),
    )


def _symbol(app: Blastlens, at: _At) -> Symbol | None:
    try:
        return app.symbol_at(*at)
    except UserError:
        return None


def _hover(app: Blastlens, at: _At, beside: Beside) -> HoverCard | None:
    try:
        return app.hover(*at, beside)
    except UserError:
        return None


def _link(places: Places, file: str, line: int) -> str:
    return f"{places.uri(file)}#L{line}" if line else places.uri(file)


def _commands(root_uri: str, symbol: str) -> str:
    """Links that run a command of the client."""
    argument = quote(json.dumps([{"symbol": symbol, "root": root_uri}]), safe="")
    return " · ".join(f"[{title}](command:{name}?{argument})" for title, name in _LINKS)
