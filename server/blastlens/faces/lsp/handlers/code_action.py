"""`textDocument/codeAction`: what can be done about the findings of a range, and what can be asked of what stands there."""

from collections.abc import Iterator, Sequence

from lsprotocol import types as t

from blastlens.app.api import Blastlens
from blastlens.faces.lsp.anchored import Anchored
from blastlens.faces.lsp.from_lsp import from_position
from blastlens.faces.lsp.judging import kept
from blastlens.faces.lsp.lines import LineTable
from blastlens.faces.lsp.offered import Offered
from blastlens.faces.lsp.roots import Target
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.views.actions import Action, ActionKind
from blastlens.views.findings import Finding

METHOD = t.TEXT_DOCUMENT_CODE_ACTION
OPTIONS = t.CodeActionOptions(code_action_kinds=[t.CodeActionKind.QuickFix, t.CodeActionKind.Empty])


async def handle(ls: BlastlensServer, params: t.CodeActionParams) -> list[t.CodeAction]:
    """Quick fixes first. What stands in the buffer counts; a finding whose line is not there any more offers nothing."""
    target = ls.target(params.text_document.uri)
    if target is None or target.root.app is None or target.root.indexing:
        return []
    table = ls.buffer_table(target)
    offered = Offered(ls.client, params.text_document.uri, table, params.context)
    if not any(map(offered.wants, ActionKind)):
        return []  # an editor that saves asks for what it would run by itself
    start = from_position(table, params.range.start, ls.client.encoding)
    if start is None:
        return []
    end = from_position(table, params.range.end, ls.client.encoding) or (table.line_count, 0)
    judged = kept(ls, target.root).of(target.file) if target.root.settings.diagnostics else ()
    found = await ls.ask(
        target.root, _found, target.root.app, target, table, judged, (start, end), later=ls.client.resolves_edits
    )
    return [action for finding, one in found if (action := offered.action(one, finding)) is not None]


def _found(
    app: Blastlens,
    target: Target,
    table: LineTable,
    judged: Sequence[Anchored],
    between: tuple[tuple[int, int], tuple[int, int]],
    *,
    later: bool,
) -> list[tuple[Finding | None, Action]]:
    settings = target.root.settings
    baseline = bool(settings.baseline or app.settings.check.baseline)
    found: list[tuple[Finding | None, Action]] = []
    for finding in _within(judged, table, between):
        if settings.severity(finding.code, finding.severity) is not None:
            offered = app.actions_for(finding, table.data, baseline=baseline, later=later)
            found += [(finding, action) for action in offered]
    line, column = between[0]
    said = [(action.deed, action.about) for _, action in found]
    for action in app.actions_at(target.file, line, column, target.text):
        if (action.deed, action.about) not in said:
            found.append((None, action))
    return found


def _within(
    judged: Sequence[Anchored], table: LineTable, between: tuple[tuple[int, int], tuple[int, int]]
) -> Iterator[Finding]:
    (first, _), (last, _) = between
    for one in judged:
        placed = one.placed(table)
        if placed is not None and placed.line <= last and placed.end_line >= first:
            yield placed
