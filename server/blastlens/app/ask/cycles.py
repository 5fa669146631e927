"""`Cycles`."""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from blastlens.analyses.breaking import MOST_EXACT, Removal, ways_to_break
from blastlens.analyses.cycles import Arc, Cycle, call_cycles, class_cycles, import_cycles
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.files import TIMING_WORDS
from blastlens.app.ask.rows import Row, display, lines_of, rounded
from blastlens.app.errors import UserError
from blastlens.app.questions import Cycles
from blastlens.facts.file_facts import FileFacts
from blastlens.link.timing import timing_of_import
from blastlens.model.edge import Edge, EdgeKind, Timing
from blastlens.model.graph import Graph
from blastlens.model.symbol import file_of

_LEVELS: Final = ("import", "class", "call")
_INCLUDED: Final = ("load_time", "all")


def answer_cycles(context: Context, question: Cycles) -> Answer:
    """Raises `UserError` for a level or an inclusion that does not exist."""
    graph = context.snapshot.graph
    if question.level not in _LEVELS or question.include not in _INCLUDED:
        raise UserError(
            f"no cycles of level {question.level!r} including {question.include!r}",
            "level is import, class or call, include is load_time or all",
        )
    found = _found(context, question)
    facts = context.session.facts if question.level == "import" else None
    rows = [cycle_row(graph, cycle, facts) for cycle in found]
    notes = []
    if any(row["smallest"]["method"] != "exact" for row in rows):
        notes.append(f"of cycles with more than {MOST_EXACT} edges, fewer or cheaper edges to remove may exist")
    return context.answer("cycles", question, rows, notes)


def _found(context: Context, question: Cycles) -> list[Cycle]:
    snapshot = context.snapshot
    if question.level == "call":
        return call_cycles(snapshot.hops, question.min_confidence)
    if question.level == "class":
        from blastlens.app.annotated import annotated

        return class_cycles(snapshot.graph, question.min_confidence, annotated(context))
    return snapshot.import_cycles if question.include == "load_time" else import_cycles(snapshot.graph, load_time=False)


FactsOf = Callable[[str], FileFacts | None]


def cycle_row(graph: Graph, cycle: Cycle, facts: FactsOf | None = None) -> Row:
    """`facts`: of files whose imports run at different times. `file` and `line`: of the statement that closes the cycle; `hops`: the elementary cycle it closes; `shortest`: one with the
    fewest edges; `smallest` and `cheapest`: edges to remove."""
    closing = _edge(graph, cycle.closing, facts)
    ways = ways_to_break(graph, cycle)

    def arc_row(arc: Arc) -> Row:
        return {**_arc(graph, arc, facts), "uses": ways.uses[arc.source, arc.target]}

    def removal(found: Removal) -> dict[str, Any]:
        edges = [arc_row(arc) for arc in found.arcs]
        uses = sum(edge["uses"] for edge in edges)
        return {"edges": edges, "uses": uses, "method": "exact" if found.exact else "heuristic"}

    return {
        "members": [display(graph, member) for member in cycle.members],
        "file": file_of(cycle.closing.source),
        "line": closing["line"],
        "confidence": min(rounded(edge.confidence) for edge in cycle.hops),
        "timing": TIMING_WORDS[cycle.timing],
        **_timings(cycle),
        "closing": closing,
        "hops": [_edge(graph, edge, facts) for edge in cycle.hops],
        "shortest": [_arc(graph, arc, facts) for arc in ways.shortest],
        "smallest": removal(ways.smallest),
        "cheapest": removal(ways.cheapest),
        "edges": [arc_row(arc) for arc in cycle.arcs],
    }


def _timings(cycle: Cycle) -> dict[str, Any]:
    """How many of a cycle's imports run when; nothing for other cycles."""
    if cycle.closing.kind is not EdgeKind.IMPORTS:
        return {}
    counted = Counter(edge.timing for edge in cycle.edges)
    return {"timings": {word: counted[timing] for timing, word in TIMING_WORDS.items() if counted[timing]}}


def _arc(graph: Graph, arc: Arc, facts: FactsOf | None) -> Row:
    """A step between two members; that of classes names the classes, and what one does with the other."""
    row = _edge(graph, arc.edge, facts)
    if arc.edge.kind is not EdgeKind.IMPORTS:
        row |= {"from": display(graph, arc.source), "to": display(graph, arc.target)}
        row["kinds"] = sorted({edge.kind.value for edge in arc.edges})
    return row


def _edge(graph: Graph, edge: Edge, facts: FactsOf | None) -> Row:
    is_import = edge.kind is EdgeKind.IMPORTS
    lines = lines_of([edge])
    if is_import and len(lines) > 1 and facts is not None:
        found = facts(file_of(edge.source))
        same = [[line for line in lines if _timing_at(found, line, erased=one) is edge.timing] for one in (True, False)]
        lines = same[0] or same[1] or lines
    return {
        "from": file_of(edge.source) if is_import else display(graph, edge.source),
        "to": file_of(edge.target) if is_import else display(graph, edge.target),
        "line": lines[0] if lines else 1,
        **({"timing": TIMING_WORDS[edge.timing]} if is_import else {}),
    }


def _timing_at(facts: FileFacts | None, line: int, *, erased: bool) -> Timing | None:
    """When the earliest import that stands at a line runs. `erased`: as in `timing_of_import`."""
    if facts is None:
        return None
    rows = (pair for pair in zip(facts.imports, facts.import_spans, strict=True) if pair[1][0] == line)
    return min((timing_of_import(*pair, facts.started, erased=erased) for pair in rows), default=None)
