"""What the truth says of a tool's edges: the rules of the truth set's scorer, edge by edge.

Edges are sets of (caller, callee); where a call stands does not matter. `run` compares what comes out here with what the
scorer prints, so the two cannot drift apart unseen.
"""

import enum
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from truth import MODULE, Key, Pair, Truth, last, scorer


class Verdict(enum.Enum):
    RIGHT = "right"  # the reference has it
    RAN = "ran"  # the reference has not, but a test run made the call: right too
    OVERRIDES = "overrides"  # overrides a callee that is right: neither right nor wrong
    OTHER_KIND = "other kind"  # the reference has it as another kind of edge
    UNTYPED = "untyped"  # the reference has no type there
    # A form of call for which the reference never names a callee (`blind_spots`), or it does name what is called there, as
    # a variable of which it does not know what it holds.
    BLIND = "blind"
    SILENT = "silent"  # not in the reference, which keeps no list of where it knows nothing for this kind of edge
    WRONG = "wrong"


RIGHT = frozenset({Verdict.RIGHT, Verdict.RAN})
# Not in the reference: the scorer counts all three as wrong.
ABSENT = frozenset({Verdict.BLIND, Verdict.SILENT, Verdict.WRONG})
# Kinds whose rows come from a class itself; from elsewhere a class stands for the code around it.
OF_CLASSES = frozenset({"extends", "runs"})
# Kinds for which the reference lists uses whose target it does not know, so that its silence is a statement.
LISTED = frozenset({"call", "decorator", "extends"})


@dataclass(slots=True)
class ToolEdge:
    """A tool's edge on definitions of the truth; `lines`: where it stands, all its rows together."""

    pair: Pair
    kind: str
    basis: str
    confidence: float
    lines: set[int] = field(default_factory=set)


def mapped(truth: Truth, rows: Iterable[dict[str, Any]]) -> Iterator[ToolEdge]:
    """The rows whose ends the truth knows."""
    definitions = truth.definitions
    own = _constructing_classes(definitions)
    for row in rows:
        caller, callee = definitions.find(row["caller"]), definitions.find(row["callee"])
        if caller is None or callee is None or callee[1] == MODULE:
            continue
        if row.get("kind") not in OF_CLASSES and _is_class(definitions, caller) and caller not in own:
            caller = (caller[0], MODULE)
        confidence = row.get("confidence")
        lines = row.get("sites") or ([row["site_line"]] if row.get("site_line") else [])
        kind = row.get("kind") or "call"
        if (kind, row.get("basis")) == ("ref", "fixture"):
            kind = "fixture"  # a parameter of a test that asks for a fixture: no oracle takes that for a reference
        yield ToolEdge(
            (caller, callee), kind, row.get("basis") or "", 1.0 if confidence is None else confidence, set(lines)
        )


def merged(edges: Iterable[ToolEdge]) -> dict[Pair, ToolEdge]:
    """One edge a pair, the most certain, with the lines of all."""
    found: dict[Pair, ToolEdge] = {}
    for edge in edges:
        known = found.get(edge.pair)
        if known is None:
            found[edge.pair] = ToolEdge(edge.pair, edge.kind, edge.basis, edge.confidence, set(edge.lines))
        else:
            known.lines |= edge.lines
            if known.confidence < edge.confidence:
                known.kind, known.basis, known.confidence = edge.kind, edge.basis, edge.confidence
    return found


@dataclass(slots=True)
class Judged:
    """`verdicts` of a tool's edges, and the edges of the truth that no edge meets."""

    wanted: int
    verdicts: dict[Pair, Verdict]
    missed: list[Pair]

    def count(self, *verdicts: Verdict) -> int:
        return sum(verdict in verdicts for verdict in self.verdicts.values())

    @property
    def precision(self) -> float | None:
        right = self.count(*RIGHT)
        judged = right + self.count(*ABSENT)
        return right / judged if judged else None

    @property
    def recall(self) -> float | None:
        return 1 - len(self.missed) / self.wanted if self.wanted else None


