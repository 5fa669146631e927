"""A blast radius as text and as Markdown."""

from collections.abc import Sequence
from typing import Any, Final

from blastlens.app.answer import Answer
from blastlens.faces.cli.console import Console, one_line
from blastlens.faces.cli.table import Row, name_of, place_of
from blastlens.views.radius_order import risk_in_words
from blastlens.views.wording import plural

# What an agent or a terminal can take in at once; a longer answer is cut section by section.
TEXT_BYTES: Final = 2000
MARKDOWN_ROWS: Final = 50
_WIDEST: Final = 100
_SECTIONS: Final = (
    ("not_updated", "calls that no longer fit what they call"),
    ("may_not_fit", "calls that may not fit"),
    ("changed", "changed"),
    ("untested", "changed or calling, and no test found"),
    ("unknown", "changed or calling, and not known whether a test reaches it"),
    ("direct", "direct callers"),
    ("transitive", "indirect callers"),
    ("subtypes", "inherits from what is changed, or overrides it"),
    ("referenced_by", "names it without a call"),
    ("tests", "tests to run"),
    ("likely_tests", "tests that likely reach it too"),
    ("files", "files"),
)


def totals(answer: Answer) -> str:
    """One line of numbers."""
    size = {part: len(_part(answer, part)) for part, _ in _SECTIONS}
    reached = size["direct"] + size["transitive"] + size["subtypes"]
    return " · ".join(
        (
            f"{size['changed']:,} changed",
            f"reaches {plural(reached, 'symbol')} in {plural(size['files'], 'file')}",
            plural(size["tests"], "test"),
            f"{size['untested']:,} untested",
            *([f"{size['unknown']:,} unknown"] if size["unknown"] else []),
        )
    )


def untested(answer: Answer) -> Sequence[Row]:
    """Of what is changed or calls it: what no test reaches, not even possibly."""
    return _part(answer, "untested")


def summary_text(answer: Answer, console: Console) -> str:
    """Totals and the first rows of each part, in at most `TEXT_BYTES` bytes (without colour)."""
    text = ""
    for rows in (8, 6, 4, 3, 2, 1, 0):
        text = _text(answer, rows, _WIDEST)
        if len(text.encode("utf-8", "backslashreplace")) <= TEXT_BYTES:
            break
    head, separator, rest = text.partition("\n")
    return console.paint(head, "bold") + separator + rest


def page_text(answer: Answer, rows: Sequence[tuple[str, Row]], after: str) -> str:
    """One page of all rows in one list. `after`: the cursor of the next page; "" on the last."""
    lines = [totals(answer)]
    lines += [f"  {_PART_NAMES.get(part, part)}: {_label(_as_row(row))}" for part, row in rows]
    lines += _doubts(answer)
    if after:
        lines.append(f"more: --cursor {after}")
    return "\n".join(lines)


_PART_NAMES: Final = {
    "not_updated": "no longer fits",
    "may_not_fit": "may not fit",
    "direct": "calls",
    "transitive": "calls indirectly",
    "subtypes": "inherits",
    "referenced_by": "names",
    "tests": "test",
    "likely_tests": "likely test",
}


def _text(answer: Answer, most: int, widest: int) -> str:
    lines = [totals(answer)]
    cut = False
    for part, title in _SECTIONS:
        rows = _part(answer, part)
        if not rows:
            continue
        lines.append(f"{title} ({len(rows):,})")
        lines += [f"  {_clip(_label(row), widest)}" for row in rows[:most]]
        if 0 < most < len(rows):
            lines.append(f"  … {len(rows) - most:,} more")
        cut = cut or most < len(rows)
    lines += _doubts(answer)
    if cut:
        lines.append("all of it: --limit N for pages, --json, or --format markdown")
    return "\n".join(lines)


def _doubts(answer: Answer) -> list[str]:
    lines = []
    if not answer.complete:
        lines.append(_clip(f"incomplete: {answer.reason or 'the walk was cut short'}", 3 * _WIDEST))
    elif answer.reason:
        lines.append(_clip(f"note: {answer.reason}", 3 * _WIDEST))
    if answer.stale:
        lines.append(
            _clip(f"stale: {plural(len(answer.stale), 'file')} changed since ({answer.stale[0]} …)", 2 * _WIDEST)
        )
    return lines


def markdown(answer: Answer) -> str:
    """For a review comment: totals, then one folded table a part."""
    lines = ["## Blast radius", "", f"**{totals(answer)}**"]
    lines += [f"\n> {doubt}" for doubt in _doubts(answer)]
    for part, title in _SECTIONS:
        rows = _part(answer, part)
        if not rows:
            continue
        is_open = " open" if part in ("changed", "untested") else ""
        lines += ["", f"<details{is_open}><summary>{title[0].upper()}{title[1:]} ({len(rows):,})</summary>", ""]
        lines += [f"- {_cell(row)}" for row in rows[:MARKDOWN_ROWS]]
        if len(rows) > MARKDOWN_ROWS:
            lines.append(f"- … {len(rows) - MARKDOWN_ROWS:,} more")
        lines += ["", "</details>"]
    return "\n".join(lines)


def _cell(row: Row) -> str:
    name, place = (f"`{one_line(text).replace('`', '')}`" if text else "" for text in (name_of(row), place_of(row)))
    return f"{name} {place}{_remark(row)}" if name else place


def _label(row: Row) -> str:
    name = name_of(row) + _remark(row) if name_of(row) else ""
    return one_line(f"{place_of(row)}  {name}" if name else place_of(row))


def _remark(row: Row) -> str:
    said = _difference(row)
    if row.get("edge") in ("imports", "overrides", "implements", "extends"):
        said += f" ({row['edge']})"
    if not row.get("risk"):
        return said
    why = risk_in_words(row)
    return one_line(f"{said}  risk {row['risk']:.2f}{': ' if why else ''}{why}")


def _difference(row: Row) -> str:
    if row.get("misfit"):
        return one_line(f" -> {str(row['callee']).rpartition('::')[2]}: {row['misfit']}")
    if row.get("renamed_to"):
        return one_line(f" (renamed to {row['renamed_to']})")
    if row.get("changes"):
        former = f" from {_short(str(row['former']), str(row.get('symbol', '')))}" if row.get("former") else ""
        return one_line(f" ({', '.join(row['changes'])}{former})")
    if row.get("of"):
        return one_line(f" (names {str(row['of']).rpartition('::')[2]})")
    return ""


def _short(former: str, symbol: str) -> str:
    """A former id, without its file where that is the same."""
    file, _, name = former.rpartition("::")
    return name if symbol.startswith(f"{file}::") else former


def _part(answer: Answer, part: str) -> Sequence[Row]:
    return [_as_row(row) for row in answer.extra.get(part) or ()]


def _as_row(row: Any) -> Row:
    if isinstance(row, str):
        return {"symbol": row} if "::" in row else {"file": row}
    return dict(row)


def _clip(text: str, widest: int) -> str:
    text = one_line(text)
    return text if len(text) <= widest else text[: widest // 2] + "…" + text[-(widest - widest // 2 - 1) :]
