"""`blastlens bridges`."""

import argparse

from blastlens.app.answer import Answer
from blastlens.app.questions import Bridges
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.network_options import add_network_options, asked_of
from blastlens.faces.cli.table import Row, name_of, place_of, show_more, show_ranked, show_rows


def configure(parser: argparse.ArgumentParser) -> None:
    add_network_options(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    question = Bridges(**asked_of(args))
    return show_answer(args, console, question, show, whole=True)


def show(console: Console, answer: Answer) -> None:
    show_ranked(console, answer, "bridge")
    cells = [(place_of, "cyan"), (name_of, ""), (_paths, ""), (_cuts, "dim")]
    show_rows(console, answer.results, cells)
    show_more(console, answer)


def _paths(row: Row) -> str:
    error = f" ±{row['error']:,.0f}" if row.get("error") else ""
    return f"{row.get('paths', 0):,.0f}{error} paths"


def _cuts(row: Row) -> str:
    return f"cuts off {row['cuts_off']}" if row.get("cuts_off") else ""


COMMAND = Command(
    description="""Bridges: what lies on the shortest paths of use between others (betweenness): a change there is felt on both sides, and
understanding the code leads over it. 'cuts off': nodes that hang on it alone (it is an articulation point).""",
    examples=("bridges", "bridges --level class", "bridges --level file --include-tests --json"),
    configure=configure,
    run=run,
)
