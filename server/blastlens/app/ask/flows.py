"""`Flows`."""

from blastlens.analyses.flows import Flow, flows, starts
from blastlens.analyses.flows import Flows as Found
from blastlens.analyses.network import Level
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.networks import TESTS_LEFT_OUT, network_of, node_row, totals
from blastlens.app.ask.rows import Row, display, rounded
from blastlens.app.declared import DeclaredEntries
from blastlens.app.questions import Flows
from blastlens.model.graph import Graph


def answer_flows(context: Context, question: Flows) -> Answer:
    snapshot = context.snapshot
    key = ("flows", question.entry, question.tests, question.min_confidence, question.limit)
    found = snapshot.kept(key, lambda: _found(context, question))
    rows = [_row(snapshot.graph, flow) for flow in found.found]
    extra = {**totals(found.total, len(rows)), "walked": found.walked}
    notes = [] if question.tests else [TESTS_LEFT_OUT]
    if found.walked < found.entries:
        notes.append(f"walked from the {found.walked:,} of {found.entries:,} entry points that lead furthest")
    return context.answer("flows", question, rows, notes, extra=extra)


def _found(context: Context, question: Flows) -> Found:
    snapshot = context.snapshot
    asked = network_of(context, Level.FUNCTION, question.min_confidence, tests=question.tests)
    declared = DeclaredEntries(context.session, snapshot.graph).ids if not question.tests else ()
    given = starts(snapshot.graph, asked, tests=question.tests, declared=declared)
    if question.entry is not None:
        wanted = question.entry.casefold()
        given = [one for one in given if wanted in one.symbol.casefold() or wanted in one.why.casefold()]
    return flows(snapshot.hops, asked, given, question.min_confidence, question.limit)


def _row(graph: Graph, flow: Flow) -> Row:
    """`path`: the way that most of the rest runs over; `confidence`: its."""
    return {
        **node_row(graph, flow.start.symbol),
        "symbol": display(graph, flow.start.symbol),
        "entry": flow.start.entry.value,
        "why": flow.start.why,
        "confidence": rounded(flow.confidence),
        "criticality": flow.criticality,
        "reach": flow.reach,
        "files": flow.files,
        "depth": flow.depth,
        "others": flow.others,
        "path": [display(graph, one) for one in flow.way],
        "alike": [display(graph, one) for one in flow.alike],
    }
