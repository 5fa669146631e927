"""`Communities`."""

import threading
from typing import Final

from blastlens.analyses.communities import Communities as Found
from blastlens.analyses.communities import Community, Coupling, communities
from blastlens.analyses.network import Level
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.networks import TESTS_LEFT_OUT, level_of, network_of, node_row, totals
from blastlens.app.ask.rows import Row, lines_of
from blastlens.app.errors import UserError
from blastlens.app.questions import Communities
from blastlens.model.graph import Graph
from blastlens.model.symbol import MODULE_NAME, file_of, qualname_of

_MOST_MEMBERS: Final = 8  # told of each community
_MOST_COUPLINGS: Final = 20
# The library has one stream of random numbers, and each root its own thread.
_RANDOM: Final = threading.Lock()


def answer_communities(context: Context, question: Communities) -> Answer:
    """`results`: communities, or with a name the members of those that it names. Raises `UserError` for a level or a name that no
    community has."""
    level, graph = level_of(question.level), context.snapshot.graph
    found = _found(context, question, level)
    if question.name is not None:
        rows = _members(graph, found, question.name, question.min_confidence)
    else:
        rows = [_row(graph, one, question.min_confidence) for one in found.found]
    extra = {
        **totals(len(rows), min(len(rows), question.limit)),
        "small": found.small,
        "modularity": round(found.modularity, 4),
        "couplings": [_coupling(graph, found, one) for one in found.couplings[:_MOST_COUPLINGS]],
    }
    notes = [] if question.tests else [TESTS_LEFT_OUT]
    return context.answer("communities", question, rows[: question.limit], notes, extra=extra)


def _found(context: Context, question: Communities, level: Level) -> Found:
    asked = network_of(context, level, question.min_confidence, tests=question.tests)

    def make() -> Found:
        with _RANDOM:
            return communities(context.snapshot.graph, asked)

    return context.snapshot.kept(("communities", level, question.min_confidence, question.tests), make)


def _row(graph: Graph, one: Community, min_confidence: float) -> Row:
    """`members`: those with most uses inside; `file` and `line`: of the first. `confidence`: of every use that is counted, at least."""
    first = node_row(graph, one.members[0])
    return {
        "name": one.name,
        "members": [_label(graph, member) for member in one.members[:_MOST_MEMBERS]],
        "size": len(one.members),
        "files": len({file_of(member) for member in one.members}),
        "file": first["file"],
        "line": first["line"],
        "path": one.path,
        "words": list(one.words),
        "cohesion": round(one.cohesion, 3),
        "confidence": min_confidence,
    }


def _members(graph: Graph, found: Found, name: str, min_confidence: float) -> list[Row]:
    named = [one for one in found.found if name.casefold() in one.name.casefold()]
    exact = [one for one in named if one.name == name]
    if not named:
        choices = tuple(one.name for one in found.found)
        raise UserError(
            f"no community is named {name}", "give a part of one of these names", choices, "unknown-community"
        )
    return [
        {**node_row(graph, member), "confidence": min_confidence, "community": one.name}
        for one in exact or named
        for member in one.members
    ]


def _label(graph: Graph, member: str) -> str:
    row = node_row(graph, member)
    return str(row.get("symbol") or row["file"]) if qualname_of(member) != MODULE_NAME else file_of(member)


def _coupling(graph: Graph, found: Found, one: Coupling) -> Row:
    lines = lines_of(edge for edge in graph.outgoing(one.source) if edge.target == one.target)
    return {
        "from": _label(graph, one.source),
        "to": _label(graph, one.target),
        "line": lines[0] if lines else node_row(graph, one.source)["line"],
        "of": found.found[one.of].name,
        "into": found.found[one.to].name,
        "uses": one.uses,
        "expected": round(one.expected, 1),
        "back": one.back,
        "surprise": one.surprise,
    }
