"""Uses of what a change removed that still stand in the text."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Final, NamedTuple

from blastlens.app.doubts import Doubts
from blastlens.facts.file_facts import FileFacts, ImportFlag, Signal
from blastlens.link.dangling import FOUND, GONE, Comes, Dangling
from blastlens.link.linkers import Linkers
from blastlens.link.ports import Program
from blastlens.model.edge import Edge, EdgeKind, Site
from blastlens.model.graph import Graph
from blastlens.model.symbol import MODULE_NAME, file_of, module_id, qualname_of
from blastlens.session.session import Session

Others = Mapping[str, FileFacts | None]

IMPORTS: Final = "imports "
"""What an import statement that names what is gone is told with."""
_IMPORTS: Final = frozenset({EdgeKind.IMPORTS})
_VERBS: Final = {
    EdgeKind.CALLS: "calls",
    EdgeKind.DECORATES: "is decorated with",
    EdgeKind.EXTENDS: "inherits from",
    EdgeKind.IMPLEMENTS: "implements",
    EdgeKind.READS: "reads",
}


class LeftBehind(NamedTuple):
    """One use. `target`: symbol id of what is gone. `sure`: the text cannot mean anything else."""

    source: str
    site: Site
    target: str
    why: str
    sure: bool
    confidence: float


def planned_edges(
    session: Session, graph: Graph, removed: Iterable[str], old: Mapping[str, FileFacts], others: Others
) -> list[Edge]:
    """Edges to what a change will remove that is not made yet; `others`: the files as it will leave them."""
    wanted = {one for one in removed if graph.symbol(one) is not None}
    edges = [edge for one in sorted(wanted) for edge in graph.incoming(one) if file_of(edge.source) not in others]
    touched = [path for path, facts in others.items() if facts is not None]
    if wanted:
        # A file is asked as it will be, and what it uses as that is now.
        definers = {file_of(one) for one in wanted}
        before = {path: old.get(path, facts) if path in definers else facts for path, facts in others.items()}
        for path in touched:
            linkers = Linkers(session.program({**before, path: others[path]}), session.frameworks)
            edges += [edge for edge in linkers.link(path).edges if edge.target in wanted]
    return edges


def left_behind(
    doubts: Doubts, former: Sequence[Edge], min_confidence: float, touched: Set[str]
) -> Iterator[LeftBehind]:
    """Of the edges that led to what is gone those whose place leads nowhere in the files as they are now. An edge of less than
    `min_confidence` is never sure. `touched`: files that the change edits, where places are found by name: lines have moved."""
    by_file: dict[str, list[Edge]] = {}
    for edge in former:
        if edge.kind not in _IMPORTS and qualname_of(edge.target) != MODULE_NAME:
            by_file.setdefault(file_of(edge.source), []).append(edge)
    for path, edges in sorted(by_file.items()):
        linker = doubts.linkers.linker_for(path)
        if linker is None:
            continue
        asked = Dangling(linker)
        found = list(_in_touched(asked, path, edges) if path in touched else _at_places(asked, path, edges))
        yield from _judged(doubts, path, found, min_confidence)


_Use = tuple[Edge, Site, Comes]


def _at_places(dangling: Dangling, path: str, edges: Sequence[Edge]) -> Iterator[_Use]:
    states = dangling.states(path, {(site.line, site.column) for edge in edges for site in edge.sites})
    for edge in edges:
        for site in edge.sites:
            comes = states.get((site.line, site.column))
            if comes is not None and comes.state != FOUND:
                yield edge, site, comes


def _in_touched(dangling: Dangling, path: str, edges: Sequence[Edge]) -> Iterator[_Use]:
    by_use = {(edge.source, _name_of(edge)): edge for edge in edges}
    for source, (line, column), end, name, comes in dangling.named(path, {_name_of(edge) for edge in edges}):
        edge = by_use.get((source, name))
        if edge is not None and comes.state != FOUND:
            yield edge, Site(line, column, end), comes


def _judged(doubts: Doubts, path: str, uses: Sequence[_Use], min_confidence: float) -> Iterator[LeftBehind]:
    gone = {(site.line, site.column) for _, site, comes in uses if comes.state == GONE}
    guarded = doubts.of_places(path, gone) if gone else {}
    for edge, site, comes in uses:
        why = guarded.get((site.line, site.column), "")
        if comes.state == GONE and not why:
            why = doubts.of_members(path, comes.owners, _name_of(edge))
        sure = comes.state == GONE and not why and edge.confidence >= min_confidence
        words = _words(edge, "" if sure else why or "it may mean something else")
        yield LeftBehind(edge.source, site, edge.target, words, sure, edge.confidence)


def _name_of(edge: Edge) -> str:
    return qualname_of(edge.target).rpartition(".")[2].partition("#")[0]


def _words(edge: Edge, doubt: str) -> str:
    name = qualname_of(edge.target).rpartition(".")[2]
    return f"{_VERBS.get(edge.kind, 'names')} `{name}`, which is gone{'; ' if doubt else ''}{doubt}"


def imports_left_behind(
    linkers: Linkers, program: Program, graph: Graph, removed: Mapping[str, set[str]], others: Others
) -> Iterator[LeftBehind]:
    """Import statements that name what their file no longer has. `removed`: by path, names that its module scope lost."""
    for path, names in sorted(removed.items()):
        facts = program.facts(path)
        if facts is None or _hands_on_all(facts):
            continue
        bound = {facts.names[name] for name in facts.scopes[0].bindings}
        lost = {name for name in names if not any(one == name or one.endswith(" " + name) for one in bound)}
        for edge in _importing(linkers, graph, path, others) if lost else ():
            importer = program.facts(file_of(edge.source))
            if importer is not None:
                yield from _naming(edge, importer, lost, path)


def _importing(linkers: Linkers, graph: Graph, path: str, others: Others) -> Iterator[Edge]:
    target = module_id(path)
    yield from (edge for edge in graph.incoming(target, _IMPORTS) if file_of(edge.source) not in others)
    for other, facts in others.items():
        if facts is not None:
            yield from (edge for edge in linkers.link(other).edges if edge.target == target and edge.kind in _IMPORTS)


def _naming(edge: Edge, importer: FileFacts, lost: set[str], path: str) -> Iterator[LeftBehind]:
    places = {(site.line, site.column) for site in edge.sites}
    for row, span in zip(importer.imports, importer.import_spans, strict=True):
        name = importer.names[row.member] if row.member >= 0 else ""
        if name in lost and (span[0], span[1]) in places:
            sure = not row.flags & ImportFlag.GUARDED
            site = Site(span[0], span[1], span[3] if span[2] == span[0] else span[1] + 1)
            why = f"{IMPORTS}`{name}`, which is gone" + ("" if sure else "; the import is guarded")
            yield LeftBehind(edge.source, site, f"{path}::{name}", why, sure, edge.confidence)


def _hands_on_all(facts: FileFacts) -> bool:
    """Whether a module may have names that its text does not tell."""
    return any(row.flags & ImportFlag.STAR for row in facts.imports) or bool(facts.signals & Signal.MODULE_GETATTR)
