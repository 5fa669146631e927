"""`blastlens explain CALLER CALLEE`."""

import argparse

from blastlens.app.answer import Answer
from blastlens.app.questions import Explain
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.place import symbol_below
from blastlens.faces.cli.table import Row, confidence_of, field, place_of, show_rows


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("caller", metavar="CALLER", help="the symbol that calls")
    parser.add_argument("callee", metavar="CALLEE", help="the symbol that is called")


def run(args: argparse.Namespace, console: Console) -> int:
    question = Explain(symbol_below(args.root, args.caller), symbol_below(args.root, args.callee))
    return show_answer(args, console, question, show)


def show(console: Console, answer: Answer) -> None:
    caller, callee = answer.question.get("caller", ""), answer.question.get("callee", "")
    heading = f"{caller} → {callee}"
    console.line(console.paint(heading, "bold") + ("" if answer.results else ": no edge"))
    cells = [
        (field("kind"), ""),
        (confidence_of, ""),
        (field("basis"), ""),
        (field("tier"), "dim"),
        (place_of, "cyan"),
        (_sites, "dim"),
    ]
    show_rows(console, answer.results, cells)
    rivals = answer.extra.get("rivals") or []
    if rivals:
        console.line("rival candidates:")
        show_rows(console, rivals, [(field("symbol"), ""), (confidence_of, ""), (field("basis"), "dim")])


def _sites(row: Row) -> str:
    sites = row.get("sites") or []
    return (
        "lines " + ", ".join(str(site.get("line") if isinstance(site, dict) else site) for site in sites)
        if sites
        else ""
    )


COMMAND = Command(
    description="Why there is, or is not, an edge between two symbols: its basis, confidence and sites, and rival\n"
    "candidates.",
    examples=("explain checkout Cart.total", "explain shop/pay.py::pay shop/cart.py::Cart.total --json"),
    configure=configure,
    run=run,
)
