"""`BlastRadius`."""

from collections.abc import Sequence
from typing import Final

from blastlens.analyses.blast_radius import BlastRadius as Radius
from blastlens.analyses.blast_radius import blast_radius, has_more_tests, likely_tests
from blastlens.analyses.hops import Hops
from blastlens.analyses.outside import in_words
from blastlens.analyses.walk import Reach
from blastlens.app.answer import Answer
from blastlens.app.ask.callers import is_cut
from blastlens.app.ask.change_of import change_of, check_source
from blastlens.app.ask.context import Context
from blastlens.app.ask.radius_rows import RadiusRows
from blastlens.app.ask.rows import Row, StepRows
from blastlens.app.call_complexity import CallComplexities
from blastlens.app.changes import Changed, ChangeKind
from blastlens.app.half_read import definitions_unknown
from blastlens.app.questions import BlastRadius
from blastlens.app.snapshot import Snapshot
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind
from blastlens.session.churn import churn_of
from blastlens.views.blind_words import called_by_name, perhaps_called
from blastlens.views.radius_order import totals
from blastlens.views.wording import MORE_TESTS, plural, skipped_tests, unresolved_uses

_MOST_NOTES: Final = 3
_CLASSES: Final = (SymbolKind.CLASS, SymbolKind.INTERFACE)


def answer_blast_radius(context: Context, question: BlastRadius) -> Answer:
    """Raises `UserError` unless exactly one source is given, for unknown symbols and revisions and for a diff that does not
    apply. `results`: the direct callers, the riskiest first; all parts are in `extra`."""
    check_source(question)
    change = change_of(context, question)
    changed, notes = change.changed, change.notes
    snapshot = context.snapshot
    hops = Hops(snapshot.graph, change.edges) if change.edges else snapshot.hops
    threshold = question.min_confidence
    starts = dict.fromkeys(one for each in changed for one in (each.symbol, each.former_id) if one is not None)
    loaded = [one.symbol for one in changed if one.kinds != (ChangeKind.IMPORTS,)]
    found = blast_radius(
        hops, list(starts), threshold, lambda one: snapshot.tests(one, threshold), loading_otherwise=loaded
    )
    graph = snapshot.graph
    churn = churn_of(context.session.root)
    # Files are read for a change; who names a symbol is answered from the graph alone.
    depths = CallComplexities(context.session, graph) if change.files is not None else None
    depth_of = (lambda one, edges: depths.of(one, edges).branch_depth) if depths is not None else None
    extra = RadiusRows(hops, found, lambda one: snapshot.tests(one, threshold), churn, depth_of).parts(changed)
    if question.likely_tests:
        extra["likely_tests"] = _likely_tests(graph, likely_tests(hops, found.changed, threshold), found)
    if change.files is not None:
        from blastlens.app.not_updated import not_updated

        left = not_updated(context.session, graph, change.files, change.former, threshold, change.changed)
        extra |= {"not_updated": left.sure, "may_not_fit": left.possible}
        if left.half_read:
            notes.append(definitions_unknown(left.half_read))
    extra["totals"] = totals(extra)
    unfollowed = _unfollowed(changed, is_cut=change.is_cut)
    whose = [one for one in map(graph.symbol, found.changed) if one is not None]
    bare = [one for one in whose if not one.in_test_code and not snapshot.callers(one.id, threshold).sure]
    hidden = [*_perhaps_called(snapshot, whose, found), *_called_unseen(snapshot, bare)]
    notes += [*_notes(found, question), *unfollowed, *_called_by_computed_names(snapshot, whose), *hidden]
    if has_more_tests(hops, found, threshold):
        notes.append(MORE_TESTS)
    cut = bool(unfollowed or hidden) or is_cut(snapshot.blind, whose, has_callers=_has_callers(found))
    return context.answer("blast_radius", question, extra["direct"], notes, cut=cut, extra=extra)


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
            notes.append(unresolved_uses(unseen.unresolved, one))
    more = len(notes) - _MOST_NOTES
    return notes if more <= 0 else [*notes[:_MOST_NOTES], f"the same holds of {more:,} more"]


def _unfollowed(changed: Sequence[Changed], *, is_cut: bool) -> list[str]:
    """What a change may reach beside what is listed. `is_cut`: not all files were looked through for variables."""
    notes = []
    if is_cut:
        notes.append("top-level code changed: not all that may use its variables is followed")
    stayed = [one.kinds for one in changed if one.now is not None and one.now.kind in _CLASSES]
    if any(ChangeKind.BODY in kinds for kinds in stayed):
        notes.append(
            "attributes of a class changed: they are followed in its methods and in those of its subclasses only"
        )
    if any(ChangeKind.SIGNATURE in kinds or ChangeKind.DECORATOR in kinds for kinds in stayed):
        notes.append("the head of a class changed: what uses what it inherits is not followed")
    return notes
