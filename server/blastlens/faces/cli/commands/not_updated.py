"""`blastlens not-updated`."""

import argparse

from blastlens.app.answer import Answer
from blastlens.app.questions import NotUpdated
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command, add_gate, add_limit, share
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.sources import read_diff
from blastlens.faces.cli.table import ROOM, Row, field, name_of, place_of, show_first, show_heading
from blastlens.model import thresholds
from blastlens.model.symbol import MODULE_NAME
from blastlens.views.wording import plural


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--symbol", metavar="SYMBOL", help="only callers of this changed symbol, by its id")
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--diff", metavar="FILE", help="a unified diff against the working tree; - reads standard input"
    )
    source.add_argument(
        "--commits",
        metavar="REV|A..B",
        help="what one commit changed, or what differs between two (A...B: since they parted)",
    )
    source.add_argument(
        "--base", metavar="REV", help="what a branch changed since it left REV, as a pull request shows it"
    )
    parser.add_argument("--head", metavar="REV", help="that branch (default HEAD)")
    parser.add_argument(
        "--min-confidence",
        type=share,
        default=thresholds.REVIEW,
        metavar="X",
        help=f"calls that are less certain only may not fit, 0 to 1 (default {thresholds.REVIEW})",
    )
    add_limit(parser)
    add_gate(parser, "a caller that no longer fits")


def run(args: argparse.Namespace, console: Console) -> int:
    diff = None if args.diff is None else read_diff(args.diff)
    question = NotUpdated(diff, args.commits, args.base, args.head, args.min_confidence, args.symbol)
    return show_answer(args, console, question, lambda out, answer: show(out, answer, args.limit))


def show(console: Console, answer: Answer, limit: int | None) -> None:
    possible = answer.extra["may_not_fit"]
    # What may not fit must not read as nothing at all.
    few = "caller that surely no longer fits" if possible and not answer.results else "caller that no longer fits"
    many = few.replace("caller", "callers").replace("fits", "fit")
    callers, places = answer.extra["total_callers"], len(answer.results)
    what = "what it calls" if callers == 1 else "what they call"
    apart = "" if callers == places else f", in {plural(places, 'place')}"
    show_heading(console, callers, few, what + apart, many)
    cells = [(place_of, "cyan"), (name_of, ""), (_callee, ""), (field("misfit"), "dim")]
    taken = show_first(console, answer.results, cells, limit, room=ROOM // 2 if possible else ROOM)
    if possible:
        console.line(console.paint(f"{plural(len(possible), 'call')} that may not fit", "bold"))
        show_first(console, possible, cells, limit, room=ROOM - taken)


def _callee(row: Row) -> str:
    path, _, name = str(row.get("callee", "")).rpartition("::")
    return "-> " + (path if name == MODULE_NAME else name)


COMMAND = Command(
    description="Callers that a change left behind: calls that fitted the signature of what they call and do not fit it any more,\n"
    "by the number and the names of their arguments, and uses of what is gone. Of uncommitted changes, of a diff\n"
    "(applied or not), or of a range of commits. What only may not fit stands apart, with the reason.",
    examples=("not-updated", "not-updated --diff change.patch", "not-updated --base origin/main --gate --json"),
    configure=configure,
    run=run,
)
