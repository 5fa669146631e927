"""`NotUpdated`."""

from collections.abc import Iterable, Mapping

from blastlens.app.answer import Answer
from blastlens.app.ask.change_of import change_of, check_source
from blastlens.app.ask.context import Context
from blastlens.app.ask.rows import Row
from blastlens.app.changes import Changed
from blastlens.app.half_read import definitions_unknown
from blastlens.app.left_behind import IMPORTS
from blastlens.app.not_updated import not_updated
from blastlens.app.questions import BlastRadius, NotUpdated
from blastlens.model.graph import Graph
from blastlens.views.wording import unresolved_uses


def answer_not_updated(context: Context, question: NotUpdated) -> Answer:
    """Raises `UserError` for two sources, for unknown revisions and for a diff that does not apply. `results`: what cannot fit any
    more; `extra["may_not_fit"]`: what may not, with the reason; `extra["callers"]`: by the id of what is changed, the callers among the
    results, as lenses count them; `extra["total_callers"]`: each of them once."""
    graph = context.snapshot.graph
    sources = (question.diff, question.commits, question.base)
    asked = BlastRadius((), not any(one is not None for one in sources), *sources, question.head)
    check_source(asked)
    change = change_of(context, asked, with_users=False)
    former, notes, files = change.former, change.notes, change.files
    found = not_updated(context.session, graph, files or [], former, question.min_confidence, change.changed)
    callees = _changed_by_name(graph, change.changed)
    sure, possible = (_of(question.symbol, rows, callees) for rows in (found.sure, found.possible))
    hidden = []
    for symbol in filter(None, map(graph.symbol, found.narrowed)):
        if unseen := context.snapshot.unseen(symbol).unresolved:
            hidden.append(unresolved_uses(unseen, symbol))
    if found.half_read:
        hidden.append(definitions_unknown(found.half_read))
    extra = {
        "may_not_fit": possible,
        "changes": found.changes,
        "calls": found.calls,
        "callers": _callers(sure, callees),
        "total_callers": total_callers(sure),
    }
    return context.answer("not_updated", question, sure, [*notes, *hidden], cut=bool(hidden), extra=extra)


def _changed_by_name(graph: Graph, changed: Iterable[Changed]) -> dict[str, str]:
    """Id of what is changed, by every name that a row may have for it: the former one too, where it was renamed or moved."""
    found: dict[str, str] = {}
    for one in changed:
        now = graph.symbol(one.symbol) or one.now
        names = (one.symbol, one.former_id, now.display_id if now is not None else None)
        found |= {name: one.symbol for name in names if name is not None}
    return found


def _of(symbol: str | None, rows: list[Row], callees: Mapping[str, str]) -> list[Row]:
    """The rows of one callee; all where none is wanted."""
    if symbol is None:
        return rows
    wanted = callees.get(symbol, symbol)
    return [row for row in rows if callees.get(row["callee"], row["callee"]) == wanted]


def _callers(rows: Iterable[Row], callees: Mapping[str, str]) -> dict[str, int]:
    by_callee: dict[str, list[Row]] = {}
    for row in rows:
        by_callee.setdefault(callees.get(row["callee"], row["callee"]), []).append(row)
    return {callee: total_callers(some) for callee, some in sorted(by_callee.items())}


def total_callers(rows: Iterable[Row]) -> int:
    """How many callers these places are in. An import is counted with the callers of its file that it is there for; by itself where
    there are none."""
    by_file: dict[str, set[str]] = {}
    for row in rows:
        callers = by_file.setdefault(row["file"], set())
        if not row["misfit"].startswith(IMPORTS):
            callers.add(row["symbol"])
    return sum(len(callers) or 1 for callers in by_file.values())
