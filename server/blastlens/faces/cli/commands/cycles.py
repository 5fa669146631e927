"""`blastlens cycles`."""

import argparse
from collections.abc import Sequence
from typing import Final

from blastlens.app.answer import Answer
from blastlens.app.questions import Cycles
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command, add_gate, share
from blastlens.faces.cli.console import Console, one_line
from blastlens.faces.cli.table import Row, place_of, show_heading
from blastlens.model import thresholds
from blastlens.views.wording import plural

_MOST_CYCLES: Final = 3
_MOST_MEMBERS: Final = 4
_MOST_REMOVED: Final = 2
_LATER: Final = {"deferred": ", deferred", "started": ", only when started", "type_only": ", type-only"}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--level", choices=("import", "class", "call"), default="import", help="what makes the cycle (default import)"
    )
    parser.add_argument(
        "--include",
        choices=("load_time", "all"),
        default="load_time",
        help="imports that count: those that run while modules load (default), or type-only and deferred ones too",
    )
    parser.add_argument(
        "--min-confidence",
        type=share,
        default=thresholds.REVIEW,
        metavar="X",
        help=f"of classes and calls: leave out what is less certain, 0 to 1 (default {thresholds.REVIEW})",
    )
    parser.add_argument("--all", action="store_true", help="show every cycle, every member and every edge to remove")
    add_gate(parser, "a cycle")


def run(args: argparse.Namespace, console: Console) -> int:
    question = Cycles(args.level, args.include, args.min_confidence)
    return show_answer(
        args, console, question, lambda out, answer: show(out, answer, whole=args.all), whole=args.level != "import"
    )


def show(console: Console, answer: Answer, *, whole: bool = False) -> None:
    level = answer.question.get("level", "import")
    show_heading(console, len(answer.results), f"{level} cycle")
    # The largest first: of many cycles that is where the trouble is.
    rows = sorted(answer.results, key=lambda row: -len(row.get("members", ())))
    shown = rows if whole else rows[:_MOST_CYCLES]
    cut = len(shown) < len(rows)
    for number, row in enumerate(shown, 1):
        members = row.get("members", ())
        closing = row.get("closing") or {}
        by = "use" if level == "class" else level
        closes = one_line(f", closed at {place_of(row)} by the {by} of {closing['to']}") if "to" in closing else ""
        console.line(console.paint(f"  {number}. {plural(len(members), 'member')}{closes}", "dim"))
        cut = cut or len(members) > _MOST_MEMBERS
        _show_some(console, [str(member) for member in members], len(members) if whole else _MOST_MEMBERS)
        if "cheapest" in row:
            _show_ways(console, row, len(members) if whole else _MOST_REMOVED)
    if cut and not whole:
        left = f"{len(rows) - len(shown)} smaller ones; " if len(shown) < len(rows) else ""
        console.line(console.paint(f"  … {left}'--all' shows everything", "dim"))


def _show_some(console: Console, names: Sequence[str], most: int) -> None:
    for name in names[:most]:
        console.line(f"     {one_line(name)}")
    if len(names) > most:
        console.line(console.paint(f"     … {len(names) - most} more", "dim"))


def _show_ways(console: Console, row: Row, most: int) -> None:
    shortest = row["shortest"]
    if len(shortest) < len(row["members"]):
        way = " -> ".join(str(edge["from"]).rpartition("::")[2] for edge in (*shortest, shortest[0]))
        console.line(console.paint(one_line(f"     the shortest: {way}"), "dim"))
    smallest, cheapest = row["smallest"], row["cheapest"]
    fewest = len(smallest["edges"])
    at_most = "" if smallest["method"] == "exact" else "at most "
    edges = cheapest["edges"]
    same = {(edge["from"], edge["to"]) for edge in edges} == {(edge["from"], edge["to"]) for edge in smallest["edges"]}
    others = (
        "" if same else f"; the cheapest to remove, {plural(len(edges), 'edge')} of {plural(cheapest['uses'], 'line')}"
    )
    console.line(f"     broken by removing {at_most}{plural(fewest, 'edge')}{others}:")
    for edge in edges[:most]:
        file = edge["from"].rpartition("::")[0] or edge["from"]
        timing = _LATER.get(edge.get("timing", ""), "")
        uses = plural(edge["uses"], "line")
        console.line(one_line(f"       {file}:{edge['line']} -> {edge['to']} ({uses}{timing})"))
    if len(edges) > most:
        console.line(console.paint(f"       … {len(edges) - most} more", "dim"))


COMMAND = Command(
    description="""Cycles: sets of files that import one another, of classes that need one another (by inheriting, making objects or
naming, in annotations too), or of functions that call one another (mutual recursion; a function that calls only itself is none, nor
is what only a registry or the wrapper of a decorator connects).
Of each: the smallest set of edges without which it is none (exact up to 200 edges), and the cheapest: those with the
fewest lines behind them, where type-only imports cost least, deferred ones (inside functions) more.""",
    examples=(
        "cycles",
        "cycles --include all",
        "cycles --level class --all",
        "cycles --level call --gate --json",
    ),
    configure=configure,
    run=run,
)
