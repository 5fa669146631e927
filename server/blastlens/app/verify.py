"""Whether the live graph is what a rebuild from nothing gives."""

import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from blastlens.app.answer import Answer
from blastlens.model.graph import Graph
from blastlens.model.symbol import file_of
from blastlens.session.location import Location
from blastlens.session.session import Session
from blastlens.session.toolchain import installed_toolchain
from blastlens.store.fact_cache import FactCache
from blastlens.views.wording import plural

_MOST: Final = 1000


def verify(session: Session, live: Graph, *, exclude: Sequence[str], max_file_bytes: int) -> Answer:
    """Every file is read, parsed and linked again into a database of its own, without the fact cache. `exclude` and
    `max_file_bytes`: as the session has them."""
    with tempfile.TemporaryDirectory(prefix="blastlens-verify-") as folder:
        location = Location(Path(folder), session.location.repository, "")
        clean = Session(
            session.root,
            location,
            installed_toolchain(),
            exclude=exclude,
            resident=True,
            max_file_bytes=max_file_bytes,
            fact_cache=FactCache(None),
        )
        with clean:
            clean.refresh()
            rows = list(differences(live, clean.graph()))
    shown = rows[:_MOST]
    said = [f"{plural(len(rows), 'difference')}, the first {_MOST:,} are listed"] if len(rows) > _MOST else []
    return Answer(
        question={"kind": "verify"},
        results=shown,
        complete=not said,
        reason="; ".join(said) or None,
        revision=live.revision,
        extra={"differences": len(rows), "files": sum(1 for _ in live.files())},
    )


def differences(live: Graph, clean: Graph) -> Iterator[dict[str, Any]]:
    """One row for each thing that only one of the graphs says."""
    here, there = Counter(_statements(live)), Counter(_statements(clean))
    found = [(statement, "only in the live graph") for statement in (here - there).elements()]
    found += [(statement, "only in the rebuild") for statement in (there - here).elements()]
    for (symbol_id, line, what), where in sorted(found):
        yield {
            "symbol": symbol_id,
            "file": file_of(symbol_id) or symbol_id,
            "line": line,
            "confidence": 1.0,
            "difference": f"{where}: {what}",
        }


def _statements(graph: Graph) -> Iterator[tuple[str, int, str]]:
    """All a graph says as (symbol or file, line, text); the revision is left out."""
    for record in graph.files():
        yield record.path, 1, f"file {record.state} {record.content_hash} {record.reason} {record[3:6]} {record[7:]}"
    names = set()
    for symbol in graph.symbols():
        names.add(symbol.name)
        yield symbol.id, symbol.line, f"symbol {symbol[1:]}"
    for edge in graph.edges():
        line = min((site.line for site in edge.sites), default=1)
        sites = sorted(edge.sites)
        text = f"edge {edge.kind.value} {edge.target} {edge.confidence} {edge.basis.value} {edge.exact} {edge.timing} {sites}"
        yield edge.source, line, text
    for symbol_id, why in graph.entry_points():
        yield symbol_id, 1, f"entry point: {why}"
    for name in sorted(names):
        for use in graph.unresolved(name):
            yield use.source, use.site.line, f"unresolved {use.name} {tuple(use.site)} {use.candidates}"
