"""`blastlens export`."""

import argparse
from pathlib import Path

from blastlens.analyses.subgraph import KINDS, LEVELS
from blastlens.app.answer import Answer
from blastlens.app.errors import UserError
from blastlens.app.graph_export import FOLDERS, FORMATS, Exported, GraphExport
from blastlens.faces.cli.command import Command, add_output, count, share
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.opening import opened
from blastlens.faces.cli.place import symbol_below
from blastlens.model import thresholds
from blastlens.views.wording import plural

_EDGES = "edges-jsonl"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        choices=(_EDGES, *FORMATS),
        default=_EDGES,
        metavar="FORMAT",
        help=f"{_EDGES} (default): one edge a line; {', '.join(FORMATS)}",
    )
    add_output(parser)
    parser.add_argument(
        "--level", choices=LEVELS, help="what a node is (default: symbol; of drawings of everything, file)"
    )
    parser.add_argument(
        "--min-confidence",
        type=share,
        metavar="X",
        help=f"leave out what is less certain, 0 to 1 (default 0; of drawings and of a radius {thresholds.REVIEW})",
    )
    parser.add_argument("--kinds", metavar="KIND,…", default="", help=f"kinds of edges to keep: {', '.join(KINDS)}")
    parser.add_argument(
        "--focus", metavar="SYMBOL", action="append", default=[], help="only what is near a symbol or file"
    )
    parser.add_argument("--depth", type=count, default=2, metavar="N", help="how near, in edges (default 2)")
    parser.add_argument(
        "--blast-radius", metavar="SYMBOL", action="append", default=[], help="only what a change reaches, by hops"
    )
    parser.add_argument(
        "--path", metavar="GLOB", action="append", default=[], help="only files that fit, or below a folder"
    )
    parser.add_argument("--no-tests", action="store_true", help="leave out test code")
    parser.add_argument("--max-nodes", type=count, metavar="N", help="of a drawing (dot, mermaid)")
    parser.add_argument(
        "--walked",
        action="store_true",
        help="also what walks add: overriding methods, and what runs though no edge says so",
    )


def run(args: argparse.Namespace, console: Console) -> int:
    if args.format != _EDGES:
        return _export_graph(args, console)
    _refuse_choices(args)
    with opened(args, console, whole=True) as app, console.redirected(args.output) as target:
        if not args.json:
            for row in app.export_edges(walked=args.walked):
                target.json_line(row)
            return 0
        status = app.status()
        question = {"kind": "export", "format": args.format}
        rows = [dict(row) for row in app.export_edges(walked=args.walked)]
        target.json(Answer(question, rows, True, None, status.revision, list(status.stale)).to_json())
    return 0


def _refuse_choices(args: argparse.Namespace) -> None:
    """Edges are printed as they are, all of them."""
    chosen = {"level": args.level, "min-confidence": args.min_confidence, "kinds": args.kinds, "focus": args.focus}
    chosen |= {
        "blast-radius": args.blast_radius,
        "path": args.path,
        "no-tests": args.no_tests,
        "max-nodes": args.max_nodes,
    }
    given = [
        f"--{name}"
        for name, value in chosen.items()
        if value is not None and value is not False and value not in ("", [])
    ]
    if given:
        raise UserError(f"{_EDGES} does not take {', '.join(given)}", "give another --format, such as json")


def _export_graph(args: argparse.Namespace, console: Console) -> int:
    if args.output is None and args.format in FOLDERS:
        raise UserError(f"{args.format} is several files", "give a folder with --output")
    if args.output is None and args.json:
        raise UserError("--json tells about an export that is written to a file", "give --output, or leave out --json")
    with opened(args, console, whole=True) as app:
        done = app.export_graph(_wanted(args))
        if args.output is None:
            for part in done.parts:
                for piece in part.text:
                    console.out.write(piece)
            files, size = 0, 0
        else:
            files, size = _written(done, args.output)
        _tell(args, console, done, files, size)
    return 0


def _wanted(args: argparse.Namespace) -> GraphExport:
    return GraphExport(
        format=args.format,
        level=args.level,
        min_confidence=args.min_confidence,
        kinds=tuple(kind.strip() for kind in args.kinds.split(",") if kind.strip()),
        focus=tuple(symbol_below(args.root, one) for one in args.focus),
        depth=args.depth,
        blast_radius=tuple(symbol_below(args.root, one) for one in args.blast_radius),
        paths=tuple(args.path),
        tests=not args.no_tests,
        walked=args.walked,
        max_nodes=args.max_nodes,
    )


def _written(done: Exported, output: Path) -> tuple[int, int]:
    from blastlens.app.export_files import write_file, write_folder

    if done.is_folder:
        return write_folder(done.parts, output)
    return 1, write_file(next(done.parts), output)


def _tell(args: argparse.Namespace, console: Console, done: Exported, files: int, size: int) -> None:
    omitted = done.omitted
    if args.json:
        question = {"kind": "export", "format": args.format}
        rows = [{"file": str(args.output), "files": files, "bytes": size, "nodes": done.nodes}]
        extra = {"omitted": omitted._asdict()}
        console.json(Answer(question, rows, done.complete, done.reason, done.revision, [], extra).to_json())
        return
    if files:
        many = f"{plural(files, 'file')}, " if files > 1 else ""
        console.note(f"{args.output}: {many}{size:,} bytes, {plural(done.nodes, 'node')}")
    if omitted.nodes or omitted.links:
        left = f"{plural(omitted.nodes, 'node')} and {plural(omitted.links, 'edge')}"
        console.note(f"left out: {left}; --focus, --path, --level file or --max-nodes choose what is drawn")
    if done.reason:
        console.note(f"incomplete: {done.reason}")


COMMAND = Command(
    description=(
        "Write the graph for other tools: as one edge a line (edges-jsonl: caller, callee, kind, confidence, basis, sites), for\n"
        "spreadsheets (csv), programs (json), igraph, networkx, yEd and Gephi (graphml), Neo4j (neo4j: a Cypher script; neo4j-bulk:\n"
        "files for neo4j-admin), Graphviz (dot), Markdown (mermaid) and Obsidian (obsidian). What others made is never overwritten."
    ),
    examples=(
        "export --format edges-jsonl --output edges.jsonl",
        "export --format graphml --output graph.graphml",
        "export --format mermaid --focus Cart.total --depth 1",
        "export --format dot --blast-radius Cart.total | dot -Tsvg -o radius.svg",
        "export --format neo4j-bulk --no-tests --output import/",
        "export --format obsidian --path 'src/*' --output vault/",
    ),
    configure=configure,
    run=run,
)
