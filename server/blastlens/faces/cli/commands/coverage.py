"""`blastlens coverage [PATH]`."""

import argparse
from collections.abc import Sequence
from typing import Any, Final

from blastlens.app.answer import Answer
from blastlens.app.questions import Coverage
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command, count
from blastlens.faces.cli.console import Console, one_line
from blastlens.faces.cli.place import path_below
from blastlens.faces.cli.table import Cell, Row, field, show_rows
from blastlens.views.blind_words import kinds_in_words
from blastlens.views.wording import KINDS_OF_CALLS, percent, plural

_MOST_FOLDERS: Final = 6
_MOST_BYTES: Final = 750  # of places, where not all are asked for
_MOST_LINES: Final = 4
_WIDEST: Final = 110


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH", nargs="?", help="only below this file or folder")
    parser.add_argument("--depth", metavar="N", type=count, default=2, help="tell folders to this depth (default 2)")
    parser.add_argument("--all", action="store_true", help="show every folder and every place, minor ones too")


def run(args: argparse.Namespace, console: Console) -> int:
    path = None if args.path is None else path_below(args.root, args.path)
    question = Coverage(None if path == "." else path, args.depth)
    return show_answer(args, console, question, lambda out, answer: show(out, answer, whole=args.all))


def show(console: Console, answer: Answer, *, whole: bool = False) -> None:
    total = answer.extra["total"]
    followed = total["calls"] - total["ambiguous"] - total["unresolved"]
    share = console.paint(percent(followed, total["calls"]), "bold")
    console.line(f"the graph follows {share} of {plural(total['calls'], 'call')} in {plural(total['files'], 'file')}")
    _show_folders(console, answer.extra["directories"], whole=whole)
    rows = [*answer.results, *(answer.extra["minor"] if whole else ())]
    _show_places(console, rows, whole=whole)
    minor = len(answer.extra["minor"])
    if minor and not whole:
        hiding = plural(minor, "more place hides", "more places hide")
        console.line(console.paint(f"{hiding} values rather than calls", "dim"))
    told = "" if whole else "'--all' shows everything, a PATH less. "
    console.line(console.paint(f"{told}Not test coverage: that is 'blastlens untested'.", "dim"))


def _show_folders(console: Console, folders: Sequence[Row], *, whole: bool) -> None:
    shown = folders if whole else folders[:_MOST_FOLDERS]
    heading = {"directory": "folder", "files": "files", "calls": "calls", **{kind: kind for kind in KINDS_OF_CALLS}}
    cells: list[tuple[Cell, str]] = [(field("directory"), "cyan"), (_number("files"), ""), (_number("calls"), "")]
    cells += [(_percent(kind), "") for kind in KINDS_OF_CALLS]
    show_rows(console, [heading, *shown], cells)
    if len(shown) < len(folders):
        console.line(f"  … and {plural(len(folders) - len(shown), 'folder')} where more calls can be followed")


def _number(key: str) -> Cell:
    return lambda row: row[key] if isinstance(row[key], str) else f"{row[key]:,}"


def _percent(key: str) -> Cell:
    return lambda row: row[key] if isinstance(row[key], str) else percent(row[key], row["calls"])


def _show_places(console: Console, rows: Sequence[Row], *, whole: bool) -> None:
    if not rows:
        console.line("nowhere does the text hide what runs")
        return
    shown = rows if whole else _fitting(rows)
    files = len({row["file"] for row in rows})
    tests = len({row["file"] for row in rows if row["test"]})
    beside = f" ({tests:,} in tests)" if tests else ""
    console.line(console.paint(f"the text does not tell what runs in {plural(files, 'file')}{beside}", "bold"))
    kinds = {kind: len({row["file"] for row in rows if row["kind"] == kind}) for kind in {row["kind"] for row in rows}}
    if told := kinds_in_words(kinds):
        console.line(console.paint(f"  {told}", "dim"))
    show_rows(console, shown, [(_where, "cyan"), (_why, "")])
    if len(shown) < len(rows):
        console.line(f"  … and {len(rows) - len(shown):,} more")


def _fitting(rows: Sequence[Row]) -> Sequence[Row]:
    room, width = _MOST_BYTES, 0
    for number, row in enumerate(rows):
        width = max(width, len(_where(row)))
        room -= width + len(_why(row)) + 5
        if room < 0 and number:
            return rows[:number]
    return rows


def _where(row: Row) -> str:
    """The file and the first lines."""
    lines: list[Any] = row["lines"]
    more = ",…" if len(lines) > _MOST_LINES else ""
    return f"{row['file']}:{','.join(map(str, lines[:_MOST_LINES]))}{more}"


def _why(row: Row) -> str:
    text = one_line(str(row["why"]))
    return text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "…"


COMMAND = Command(
    description="How much of the code the graph can see (not: which code tests run; that is 'blastlens untested').\n"
    "Of all calls, by folder, the share that is\n"
    "  resolved    bound by the language's own rules\n"
    "  inferred    bound by evidence, such as types\n"
    "  ambiguous   left with a few candidates\n"
    "  unresolved  without a target, though it may be in the repository\n"
    "  external    known to leave the repository\n"
    "and the places that hide something: text that is run as code, names made at run time, heavy __getattr__, what\n"
    "could not be read. Folders where most calls cannot be followed come first.",
    examples=("coverage", "coverage src --depth 1", "coverage --all", "coverage --json"),
    configure=configure,
    run=run,
)
