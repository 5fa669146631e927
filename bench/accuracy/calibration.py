"""Confidences from counts: what share of the edges of a basis the truth confirms.

The rule. `static`: the reference has the edge or a run made the call (right), or the reference has no such edge though it
knows the types, or it has no word and a run went elsewhere (wrong). `executed`: of edges where something of that name was
seen to run, those that ran (right) and those that never did while another callee did (wrong); what overrides the callee is
no other callee. For hops that are no calls (`nested`, `wrapper`, `object`): of those whose source a test ran, whether such a
test ran the target.

* Wrong edges to a function that the reference never sees used, by nobody, count once: its silence is about that function.
* Static counts of a corpus are taken only where the reference judges at least the share `FAIR` of the edges of the basis
  there. Where it has no word for nearly all of them, those it judges are the ones it knows more of than the linker: no fair
  sample.
* A basis takes its figure from `static` when more than `FEW` edges were judged there; else from `executed` when that has
  more than `FEW`; else from both together. Edges that only a walk adds are judged by runs alone, and so are members that a
  class leaves to its subclasses (`subclass`, `interface`): a type checker answers with what the class declares.
* The callees that a computed name may mean (`dynamic_name`) differ in name, and a run of one does not speak against the
  others: nothing could contradict such an edge, so nothing counts for it.
* The figure is the lower end of a one-sided 90 % Wilson interval of all corpora's counts together: near the measured share
  for many edges, and the lower the fewer there are.
* No corpus with more than `FEW` judged edges of the basis may lie below the figure by more than `TOLERANCE`: the figure
  is lowered to that.
* Each family of languages has figures of its own, from its own corpora. Where no more than `FEW` edges were judged in a
  family, they say too little: the basis takes the lowest figure of the families that have more, or what was found elsewhere
  (`FOUND_ELSEWHERE`) where that is lower, lowered to the share of the few where one of them was wrong.
* What follows a habit of naming (`_HABITS`) needs more than `FEW` judged edges on more than one corpus: the habit of one
  repository says nothing of another's.
* What only walks add (`WALKED`) has one figure for all families, from all corpora together: a walk passes from file to file
  and asks none for its language.
* It is rounded down to two digits and is never above `MOST`. A basis without any judged edge gets `UNMEASURED`, below
  the threshold of review answers.
"""

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

FEW = 5
TOLERANCE = 0.05
MOST = 0.99
UNMEASURED = 0.6
FAIR = 0.2
# That a name exists once in a repository says little where most receivers are of libraries: 17 of 111 edges of a prototype
# for TypeScript and Go were right.
FOUND_ELSEWHERE = {"unique_name": 0.15}
_HABITS = frozenset({"receiver_name"})
_ONE_SIDED_90 = 1.2816
# The reference has no opinion on what subclasses do, and none on what nobody names.
_NEVER_CONTRADICTED = frozenset({"dynamic_name"})
WALKED = frozenset({"override", "interface", "nested", "wrapper", "object"})
_BY_RUNS_ALONE = WALKED | {"subclass"}


class Count(NamedTuple):
    right: int = 0
    wrong: int = 0

    @property
    def judged(self) -> int:
        return self.right + self.wrong

    @property
    def share(self) -> float:
        return self.right / self.judged

    def plus(self, other: "Count") -> "Count":
        return Count(self.right + other.right, self.wrong + other.wrong)


class Evidence(NamedTuple):
    """Of one basis on one corpus. `edges`: how many of them have a kind that the static truth has."""

    edges: int = 0
    static: Count = Count()
    executed: Count = Count()

    @property
    def is_fair(self) -> bool:
        return self.static.judged > 0 and self.static.judged >= FAIR * self.edges


class Figure(NamedTuple):
    confidence: float
    evidence: str  # "static", "executed", "static and executed" or "none"
    right: int
    wrong: int
    corpora: tuple[str, ...]


# Corpus -> basis -> evidence.
Counts = dict[str, dict[str, Evidence]]


