"""Counts for calibration, from the edges of one corpus."""

import math
from collections import defaultdict
from collections.abc import Iterable

from calibration import Count, Evidence
from judging import RIGHT, Judge, ToolEdge, Verdict, merged
from measured import STATIC, Measuring
from truth import Key, Pair, last

from blastlens.model.confidence import confidences
from blastlens.model.edge import Basis

# Its edges come in sets of which one is meant; their confidence is the figure divided by their number.
CANDIDATES = "candidates"
_NO_WORD = frozenset({Verdict.UNTYPED, Verdict.BLIND, Verdict.SILENT})


def evidence(made: Measuring) -> dict[str, Evidence]:
    """Basis -> counts, all kinds of edges together. `made` must hold edges of every confidence."""
    found: dict[str, Evidence] = defaultdict(Evidence)
    for (kind, basis), edges in made.groups().items():
        known = found[basis]
        number, static = known.edges, known.static
        if kind in STATIC:
            number += len(_sets(set(edges))) if basis == CANDIDATES else len(edges)
            static = static.plus(_static(made.judge, edges, kind, basis))
        found[basis] = Evidence(number, static, known.executed.plus(_executed(made.judge, edges, basis)))
    for basis in {edge.basis for edge in made.walked}:
        walked = merged(edge for edge in made.walked if edge.basis == basis)
        found[basis] = Evidence(executed=_covered(made, basis, walked.values()))
    return dict(found)


def _covered(made: Measuring, basis: str, edges: Iterable[ToolEdge]) -> Count:
    """Of hops at the figure of the basis, not at one of its other constants, whose source a test ran: those whose target
    such a test ran."""
    covered = made.truth.covered
    right = wrong = 0
    for edge in edges:
        source, target = edge.pair
        if source in covered and math.isclose(edge.confidence, confidences()[Basis(basis)], abs_tol=1e-4):
            ran = bool(covered[source] & covered.get(target, set()))
            right, wrong = right + ran, wrong + (not ran)
    return Count(right, wrong)


def _static(judge: Judge, edges: dict[Pair, ToolEdge], kind: str, basis: str) -> Count:
    verdicts = judge.verdicts(edges, kind)
    right = {pair for pair, verdict in verdicts.items() if verdict in RIGHT}
    wrong = {pair for pair, verdict in verdicts.items() if verdict is Verdict.WRONG}
    # A run that confirms counts where the reference has no word; one that contradicts has to as well.
    wrong |= {pair for pair in edges if verdicts[pair] in _NO_WORD and judge.ran_another(edges[pair])}
    return _counted(right, _with_unseen_once(judge, wrong, kind), basis)


def _with_unseen_once(judge: Judge, wrong: set[Pair], kind: str) -> set[Pair]:
    """A function that the reference never sees used, by nobody, is one of which it cannot tell: all edges to it are one
    finding, not as many as there are callers."""
    seen = {callee for _, callee in judge.truth.pairs(kind)}
    once = {callee: pair for pair in sorted(wrong, reverse=True) for callee in [pair[1]] if callee not in seen}
    return {pair for pair in wrong if pair[1] in seen} | set(once.values())


def _executed(judge: Judge, edges: dict[Pair, ToolEdge], basis: str) -> Count:
    wrong = {pair for pair, edge in edges.items() if judge.ran_another(edge)}
    return _counted({pair for pair in edges if pair in judge.ran}, wrong, basis)


def _counted(right: set[Pair], wrong: set[Pair], basis: str) -> Count:
    if basis != CANDIDATES:
        return Count(len(right), len(wrong))
    sets_right, sets_wrong = _sets(right), _sets(wrong)
    return Count(len(sets_right), len(sets_wrong - sets_right))


def _sets(pairs: set[Pair]) -> set[tuple[Key, str]]:
    return {(caller, last(callee)) for caller, callee in pairs}
