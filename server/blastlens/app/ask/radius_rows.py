"""Rows of a blast radius, the riskiest first."""

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from blastlens.analyses.blast_radius import BlastRadius
from blastlens.analyses.hops import Hops
from blastlens.analyses.risk import RiskParts, dependents_of, passed_by_tests, risk_of
from blastlens.analyses.subtypes import Subtype
from blastlens.analyses.tests_of import UNTESTED, TestsOf, TestState
from blastlens.analyses.untested import is_subject
from blastlens.app.ask.rows import Row, StepRows, display, edge_row, place, placed, rounded
from blastlens.app.changes import Changed
from blastlens.model.edge import Edge, tier_of
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, module_id
from blastlens.views.wording import why

# Of so many of those that are further away, and that no test passes on its way to the change, it is looked up whether a test
# reaches them: of the likeliest to be affected.
MOST_LOOKED_UP: Final = 20


DepthOf = Callable[[str, Sequence[Edge]], int | None]


class RadiusRows:
    """Of one answer. `tests_of`: what is known of a symbol's tests; `churn`: path -> commits, None where nobody knows.
    `depth_of`: how deep in branches the calls of a caller over some edges stand; it reads files, so only the likeliest direct
    callers are asked for."""

    def __init__(
        self,
        hops: Hops,
        found: BlastRadius,
        tests_of: Callable[[str], TestsOf],
        churn: Mapping[str, int] | None,
        depth_of: DepthOf | None = None,
    ) -> None:
        self._hops = hops
        self._graph: Graph = hops.graph
        self._found = found
        self._tests_of = tests_of
        self._churn = churn
        self._steps = StepRows(hops.graph, found.reach)
        self._passed = passed_by_tests(found.reach, found.tests)
        left = (one for one in found.transitive if one not in self._passed)
        likeliest = heapq.nsmallest(MOST_LOOKED_UP, left, key=self._likelihood)
        near = (*found.changed, *found.direct, *likeliest, *(one.symbol for one in found.subtypes[:MOST_LOOKED_UP]))
        self._looked_up = frozenset(near)
        asked = heapq.nsmallest(MOST_LOOKED_UP, found.direct, key=self._likelihood) if depth_of is not None else ()
        self._depths = (
            {one: depth_of(one, [found.reach.step(one).edge]) for one in asked} if depth_of is not None else {}
        )

    def parts(self, changed: Sequence[Changed]) -> dict[str, Any]:
        found, graph = self._found, self._graph
        importers = [
            {**edge_row(graph, edge, edge.source), "hops": 1, "path": [edge.source, edge.target]}
            for edge in found.importers
        ]
        direct = [*self._steps.rows(found.direct), *importers]
        now = {one.former_id: one.now for one in changed if one.former_id is not None and one.now is not None}
        bare = self._ranked((one, self._untested(one, tests, now.get(one))) for one, tests in found.untested)
        callers = [*found.direct, *(edge.source for edge in found.importers)]
        return {
            "changed": self._ranked((one.symbol, self._changed(one)) for one in changed),
            "direct": self._ranked(zip(callers, direct, strict=True)),
            "transitive": self._ranked((one, self._steps.row(one)) for one in found.transitive),
            "subtypes": self._ranked((one.symbol, self._subtype(one)) for one in found.subtypes),
            "files": self._files(),
            "tests": [*self._changed_tests(changed), *self._steps.rows(found.tests)],
            "untested": [row for row in bare if row["state"] in UNTESTED],
            "unknown": [row for row in bare if row["state"] not in UNTESTED],
            "referenced_by": [self._naming(edge) for edge in found.referenced_by],
            "possible": StepRows(graph, found.nearby).rows(found.possible),
        }

    # -- risk
    def _likelihood(self, symbol_id: str) -> tuple[float, str]:
        step = self._found.reach.step(symbol_id)
        return -risk_of(RiskParts(step.confidence, step.hops, None, 0, 0)), symbol_id

    def _ranked(self, rows: Iterable[tuple[str, Row]]) -> list[Row]:
        """The rows with their risk, the greatest first; of equal ones as they were."""
        with_risk = [self._with_risk(one, row) for one, row in rows]
        return sorted(with_risk, key=lambda row: -row["risk"])

    def _with_risk(self, symbol_id: str, row: Row) -> Row:
        symbol = self._graph.symbol(symbol_id)
        tests = self._state(symbol_id)
        parts = RiskParts(
            confidence=row["confidence"],
            hops=row.get("hops", 0),
            tests=tests,
            complexity=symbol.cognitive if symbol is not None else 0,
            dependents=dependents_of(self._hops, symbol_id),
            churn=-1 if self._churn is None else self._churn.get(row["file"], 0),
            branches=-1 if (depth := self._depths.get(symbol_id)) is None else depth,
        )
        said: Row = {"confidence": parts.confidence, "hops": parts.hops}
        if tests is not None and (symbol_id in self._looked_up or symbol_id in self._passed):
            said["tests"] = tests.value
        said |= {"complexity": parts.complexity, "dependents": parts.dependents}
        if parts.branches >= 0:
            said["branches"] = parts.branches
        if parts.churn >= 0:
            said["churn"] = parts.churn
        return {**row, "risk": round(risk_of(parts), 3), "risk_parts": said}

    def _state(self, symbol_id: str) -> TestState | None:
        """None where there is nothing to test; UNKNOWN too where it was not looked up."""
        symbol = self._graph.symbol(symbol_id)
        if symbol is None or not is_subject(symbol):
            return None
        if symbol_id in self._looked_up:
            return self._tests_of(symbol_id).state
        return TestState.INFERRED if symbol_id in self._passed else TestState.UNKNOWN

    # -- rows
    def _changed(self, one: Changed) -> Row:
        known = self._graph.symbol(one.symbol) or one.now or one.deleted
        row = placed(known) if known is not None else place(self._graph, one.symbol)
        row |= {"confidence": 1.0, "path": [row["symbol"]]}
        if one.kinds:
            row["changes"] = [kind.value for kind in one.kinds]
        if one.former_id is not None and one.before is not None:
            row["former"] = one.before.display_id
        if one.deleted is not None:
            row["deleted"] = True
        if one.renamed_to is not None:
            row["renamed_to"] = one.renamed_to
        return row

    def _changed_tests(self, changed: Sequence[Changed]) -> list[Row]:
        """A test that is changed has to be run."""
        tests = [
            one for one in changed if (known := self._graph.symbol(one.symbol)) is not None and known.is_run_as_test
        ]
        return [{**self._changed(one), "hops": 0} for one in tests]

    def _subtype(self, one: Subtype) -> Row:
        return {
            **place(self._graph, one.symbol),
            "confidence": rounded(one.confidence),
            "hops": one.hops,
            "path": [display(self._graph, step) for step in one.path],
            "edge": one.kind,
            "basis": one.basis.value,
            "tier": tier_of(one.basis).value,
            "why": why(one.basis),
        }

    def _naming(self, edge: Edge) -> Row:
        return {**edge_row(self._graph, edge, edge.source), "of": display(self._graph, edge.target)}

    def _files(self) -> list[Row]:
        rows = []
        reach = self._found.reach
        for file, ids in sorted(self._found.files().items()):
            best = reach.steps.get(ids[0])
            row = {"file": file, "line": place(self._graph, ids[0])["line"], "symbols": len(ids)}
            row["confidence"] = rounded(best.confidence) if best is not None else 1.0
            row["path"] = [display(self._graph, one) for one in reach.path(ids[0])] or [module_id(file)]
            rows.append(row)
        return rows

    def _untested(self, symbol_id: str, tests: TestsOf, now: Symbol | None) -> Row:
        """`now`: what becomes of it by a change that is not made yet."""
        step = self._found.reach.steps.get(symbol_id)
        return {
            **(placed(now) if now is not None else place(self._graph, symbol_id)),
            "confidence": rounded(step.confidence) if step is not None else 1.0,
            "hops": step.hops if step is not None else 0,
            "state": tests.state.value,
            "reason": tests.reason,
            "path": [display(self._graph, one) for one in self._found.reach.path(symbol_id)],
        }
