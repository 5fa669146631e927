"""The part of the graph that someone wants to see elsewhere: nodes of one size, and the links between them.

A *link* is an edge of the graph, or at a coarser level all edges of one kind between two nodes, with the confidence of the best.
Nodes come by file and place, links by the place of their source: the same graph gives the same sequence, however it was made.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import translate
from re import compile as pattern
from typing import Final, Literal, NamedTuple

from blastlens.analyses.hops import IMPACT, Hop, Hops
from blastlens.analyses.walk import Reach
from blastlens.model.edge import Edge, EdgeKind
from blastlens.model.symbol import Symbol, SymbolKind, module_id

Level = Literal["symbol", "class", "file"]
LEVELS: Final[tuple[Level, ...]] = ("symbol", "class", "file")
# What walks add though no edge says so (see `hops`): overriding methods, constructors, parts of decorators, fixtures unasked.
RUNS: Final = "runs"
KINDS: Final = (*(kind.value for kind in EdgeKind), RUNS)
FILE: Final = "file"
_CLASSES: Final = (SymbolKind.CLASS, SymbolKind.INTERFACE)


class Node(NamedTuple):
    """A symbol, or what stands for several: at level "class" a class with all inside it, or the functions of a file and its
    top-level code; at level "file" a file. Lines are 1-based."""

    id: str  # of the symbol in the graph, unique; at level "file" the path
    symbol: str  # as users write it
    name: str
    qualname: str
    kind: str  # a `SymbolKind`, or "file"
    language: str
    file: str
    line: int
    last_line: int
    parent: int | None  # index of the node around it, where that is exported too
    is_test: bool  # stands in test code
    cyclomatic: int  # the highest of those it stands for
    cognitive: int
    symbols: int  # how many it stands for
    hops: int | None = None  # of a blast radius: 0 for what changes
    reached: float | None = None  # of a blast radius: confidence of the best path


class Link(NamedTuple):
    """`source` and `target` are indexes of nodes. `impact`: how sure a change of the target reaches the source by it, 0.0 when it
    does not or when that was not asked for. `lines`: 1-based, in the source's file. `edges`: how many it stands for."""

    source: int
    target: int
    kind: str
    confidence: float
    basis: str
    lines: tuple[int, ...]
    edges: int
    impact: float


@dataclass(frozen=True, slots=True)
class Selection:
    """What to keep. `focus`: only what is within `depth` links of these symbols, whichever way the links run. `reach`: only what a
    change reaches, and how far; `marked`: everything, with that written to it. `paths`: globs over paths of files, or folders.
    `walked`: what walks add, and the impact of every link. `beside`: beside what a change reaches, what is one link from these symbols.
    `opened`: files that level "file" shows with their symbols."""

    level: Level = "symbol"
    min_confidence: float = 0.0
    kinds: frozenset[str] = frozenset(KINDS)
    focus: tuple[str, ...] = ()
    depth: int = 2
    reach: Reach | None = None
    marked: bool = False
    paths: tuple[str, ...] = ()
    tests: bool = True
    walked: bool = False
    beside: tuple[str, ...] = ()
    opened: frozenset[str] = frozenset()


class Omitted(NamedTuple):
    """How much a bounded subgraph lacks."""

    nodes: int = 0
    links: int = 0


_NOTHING: Final = Omitted()


@dataclass(frozen=True)
class Subgraph:
    """`links` may be called any number of times. `focus`: indexes of the nodes that were asked for."""

    level: Level
    nodes: Sequence[Node]
    links: Callable[[], Iterator[Link]]
    omitted: Omitted = _NOTHING
    focus: tuple[int, ...] = ()
    facts: dict[str, object] = field(default_factory=dict)  # JSON-ready; about the export as a whole


def subgraph(hops: Hops, selection: Selection) -> Subgraph:
    """The selected part of the graph behind `hops`."""
    kept = _Kept(hops, selection)
    nodes = kept.nodes()
    focus = tuple(kept.index[one] for one in dict.fromkeys(map(kept.key_of, selection.focus)) if one in kept.index)
    return Subgraph(selection.level, nodes, kept.links, focus=focus)


