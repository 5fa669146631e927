"""`AffectedTests`."""

from typing import Any

from blastlens.analyses.affected_tests import Affected, affected_tests
from blastlens.app.answer import Answer
from blastlens.app.ask.change_of import change_of, check_source
from blastlens.app.ask.context import Context
from blastlens.app.ask.rows import Row, display, place, placed, rounded
from blastlens.app.changes import Changed
from blastlens.app.questions import AffectedTests
from blastlens.app.running_tests import commands
from blastlens.model.graph import Graph
from blastlens.model.symbol import SymbolKind
from blastlens.views.wording import files_without_graph, plural, skipped_tests, why_affected


def answer_affected_tests(context: Context, question: AffectedTests) -> Answer:
    """Raises `UserError` unless exactly one source is given, for unknown symbols and revisions and for a diff that does not
    apply. `results`: the tests, the likeliest first; `commands` are in `extra`."""
    check_source(question)
    change = change_of(context, question)
    changed, notes = change.changed, change.notes
    snapshot = context.snapshot
    graph = snapshot.graph
    users: dict[str, list[str]] = {}
    for edge in change.edges:
        users.setdefault(edge.target, []).append(edge.source)
    ids = dict.fromkeys(one for each in changed for one in (each.symbol, each.former_id) if one is not None)
    found = affected_tests(snapshot.hops, snapshot.tests_running, list(ids), users)
    rows = [_row(graph, one) for one in found.tests]
    run = commands(context.session, graph, [one.test for one in found.tests])
    extra: dict[str, Any] = {
        "changed": [_changed_row(graph, one) for one in changed],
        "commands": [
            {"runner": one.runner, "folder": one.folder, "command": one.line, "arguments": list(one.arguments)}
            for one in run
        ],
        "total_tests": found.total,
        "share": rounded(len(rows) / found.total) if found.total else 0.0,
    }
    unread = _unread(context, question)
    if unread:
        extra["unread"] = unread
    notes += [files_without_graph(unread)] if unread else []
    notes += [skipped_tests(found.skipped)] if found.skipped else []
    notes += _top_level(graph, changed, named=bool(question.symbols))
    if not changed and not unread:
        notes.append("no definition is changed")
    if not found.total:
        notes.append("the repository has no tests that a runner would collect")
    notes.append(snapshot.unseen_tests)
    cut = bool(unread or snapshot.unseen_tests)
    return context.answer("affected_tests", question, rows, notes, cut=cut, extra=extra)


def _row(graph: Graph, one: Affected) -> Row:
    path = [display(graph, step) for step in one.path]
    return {
        **placed(one.test),
        "confidence": rounded(one.confidence),
        "hops": one.hops,
        "path": path,
        "why": why_affected(one.hops),
    }


def _changed_row(graph: Graph, one: Changed) -> Row:
    known = graph.symbol(one.symbol) or one.now or one.deleted
    row = placed(known) if known is not None else place(graph, one.symbol)
    return {**row, "deleted": True} if one.deleted is not None else row


def _unread(context: Context, question: AffectedTests) -> list[str]:
    if question.symbols:
        return []
    from blastlens.app import change_sources as sources

    commits = question.commits if question.base is None else f"{question.base}...{question.head or 'HEAD'}"
    return sources.unread(context.session, diff=question.diff, commits=commits)


def _top_level(graph: Graph, changed: list[Changed], *, named: bool) -> list[str]:
    """What of a change is told by its file alone."""
    symbols = [
        symbol for one in changed if (symbol := graph.symbol(one.symbol)) is not None and not symbol.in_test_code
    ]
    modules = sum(one.kind is SymbolKind.MODULE for one in symbols)
    if not modules or named:
        return []
    where = plural(modules, "file")
    return [
        f"top-level code of {where} changed: told are the tests of what stands there and of files that import it, "
        "not those of all that its variables reach"
    ]
