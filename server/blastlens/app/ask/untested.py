"""`Untested`."""

from dataclasses import replace
from typing import Any

from blastlens.analyses.measured import OUTDATED, Measured, join
from blastlens.analyses.tests_of import TestState
from blastlens.analyses.untested import Stated, subjects_of, untested
from blastlens.analyses.untested import Untested as Found
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.paths import checked_path, is_below
from blastlens.app.ask.rows import Row, display, placed, rounded
from blastlens.app.questions import Untested, states_named
from blastlens.app.snapshot import Snapshot
from blastlens.model import thresholds
from blastlens.model.graph import Graph
from blastlens.views.wording import plural


def answer_untested(context: Context, question: Untested) -> Answer:
    """Raises `UserError` for a path below which nothing is indexed, for a state that is none, and for a report that cannot be
    read."""
    snapshot = context.snapshot
    wanted = states_named(question.states)
    question = replace(question, states=wanted)
    path = checked_path(snapshot.graph, question.path)
    joined = context.measured(question.coverage)
    found = find_untested(snapshot, path, question.depth, joined.measured)
    rows = [_row(snapshot.graph, one, joined.measured) for one in found.functions if one.state.value in wanted]
    counts = {state.value: found.count(state) for state in TestState}
    unknown = counts[TestState.UNKNOWN.value]
    extra: dict[str, Any] = {
        "unknown": unknown,
        "functions": len(found.functions),
        "tests": found.tests,
        "states": counts,
        "coverage": list(joined.rows),
    }
    notes = [snapshot.unseen_tests]
    if not found.tests and not snapshot.part:
        notes.append("the repository has no tests that a runner would collect")
    if unknown:
        more = "function" if TestState.UNKNOWN.value in wanted else "more function"
        them = "it" if unknown == 1 else "them"
        notes.append(f"of {plural(unknown, more)} it is unknown whether a test reaches {them}")
    notes += joined.notes
    return context.answer("untested", question, rows, notes, cut=bool(snapshot.unseen_tests or unknown), extra=extra)


def find_untested(
    snapshot: Snapshot, path: str | None = None, depth: int | None = None, measured: Measured | None = None
) -> Found:
    """`measured`: that at the usual places where it is not given."""
    subjects = subjects_of(snapshot.graph, lambda file: is_below(file, path))
    found = untested(snapshot.hops, subjects, depth=depth)
    measured = snapshot.joined.measured if measured is None else measured
    return replace(found, functions=tuple(_joined(one, measured) for one in found.functions)) if measured.any else found


def _joined(one: Stated, measured: Measured) -> Stated:
    known = join(measured, one.symbol, one.path, one.state)
    if known is not None:
        return Stated(one.symbol, known[0], known[1])
    if one.state is not TestState.INFERRED and measured.is_outdated(one.symbol):
        return one._replace(reason=f"{one.reason}; {OUTDATED}" if one.reason else OUTDATED)
    return one


def _row(graph: Graph, one: Stated, measured: Measured) -> Row:
    row = {**placed(one.symbol), "confidence": thresholds.REVIEW, "state": one.state.value, "reason": one.reason}
    if one.state is TestState.MEASURED:
        told = measured.of(one.symbol)
        tests = told.tests if told is not None else ()
        return row | {"confidence": 1.0} | ({"run_by": [display(graph, test) for test in tests]} if tests else {})
    if one.path:
        path = [display(graph, step) for step in one.path]
        row |= {"confidence": rounded(one.confidence), "hops": len(path) - 1, "path": path}
    return row
