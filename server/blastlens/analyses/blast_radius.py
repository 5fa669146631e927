"""What a change reaches."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from blastlens.analyses.hops import IMPACT, POSSIBLY, Hops, is_fixture_request
from blastlens.analyses.subtypes import Subtype, subtypes_of
from blastlens.analyses.tests_of import TestsOf, TestState
from blastlens.analyses.untested import is_subject
from blastlens.analyses.walk import Reach, walk
from blastlens.model import thresholds
from blastlens.model.edge import Edge, EdgeKind
from blastlens.model.symbol import MODULE_NAME, file_of, qualname_of

_NAMED = frozenset({EdgeKind.REFERENCES})
_IMPORTS = frozenset({EdgeKind.IMPORTS})

TestsOfOne = Callable[[str], TestsOf]


@dataclass(frozen=True, slots=True)
class BlastRadius:
    """Ids, best first; `reach` has the steps and paths. `direct`: one hop away; `transitive`: further; both without tests.
    `importers`: imports of files whose top-level code changed. `subtypes`: what inherits from a changed class or overrides a
    changed method. `referenced_by`: edges that name a changed symbol without calling it. `untested`: of the changed and the direct ones those that no test reaches, with what
    is known. `skipped`: tests that are never run. `possible`: direct callers below the threshold, steps of `nearby`."""

    changed: tuple[str, ...]
    reach: Reach
    direct: tuple[str, ...]
    transitive: tuple[str, ...]
    tests: tuple[str, ...]
    skipped: tuple[str, ...]
    importers: tuple[Edge, ...]
    subtypes: tuple[Subtype, ...]
    referenced_by: tuple[Edge, ...]
    untested: tuple[tuple[str, TestsOf], ...]
    possible: tuple[str, ...]
    nearby: Reach

    def files(self) -> dict[str, list[str]]:
        """file -> the reached symbols in it, tests, importers and subtypes included, best first."""
        found: dict[str, list[str]] = {}
        others = [*(edge.source for edge in self.importers), *(one.symbol for one in self.subtypes)]
        for one in (*self.reach.ids(), *others):
            found.setdefault(file_of(one), []).append(one)
        return found


def blast_radius(
    hops: Hops,
    changed: Sequence[str],
    min_confidence: float,
    tests_of: TestsOfOne,
    *,
    loading_otherwise: Sequence[str] | None = None,
) -> BlastRadius:
    """Symbols that reach a changed one over calls and fixture requests, any number of steps, at or above the threshold.
    `tests_of`: what is known of a symbol's tests at this threshold. `loading_otherwise`: of the changed ones, those whose
    importers are told where they are top-level code; None: all."""
    reach = walk(hops, changed, follow=IMPACT, min_confidence=min_confidence)
    nearby = walk(hops, changed, follow=IMPACT, depth=1)
    tests: list[str] = []
    skipped: list[str] = []
    direct: list[str] = []
    transitive: list[str] = []
    for one, away, symbol in reach.ranked():
        if symbol is not None and symbol.is_test:
            if not hops.replaced.hides(reach, symbol):
                (skipped if symbol.is_skipped else tests).append(one)
        else:
            (direct if away == 1 else transitive).append(one)
    return BlastRadius(
        changed=tuple(changed),
        reach=reach,
        direct=tuple(direct),
        transitive=tuple(transitive),
        tests=tuple(tests),
        skipped=tuple(skipped),
        importers=tuple(
            edge
            for edge in _importers(hops, changed if loading_otherwise is None else loading_otherwise)
            if edge.source not in reach
        ),
        subtypes=tuple(one for one in subtypes_of(hops, changed, min_confidence) if one.symbol not in reach),
        referenced_by=_naming(hops, changed, reach),
        untested=_untested(hops, [*changed, *direct], tests_of),
        possible=tuple(one for one in nearby.ids() if one not in reach),
        nearby=nearby,
    )


def likely_tests(hops: Hops, changed: Sequence[str], min_confidence: float) -> Reach:
    """What reaches a changed symbol over paths that are good enough for a test (`thresholds.for_tests`)."""
    return walk(hops, changed, follow=POSSIBLY, min_confidence=thresholds.for_tests(min_confidence))


def has_more_tests(hops: Hops, found: BlastRadius, min_confidence: float) -> bool:
    """Whether `likely_tests` has a test that the radius has not: the walk ends at the first one."""
    told = {*found.tests, *found.changed}
    reach = walk(
        hops,
        found.changed,
        follow=POSSIBLY,
        min_confidence=thresholds.for_tests(min_confidence),
        stop=lambda one: one.is_run_as_test and one.id not in told and not hops.replaced.hides(found.reach, one),
    )
    return not reach.complete


def _importers(hops: Hops, changed: Sequence[str]) -> list[Edge]:
    modules = [one for one in changed if qualname_of(one) == MODULE_NAME]
    found: dict[str, Edge] = {}
    for module in modules:
        for edge in sorted(hops.graph.incoming(module, _IMPORTS)):
            if edge.source not in changed:
                found.setdefault(edge.source, edge)
    return sorted(found.values())


def _naming(hops: Hops, changed: Sequence[str], reach: Reach) -> tuple[Edge, ...]:
    found: dict[tuple[str, str], Edge] = {}
    for one in changed:
        for edge in sorted(hops.graph.incoming(one, _NAMED)):
            if not is_fixture_request(edge) and edge.source not in reach and edge.source not in changed:
                found.setdefault((edge.source, edge.target), edge)
    return tuple(sorted(found.values()))


def _untested(hops: Hops, ids: Sequence[str], tests_of: TestsOfOne) -> tuple[tuple[str, TestsOf], ...]:
    found = []
    for one in ids:
        symbol = hops.graph.symbol(one)
        if symbol is not None and is_subject(symbol):
            known = tests_of(one)
            if known.state not in (TestState.MEASURED, TestState.INFERRED):
                found.append((one, known))
    return tuple(found)
