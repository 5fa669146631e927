"""Everything that is measured of a tool's edges on one corpus, as plain numbers."""

import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import overloads
from edges import OVERRIDE_FACTOR, RUNNING, WALKED, Row, certain, dispatched, stored, write
from judging import ABSENT, RIGHT, Blind, Judge, Judged, ToolEdge, Verdict, mapped, merged
from truth import Pair, Truth, is_micro, scored

# Kinds of edges that the static truth has, by the tool's word for them.
STATIC = ("call", "decorator", "property", "ref", "extends")
BY_NAME = "call"  # syntax of a run-time edge whose callee's name stands at the call
# Confidences from which executed calls are looked for: what is sure, and what is worth a look.
LEVELS = (0.7, 0.5)
CALLS = frozenset({None, "", "call", "calls"})  # the scorer's words for a call

Measured = dict[str, Any]


class Measuring:
    """The measures of one tool on one corpus."""

    def __init__(self, truth: Truth, rows: list[Row], threshold: float, blind: Blind) -> None:
        self.truth = truth
        self.judge = Judge(truth, blind)
        self.threshold = threshold
        self.rows = certain(stored(rows), threshold)
        self.edges = list(mapped(truth, self.rows))
        overriding = certain(dispatched(rows), threshold * OVERRIDE_FACTOR)
        self.overriding = list(mapped(truth, overriding))
        self._stored = stored(rows)
        self.walked = list(mapped(truth, (row for row in rows if row.get("kind") == WALKED)))

    def everything(self) -> Measured:
        return {
            "calls": self.calls(),
            # Truth made by hand tells no lines of calls.
            "sites": {} if is_micro(self.truth.prefix) else overloads.measured(self.truth.prefix, self.rows),
            "kinds": {kind: summary(self.judged(kind)) for kind in STATIC if self.truth.pairs(kind)},
            "executed": self.executed(),
            "executed_at": self.executed_at(),
            "bases": self.bases(),
        }

    def judged(self, kind: str) -> Judged:
        return self.judge.judge(merged(edge for edge in self.edges if edge.kind == kind), kind)

    def calls(self) -> Measured:
        """Call edges as the scorer prints them. Ends the program where the judge here does not agree with it."""
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch) / "edges.jsonl"
            write(self.rows, path)
            printed = scored(path, self.truth.prefix)["exact"]
        mine = self.judged("call")
        for name, value in (("precision", mine.precision), ("recall", mine.recall)):
            if (None if value is None else round(value, 4)) != printed[name]:
                raise SystemExit(f"{self.truth.prefix.name}: {name} is {printed[name]} by the scorer, {value} here")
        return {name: printed[name] for name in ("truth_edges", "tool_edges", "precision", "recall", "f1")}

    def executed(self) -> Measured:
        """Recall of what test runs were seen to do: by name, and whatever stands at the call. Of the tool's edges those
        count that run their callee, and with "overrides" also those to the overriding methods that it knows."""
        if not self.truth.ran:
            return {}
        plain = {edge.pair for edge in self.edges if edge.kind in RUNNING}
        named = plain | {edge.pair for edge in self.edges if edge.kind in ("ref", "fixture")}
        wide = plain | {edge.pair for edge in self.overriding}
        direct = [ran for ran in self.truth.ran if ran.via == "direct"]
        groups = {"by name": [ran for ran in direct if ran.syntax == BY_NAME], "all": direct}
        for syntax in self.syntaxes():
            groups[f"syntax {syntax}"] = [ran for ran in direct if ran.syntax == syntax]
        found = {}
        for name, group in groups.items():
            wanted = {ran.pair for ran in group}
            found[name] = {
                "edges": len(wanted),
                "exact": share(len(wanted & plain), len(wanted)),
                "overrides": share(len(wanted & wide), len(wanted)),
                "base_method": share(len(self._met(wanted, plain)), len(wanted)),
                "overrides_and_references": share(len(wanted & (wide | named)), len(wanted)),
            }
        return found

    def executed_at(self) -> Measured:
        """Share of direct run-time calls by name that a call edge of at least some confidence has, by that confidence."""
        wanted = {ran.pair for ran in self.truth.ran if ran.via == "direct" and ran.syntax == BY_NAME}
        found = {}
        for level in LEVELS if wanted else ():
            rows = certain((row for row in self._stored if row.get("kind") in CALLS), level)
            have = {edge.pair for edge in mapped(self.truth, rows)}
            found[str(level)] = share(len(wanted & have), len(wanted))
        return found

    def syntaxes(self) -> list[str]:
        """What stands at run-time calls: "call" (by name), "call_other", "decorator", "implicit", "property" …"""
        return sorted({ran.syntax for ran in self.truth.ran if ran.via == "direct"})

    def not_executed(self, syntax: str) -> list[str]:
        """Direct run-time edges that no edge meets, overrides counted; one line a callee, those with most callers first."""
        have = {edge.pair for edge in self.edges if edge.kind in RUNNING}
        have |= {edge.pair for edge in self.overriding}
        direct = [ran for ran in self.truth.ran if ran.via == "direct" and ran.syntax == syntax]
        missed = {ran.pair: ran.line for ran in direct if ran.pair not in have}
        return [self._line(pair, many, missed[pair]) for pair, many in _grouped(missed)]

    def _met(self, wanted: set[Pair], have: set[Pair]) -> set[Pair]:
        """Those that an edge meets, to the callee or to a method that it overrides."""
        wide = {(caller, other) for caller, callee in have for other in self.truth.overriding.get(callee, ())}
        return wanted & (have | wide)

    def bases(self) -> dict[str, Measured]:
        """By kind and basis: what the static truth says, and what ran."""
        found = {}
        for (kind, basis), edges in self.groups().items():
            verdicts = Counter(self.judge.verdicts(edges, kind).values()) if kind in STATIC else Counter()
            ran = sum(pair in self.judge.ran for pair in edges)
            found[f"{kind}/{basis}"] = {
                "edges": len(edges),
                "right": sum(verdicts[verdict] for verdict in RIGHT),
                "wrong": verdicts[Verdict.WRONG],
                "not_seen": verdicts[Verdict.BLIND] + verdicts[Verdict.SILENT],
                "ran": ran,
                "ran_another": sum(map(self.judge.ran_another, edges.values())),
            }
        return found

    def groups(self) -> dict[tuple[str, str], dict[Pair, ToolEdge]]:
        """Edges by kind and basis, those to overriding methods with them."""
        groups: dict[tuple[str, str], list[ToolEdge]] = {}
        for edge in [*self.edges, *self.overriding]:
            groups.setdefault((edge.kind, edge.basis), []).append(edge)
        return {name: merged(group) for name, group in sorted(groups.items())}

    def missed(self, kind: str) -> list[str]:
        """Edges of the truth that the tool has not, one line a callee, those with most callers first."""
        lines = self.truth.pairs(kind)
        return [self._line(pair, many, lines[pair]) for pair, many in _grouped(self.judged(kind).missed)]

    def false(self, kind: str, basis: str | None = None) -> list[str]:
        """Edges that the truth has not, those where it sees nothing with them; one line a callee, most callers first."""
        edges = merged(edge for edge in self.edges if edge.kind == kind and basis in (None, edge.basis))
        wrong = {pair: verdict for pair, verdict in self.judge.verdicts(edges, kind).items() if verdict in ABSENT}
        return [
            f"{self._line(pair, many, min(edges[pair].lines, default=0))} ({edges[pair].basis}, {wrong[pair].value})"
            for pair, many in _grouped(wrong)
        ]

    def _line(self, pair: Pair, many: int, line: int) -> str:
        return f"{many}x {self.truth.shown(pair[1])}, e.g. from {self.truth.shown(pair[0])} line {line}"


def summary(judged: Judged) -> Measured:
    """Counts and shares of one kind of edge."""
    right, wrong = judged.count(*RIGHT), judged.count(Verdict.WRONG)
    precision, recall = judged.precision, judged.recall
    return {
        "truth_edges": judged.wanted,
        "tool_edges": len(judged.verdicts),
        "right": right,
        "wrong": wrong,
        "not_seen": judged.count(Verdict.BLIND, Verdict.SILENT),
        "not_judged": judged.count(Verdict.UNTYPED, Verdict.OVERRIDES, Verdict.OTHER_KIND),
        "precision": rounded(precision),
        "precision_where_seen": share(right, right + wrong),
        "recall": rounded(recall),
        "f1": rounded(2 * precision * recall / (precision + recall)) if precision and recall else None,
    }


def rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _grouped(pairs: Iterable[Pair]) -> list[tuple[Pair, int]]:
    """One pair a callee with the number of its pairs, most first."""
    ordered = sorted(pairs)
    counts = Counter(callee for _, callee in ordered)
    first = {callee: pair for pair in reversed(ordered) for callee in [pair[1]]}
    return [(first[callee], many) for callee, many in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]
