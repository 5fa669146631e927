"""Annotations of GitHub Actions: one workflow command a finding, and the summary of the step."""

from collections.abc import Mapping
from typing import Any, Final

from blastlens.app.answer import Answer
from blastlens.faces.cli.check.places import path_of
from blastlens.faces.cli.check.text import left_out, related, stale_baseline, summary
from blastlens.faces.cli.console import Console

Row = Mapping[str, Any]
_MOST_RELATED: Final = 5
_MOST_STALE: Final = 10
# The runner undoes exactly these.
_DATA: Final = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY: Final = {**_DATA, ":": "%3A", ",": "%2C"}


def show(console: Console, answer: Answer) -> None:
    """Then totals, as an ordinary line of the log."""
    folder = answer.extra["folder"]
    for row in answer.results:
        console.line(annotation(row, folder))
    for line in (*left_out(answer), *stale_baseline(answer, _MOST_STALE)):
        console.line(f"::notice::{escaped(line)}")
    if not answer.complete:
        console.line(f"::warning::{escaped(answer.reason or 'not everything could be judged')}")
    console.line(summary(answer))


def annotation(row: Row, folder: str) -> str:
    properties = {
        "file": path_of(folder, row["file"]),
        "line": row["line"],
        "col": row["column"],
        "endColumn": row["end_column"],
        "title": f"blastlens: {row['rule']}",
    }
    told = ",".join(f"{name}={escaped(str(value), _PROPERTY)}" for name, value in properties.items())
    message = "\n".join((row["message"], *related(row, _MOST_RELATED)))
    return f"::{row['level']} {told}::{escaped(message)}"


def escaped(text: str, signs: Mapping[str, str] = _DATA) -> str:
    """Text that the runner reads as it was; other signs that steer a terminal are written out."""
    kept = "".join(letter if letter in signs or letter.isprintable() else repr(letter)[1:-1] for letter in text)
    return kept.translate({ord(letter): written for letter, written in signs.items()})
