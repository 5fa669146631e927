"""`BlastRadius`."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from blastlens.analyses.blast_radius import BlastRadius as Radius
from blastlens.analyses.blast_radius import blast_radius, likely_tests
from blastlens.analyses.hops import Hops
from blastlens.analyses.outside import in_words
from blastlens.analyses.walk import Reach
from blastlens.app.answer import Answer
from blastlens.app.ask.callers import accessor_notes, is_cut
from blastlens.app.ask.context import Context
from blastlens.app.ask.radius_rows import RadiusRows
from blastlens.app.ask.rows import Row, StepRows
from blastlens.app.changes import Changed, TwoVersions, Versions
from blastlens.app.errors import UserError
from blastlens.app.questions import AffectedTests, BlastRadius
from blastlens.app.resolve import file_named, resolve_symbol
from blastlens.app.snapshot import Snapshot
from blastlens.model.edge import Edge
from blastlens.model.graph import Graph
from blastlens.model.symbol import MODULE_NAME, Symbol, SymbolKind, qualname_of
from blastlens.session.churn import churn_of
from blastlens.views.blind_words import called_by_name, perhaps_called
from blastlens.views.radius_order import totals
from blastlens.views.wording import only_text_differs, plural, skipped_tests, unresolved_calls

_MOST_NOTES: Final = 3


def answer_blast_radius(context: Context, question: BlastRadius) -> Answer:
    """Raises `UserError` unless exactly one source is given, for unknown symbols and revisions and for a diff that does not
    apply. `results`: the direct callers, the riskiest first; all parts are in `extra`."""
    check_source(question)
    changed, former, notes, files = changed_by(context, question)
    snapshot = context.snapshot
    hops = Hops(snapshot.graph, former) if former else snapshot.hops
    threshold = question.min_confidence
    starts = dict.fromkeys(one for each in changed for one in (each.symbol, each.former_id) if one is not None)
    found = blast_radius(hops, list(starts), threshold, lambda one: snapshot.tests(one, threshold))
    graph = snapshot.graph
    churn = churn_of(context.session.root)
    extra = RadiusRows(hops, found, lambda one: snapshot.tests(one, threshold), churn).parts(changed)
    if question.likely_tests:
        extra["likely_tests"] = _likely_tests(graph, likely_tests(hops, found.changed, threshold), found)
    if files is not None:
        from blastlens.app.not_updated import not_updated

        left = not_updated(context.session, graph, files, former, threshold)
        extra |= {"not_updated": left.sure, "may_not_fit": left.possible}
    extra["totals"] = totals(extra)
    unfollowed = _unfollowed(graph, found, named=bool(question.symbols))
    whose = [one for one in map(graph.symbol, found.changed) if one is not None]
    bare = [one for one in whose if not snapshot.callers(one.id, threshold).sure]
    hidden = [*_perhaps_called(snapshot, whose, found), *_called_unseen(snapshot, bare)]
    notes += [*_notes(found, question), *unfollowed, *_called_by_computed_names(snapshot, whose), *hidden]
    cut = bool(unfollowed or hidden) or is_cut(snapshot.blind, whose, has_callers=_has_callers(found))
    return context.answer("blast_radius", question, extra["direct"], notes, cut=cut, extra=extra)


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
    """What is changed, edges that led to what is deleted, notes, and both versions of the files; None where symbols were named."""

    changed: list[Changed]
    former: list[Edge]
    notes: list[str]
    files: list[TwoVersions] | None = None


def changed_by(context: Context, question: BlastRadius | AffectedTests) -> Change:
    """What the question says is changed. Raises `UserError`, as `answer_blast_radius` does."""
    graph, session = context.snapshot.graph, context.session
    if question.symbols:
        named = [_named(graph, typed) for typed in dict.fromkeys(question.symbols)]
        ids = dict.fromkeys(symbol.id for symbols in named for symbol in symbols)
        alone = [symbols[0] for symbols in named if len(symbols) == 1]
        return Change([Changed(one) for one in ids], [], accessor_notes(graph, alone))
    from blastlens.app import change_sources as sources
    from blastlens.app.classifying import classified
    from blastlens.app.former import former_edges

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
    versions = Versions(session)
    changed, same = classified(versions, files)
    if same:
        notes.append(only_text_differs([one.display_id for one in same]))
    return Change(changed, former_edges(session, graph, files, changed), notes, files)


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


def _likely_tests(graph: Graph, wide: Reach, found: Radius) -> list[Row]:
    tests = [one for one, _, symbol in wide.ranked() if symbol is not None and symbol.is_run_as_test]
    return StepRows(graph, wide).rows(one for one in tests if one not in found.reach)


def _notes(found: Radius, question: BlastRadius) -> list[str]:
    notes = []
    if not found.changed:
        notes.append("no definition is changed")
    if found.skipped:
        notes.append(skipped_tests(found.skipped))
    if found.possible:
        notes.append(f"{plural(len(found.possible), 'possible caller')} below {question.min_confidence:g}")
    return notes


def _called_by_computed_names(snapshot: Snapshot, changed: list[Symbol]) -> list[str]:
    spots = sorted({spot for one in changed for spot in snapshot.blind.calling(one)})
    return [called_by_name(spots)] if spots else []


def _has_callers(found: Radius) -> bool:
    return bool(found.direct or found.tests)


def _perhaps_called(snapshot: Snapshot, changed: list[Symbol], found: Radius) -> list[str]:
    """Where nothing calls what is changed: the places that may though little says so."""
    if _has_callers(found):
        return []
    return perhaps_called(list(dict.fromkeys(spot for one in changed for spot in snapshot.blind.perhaps_calling(one))))


def _called_unseen(snapshot: Snapshot, bare: list[Symbol]) -> list[str]:
    """Of symbols without callers: why there may be some all the same."""
    notes = []
    for one in bare:
        unseen = snapshot.unseen(one)
        if unseen.outside:
            notes.append(in_words(unseen.outside, one.qualname))
        if unseen.unresolved:
            notes.append(unresolved_calls(unseen.unresolved, one.name))
    more = len(notes) - _MOST_NOTES
    return notes if more <= 0 else [*notes[:_MOST_NOTES], f"the same holds of {more:,} more"]


def _unfollowed(graph: Graph, found: Radius, *, named: bool) -> list[str]:
    """What a change may reach beside what is listed. `named`: the symbols were named, not found in a change."""
    notes = []
    if any(qualname_of(one) == MODULE_NAME for one in found.changed):
        listed = "the files that import it are listed, " if found.importers else ""
        notes.append(f"top-level code changed: {listed}what uses its variables is not followed")
    classes = (graph.symbol(one) for one in found.changed) if not named else ()
    if any(one is not None and one.kind in (SymbolKind.CLASS, SymbolKind.INTERFACE) for one in classes):
        notes.append("a class changed outside its methods: what uses its attributes is not followed")
    return notes
