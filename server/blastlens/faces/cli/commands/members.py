"""`blastlens members CLASS`."""

import argparse
from collections.abc import Mapping
from typing import Any, Final

from blastlens.app.answer import Answer
from blastlens.app.questions import Members
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command, count, share
from blastlens.faces.cli.console import Console, one_line
from blastlens.faces.cli.place import symbol_below
from blastlens.faces.cli.table import Row, place_of, show_first, show_heading
from blastlens.model import thresholds
from blastlens.views.wording import plural

_ROOM: Final = 800  # bytes of the members; the groups of files take the rest
_MOST_CLIENTS: Final = 4
_MOST_FILES: Final = 3


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("symbol", metavar="CLASS", help="path/to/file.py::Outer.Name, or any end of it")
    parser.add_argument(
        "--sketch", action="store_true", help="print the interface that would do for each group of files, too"
    )
    parser.add_argument(
        "--min-confidence",
        type=share,
        default=thresholds.REVIEW,
        metavar="X",
        help=f"leave out uses that are less certain, 0 to 1 (default {thresholds.REVIEW})",
    )
    parser.add_argument(
        "--limit",
        metavar="N",
        type=count,
        help=f"so many members and so many groups of files (default as many as fit in 2 KB, and {_MOST_CLIENTS})",
    )


def run(args: argparse.Namespace, console: Console) -> int:
    question = Members(symbol_below(args.root, args.symbol), args.min_confidence)
    return show_answer(args, console, question, lambda to, answer: show(to, answer, args.limit, sketch=args.sketch))


def show(console: Console, answer: Answer, limit: int | None = None, *, sketch: bool = False) -> None:
    show_heading(console, len(answer.results), "member", f"of {answer.extra['target']['symbol']}")
    # What is used most, first.
    rows = sorted(answer.results, key=lambda row: -row["uses"])
    cells = [(place_of, "cyan"), (_name, ""), (_use, ""), (_remark, "dim")]
    show_first(console, rows, cells, limit, room=_ROOM)
    clients = answer.extra["clients"]
    for client in clients[: limit or _MOST_CLIENTS]:
        console.line(one_line(_client(client)))
        for line in client["sketch"].split("\n") if sketch and client["sketch"] else ():
            console.line(f"    {one_line(line.expandtabs(4))}")
    if (left := len(clients) - (limit or _MOST_CLIENTS)) > 0:
        console.line(
            console.paint(f"  and {plural(left, 'more group')} of files: --limit {len(clients)}, or --json", "dim")
        )


def _name(row: Row) -> str:
    return str(row["name"])


def _use(row: Row) -> str:
    if row["state"] != "used":
        return {"inside": "used inside only", "unused": "unused", "unknown": "not known"}[str(row["state"])]
    return f"{plural(row['uses'], 'use')} in {plural(len(row['files']), 'file')}"


def _remark(row: Row) -> str:
    said = [f"inherited from {str(row['inherited_from']).rpartition('::')[2]}"] if "inherited_from" in row else []
    return "; ".join([*said, *([str(row["reason"])] if row.get("reason") else [])])


def _client(client: Mapping[str, Any]) -> str:
    files = client["files"]
    shown = ", ".join(files[:_MOST_FILES]) + (", …" if len(files) > _MOST_FILES else "")
    kind = "test file" if client["test"] else "file"
    verb = "uses" if len(files) == 1 else "use"
    return f"{plural(len(files), kind)} {verb} only {', '.join(client['members'])}: {shown}"


COMMAND = Command(
    description="Which members of a class are used outside of it, by whom and from which files, inherited ones too, and the\n"
    "interfaces that this use amounts to: files that use the same members could do with one of just these.",
    examples=("members Store", "members shop/store.py::Store --sketch", "members Store --json"),
    configure=configure,
    run=run,
)
