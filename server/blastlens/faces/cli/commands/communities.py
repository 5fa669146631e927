"""`blastlens communities [NAME]`."""

import argparse
from collections.abc import Mapping
from typing import Final

from blastlens.app.answer import Answer
from blastlens.app.questions import Communities
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command
from blastlens.faces.cli.console import Console, one_line
from blastlens.faces.cli.network_options import add_network_options, asked_of
from blastlens.faces.cli.table import Cell, Row, name_of, place_of, show_more, show_rows
from blastlens.views.wording import plural

_MOST_COUPLINGS: Final = 2


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", nargs="?", help="the members of communities whose name contains it")
    add_network_options(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    question = Communities(name=args.name, **asked_of(args))
    return show_answer(args, console, question, show, whole=True)


def show(console: Console, answer: Answer) -> None:
    total = int(answer.extra.get("total", len(answer.results)))
    if answer.question.get("name"):
        console.line(console.paint(plural(total, "member"), "bold"))
        show_rows(console, answer.results, [(place_of, "cyan"), (name_of, ""), (_community, "dim")])
        show_more(console, answer)
        return
    words = plural(total, "community", "communities") if total else "no communities"
    small = f", and {plural(answer.extra['small'], 'small one')}" if answer.extra.get("small") else ""
    console.line(console.paint(words, "bold") + f"{small}; modularity {answer.extra.get('modularity', 0):.2f}")
    numbers = {str(row["name"]): number for number, row in enumerate(answer.results, 1)}
    cells: list[tuple[Cell, str]] = [
        (lambda row: _named(str(row["name"]), numbers), ""),
        (_size, ""),
        (_cohesion, "dim"),
    ]
    show_rows(console, answer.results, cells)
    show_more(console, answer)
    _show_couplings(console, answer, numbers)


def _show_couplings(console: Console, answer: Answer, numbers: Mapping[str, int]) -> None:
    """The most surprising uses, one of each pair of communities."""
    pairs = {(one["of"], one["into"]): one for one in reversed(answer.extra.get("couplings", []))}
    couplings = sorted(pairs.values(), key=lambda one: -one["surprise"])[:_MOST_COUPLINGS]
    if couplings:
        console.line("surprising uses between them (`communities NAME` lists members):")
    for one in couplings:
        place = f"{one['from'].partition('::')[0]}:{one['line']}"
        console.line(one_line(f"  {place}  {one['from'].rpartition('::')[2]} -> {one['to']}"))
        told = f"{plural(one['uses'], 'use')} that way, {one['expected']:,.0f} expected by their sizes"
        for line in (f"from {_named(one['of'], numbers)}", f"to   {_named(one['into'], numbers)}", told):
            console.line(console.paint(one_line(f"    {line}"), "dim"))


def _named(name: str, numbers: Mapping[str, int]) -> str:
    """With its number in the list, where it is listed."""
    return f"{numbers[name]}. {name}" if name in numbers else name


def _name(row: Row) -> str:
    return str(row.get("name", ""))


def _size(row: Row) -> str:
    return f"{row.get('size', 0):,} in {plural(row.get('files', 0), 'file')}"


def _cohesion(row: Row) -> str:
    return f"{row.get('cohesion', 0):.0%} of its uses inside"


def _community(row: Row) -> str:
    return str(row.get("community", ""))


COMMAND = Command(
    description="""Communities: parts of the code that use themselves more than the rest (Leiden, modularity, fixed seed), named by
the path that most members share or by the words that set them apart; and the uses between them that surprise most,
which are candidates for less coupling.""",
    examples=("communities", "communities --limit 40", "communities cli", "communities --level file --json"),
    configure=configure,
    run=run,
)
