"""For a terminal and the log of a build."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from blastlens.app.answer import Answer
from blastlens.faces.cli.console import Console, one_line
from blastlens.faces.cli.table import show_doubts
from blastlens.views.wording import plural

Row = Mapping[str, Any]
_MOST_RELATED: Final = 8
_MOST_STALE: Final = 10
_STYLES: Final = {"error": "red", "warning": "yellow"}


def show(console: Console, answer: Answer) -> None:
    """One block a finding, then what is left out, then totals."""
    for row in answer.results:
        level = console.paint(row["level"], _STYLES[row["level"]])
        console.line(f"{place(row)}: {level}: {one_line(row['message'])} [{row['rule']}]")
        for line in related(row, _MOST_RELATED):
            console.line(console.paint(f"    {one_line(line)}", "dim"))
    for line in left_out(answer):
        console.line(line)
    for line in stale_baseline(answer, _MOST_STALE):
        console.line(one_line(line))
    console.line(console.paint(summary(answer), "bold"))
    show_doubts(console, answer)


def place(row: Row) -> str:
    """`file:line:column`."""
    return one_line(f"{row['file']}:{row['line']}:{row['column']}")


def related(row: Row, most: int) -> Iterator[str]:
    for one in row["related"][:most]:
        yield f"{one['file']}:{one['line']}: {one['message']}"
    more = row["related_total"] - min(most, len(row["related"]))
    if more > 0 and row["related"]:
        yield f"… {more:,} more"


def left_out(answer: Answer) -> Iterator[str]:
    """Rules of which not every finding is listed."""
    for rule, about in answer.extra["rules"].items():
        more = about["found"] - sum(row["rule"] == rule for row in answer.results)
        if more > 0:
            yield f"… {more:,} more of {rule} (--limit 0 lists all)"


def stale_baseline(answer: Answer, most: int) -> Iterator[str]:
    total = answer.extra["totals"]["stale_baseline"]
    rows: Iterable[Row] = answer.extra["stale_baseline"][:most]
    for row in rows:
        yield f"no longer found, though in the baseline: {row['rule']} {row['symbol'] or row['file']} ({row['fingerprint']})"
    if total > most:
        yield f"… {total - most:,} more of the baseline (--write-baseline drops them)"


def summary(answer: Answer) -> str:
    """One line of numbers."""
    totals, extra = answer.extra["totals"], answer.extra
    parts = [plural(totals["error"], "error"), plural(totals["warning"], "warning")]
    parts += [f"{totals['suppressed']:,} suppressed"] if totals["suppressed"] else []
    parts += [f"{totals['known']:,} in the baseline"] if totals["known"] else []
    if extra["since"] == "":
        return f"{', '.join(parts)} · all of it, as if it were new"
    changed = f"{plural(extra['changed'], 'definition')} in {plural(extra['files'], 'file')} changed"
    return f"{', '.join(parts)} · {changed} since {extra['since']}"
