"""What a change reaches."""

from collections.abc import Sequence
from dataclasses import dataclass

from blastlens.analyses.hops import IMPACT, Hops, is_fixture_request
from blastlens.analyses.tests_of import TestsOf, tests_among, tests_of
from blastlens.analyses.untested import is_subject
from blastlens.analyses.walk import Reach, Step, walk
from blastlens.model.edge import Edge, EdgeKind
from blastlens.model.symbol import MODULE_NAME, file_of, qualname_of

_NAMED = frozenset({EdgeKind.REFERENCES, EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})
_IMPORTS = frozenset({EdgeKind.IMPORTS})


@dataclass(frozen=True, slots=True)
class BlastRadius:
    """`direct`: one hop away; `transitive`: further; both without tests, best first. `importers`: imports of files whose
    top-level code changed. `referenced_by`: edges that name a changed symbol without calling it, or inherit from it.
    `untested`: of the changed and the direct ones those that no test reaches, with what is known. `possible`: direct
    callers below the threshold."""

    changed: tuple[str, ...]
    reach: Reach
    direct: tuple[Step, ...]
    transitive: tuple[Step, ...]
    tests: tuple[Step, ...]
    importers: tuple[Edge, ...]
    referenced_by: tuple[Edge, ...]
    untested: tuple[tuple[str, TestsOf], ...]
    possible: tuple[Step, ...]
    nearby: Reach  # one hop, at any confidence: where `possible` comes from

    def files(self) -> dict[str, list[str]]:
        """file -> the reached symbols in it, tests and importers included, best first."""
        found: dict[str, list[str]] = {}
        for step in self.reach.steps.values():
            found.setdefault(file_of(step.symbol), []).append(step.symbol)
        for edge in self.importers:
            found.setdefault(file_of(edge.source), []).append(edge.source)
        return found


def blast_radius(hops: Hops, changed: Sequence[str], min_confidence: float) -> BlastRadius:
    """Symbols that reach a changed one over calls and fixture requests, any number of steps, at or above the threshold."""
    reach = walk(hops, changed, follow=IMPACT, min_confidence=min_confidence)
    nearby = walk(hops, changed, follow=IMPACT, depth=1)
    tests = tests_among(hops.graph, reach)
    is_test = {step.symbol for step in tests}
    others = [step for step in reach.steps.values() if step.symbol not in is_test]
    direct = tuple(step for step in others if step.hops == 1)
    known = {edge.source for edge in _importers(hops, changed)} & set(reach.steps)
    return BlastRadius(
        changed=tuple(changed),
        reach=reach,
        direct=direct,
        transitive=tuple(step for step in others if step.hops > 1),
        tests=tests,
        importers=tuple(edge for edge in _importers(hops, changed) if edge.source not in known),
        referenced_by=_naming(hops, changed, reach),
        untested=_untested(hops, [*changed, *(step.symbol for step in direct)], min_confidence),
        possible=_possible(nearby, min_confidence, reach),
        nearby=nearby,
    )


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
            if not is_fixture_request(edge) and edge.source not in reach.steps and edge.source not in reach.starts:
                found.setdefault((edge.source, edge.target), edge)
    return tuple(sorted(found.values()))


def _untested(hops: Hops, ids: Sequence[str], min_confidence: float) -> tuple[tuple[str, TestsOf], ...]:
    found = []
    for one in ids:
        symbol = hops.graph.symbol(one)
        if symbol is None or not is_subject(symbol):
            continue
        known = tests_of(hops, [one], min_confidence)
        if known.state not in ("MEASURED", "INFERRED"):
            found.append((one, known))
    return tuple(found)


def _possible(nearby: Reach, min_confidence: float, reach: Reach) -> tuple[Step, ...]:
    """Direct callers that only an uncertain hop leads to."""
    below = [step for step in nearby.steps.values() if step.confidence < min_confidence]
    return tuple(step for step in below if step.symbol not in reach.steps)
