"""`Untested`."""

from dataclasses import replace

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
    """Raises `UserError` for a path below which nothing is indexed, and for a state that is none."""
    snapshot = context.snapshot
    wanted = states_named(question.states)
    question = replace(question, states=wanted)
    path = checked_path(snapshot.graph, question.path)
    found = find_untested(snapshot, path, question.depth)
    rows = [_row(snapshot.graph, one) for one in found.functions if one.state.value in wanted]
    counts = {state.value: found.count(state) for state in TestState}
    unknown = counts[TestState.UNKNOWN.value]
    extra = {"unknown": unknown, "functions": len(found.functions), "tests": found.tests, "states": counts}
    notes = [snapshot.unseen_tests]
    if not found.tests:
        notes.append("the repository has no tests that a runner would collect")
    if unknown:
        more = "function" if TestState.UNKNOWN.value in wanted else "more function"
        them = "it" if unknown == 1 else "them"
        notes.append(f"of {plural(unknown, more)} it is unknown whether a test reaches {them}")
    return context.answer("untested", question, rows, notes, cut=bool(snapshot.unseen_tests or unknown), extra=extra)


def find_untested(snapshot: Snapshot, path: str | None = None, depth: int | None = None) -> Found:
    subjects = subjects_of(snapshot.graph, lambda file: is_below(file, path))
    return untested(snapshot.hops, subjects, depth=depth)


def _row(graph: Graph, one: Stated) -> Row:
    row = {**placed(one.symbol), "confidence": thresholds.REVIEW, "state": one.state.value, "reason": one.reason}
    if one.path:
        path = [display(graph, step) for step in one.path]
        row |= {"confidence": rounded(one.confidence), "hops": len(path) - 1, "path": path}
    return row
