"""`Cycles`."""

from blastlens.analyses.cycles import Cycle, call_cycles, import_cycles
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.files import TIMING_WORDS
from blastlens.app.ask.rows import Row, display, lines_of, rounded
from blastlens.app.errors import UserError
from blastlens.app.questions import Cycles
from blastlens.model import thresholds
from blastlens.model.edge import Edge, EdgeKind
from blastlens.model.graph import Graph
from blastlens.model.symbol import file_of


def answer_cycles(context: Context, question: Cycles) -> Answer:
    """Raises `UserError` for a level or an inclusion that does not exist."""
    graph = context.snapshot.graph
    if question.level not in ("import", "call") or question.include not in ("load_time", "all"):
        raise UserError(
            f"no cycles of level {question.level!r} including {question.include!r}",
            "level is import or call, include is load_time or all",
        )
    if question.level == "call":
        found = call_cycles(context.snapshot.hops, thresholds.REVIEW)
    else:
        found = import_cycles(graph, load_time=question.include == "load_time")
    return context.answer("cycles", question, [cycle_row(graph, cycle) for cycle in found])


def cycle_row(graph: Graph, cycle: Cycle) -> Row:
    """`file` and `line`: of the statement that closes the cycle; `hops`: the elementary cycle it closes."""
    closing = _edge(graph, cycle.closing)
    return {
        "members": [display(graph, member) for member in cycle.members],
        "file": file_of(cycle.closing.source),
        "line": closing["line"],
        "confidence": min(rounded(edge.confidence) for edge in cycle.hops),
        "timing": TIMING_WORDS[cycle.timing],
        "closing": closing,
        "hops": [_edge(graph, edge) for edge in cycle.hops],
        "edges": [_edge(graph, edge) for edge in cycle.edges],
    }


def _edge(graph: Graph, edge: Edge) -> Row:
    lines = lines_of([edge])
    is_import = edge.kind is EdgeKind.IMPORTS
    return {
        "from": file_of(edge.source) if is_import else display(graph, edge.source),
        "to": file_of(edge.target) if is_import else display(graph, edge.target),
        "line": lines[0] if lines else 1,
        **({"timing": TIMING_WORDS[edge.timing]} if is_import else {}),
    }
