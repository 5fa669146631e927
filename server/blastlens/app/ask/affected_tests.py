"""`AffectedTests`."""

from collections.abc import Iterable, Sequence
from typing import Any

from blastlens.analyses.affected_tests import Affected, affected_tests
from blastlens.analyses.measured import Measured
from blastlens.analyses.outside import in_words
from blastlens.app.answer import Answer
from blastlens.app.ask.change_of import change_of, check_source
from blastlens.app.ask.context import Context
from blastlens.app.ask.rows import Row, display, place, placed, rounded
from blastlens.app.ask.tests_in_groups import GROUPS, Counted, group_of, told
from blastlens.app.changes import Changed
from blastlens.app.held import held_values
from blastlens.app.questions import AffectedTests
from blastlens.app.running_tests import commands
from blastlens.model.graph import Graph
from blastlens.views.blind_words import called_by_name, perhaps_called
from blastlens.views.wording import files_without_graph, skipped_tests, tests_left_out, why_affected, why_loading


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
    runs = snapshot.tests_running(lambda: held_values(context.session, graph))
    found = affected_tests(snapshot.hops, runs, list(ids), users, followed=not change.is_cut)
    joined = context.measured(question.coverage)
    counted = _counted(context, question, changed)
    tests = _with_measured(graph, found.tests, joined.measured, list(ids))
    rows = _grouped([(one, _row(graph, *one, sure=one[0].test.id in found.sure or one[1])) for one in tests], counted)
    run = commands(context.session, graph, [one.test for one, _ in tests])
    extra: dict[str, Any] = {
        "changed": [_changed_row(graph, one) for one in changed],
        "commands": [
            {"runner": one.runner, "folder": one.folder, "command": one.line, "arguments": list(one.arguments)}
            for one in run
        ],
        "groups": told(rows, of_one=counted is not None),
        "total_tests": found.total,
        "sure": sum(row["sure"] for row in rows),
        "share": rounded(len(rows) / found.total) if found.total else 0.0,
    }
    unread = _unread(context, question)
    if unread:
        extra["unread"] = unread
    notes += [files_without_graph(unread)] if unread else []
    left_out = counted.left_out(one for one, _ in tests) if counted is not None else 0
    notes += [tests_left_out(left_out)] if left_out else []
    notes += [skipped_tests(found.skipped)] if found.skipped else []
    if change.is_cut:
        notes.append("top-level code changed: not all that may use its variables is followed")
    if not changed and not unread:
        notes.append("no definition is changed")
    if not found.total and not snapshot.part:
        notes.append("the repository has no tests that a runner would collect")
    almost = _called_through(context, ids) + ([] if rows else _called_by_name(context, ids))
    notes += [*almost, snapshot.unseen_tests, *joined.notes]
    cut = bool(unread or snapshot.unseen_tests or change.is_cut or almost)
    return context.answer("affected_tests", question, rows, notes, cut=cut, extra=extra)


def _called_through(context: Context, ids: Iterable[str]) -> list[str]:
    """By what interfaces the tests may reach what is changed while signatures do not agree."""
    graph, outside = context.snapshot.graph, context.snapshot.outside
    symbols = [symbol for one in ids if (symbol := graph.symbol(one)) is not None]
    return [in_words(why, one.display_id) for one in symbols if (why := outside.almost_through(one))]


def _called_by_name(context: Context, ids: Iterable[str]) -> list[str]:
    """What may call what is changed by a name made at run time: of these calls no test is known, and there may be some."""
    graph, blind, found = context.snapshot.graph, context.snapshot.blind, list[str]()
    for symbol in filter(None, map(graph.symbol, ids)):
        if spots := blind.calling(symbol):
            found.append(called_by_name(spots))
        found += perhaps_called(blind.perhaps_calling(symbol))
    return list(dict.fromkeys(found))


def _counted(context: Context, question: AffectedTests, changed: Sequence[Changed]) -> Counted | None:
    """The tests that a lens counts, where one definition is asked about."""
    if len(question.symbols) != 1 or len(changed) != 1 or context.snapshot.graph.symbol(changed[0].symbol) is None:
        return None
    return Counted(context.snapshot, changed[0].symbol, context.settings.min_confidence)


def _grouped(rows: Sequence[tuple[tuple[Affected, bool], Row]], counted: Counted | None) -> list[Row]:
    """What is counted stands first where one definition is asked about."""
    found = [{**row, "group": group_of(row, one.test.id, counted)} for (one, _), row in rows]
    return found if counted is None else sorted(found, key=lambda row: GROUPS.index(row["group"]))


def _with_measured(
    graph: Graph, inferred: Sequence[Affected], measured: Measured, changed: Sequence[str]
) -> list[tuple[Affected, bool]]:
    """Tests with whether they were seen to run something changed, as it was before: these come first, behind the changed ones."""
    ran: dict[str, Affected] = {}
    for one in changed:
        for name in measured.ran_before(one):
            test = graph.symbol(name)
            if test is not None and test.is_run_as_test:
                ran.setdefault(name, Affected(test, 1.0, (name, one)))
    first = [one for one in inferred if not one.hops]
    known = {one.test.id for one in first}
    by_test = {one.test.id: one for one in inferred}
    seen = [by_test.get(name, one) for name, one in ran.items() if name not in known]
    known |= ran.keys()
    rest = [one for one in inferred if one.test.id not in known]
    return [*((one, False) for one in first), *((one, True) for one in seen), *((one, False) for one in rest)]


def _row(graph: Graph, one: Affected, was_seen: bool, *, sure: bool) -> Row:
    path = [display(graph, step) for step in one.path]
    return {
        **placed(one.test),
        "confidence": rounded(one.confidence),
        "hops": one.hops,
        "sure": sure,
        "path": path,
        "why": _why(one, was_seen),
        **({"measured": True} if was_seen else {}),
        **({"loads": one.loads} if one.loads and not was_seen else {}),
    }


def _why(one: Affected, was_seen: bool) -> str:
    if was_seen:
        return "ran it when it was measured"
    return why_loading(one.loads) if one.loads else why_affected(one.hops)


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
