"""`blastlens callers SYMBOL`."""

import argparse

from blastlens.app.answer import Answer
from blastlens.app.errors import UserError
from blastlens.app.questions import Callers
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command, add_limit, count, share
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.place import symbol_below
from blastlens.faces.cli.table import Row, confidence_of, field, name_of, place_of, show_first, show_heading
from blastlens.model import thresholds


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "symbol", metavar="SYMBOL", help="path/to/file.py::Outer.name, or any end of it (Outer.name, name)"
    )
    parser.add_argument("--transitive", action="store_true", help="callers of callers too")
    parser.add_argument("--depth", type=count, metavar="N", help="with --transitive: at most N calls away")
    parser.add_argument(
        "--min-confidence",
        type=share,
        default=thresholds.REVIEW,
        metavar="X",
        help=f"leave out what is less certain, 0 to 1 (default {thresholds.REVIEW})",
    )

    parser.add_argument("--untested", action="store_true", help="only direct callers that no test reaches")
    parser.add_argument(
        "--complex", action="store_true", help="with the complexity around each call, the most complex first"
    )
    parser.add_argument(
        "--min-complexity",
        type=count,
        metavar="N",
        help="only callers of cognitive complexity N or more; with --complex",
    )
    parser.add_argument(
        "--min-branch-depth",
        type=count,
        metavar="N",
        help="only calls within N or more choices, loops and handlers; with --complex",
    )
    add_limit(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    if args.depth is not None and not args.transitive:
        raise UserError("--depth needs --transitive", "add --transitive, or leave out --depth")
    symbol = symbol_below(args.root, args.symbol)
    least = (args.min_complexity or 0, args.min_branch_depth or 0)
    asked = (symbol, args.transitive, args.depth, args.min_confidence, args.complex or any(least))
    question = Callers(*asked, *least, args.untested)
    return show_answer(args, console, question, lambda out, answer: show(out, answer, args.limit))


def show(console: Console, answer: Answer, limit: int | None) -> None:
    what = "direct or indirect caller" if answer.question.get("transitive") else "caller"
    what = f"untested {what}" if answer.question.get("untested") else what
    target = answer.extra.get("target") or answer.question
    # Without a sure caller, possible ones must not read as none at all, nor may those that nobody knows of.
    few = "sure " if answer.extra.get("possible") else "" if answer.complete else "known "
    show_heading(console, len(answer.results), what if answer.results else few + what, f"of {target.get('symbol', '')}")
    cells = [
        (place_of, "cyan"),
        (name_of, ""),
        (confidence_of, ""),
        (field("basis"), "dim"),
        (_complexity, ""),
        (_distance, "dim"),
    ]
    show_first(console, answer.results, cells, limit)


def _complexity(row: Row) -> str:
    if "cognitive" not in row:
        return ""
    depth = row["branch_depth"]
    return f"depth {'?' if depth is None else depth}, cognitive {row['cognitive']}, cyclomatic {row['cyclomatic']}"


def _distance(row: Row) -> str:
    hops = row.get("hops") or 1
    return f"over {hops - 1} more" if hops > 1 else ""


COMMAND = Command(
    description="Who calls a symbol: calls, decorations, property reads; constructing a class calls the class.",
    examples=(
        "callers Cart.total",
        "callers shop/cart.py::Cart.total --transitive --depth 3",
        "callers total --min-confidence 0.95 --json",
        "callers total --untested",
        "callers total --complex",
        "callers total --min-branch-depth 2 --min-complexity 10",
    ),
    configure=configure,
    run=run,
)
