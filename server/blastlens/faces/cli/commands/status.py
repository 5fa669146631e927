"""`blastlens status`."""

import argparse
from typing import TYPE_CHECKING, Any

from blastlens.app.answer import Answer
from blastlens.faces.cli.command import Command
from blastlens.faces.cli.console import Console, one_line
from blastlens.faces.cli.opening import opened
from blastlens.faces.cli.table import field, show_rows
from blastlens.views.blind_words import kinds_in_words
from blastlens.views.wording import plural, shares

if TYPE_CHECKING:
    from blastlens.session.ports import IndexStatus


def run(args: argparse.Namespace, console: Console) -> int:
    with opened(args, console, needs_source=False) as app:
        status = app.status()
    if args.json:
        console.json(_answer(status).to_json())
    else:
        _show(console, status)
    return 0


def _rows(status: "IndexStatus") -> list[dict[str, Any]]:
    groups = (("unreadable", status.unreadable), ("partial", status.partial), ("skipped", status.skipped))
    return [
        {"file": file, "line": 1, "confidence": 1.0, "state": state, "reason": reason}
        for state, files in groups
        for file, reason in files
    ]


def _answer(status: "IndexStatus") -> Answer:
    extra = {
        key: value
        for key, value in status._asdict().items()
        if key not in ("revision", "stale", "skipped", "partial", "unreadable", "other_languages", "blind", "languages")
    }
    extra["other_languages"] = dict(status.other_languages)
    extra["languages"] = dict(status.languages)
    extra["blind"] = dict(status.blind)
    return Answer({"kind": "status"}, _rows(status), True, None, status.revision, list(status.stale), extra)


def _show(console: Console, status: "IndexStatus") -> None:
    at = f" at {status.branch or 'detached'} {status.head[:12]}" if status.head else ""
    facts = [
        ("root", status.root),
        ("index", f"{status.database} ({status.database_bytes / 1_000_000:.1f} MB)"),
        ("revision", f"{status.revision}{at}"),
        (
            "graph",
            f"{plural(status.files, 'file')}, {plural(status.symbols, 'symbol')}, {plural(status.edges, 'edge')}",
        ),
        ("languages", ", ".join(f"{number:,} {language}" for language, number in status.languages)),
        ("calls", f"{status.uses:,}: {shares(status)}"),
    ]
    if hidden := kinds_in_words(dict(status.blind)):
        facts.append(("hidden", f"{hidden} (see 'blastlens coverage')"))
    if status.other_languages:
        kinds = ", ".join(f"{number:,} {suffix}" for suffix, number in status.other_languages)
        facts.append(
            ("not read yet", f"{kinds} (no language here reads such files: what they call is not in the graph)")
        )
    if status.stale:
        facts.append(("stale", ", ".join(status.stale)))
    if status.note:
        facts.append(("note", status.note))
    for name, value in [fact for fact in facts if fact[1]]:
        console.line(f"{console.paint(f'{name:<13}', 'dim')}{one_line(str(value))}")
    rows = _rows(status)
    if rows:
        console.line(f"{plural(len(rows), 'file')} not, or only partly, in the graph:")
        show_rows(console, rows, [(field("file"), "cyan"), (field("state"), ""), (field("reason"), "dim")])


COMMAND = Command(
    description="What is indexed, where the index is kept, and which files were skipped or only partly read, and why.",
    examples=("status", "status --no-refresh", "status --json"),
    run=run,
)
