"""A comment on a pull request, or the summary of a build's step."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from blastlens.app.answer import Answer
from blastlens.app.check.registry import RULES
from blastlens.faces.cli.check.places import path_of
from blastlens.faces.cli.check.text import related, stale_baseline, summary
from blastlens.faces.cli.console import Console, one_line
from blastlens.views.wording import plural

Row = Mapping[str, Any]
MARKER: Final = "<!-- blastlens check -->"
"""The first line: by it a comment is found again and brought up to date."""
# GitHub takes 65,536 characters, GitLab 1,000,000; links and reactions are not counted here.
MOST_CHARACTERS: Final = 60_000
_ROWS: Final = (200, 100, 50, 20, 10, 5, 2, 0)
_MOST_RELATED: Final = 5
_MOST_STALE: Final = 20
_WIDEST: Final = 1_000
_SIGNS: Final = re.compile(r"([\\`*_\[\]<>|~#&])")


def show(console: Console, answer: Answer) -> None:
    console.line(comment(answer))


def comment(answer: Answer) -> str:
    """Below `MOST_CHARACTERS`, however much is found; the same answer gives the same text."""
    text = ""
    for rows in _ROWS:
        text = "\n".join(_lines(answer, rows))
        if len(text) <= MOST_CHARACTERS:
            break
    return text


def _lines(answer: Answer, most: int) -> Iterator[str]:
    yield MARKER
    yield f"### Blastlens: {escaped(summary(answer))}"
    for rule, about in answer.extra["rules"].items():
        rows = [row for row in answer.results if row["rule"] == rule]
        if rows:
            yield from _section(answer, rule, about, rows[:most])
    yield from _others("suppressed by comments", answer.extra["suppressed"], answer.extra["totals"]["suppressed"], most)
    yield from _others("in the baseline", answer.extra["known"], answer.extra["totals"]["known"], most)
    stale = list(stale_baseline(answer, min(most, _MOST_STALE)))
    if stale:
        yield from _folded(
            f"{plural(answer.extra['totals']['stale_baseline'], 'entry', 'entries')} of the baseline no longer found",
            stale,
        )
    if not answer.complete:
        yield ""
        yield f"> incomplete: {_cut(escaped(answer.reason or 'not everything could be judged'))}"


def _section(answer: Answer, rule: str, about: Row, rows: Sequence[Row]) -> Iterator[str]:
    yield ""
    opened = " open" if about["level"] == "error" else ""
    yield f"<details{opened}><summary>{about['level']}: {rule} ({about['found']:,})</summary>"
    yield ""
    yield f"{RULES[rule].title} {RULES[rule].mend} [About this rule]({RULES[rule].page})"
    yield ""
    for row in rows:
        yield f"- {_place(answer, row)} {_cut(escaped(row['message']))}"
        yield from (f"  - {_cut(escaped(line))}" for line in related(row, _MOST_RELATED))
    if len(rows) < about["found"]:
        yield f"- … {about['found'] - len(rows):,} more"
    yield ""
    yield "</details>"


def _others(what: str, rows: list[Row], total: int, most: int) -> Iterator[str]:
    if not total:
        return
    lines = [
        f"{row['rule']} {row.get('symbol') or row['file']}: {row.get('reason', row['message'])}" for row in rows[:most]
    ]
    yield from _folded(
        f"{total:,} {what}", [*lines, *([f"… {total - len(lines):,} more"] if len(lines) < total else [])]
    )


def _folded(title: str, lines: list[str]) -> Iterator[str]:
    yield from ("", f"<details><summary>{title}</summary>", "")
    yield from (f"- {_cut(escaped(line))}" for line in lines)
    yield from ("", "</details>")


def _place(answer: Answer, row: Row) -> str:
    """In a code span, in which nothing else counts."""
    text = one_line(f"{path_of(answer.extra['folder'], row['file'])}:{row['line']}").replace("`", "'")
    return f"`{_cut(text)}`"


def escaped(text: str) -> str:
    """Text that is shown as it is: no markup, no mention of a user or an issue."""
    return _SIGNS.sub(r"\\\1", one_line(text)).replace("@", "&#64;").replace("\\#", "&#35;").replace("\\&", "&amp;")


def _cut(text: str) -> str:
    return text if len(text) <= _WIDEST else text[: _WIDEST // 2] + "…" + text[-_WIDEST // 2 :]
