"""`textDocument/hover`: summary, top callers with confidence and why, tests."""

from typing import NamedTuple

from lsprotocol import types as t

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.faces.lsp.from_lsp import from_position
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.to_lsp import to_range
from blastlens.views.hovers import HoverCard

METHOD = t.TEXT_DOCUMENT_HOVER


class _At(NamedTuple):
    file: str
    line: int
    column: int
    text: bytes | None


async def handle(ls: BlastlensServer, params: t.HoverParams) -> t.Hover | None:
    target = ls.target(params.text_document.uri)
    app = target.root.app_for(target.file) if target is not None else None
    if target is None or app is None:
        return None
    root, table = target.root, ls.buffer_table(target)
    at = _At(target.file, *from_position(table, params.position, ls.client.encoding), target.text)
    card = await ls.ask(root, _hover, app, at)
    if card is None:
        return None
    rich = ls.client.markdown_hover
    kind, text = (t.MarkupKind.Markdown, card.markdown) if rich else (t.MarkupKind.PlainText, card.plain)
    return t.Hover(
        contents=t.MarkupContent(kind=kind, value=text),
        range=to_range(table, (card.line, card.column), (card.line, card.end_column), ls.client.encoding),
    )


def _hover(app: Blastlens, at: _At) -> HoverCard | None:
    try:
        return app.hover(*at)
    except UserError:
        return None
