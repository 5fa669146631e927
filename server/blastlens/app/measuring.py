"""Coverage reports, joined with the functions of the graph.

A report does not say which text of a file it was made from. When it is seen for the first time, by its hash, it is held against the
text that is there: every line that it tells of must hold code. What it says of each function is then kept with the hash of the
function's text, and counts for as long as the function has this text, wherever it moves (see docs/coverage.md).
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from blastlens.app.errors import UserError
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol
from blastlens.session import git
from blastlens.session.coverage.functions import Verdict, definitions_fit, fits, verdicts
from blastlens.session.coverage.mapping import map_paths
from blastlens.session.coverage.reading import MOST_BYTES, read_report
from blastlens.session.coverage.report import FileLines, Report, ReportError
from blastlens.session.errors import SessionError
from blastlens.session.session import Session
from blastlens.session.workspace import Blob, content_hash, read_blob
from blastlens.store.measurements import Measurement, Measurements, remembered

_INDEXED: Final = frozenset({"indexed", "partial"})


class Source(NamedTuple):
    """A report that is there. `name`: as users see it; `found`: what it says, or why it says nothing."""

    name: str
    found: Measurements | None
    problem: str = ""


def measure(session: Session, graph: Graph, named: Sequence[str], usual: Sequence[Path]) -> list[Source]:
    """`named`: reports that a user asked for, which raise `UserError` where they cannot be read; `usual`: those that were
    found without that (`app.reports`)."""
    found = []
    paths = list(usual)
    for given in named:
        path = Path(os.path.normpath(session.root / given))
        if not path.is_file():
            raise UserError(f"no such coverage report: {given}", "give a file; reports are never made, only read")
        source = _source(session, graph, path)
        if source.found is None:
            raise UserError(f"{given}: {source.problem}", "see docs/coverage.md for the formats that are read")
        found.append(source)
        paths = [one for one in paths if one != path]
    return [*found, *(_source(session, graph, path) for path in paths)]


def _source(session: Session, graph: Graph, path: Path) -> Source:
    name = path.relative_to(session.root).as_posix() if path.is_relative_to(session.root) else str(path)
    try:
        if path.stat().st_size > MOST_BYTES:
            return Source(name, None, f"larger than {MOST_BYTES >> 20} MB")
        data = path.read_bytes()
        hashed = content_hash(data)
        return Source(name, remembered(session.location.folder, hashed, lambda: _made(session, graph, path, data)))
    except (OSError, ReportError) as error:
        return Source(name, None, str(error))


def _made(session: Session, graph: Graph, path: Path, data: bytes) -> Measurements:
    report = read_report(path, data)
    sources = [record.path for record in graph.files() if record.state in _INDEXED]
    mapped = map_paths((file.path for file in report.files), sources)
    numbers = {name: number for number, name in enumerate(report.contexts)}
    functions: dict[str, Measurement] = {}
    stale = []
    for file in report.files:
        ours = mapped.files.get(file.path)
        if ours is None:
            continue
        told = _told(session, report, file, ours)
        if told is None:
            stale.append(ours)
            continue
        for symbol, verdict in told:
            tests = [numbers[one] for one in verdict.contexts if one in numbers]
            known = functions.get(symbol.id)
            if known is None or not known.was_run:
                functions[symbol.id] = Measurement(symbol.content_hash, verdict.was_run, tests)
    return Measurements(
        report.format, functions, list(report.contexts), sorted(stale), list(mapped.ambiguous), len(mapped.unknown)
    )


def _told(session: Session, report: Report, file: FileLines, path: str) -> list[tuple[Symbol, Verdict]] | None:
    """What a report says of the functions of a file; None where it fits neither the file nor what was committed of it. Where it
    fits both and they differ, only what is the same in both is told."""
    blob = read_blob(session.root, path)
    now = blob.data if isinstance(blob, Blob) else None
    texts = [data for data in dict.fromkeys((now, _committed(session, path))) if data is not None]
    told = [read for data in texts if (read := _read(session, report, file, path, data)) is not None]
    if len(told) < 2:
        return told[0] if told else None
    others = {symbol.id: (symbol.content_hash, verdict) for symbol, verdict in told[1]}
    return [one for one in told[0] if others.get(one[0].id) == (one[0].content_hash, one[1])]


def _read(
    session: Session, report: Report, file: FileLines, path: str, data: bytes
) -> list[tuple[Symbol, Verdict]] | None:
    """None where the report does not fit a text."""
    text = data.decode("utf-8", "replace").splitlines()
    facts = session.facts_of(path, data)
    if facts is None or not fits(file, text):
        return None
    symbols = session.symbols_of(path, facts)
    if file.anchors and not definitions_fit(file, symbols):
        return None
    return list(verdicts(file, symbols, text, says_missed=report.says_missed))


def _committed(session: Session, path: str) -> bytes | None:
    try:
        return git.blob(session.root, "HEAD", path)
    except SessionError:
        return None
