"""From what a user wants exported to the files of an export."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from blastlens.app.errors import UserError
from blastlens.app.resolve import resolve_symbol
from blastlens.model import thresholds
from blastlens.model.graph import Graph

if TYPE_CHECKING:
    from blastlens.analyses.subgraph import Level, Omitted, Selection, Subgraph
    from blastlens.app.snapshot import Snapshot
    from blastlens.views.exports.part import Part


class _Format(NamedTuple):
    """`where`: module of `views.exports` and its function. `level`: where the user gives none; drawings show the files as long
    as nothing chooses a part. `is_whole`: the reader chooses, so that a radius is marked, and what walks add is there. `bounds`: most nodes and links that its readers cope with."""

    where: str
    is_folder: bool = False
    is_drawing: bool = False
    level: "Level" = "symbol"
    is_whole: bool = False
    bounds: tuple[int, int] | None = None


_FORMATS: Final[dict[str, _Format]] = {
    "json": _Format("json_document"),
    "html": _Format("html_map", is_whole=True),
    "csv": _Format("csv_tables", is_folder=True),
    "graphml": _Format("graphml"),
    "dot": _Format("dot", is_drawing=True, bounds=(600, 2000)),
    "mermaid": _Format("mermaid", is_drawing=True, bounds=(200, 480)),
    "neo4j": _Format("neo4j_script"),
    "neo4j-bulk": _Format("neo4j_bulk", is_folder=True),
    "obsidian": _Format("obsidian", is_folder=True, is_drawing=True, level="file"),
}
FORMATS: Final = tuple(_FORMATS)
FOLDERS: Final = tuple(name for name, one in _FORMATS.items() if one.is_folder)


@dataclass(frozen=True, slots=True)
class GraphExport:
    """What to export, as which format of `FORMATS`. None: what suits the format. `focus`: only what is within `depth` edges of these
    symbols or files; `blast_radius`: only what a change of these reaches, with hops and confidence; `paths`: globs or folders;
    `max_nodes`: of a drawing. `walked`: what walks add to the edges, and their impact."""

    format: str
    level: "Level | None" = None
    min_confidence: float | None = None
    kinds: tuple[str, ...] = ()
    focus: tuple[str, ...] = ()
    depth: int = 2
    blast_radius: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    tests: bool = True
    walked: bool = False
    max_nodes: int | None = None


@dataclass(frozen=True, slots=True)
class Exported:
    """`parts` are made while they are read, from the graph at `revision`; a single one has no path. `note`: what a reader should know
    beside them."""

    parts: "Iterator[Part]"
    is_folder: bool
    nodes: int
    omitted: "Omitted"
    complete: bool
    reason: str | None
    revision: int


def exported(snapshot: "Snapshot", project: str, wanted: GraphExport) -> Exported:
    """Raises `UserError` for a format, kind or symbol that is not known, and where nothing is left."""
    from blastlens.analyses.drawable import bounded, joined
    from blastlens.analyses.subgraph import subgraph

    form = _FORMATS.get(wanted.format)
    if form is None:
        raise UserError(f"no such format: {wanted.format}", f"one of {', '.join(FORMATS)}")
    if wanted.max_nodes is not None and form.bounds is None:
        raise UserError(f"{wanted.format} has no most nodes", "it has all that is chosen: --focus, --path, --level")
    selection = _selection(snapshot, wanted, form)
    whole = subgraph(snapshot.hops, selection)
    if not whole.nodes:
        raise UserError("nothing is left to export", "choose less narrowly: --path, --focus, --no-tests")
    whole.facts.update(_facts(snapshot, project, selection))
    bounds = form.bounds if wanted.max_nodes is None or form.bounds is None else (wanted.max_nodes, form.bounds[1])
    graph = bounded(joined(whole), *bounds) if bounds is not None else whole
    return Exported(
        _parts(form, graph),
        form.is_folder,
        len(graph.nodes),
        graph.omitted,
        snapshot.doubt is None,
        snapshot.doubt,
        snapshot.graph.revision,
    )


def _parts(form: _Format, graph: "Subgraph") -> "Iterator[Part]":
    module = import_module(f"blastlens.views.exports.{form.where}")
    writer: Callable[[Subgraph], Iterator[Part]] = getattr(module, form.where)
    try:
        return writer(graph)
    except FileNotFoundError:
        hint = "build it where Node.js is: npm ci && npm run build:map, or install a released package"
        raise UserError("this Blastlens was built without the page of the map", hint) from None


def _selection(snapshot: "Snapshot", wanted: GraphExport, form: _Format) -> "Selection":
    from blastlens.analyses.hops import IMPACT
    from blastlens.analyses.subgraph import KINDS, Selection
    from blastlens.analyses.walk import walk

    unknown = sorted(set(wanted.kinds) - set(KINDS))
    if unknown:
        raise UserError(f"no such kind of edge: {', '.join(unknown)}", f"some of {', '.join(KINDS)}")
    if wanted.focus and wanted.blast_radius:
        raise UserError("a focus and a blast radius exclude each other", "give one of them")
    graph = snapshot.graph
    least = wanted.min_confidence
    changed = _starts(graph, wanted.blast_radius)
    threshold = thresholds.REVIEW if least is None else least
    chosen = bool(wanted.focus or wanted.blast_radius or wanted.paths)
    level = wanted.level or ("file" if form.is_drawing and not chosen else form.level)
    if form.is_whole and level != "symbol":
        raise UserError(f"{wanted.format} has all levels in one", "leave out --level")
    return Selection(
        level=level,
        min_confidence=(thresholds.REVIEW if form.is_drawing else 0.0) if least is None else least,
        kinds=frozenset(wanted.kinds or KINDS),
        focus=_starts(graph, wanted.focus),
        depth=wanted.depth,
        reach=walk(snapshot.hops, changed, follow=IMPACT, min_confidence=threshold) if changed else None,
        paths=wanted.paths,
        tests=wanted.tests,
        marked=form.is_whole,
        walked=wanted.walked or form.is_whole or bool(changed),
    )


def _starts(graph: Graph, typed: tuple[str, ...]) -> tuple[str, ...]:
    """Ids of symbols; a file stands for all that it defines."""
    found: dict[str, None] = {}
    for one in typed:
        if graph.file(one) is not None:
            found |= dict.fromkeys(symbol.id for symbol in graph.symbols_in(one))
        else:
            found[resolve_symbol(graph, one).id] = None
    return tuple(found)


def _facts(snapshot: "Snapshot", project: str, selection: "Selection") -> dict[str, Any]:
    return {
        "project": project,
        "min_confidence": selection.min_confidence,
        "complete": snapshot.doubt is None,
        "reason": snapshot.doubt,
    }