def figures(bases: list[str], families: Mapping[str, Counts]) -> dict[str, dict[str, Figure]]:
    """Family -> basis -> figure, by the rule above."""
    together = {corpus: each for counts in families.values() for corpus, each in counts.items()}
    found: dict[str, dict[str, Figure]] = {family: {} for family in families}
    for basis in bases:
        own = {family: figure(basis, together if basis in WALKED else counts) for family, counts in families.items()}
        known = [each.confidence for each in own.values() if each.right + each.wrong > FEW]
        known += [FOUND_ELSEWHERE[basis]] if basis in FOUND_ELSEWHERE else []
        for family, each in own.items():
            found[family][basis] = each if each.right + each.wrong > FEW else _of_others(each, known)
    return found


def _of_others(few: Figure, known: list[float]) -> Figure:
    """The figure of a basis with too few judged edges: `few` is what those alone would give."""
    confidence = min(known, default=UNMEASURED)
    if few.wrong:
        confidence = min(confidence, max(0.01, math.floor(100 * few.right / (few.right + few.wrong)) / 100))
    return few._replace(confidence=confidence, evidence="none")


def figure(basis: str, counts: Counts) -> Figure:
    """The confidence that the counts of some corpora give to a basis."""
    evidence, of_corpus = judged(basis, counts)
    total = summed(of_corpus.values())
    if not total.judged or (basis in _HABITS and sum(count.judged > FEW for count in of_corpus.values()) < 2):
        return Figure(UNMEASURED, "none", 0, 0, ())
    allowed = [count.share + TOLERANCE for count in of_corpus.values() if count.judged > FEW]
    lowest = min([lower_bound(total), *allowed])
    confidence = max(0.01, math.floor(min(lowest, MOST) * 100 + 1e-9) / 100)
    return Figure(confidence, evidence, total.right, total.wrong, tuple(sorted(of_corpus)))


def judged(basis: str, counts: Counts) -> tuple[str, dict[str, Count]]:
    """The kind of evidence that the rule takes for a basis, and its counts on every corpus that has some."""
    found = {corpus: bases[basis] for corpus, bases in counts.items() if basis in bases}
    if basis in _NEVER_CONTRADICTED:
        return "none", {}
    static = {corpus: each.static for corpus, each in found.items() if each.is_fair}
    executed = {corpus: each.executed for corpus, each in found.items() if each.executed.judged}
    if basis in _BY_RUNS_ALONE:
        return "executed", executed
    for evidence, group in (("static", static), ("executed", executed)):
        if summed(group.values()).judged > FEW:
            return evidence, group
    both = {corpus: static.get(corpus, Count()).plus(each.executed) for corpus, each in found.items()}
    return "static and executed", {corpus: count for corpus, count in both.items() if count.judged}


class Held(NamedTuple):
    """A basis on a corpus that its figure was not taken from."""

    basis: str
    corpus: str
    stated: float
    measured: Count

    @property
    def below(self) -> bool:
        return self.measured.share < self.stated - TOLERANCE


def left_out(bases: Iterable[str], counts: Counts) -> list[Held]:
    """Each corpus against the figures that all others give, where both have more than `FEW` judged edges."""
    found = []
    for basis in bases:
        evidence, of_corpus = judged(basis, counts)
        for corpus, count in sorted(of_corpus.items()):
            others = figure(basis, {name: each for name, each in counts.items() if name != corpus})
            if count.judged > FEW and others.right + others.wrong > FEW and others.evidence == evidence:
                found.append(Held(basis, corpus, others.confidence, count))
    return found


def lower_bound(count: Count) -> float:
    """Lower end of the one-sided Wilson score interval (E. B. Wilson, 1927)."""
    n, z = count.judged, _ONE_SIDED_90
    middle = count.share + z * z / (2 * n)
    half = z * math.sqrt(count.share * (1 - count.share) / n + z * z / (4 * n * n))
    return (middle - half) / (1 + z * z / n)


def summed(counts: Iterable[Count]) -> Count:
    total = Count()
    for count in counts:
        total = total.plus(count)
    return total
