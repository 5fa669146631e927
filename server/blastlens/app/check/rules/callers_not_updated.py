"""`callers-not-updated`: calls that no longer fit what they call, and uses of what is gone."""

import re

from blastlens.app.ask.rows import Row
from blastlens.app.check.change import Change
from blastlens.app.check.judgement import Judgement
from blastlens.app.half_read import in_words
from blastlens.app.not_updated import not_updated
from blastlens.model.graph import Graph
from blastlens.model.symbol import file_of
from blastlens.views.findings import Finding, RelatedPlace, Severity, not_updated_message

_NAME = "callers-not-updated"
_NAMED = re.compile(rb"[\w\x80-\xff]+")


def judge(change: Change) -> Judgement:
    """One finding a place, where it is sure that it does not fit; what only may not fit is left to `blast-radius`."""
    if change.before is None:
        return Judgement(())
    session, graph = change.after.session, change.after.snapshot.graph
    found = not_updated(session, graph, change.files, change.former, change.threshold, change.changed)
    return Judgement(
        [_finding(graph, row, _end(change, row)) for row in found.sure], unjudged=in_words(found.half_read)
    )


def _end(change: Change, row: Row) -> int:
    """Where the name that stands there ends."""
    lines = (change.text(row["file"]) or b"").split(b"\n")
    line = lines[row["line"] - 1] if row["line"] <= len(lines) else b""
    named = _NAMED.match(line, row["column"])
    return named.end() if named is not None else row["column"]


def _finding(graph: Graph, row: Row, end: int) -> Finding:
    source = _id(graph, row["symbol"], row["file"])
    callee = graph.symbol(_id(graph, row["callee"], file_of(row["callee"])))
    related: tuple[RelatedPlace, ...] = ()
    if callee is not None:
        takes = f"{callee.qualname} takes {row['takes']}" if "takes" in row else callee.qualname
        related = (RelatedPlace(callee.file, callee.line, callee.column, callee.end_column, takes),)
    return Finding(
        _NAME,
        Severity.ERROR,
        not_updated_message(row["callee"], row["misfit"]),
        row["file"],
        row["line"],
        row["column"],
        row["line"],
        end,
        related,
        symbol=source,
        key=(source, row["callee"].partition("@")[0]),
        confidence=row["confidence"],
        related_total=len(related),
    )


def _id(graph: Graph, shown: str, file: str) -> str:
    """The id of what is shown under this name."""
    return next((one.id for one in graph.symbols_in(file) if one.display_id == shown), shown)
