"""Rows of an answer as aligned text."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from blastlens.app.answer import Answer
from blastlens.faces.cli.console import Console, as_number, one_line
from blastlens.views.wording import plural

Row = Mapping[str, Any]
Cell = Callable[[Row], str]
_MOST_STALE: Final = 3
# A longer text sticks out of its column, so that one name does not push the others' columns off the screen.
_WIDEST: Final = 48
MOST_ROWS: Final = 20
# Bytes of UTF-8 that the lists of an answer take by themselves: with what else is printed, below 2 KB.
ROOM: Final = 1600


def place_of(row: Row) -> str:
    """`file:line` of a row, which an editor's terminal can follow."""
    file = row.get("file") or str(row.get("symbol", "")).rpartition("::")[0]
    return f"{file}:{row['line']}" if row.get("line") else str(file)


def name_of(row: Row) -> str:
    """The qualified name of a row's symbol, without its file."""
    return str(row.get("symbol", "")).rpartition("::")[2]


def confidence_of(row: Row) -> str:
    return as_number(row.get("confidence"))


def field(key: str) -> Cell:
    """A cell with the text of one field; empty where the row has none."""

    def cell(row: Row) -> str:
        value = row.get(key)
        return "" if value is None else str(value)

    return cell


def flag(key: str, word: str) -> Cell:
    """A cell that says `word` where the field is true."""
    return lambda row: word if row.get(key) else ""


def show_rows(console: Console, rows: Iterable[Row], cells: Sequence[tuple[Cell, str]], indent: str = "  ") -> None:
    """Rows under one another, columns aligned, each `(cell, style)`; columns that are empty everywhere are left out."""
    for line in _laid_out(rows, cells):
        parts = [(console.paint(text, style) if style else text) + padding for text, padding, style in line]
        console.line((indent + "  ".join(parts)).rstrip())


def _laid_out(rows: Iterable[Row], cells: Sequence[tuple[Cell, str]]) -> list[list[tuple[str, str, str]]]:
    """Text, padding and style of each cell that is shown, by rows."""
    texts = [[one_line(cell(row)) for cell, _ in cells] for row in rows]
    used = [column for column in range(len(cells)) if any(row[column] for row in texts)]
    widths = {column: min(max(len(row[column]) for row in texts), _WIDEST) for column in used}
    return [
        [
            (row[column], "" if column == used[-1] else " " * (widths[column] - len(row[column])), cells[column][1])
            for column in used
        ]
        for row in texts
    ]


def show_first(
    console: Console,
    rows: Sequence[Row],
    cells: Sequence[tuple[Cell, str]],
    limit: int | None,
    indent: str = "  ",
    room: int = ROOM,
) -> int:
    """At most `limit` rows, and how to see the others; without a limit as many as take `room` bytes, `MOST_ROWS` at most and one at least.
    Returns the bytes that the rows took."""
    sizes = _sizes(rows[:MOST_ROWS] if limit is None else rows[:limit], cells, indent)
    shown = len(sizes)
    while limit is None and shown > 1 and sum(sizes[:shown]) > room:
        shown -= 1
    show_rows(console, rows[:shown], cells, indent)
    if len(rows) > shown:
        console.line(console.paint(f"{indent}and {len(rows) - shown:,} more: --limit {len(rows)}, or --json", "dim"))
    return sum(sizes[:shown])


def _sizes(rows: Sequence[Row], cells: Sequence[tuple[Cell, str]], indent: str) -> list[int]:
    """Bytes that each row takes as a line."""
    lines = ("  ".join(text + padding for text, padding, _ in line).rstrip() for line in _laid_out(rows, cells))
    return [len((indent + line).encode("utf-8", "backslashreplace")) + 1 for line in lines]


def show_heading(console: Console, number: int, what: str, of: str = "", many: str = "") -> None:
    """`3 callers of …`, or `no callers of …`. `many`: of `what`, where an `s` is not enough."""
    words = f"no {many or what + 's'}" if number == 0 else plural(number, what, many)
    console.line(console.paint(words, "bold") + (f" {one_line(of)}" if of else ""))


def show_doubts(console: Console, answer: Answer) -> None:
    """What keeps the answer from being the whole truth, if anything."""
    if not answer.complete:
        console.line(console.paint(f"incomplete: {one_line(answer.reason or 'the walk was cut short')}", "yellow"))
    elif answer.reason:
        console.line(console.paint(f"note: {one_line(answer.reason)}", "dim"))
    if answer.stale:
        named = ", ".join(answer.stale[:_MOST_STALE]) + (", …" if len(answer.stale) > _MOST_STALE else "")
        console.line(
            console.paint(f"stale: {plural(len(answer.stale), 'file')} changed since ({one_line(named)})", "yellow")
        )


def show_ranked(console: Console, answer: Answer, what: str) -> None:
    """The heading of an answer that holds the first of a ranking."""
    number = len(answer.results)
    level = answer.question.get("level", "")
    words = plural(number, what) if number else f"no {what}s"
    of = f" of {answer.extra['total']:,} at the level of {one_line(level)}" if answer.extra.get("total") else ""
    console.line(console.paint(words, "bold") + of)


def show_more(console: Console, answer: Answer) -> None:
    """How many rows a limit left out."""
    left = int(answer.extra.get("total", 0)) - len(answer.results)
    if left > 0:
        console.line(console.paint(f"  … {left:,} more; --limit N shows more", "dim"))
