"""`blastlens dead-code [PATH]`."""

import argparse
from collections.abc import Sequence
from typing import Any, Final

from blastlens.app.answer import Answer
from blastlens.app.questions import DEAD, TIERS, DeadCode, tiers_named
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command, add_gate, add_limit, count
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.place import path_below
from blastlens.faces.cli.table import ROOM, Row, field, name_of, place_of, show_first, show_heading
from blastlens.views.wording import plural

_MOST_NAMES: Final = 3


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH", nargs="?", help="only below this file or folder")
    parser.add_argument("--path", dest="below", metavar="PATH", help="the same")
    parser.add_argument(
        "--entry-points",
        "--entry-point",
        metavar="GLOB",
        action="append",
        default=[],
        help="symbols that are reached from outside, beside the known rules (may be repeated): 'shop/plugins/*::register'",
    )
    parser.add_argument("--min-lines", metavar="N", type=count, default=1, help="only what is at least N lines long")
    parser.add_argument(
        "--tier",
        action="append",
        metavar="TIER",
        help=f"list those of this tier instead of {DEAD} (may be repeated): {', '.join(TIERS)} (- for the blank will do), or all",
    )
    add_limit(parser)
    add_gate(parser, "a listed symbol")


def run(args: argparse.Namespace, console: Console) -> int:
    typed = args.path or args.below
    path = None if typed is None else path_below(args.root, typed)
    question = DeadCode(
        tuple(args.entry_points), None if path == "." else path, args.min_lines, tiers_named(args.tier or [DEAD])
    )
    return show_answer(args, console, question, lambda to, answer: show(to, answer, args.limit), whole=True)


def show(console: Console, answer: Answer, limit: int | None = None) -> None:
    """Dead code by islands, a line each; other tiers by symbols, with the reason."""
    dead: list[dict[str, Any]] = [row for row in answer.results if row.get("state", DEAD) == DEAD]
    others = [row for row in answer.results if row.get("state", DEAD) != DEAD]
    islands: dict[str, list[dict[str, Any]]] = {}
    for row in dead:
        islands.setdefault(row.get("island", row["symbol"]), []).append(row)
    room = ROOM
    if dead or not others:
        room -= _show_dead(console, dead, list(islands.values()), limit, ROOM // 2 if others else ROOM)
    if others:
        show_heading(console, len(others), "symbol of which it is not sure", many="symbols of which it is not sure")
        cells = [(place_of, "cyan"), (field("kind"), "dim"), (name_of, ""), (field("state"), ""), (field("why"), "dim")]
        show_first(console, others, cells, limit, room=room)


def _show_dead(
    console: Console, dead: Sequence[Row], islands: Sequence[Sequence[Row]], limit: int | None, room: int
) -> int:
    """Returns the bytes that the rows took."""
    if not dead:
        console.line(console.paint("no dead code found", "bold"))
        return 0
    lines = sum(_lines(island) for island in islands)
    where = f"({plural(lines, 'line')} in {plural(len(islands), 'island')})" if len(dead) > 1 else ""
    show_heading(console, len(dead), "symbol that nothing reaches", where, many="symbols that nothing reaches")
    rows = [{**island[0], "size": plural(_lines(island), "line"), "with": _with(island)} for island in islands]
    cells = [(place_of, "cyan"), (field("kind"), "dim"), (name_of, ""), (field("size"), "dim"), (field("with"), "dim")]
    return show_first(console, rows, cells, limit, room=room)


def _lines(island: Sequence[Row]) -> int:
    return sum(row.get("lines", 1) for row in island)


def _with(island: Sequence[Row]) -> str:
    """What else is in an island, and the imports that go with it."""
    others, imports = island[1:], [place for row in island for place in row.get("imports", ())]
    parts = []
    if others:
        more = f" and {len(others) - _MOST_NAMES} more" if len(others) > _MOST_NAMES else ""
        parts.append(f"with {', '.join(map(name_of, others[:_MOST_NAMES]))}{more}")
    if imports:
        more = f" and {len(imports) - 1} more" if len(imports) > 1 else ""
        parts.append(f"imported in {imports[0]}{more}")
    return ", ".join(parts)


COMMAND = Command(
    description="Classes, functions, methods and modules that no entry point, test, export or framework registration reaches, by islands:\n"
    "what only dead code uses stands with it, and an island can be deleted as a whole.\n"
    "--tier possibly-dead lists what only uncertain edges or names lead to, --tier unknown what the graph cannot tell.",
    examples=(
        "dead-code",
        "dead-code shop/ --min-lines 10",
        "dead-code --tier possibly-dead --tier unknown",
        "dead-code --entry-points 'shop/plugins/*::register'",
        "dead-code --gate --json",
    ),
    configure=configure,
    run=run,
)
