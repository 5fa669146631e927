"""`index_status`."""

from collections.abc import Callable
from typing import Final

from blastlens.faces.mcp.indexed_root import IndexedRoot
from blastlens.faces.mcp.page import parse_cursor, render

DESCRIPTION: Final = "Size and state of the index; files skipped or only partly read, and why."


def bind(indexed: IndexedRoot) -> Callable[..., str]:
    def index_status(cursor: str = "") -> str:
        start = parse_cursor(cursor)
        status = indexed.status()
        groups = (("unreadable", status.unreadable), ("partial", status.partial), ("skipped", status.skipped))
        rows = [{"file": file, "state": state, "reason": why} for state, files in groups for file, why in files]
        envelope = {
            "root": status.root,
            "files": status.files,
            "symbols": status.symbols,
            "edges": status.edges,
            "uses": status.uses,
            "resolved": status.resolved,
            "inferred": status.inferred,
            "ambiguous": status.ambiguous,
            "external": status.external,
            "unresolved": status.unresolved,
            "blind_files": dict(status.blind),
            "head": status.head,
            "branch": status.branch,
            "note": status.note,
            "complete": True,
            "reason": None,
            "stale": list(status.stale),
            "revision": status.revision,
        }
        return render(rows, {key: value for key, value in envelope.items() if value != ""}, start)

    return index_status