class _Kept:
    """Which nodes are kept, by the id of the symbol that stands for them."""

    def __init__(self, hops: Hops, selection: Selection) -> None:
        self._graph = hops.graph
        self._hops = hops
        self._selection = selection
        self._fits = _matcher(selection.paths)
        self.index: dict[str, int] = {}
        self._distances = self._reached()
        self._added = self._near(selection.beside, 1) if selection.beside else frozenset()

    # -- nodes ---------------------------------------------------------------------------------------------
    def nodes(self) -> list[Node]:
        wanted = self._near(self._selection.focus, self._selection.depth) if self._selection.focus else None
        found: list[Node] = []
        for record in self._graph.files():
            if not self._fits(record.path):
                continue
            groups: dict[str, list[Symbol]] = {}
            for symbol in self._graph.symbols_in(record.path):
                if self._is_wanted(symbol):
                    groups.setdefault(self.key(symbol), []).append(symbol)
            for key, members in groups.items():
                if wanted is None or key in wanted:
                    if (node := self._node(key, members, record.language)) is not None:
                        self.index[key] = len(found)
                        found.append(node)
        return [self._placed(node) for node in found]

    def key_of(self, symbol_id: str) -> str:
        symbol = self._graph.symbol(symbol_id)
        return self.key(symbol) if symbol is not None else symbol_id

    def key(self, symbol: Symbol) -> str:
        """The id of the symbol that stands for this one."""
        if self._is_whole_file(symbol.file):
            return module_id(symbol.file)
        if self._selection.level != "class":
            return symbol.id
        here: Symbol | None = symbol
        while here is not None and here.kind not in _CLASSES:
            here = self._graph.symbol(here.parent) if here.parent is not None else None
        return here.id if here is not None else module_id(symbol.file)

    def _is_whole_file(self, path: str) -> bool:
        return self._selection.level == "file" and path not in self._selection.opened

    def _is_wanted(self, symbol: Symbol) -> bool:
        return self._selection.tests or not symbol.in_test_code

    def _node(self, key: str, members: list[Symbol], language: str) -> Node | None:
        chief = self._graph.symbol(key) or members[0]
        reached = [self._distances[one.id] for one in members if one.id in self._distances]
        is_chosen = bool(reached) or key in self._added
        if self._selection.reach is not None and not self._selection.marked and not is_chosen:
            return None
        is_file = self._is_whole_file(chief.file)
        return Node(
            id=chief.file if is_file else key,
            symbol=chief.file if is_file else chief.display_id,
            name=chief.file.rpartition("/")[2] if is_file or chief.kind is SymbolKind.MODULE else chief.name,
            qualname=chief.file if is_file else chief.qualname,
            kind=FILE if is_file else chief.kind.value,
            language=language,
            file=chief.file,
            line=chief.line,
            last_line=chief.last_line,
            parent=None,
            is_test=chief.in_test_code,
            cyclomatic=max(one.cyclomatic for one in members),
            cognitive=max(one.cognitive for one in members),
            symbols=len(members),
            hops=min((hops for hops, _ in reached), default=None),
            reached=max((confidence for _, confidence in reached), default=None),
        )

    def _placed(self, node: Node) -> Node:
        if node.kind == FILE:
            return node
        symbol = self._graph.symbol(node.id)
        around = symbol.parent if symbol is not None else None
        while around is not None and around not in self.index:
            further = self._graph.symbol(around)
            around = further.parent if further is not None else None
        return node._replace(parent=self.index[around] if around is not None else None)

    def _reached(self) -> dict[str, tuple[int, float]]:
        reach = self._selection.reach
        if reach is None:
            return {}
        steps = reach.steps
        return dict.fromkeys(reach.starts, (0, 1.0)) | {
            one: (steps[one].hops, round(steps[one].confidence, 4)) for one in reach.ids()
        }

    def _near(self, starts: Sequence[str], depth: int) -> frozenset[str]:
        """Keys within the depth of these symbols; found from symbol to symbol, so that a few cost little."""
        frontier = dict.fromkeys(map(self.key_of, starts))
        found = set(frontier)
        for _ in range(depth):
            beside = dict.fromkeys(other for key in frontier for other in self._beside(key))
            frontier = {key: None for key in beside if key not in found}
            found.update(frontier)
        return frozenset(found)

    def _beside(self, key: str) -> Iterator[str]:
        chief = self._graph.symbol(key)
        if chief is None:
            return
        if self._selection.level == "symbol":
            members: Iterable[Symbol] = (chief,)
        else:
            members = (one for one in self._graph.symbols_in(chief.file) if self.key(one) == key)
        for member in members:
            hops = self._hops.down(member.id, IMPACT) if self._selection.walked else []
            ends = [edge.target for edge, _ in self._edges(member, hops)] + self._sources(member)
            for end in ends:
                other = self._graph.symbol(end)
                if other is not None and self._fits(other.file) and self._is_wanted(other):
                    yield self.key(other)

    def _sources(self, target: Symbol) -> list[str]:
        sources = [edge.source for edge in self._graph.incoming(target.id) if self._keeps(edge.kind.value, edge)]
        if self._selection.walked and RUNS in self._selection.kinds:
            hops = self._hops.up(target.id, IMPACT)
            sources += [hop.symbol for hop in hops if hop.confidence >= self._selection.min_confidence]
        return sorted(set(sources))

    # -- links ---------------------------------------------------------------------------------------------
    def links(self) -> Iterator[Link]:
        index, graph = self.index, self._graph
        for record in graph.files():
            grouped: dict[tuple[int, int, str], Link] = {}
            for symbol in graph.symbols_in(record.path):
                source = index.get(self.key(symbol)) if self._is_wanted(symbol) else None
                if source is None:
                    continue
                plain = [
                    _link(source, target, edge, kind, impact)
                    for edge, kind, impact in self._between(symbol)
                    if (target := self._target(edge.target)) is not None
                ]
                if self._selection.level == "symbol":
                    yield from sorted(plain)
                else:
                    _add(grouped, (link for link in plain if link.source != link.target))
            yield from sorted(grouped.values())

    def _target(self, symbol_id: str) -> int | None:
        symbol = self._graph.symbol(symbol_id)
        return self.index.get(self.key(symbol)) if symbol is not None and self._is_wanted(symbol) else None

    def _between(self, symbol: Symbol) -> Iterator[tuple[Edge, str, float]]:
        """(edge, kind, impact) of what starts at a symbol. The impact of several edges to one symbol is with the best."""
        hops = self._hops.down(symbol.id, IMPACT) if self._selection.walked else []
        impacts = {hop.symbol: round(hop.confidence, 4) for hop in hops}
        for edge, runs in self._edges(symbol, hops):
            kind = RUNS if runs else edge.kind.value
            yield edge, kind, impacts.pop(edge.target, 0.0) if runs or _may_run(edge) else 0.0

    def _edges(self, symbol: Symbol, hops: Sequence[Hop]) -> Iterator[tuple[Edge, bool]]:
        """Edges that are kept, the best first, and those of `hops` (what walks follow) that are no such edge (True)."""
        stored = sorted(self._graph.outgoing(symbol.id), key=lambda edge: (-edge.confidence, edge))
        for edge in stored:
            if self._keeps(edge.kind.value, edge):
                yield edge, False
        if RUNS not in self._selection.kinds:
            return
        known = {edge.target for edge in stored if _may_run(edge)}
        for hop in hops:
            if hop.symbol not in known and hop.confidence >= self._selection.min_confidence:
                yield Edge(symbol.id, hop.edge.kind, hop.symbol, hop.confidence, hop.basis, hop.edge.sites), True

    def _keeps(self, kind: str, edge: Edge) -> bool:
        return kind in self._selection.kinds and edge.confidence >= self._selection.min_confidence