Blind = Callable[[ToolEdge], bool]


class Judge:
    """Judges edges against the truth of one corpus. `blind` tells which edges stand where the reference sees nothing."""

    def __init__(self, truth: Truth, blind: Blind) -> None:
        self.truth = truth
        self.blind = blind
        self.ran = {ran.pair for ran in truth.ran}
        self._ran_at: dict[tuple[Key, str, int], set[Key]] = defaultdict(set)
        for ran in truth.ran:
            self._ran_at[ran.pair[0], last(ran.pair[1]), ran.line].add(ran.pair[1])
        self._all = {pair for kind in truth.edges for pair in truth.edges[kind]} | truth.decorated
        self._by_kind: dict[str, tuple[dict[Key, set[Key]], dict[Key, set[str]]]] = {}
        self._names = {(caller, last(callee)) for caller, callee in self._all}

    def judge(self, edges: dict[Pair, ToolEdge], kind: str) -> Judged:
        """Against the truth's edges of one kind."""
        wanted = self.truth.pairs(kind)
        overriding = self.truth.overriding
        missed = [
            (caller, callee)
            for caller, callee in wanted
            if (caller, callee) not in edges
            and not any((caller, other) in edges for other in overriding.get(callee, ()))
        ]
        return Judged(len(wanted), self.verdicts(edges, kind), missed)

    def verdicts(self, edges: dict[Pair, ToolEdge], kind: str) -> dict[Pair, Verdict]:
        wanted = self.truth.pairs(kind)
        allowed, called = self._callees(kind)
        return {pair: self._verdict(edge, wanted, allowed[pair[0]], called[pair[0]]) for pair, edge in edges.items()}

    def ran_another(self, edge: ToolEdge) -> bool:
        """Where the edge stands a callee of that name ran, but the caller never ran this one nor one that overrides it."""
        caller, callee = edge.pair
        ran = {other for line in edge.lines for other in self._ran_at.get((caller, last(callee), line), ())}
        return bool(ran) and edge.pair not in self.ran and not ran & self.truth.overriding.get(callee, set())

    def _callees(self, kind: str) -> tuple[dict[Key, set[Key]], dict[Key, set[str]]]:
        """By caller: what overrides its callees, and their names."""
        known = self._by_kind.get(kind)
        if known is None:
            known = self._by_kind[kind] = (defaultdict(set), defaultdict(set))
            for caller, callee in self.truth.pairs(kind):
                known[0][caller] |= self.truth.overriding.get(callee, set())
                known[1][caller].add(last(callee))
        return known

    def _verdict(self, edge: ToolEdge, wanted: dict[Pair, int], allowed: set[Key], called: set[str]) -> Verdict:
        caller, callee = edge.pair
        name = last(callee)
        truth = self.truth
        if edge.pair in wanted:
            return Verdict.RIGHT
        if callee in allowed:
            return Verdict.OVERRIDES
        if edge.pair in self.ran:
            return Verdict.RAN
        if edge.pair in self._all or callee in truth.plain_classes:
            return Verdict.OTHER_KIND
        if (caller, name) in truth.unknown_typed:
            return Verdict.UNTYPED
        if caller in truth.unknown_value and name not in called | truth.named[caller]:
            return Verdict.UNTYPED
        if (caller, name) in truth.unknown_named or self.blind(edge):
            return Verdict.BLIND
        if edge.kind not in LISTED and (caller, name) not in self._names:
            return Verdict.SILENT
        return Verdict.WRONG


def _is_class(definitions: Any, key: Key) -> bool:
    return key[1] != MODULE and definitions.kind.get(key) in ("class", "interface")


def _constructing_classes(definitions: Any) -> set[Key]:
    """Classes that stand for a constructor of their own."""
    constructors = scorer().CTORS
    return {
        definitions.key(row)
        for file in definitions.files
        for row in definitions.by_file[file]
        if row.get("class") and row["name"] in {*constructors, row["class"].rsplit(".", 1)[-1]}
    }
