"""What a question about a change starts from."""

from collections.abc import Sequence
from typing import NamedTuple

from blastlens.app.ask.callers import accessor_notes
from blastlens.app.ask.context import Context
from blastlens.app.changes import Changed, TwoVersions, Versions
from blastlens.app.errors import UserError
from blastlens.app.questions import AffectedTests, BlastRadius
from blastlens.app.resolve import file_named, resolve_symbol
from blastlens.model.edge import Edge
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind
from blastlens.views.wording import only_text_differs


def check_source(question: BlastRadius | AffectedTests) -> None:
    """Raises `UserError` unless exactly one thing is given to start from."""
    given = (question.diff, question.commits, question.base)
    sources = [bool(question.symbols), question.working_tree, *(one is not None for one in given)]
    if sum(sources) != 1:
        raise UserError(
            "one thing is needed to start from",
            "give symbols or files, or the working tree, a diff, commits, or a base",
        )
    if question.head is not None and question.base is None:
        raise UserError("a head needs a base", "give both, as in base main and head my-branch")


class Change(NamedTuple):
    """What is changed; edges that led to what is deleted; notes; both versions of the files, None where symbols were named;
    edges from what uses changed variables. `is_cut`: some of the latter may be missing."""

    changed: list[Changed]
    former: list[Edge]
    notes: list[str]
    files: list[TwoVersions] | None = None
    users: Sequence[Edge] = ()
    is_cut: bool = False

    @property
    def edges(self) -> list[Edge]:
        """Edges to what is changed that the graph does not have."""
        from blastlens.app.former import as_told

        return [*as_told(self.former, self.changed), *self.users]


def change_of(context: Context, question: BlastRadius | AffectedTests, *, with_users: bool = True) -> Change:
    """`with_users`: who uses changed variables is told too, for which texts are read. Raises `UserError` for unknown symbols and revisions,
    and for a diff that does not apply."""
    from blastlens.app.variable_users import variable_users

    graph, session = context.snapshot.graph, context.session
    if question.symbols:
        change = _named_change(context, question.symbols)
        former = []
    else:
        from blastlens.app.former import former_edges

        change = _change_of_files(context, question)
        former = former_edges(session, graph, change.files or [], change.changed)
    if not with_users:
        return change._replace(former=former)
    users = variable_users(session, graph, change.changed)
    return change._replace(former=former, users=users.edges, is_cut=users.is_cut)


def _named_change(context: Context, typed: Sequence[str]) -> Change:
    """Of named top-level code, all variables count as changed."""
    from blastlens.app.variable_users import set_names

    graph = context.snapshot.graph
    named = [_named(graph, one) for one in dict.fromkeys(typed)]
    changed = []
    for symbol in dict.fromkeys(symbol for symbols in named for symbol in symbols):
        facts = context.session.facts(symbol.file) if symbol.kind is SymbolKind.MODULE else None
        names = tuple(sorted(set_names(facts, symbol.id))) if facts is not None else ()
        changed.append(Changed(symbol.id, names=names))
    return Change(changed, [], accessor_notes(graph, [symbols[0] for symbols in named if len(symbols) == 1]))


def _change_of_files(context: Context, question: BlastRadius | AffectedTests) -> Change:
    from blastlens.app import change_sources as sources
    from blastlens.app.classifying import classified

    session = context.session
    notes = []
    if question.working_tree:
        files = sources.working_tree(session)
    elif question.diff is not None:
        files = sources.patch(session, question.diff)
    else:
        commits = question.commits if question.base is None else f"{question.base}...{question.head or 'HEAD'}"
        files = sources.commits(session, commits or "")
        if not sources.ends_at_working_tree(session, commits or ""):
            notes.append("the callers are those of the working tree, which differs from the end of the range")
    changed, same = classified(Versions(session), files)
    if same:
        notes.append(only_text_differs([one.display_id for one in same]))
    return Change(changed, [], notes, files)


def _named(graph: Graph, typed: str) -> Sequence[Symbol]:
    """A symbol, or all that a file defines."""
    try:
        return [resolve_symbol(graph, typed)]
    except UserError as error:
        path = file_named(graph, typed)
        if path is None:
            raise error
        symbols = graph.symbols_in(path)
        if not symbols:
            record = graph.file(path)
            why = record.reason if record is not None else ""
            raise UserError(f"{path} was not read: {why or 'it holds no source'}", "", (), "unknown-symbol") from error
        return symbols