def _may_run(edge: Edge) -> bool:
    return edge.kind not in (EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS, EdgeKind.IMPORTS)


def _link(source: int, target: int, edge: Edge, kind: str, impact: float) -> Link:
    lines = tuple(sorted({site.line for site in edge.sites}))
    return Link(source, target, kind, round(edge.confidence, 4), edge.basis.value, lines, 1, impact)


def _add(grouped: dict[tuple[int, int, str], Link], links: Iterable[Link]) -> None:
    for link in links:
        key = (link.source, link.target, link.kind)
        known = grouped.get(key)
        if known is None:
            grouped[key] = link
            continue
        better = max(known, link, key=lambda one: one.confidence)
        grouped[key] = better._replace(
            lines=tuple(sorted({*known.lines, *link.lines})),
            edges=known.edges + link.edges,
            impact=max(known.impact, link.impact),
        )


def _matcher(globs: Sequence[str]) -> Callable[[str], bool]:
    """Whether a path fits one of the globs, or lies in a folder that is named so; no globs: every path."""
    if not globs:
        return lambda path: True  # noqa: ARG005
    rules = [pattern(translate(glob.rstrip("/"))) for glob in globs]
    below = [pattern(translate(glob.rstrip("/") + "/*")) for glob in globs]
    return lambda path: any(rule.match(path) for rule in (*rules, *below))
