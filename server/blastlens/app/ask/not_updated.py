"""`NotUpdated`."""

from blastlens.app.answer import Answer
from blastlens.app.ask.change_of import change_of, check_source
from blastlens.app.ask.context import Context
from blastlens.app.not_updated import not_updated
from blastlens.app.questions import BlastRadius, NotUpdated
from blastlens.views.wording import plural, unresolved_calls


def answer_not_updated(context: Context, question: NotUpdated) -> Answer:
    """Raises `UserError` for two sources, for unknown revisions and for a diff that does not apply. `results`: what cannot fit any
    more; `extra["may_not_fit"]`: what may not, with the reason."""
    graph = context.snapshot.graph
    sources = (question.diff, question.commits, question.base)
    asked = BlastRadius((), not any(one is not None for one in sources), *sources, question.head)
    check_source(asked)
    change = change_of(context, asked)
    former, notes, files = change.former, change.notes, change.files
    found = not_updated(context.session, graph, files or [], former, question.min_confidence, change.changed)
    hidden = []
    for symbol in filter(None, map(graph.symbol, found.narrowed)):
        if unseen := context.snapshot.unseen(symbol).unresolved:
            hidden.append(unresolved_calls(unseen, symbol.name))
    if found.possible:
        notes.append(f"{plural(len(found.possible), 'further call')} may not fit")
    extra = {"may_not_fit": found.possible, "changes": found.changes, "calls": found.calls}
    return context.answer("not_updated", question, found.sure, [*notes, *hidden], cut=bool(hidden), extra=extra)
