"""`blastlens explain CALLER CALLEE`."""

import argparse

from blastlens.app.answer import Answer
from blastlens.app.questions import Explain
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command
from blastlens.faces.cli.console import Console, one_line
from blastlens.faces.cli.place import symbol_below
from blastlens.faces.cli.table import Row, confidence_of, field, name_of, place_of, show_rows


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("caller", metavar="CALLER", help="the symbol that calls")
    parser.add_argument("callee", metavar="CALLEE", help="the symbol that is called")


def run(args: argparse.Namespace, console: Console) -> int:
    question = Explain(symbol_below(args.root, args.caller), symbol_below(args.root, args.callee))
    return show_answer(args, console, question, show)


def show(console: Console, answer: Answer) -> None:
    caller, callee = (answer.extra.get(end) or answer.question.get(end, "") for end in ("caller", "callee"))
    console.line(console.paint(one_line(f"{caller} → {callee}"), "bold") + ("" if answer.results else ": no edge"))
    cells = [
        (field("kind"), ""),
        (confidence_of, ""),
        (field("basis"), ""),
        (field("tier"), "dim"),
        (_sites, "cyan"),
        (field("why"), "dim"),
        (_through, "dim"),
    ]
    show_rows(console, answer.results, cells)
    rivals = answer.extra.get("rivals") or []
    if rivals:
        console.line("rival candidates:")
        show_rows(console, rivals, [(place_of, "cyan"), (name_of, ""), (confidence_of, "")])


def _sites(row: Row) -> str:
    lines = row.get("sites") or []
    return f"{row.get('file')}:{','.join(str(line) for line in lines)}" if lines else place_of(row)


def _through(row: Row) -> str:
    return f"through {row['through']}" if row.get("through") else ""


COMMAND = Command(
    description="Why there is, or is not, an edge between two symbols: its basis, confidence and sites, and rival\n"
    "candidates.",
    examples=("explain checkout Cart.total", "explain shop/pay.py::pay shop/cart.py::Cart.total --json"),
    configure=configure,
    run=run,
)
