"""Code actions in the protocol's words, those left out that the client could not carry out or did not ask for."""

from collections.abc import Iterable

from lsprotocol import types as t

from blastlens.faces.lsp.action_commands import argument_of, command_of
from blastlens.faces.lsp.client_features import ClientFeatures
from blastlens.faces.lsp.lines import LineTable
from blastlens.faces.lsp.to_lsp import to_range
from blastlens.text.columns import Encoding
from blastlens.views.actions import Action, ActionKind, Change, Deed
from blastlens.views.findings import Finding


class Offered:
    """For one request. `table`: lines of what the client sees of the document."""

    def __init__(self, client: ClientFeatures, uri: str, table: LineTable, context: t.CodeActionContext) -> None:
        self._client = client
        self._uri = uri
        self._table = table
        self._context = context

    def action(self, one: Action, finding: Finding | None) -> t.CodeAction | None:
        """None for what is not wanted or would not work. `finding`: what it mends."""
        if not self.wants(one.kind) or not self._can_do(one):
            return None
        return t.CodeAction(
            title=one.title,
            kind=one.kind.value,
            diagnostics=self._diagnostics(finding) if finding is not None else None,
            is_preferred=True if one.preferred else None,
            edit=edit_of(one.changes, self._uri, self._table, self._client.encoding) if one.changes else None,
            command=self._command(one) if one.deed is not None and not one.disabled else None,
            data={"uri": self._uri, **one.about} if one.later else None,
            disabled=t.CodeActionDisabled(reason=one.disabled) if one.disabled else None,
        )

    def _command(self, one: Action) -> t.Command:
        assert one.deed is not None
        argument = argument_of(one.about, self._uri)
        return t.Command(title=one.title, command=command_of(one.deed), arguments=[argument])

    def wants(self, kind: ActionKind) -> bool:
        """Whether the client asked for this kind: kinds are told apart by their dots, and the empty one has all others below it."""
        only = self._context.only
        return only is None or any(one in ("", kind) or kind.startswith(f"{one}.") for one in map(_text, only))

    def _can_do(self, one: Action) -> bool:
        needs = {Deed.GO_TO: self._client.show_document, Deed.RUN_AFFECTED_TESTS: self._client.runs_tests}
        if one.disabled and not self._client.disabled_actions:
            return False
        return one.deed is None or needs.get(one.deed, True)

    def _diagnostics(self, finding: Finding) -> list[t.Diagnostic] | None:
        """The client's own, so that it knows them again."""
        line = to_range(
            self._table, (finding.line, finding.column), (finding.line, finding.column), "utf-16"
        ).start.line
        same = [one for one in self._context.diagnostics if one.code == finding.code and one.range.start.line == line]
        return same or None


def edit_of(changes: Iterable[Change], uri: str, table: LineTable, encoding: Encoding) -> t.WorkspaceEdit:
    edits = [
        t.TextEdit(to_range(table, (one.line, one.column), (one.end_line, one.end_column), encoding), one.text)
        for one in changes
    ]
    return t.WorkspaceEdit(changes={uri: edits})


def _text(kind: object) -> str:
    return str(getattr(kind, "value", kind))
