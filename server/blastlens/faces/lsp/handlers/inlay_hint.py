"""`textDocument/inlayHint`, where the user switches it on: the number of callers at the end of each definition's line."""

from typing import Final

from lsprotocol import types as t

from blastlens.app.api import Blastlens
from blastlens.faces.lsp.lens_commands import command_of
from blastlens.faces.lsp.lens_rows import placed
from blastlens.faces.lsp.roots import Target
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.views.lenses import CALLERS
from blastlens.views.wording import plural

METHOD = t.TEXT_DOCUMENT_INLAY_HINT
_SO_FAR: Final = " so far"


async def handle(ls: BlastlensServer, params: t.InlayHintParams) -> list[t.InlayHint] | None:
    """Nothing is said of what has no caller. Positions follow the buffer."""
    target = ls.target(params.text_document.uri)
    if target is None or target.root.app is None or not target.root.settings.inlay_hints:
        return None
    root, table = target.root, ls.buffer_table(target)
    wanted = range(params.range.start.line, params.range.end.line + 1)
    counts = await ls.ask(root, _counts, target.root.app, target)
    hints, uri = [], ls.places(root).uri(target.file)
    for line, column, symbol, count in counts:
        end = t.Position(*table.line_end(line, column, ls.client.encoding))
        if end.line in wanted:
            title = plural(count, "caller") + (_SO_FAR if root.indexing else "")
            start = {"line": end.line, "character": end.character}
            command = t.Command(**command_of(CALLERS, title, symbol, root.uri, uri, start))
            part = t.InlayHintLabelPart(value=title, command=command)
            hints.append(t.InlayHint(position=end, label=[part], padding_left=True))
    return hints


def _counts(app: Blastlens, target: Target) -> list[tuple[int, int, str, int]]:
    """(line, column, symbol, callers) of what has callers."""
    lenses = placed(app, target.file, target.text)
    found = [(lens.line, lens.column, lens.symbol_id, app.caller_count(lens.symbol_id)) for lens in lenses]
    return [row for row in found if row[3]]
