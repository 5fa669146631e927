"""`blastlens explain SYMBOL`, `blastlens explain CALLER CALLEE`."""

import argparse
from typing import Any, Final

from blastlens.app.answer import Answer
from blastlens.app.questions import Describe, Explain
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command, add_limit
from blastlens.faces.cli.console import Console, one_line
from blastlens.faces.cli.place import symbol_below
from blastlens.faces.cli.table import ROOM, Row, confidence_of, field, name_of, place_of, show_first, show_rows
from blastlens.views.hovers import rank_words
from blastlens.views.wording import plural

_ROOM_ABOVE: Final = 250  # bytes of what stands above the lists, beyond one heading


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "caller", metavar="SYMBOL", help="what all is told of; with a second one, the symbol that calls"
    )
    parser.add_argument("callee", metavar="CALLEE", nargs="?", help="the symbol that is called")
    add_limit(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    if args.callee is None:
        about = Describe(symbol_below(args.root, args.caller))
        return show_answer(args, console, about, lambda out, answer: show_symbol(out, answer, args.limit))
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


def show_symbol(console: Console, answer: Answer, limit: int | None) -> None:
    about = answer.extra
    target, changed = about["target"], about["last_change"]
    console.line(console.paint(one_line(target["symbol"]), "bold") + f" {target['kind']} at line {target['line']}")
    console.line(_reach(about))
    tests = f": {about['test_reason']}" if about["test_reason"] else ""
    counted = f", {plural(about['test_count'], 'test')}" if about["test_count"] else ""
    console.line(f"tests: {about['test_state']}{counted}{tests}")
    if ranked := rank_words(about["hub"], about["bridge"], about["functions"]):
        console.line(ranked)
    if changed is not None:
        words = f"last changed {changed['date']} by {changed['author']} in {changed['commit']}: {changed['subject']}"
        console.line(one_line(words))
    cells = [
        (place_of, "cyan"),
        (name_of, ""),
        (confidence_of, ""),
        (lambda row: f"risk {row['risk']:.2f}", ""),
        (lambda row: str(row.get("tests", "")), ""),
        (field("why"), "dim"),
    ]
    room = ROOM - _ROOM_ABOVE
    taken = show_first(console, answer.results, cells, limit, room=room // 2 if about["tests"] else room)
    if about["tests"]:
        console.line("tests that reach it:")
        tests_cells = [(place_of, "cyan"), (name_of, ""), (_away, "dim")]
        show_first(console, about["tests"], tests_cells, limit, room=room - taken)


def _reach(about: dict[str, Any]) -> str:
    possible = f", {about['possible']:,} possible" if about["possible"] else ""
    files = plural(about["reach_files"], "file")
    reaches = f", reaches {about['reaches']:,} in {files}" if about["reaches"] else ""
    few = plural(about["callers"], "caller") if about["callers"] else "no sure caller is known"
    return f"{few}{possible}{reaches}"


def _away(row: Row) -> str:
    return "ran it" if not row["hops"] else f"{plural(row['hops'], 'hop')} away"


def _sites(row: Row) -> str:
    lines = row.get("sites") or []
    return f"{row.get('file')}:{','.join(str(line) for line in lines)}" if lines else place_of(row)


def _through(row: Row) -> str:
    return f"through {row['through']}" if row.get("through") else ""


COMMAND = Command(
    description="All that is known of one symbol: its callers by risk, its reach and tests, its place among hubs and bridges,\n"
    "its last change. Of two: why there is, or is not, an edge between two symbols: its basis, confidence and sites, and rival\n"
    "candidates.",
    examples=(
        "explain Cart.total",
        "explain checkout Cart.total",
        "explain shop/pay.py::pay shop/cart.py::Cart.total --json",
    ),
    configure=configure,
    run=run,
)
