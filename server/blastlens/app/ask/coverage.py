"""`Coverage`: how much of the code the graph can see."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from blastlens.analyses.coverage import Hidden, Share, counted, coverage
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.paths import checked_path, is_below
from blastlens.app.ask.rows import Row
from blastlens.app.errors import UserError
from blastlens.app.questions import Coverage
from blastlens.model.blind_spot import ANY_NAME
from blastlens.model.graph import FileRecord
from blastlens.session.workspace import DOUBTFUL
from blastlens.views.blind_words import what_is_hidden
from blastlens.views.wording import KINDS_OF_CALLS

_LINE: Final = re.compile(r"line (\d+):")


def answer_coverage(context: Context, question: Coverage) -> Answer:
    """`results`: one row for each way in which a file hides something, what hides most first; `minor`: what hides values
    rather than calls. Raises `UserError` for a path below which nothing is indexed, and for a depth below 1."""
    graph = context.snapshot.graph
    if question.depth < 1:
        raise UserError(f"no folders to a depth of {question.depth}", "give a depth of 1 or more")
    path = checked_path(graph, question.path)
    files = [record for record in context.snapshot.files if is_below(record.path, path)]
    found = coverage(graph, files, question.depth)
    rows = [_row(one) for one in found.hidden if not one.is_minor]
    extra: dict[str, Any] = {
        "total": _share(found.total),
        "directories": [{"directory": folder, **_share(share)} for folder, share in found.folders],
        "minor": [_row(one) for one in found.hidden if one.is_minor],
        "kinds": {kind.value: number for kind, number in counted(found.hidden).items()},
    }
    return context.answer("coverage", question, [*_unread(files), *rows], extra=extra)


def _share(share: Share) -> Row:
    row: Row = {"files": share.files, "calls": share.uses}
    row |= {kind: getattr(share, kind) for kind in KINDS_OF_CALLS}
    row["followed"] = round(share.followed / share.uses, 4) if share.uses else 1.0
    return row


def _row(one: Hidden) -> Row:
    row = {
        "file": one.file,
        "line": one.lines[0],
        "lines": list(one.lines),
        "kind": one.spot.kind.value,
        "why": what_is_hidden(one.spot, one.times),
        "times": one.times,
        "test": one.is_test,
    }
    row |= {"names": one.spot.pattern} if one.spot.pattern != ANY_NAME else {}
    return row | ({"about": one.spot.about} if one.spot.about else {})


def _unread(files: Iterable[FileRecord]) -> Iterator[Row]:
    """Files of which nothing, or not all, is in the graph."""
    for record in files:
        kind = _unread_kind(record)
        if kind:
            lines = sorted({int(line) for line in _LINE.findall(record.reason)}) or [1]
            row = {"file": record.path, "line": lines[0], "lines": lines, "kind": kind}
            yield row | {"why": _unread_words(kind, record.reason), "times": len(lines), "test": record.is_test}


def _unread_kind(record: FileRecord) -> str:
    if record.state == "partial":
        return "unparsed"
    if record.state == "unreadable":
        return "unreadable"
    if record.state == "skipped" and "generated" in record.reason:
        return "generated"
    return "left_out" if record.state == "skipped" and record.reason.startswith(tuple(DOUBTFUL)) else ""


def _unread_words(kind: str, reason: str) -> str:
    if kind == "unparsed":
        return f"could not be parsed whole: {reason}"
    return f"could not be read: {reason}" if kind == "unreadable" else f"left out: {reason}"
