"""`blastlens index [PATH]`."""

import argparse
from typing import TYPE_CHECKING, Any

from blastlens.app.answer import Answer
from blastlens.faces.cli.command import Command
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.opening import bring_up_to_date
from blastlens.views.wording import plural

if TYPE_CHECKING:
    from blastlens.session.ports import IndexStatus, Refresh


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", metavar="PATH", nargs="?", help="the folder to index, as a root of its own (default: --root)"
    )
    parser.add_argument("--rebuild", action="store_true", help="throw the graph away and build it again")


def run(args: argparse.Namespace, console: Console) -> int:
    from blastlens.app.indexing import Indexing

    app = Indexing.open(args.root)
    try:
        refresh = bring_up_to_date(app, console, needs_source=True, rebuild=args.rebuild)
        status = app.status()
    finally:
        app.close()
    if args.json:
        console.json(_answer(refresh, status).to_json())
    else:
        _show(console, refresh, status)
    return 0


def _answer(refresh: "Refresh", status: "IndexStatus") -> Answer:
    rows: list[dict[str, Any]] = []
    for state, files in (("skipped", status.skipped), ("partial", status.partial), ("unreadable", status.unreadable)):
        rows += [{"file": file, "line": 1, "confidence": 1.0, "state": state, "reason": why} for file, why in files]
    extra = {
        "root": status.root,
        "database": status.database,
        "files": status.files,
        "symbols": status.symbols,
        "edges": status.edges,
        "extracted": len(refresh.extracted),
        "relinked": len(refresh.relinked),
        "removed": len(refresh.removed),
        "seconds": round(refresh.seconds, 3),
        "note": refresh.note or status.note,
    }
    return Answer({"kind": "index"}, rows, True, None, refresh.revision, list(status.stale), extra)


def _show(console: Console, refresh: "Refresh", status: "IndexStatus") -> None:
    sizes = ", ".join((plural(status.files, "file"), plural(status.symbols, "symbol"), plural(status.edges, "edge")))
    console.line(f"{console.paint(sizes, 'bold')} in {refresh.seconds:.1f} s")
    work = (
        f"{len(refresh.extracted):,} parsed, {len(refresh.relinked):,} linked, {len(refresh.removed):,} removed"
        if refresh.changed or refresh.extracted
        else "nothing had changed"
    )
    console.line(f"  {work}")
    troubles = (("skipped", status.skipped), ("partly read", status.partial), ("unreadable", status.unreadable))
    told = [f"{len(files):,} {state}" for state, files in troubles if files]
    if told:
        console.line(f"  {', '.join(told)}: 'blastlens status' says which and why")
    if status.note and status.note != refresh.note:
        console.note(status.note)


COMMAND = Command(
    description="Index a repository, or bring its index up to date. The index is kept in .code-graph at its root.",
    examples=("index", "index ~/src/shop", "index --rebuild"),
    configure=configure,
    run=run,
)
