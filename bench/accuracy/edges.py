"""Edges of a corpus as Blastlens exports them, and files of edges that any tool made."""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from measuring import blastlens, run

from blastlens.app.export import KINDS, WALKED
from blastlens.model.dispatching import OVERRIDE_FACTOR as OVERRIDE_FACTOR
from blastlens.model.edge import CALL_LIKE

# Kinds of exported rows that run their callee.
RUNNING = frozenset(KINDS[kind] for kind in CALL_LIKE)
# Marks a row that walks add.
ADDED = "added by walks"
__all__ = ["OVERRIDE_FACTOR", "RUNNING", "WALKED"]

Row = dict[str, Any]


def exported(folder: Path) -> list[Row]:
    """Index a copy of a corpus and export its edges, and what walks add to them: the rows with `ADDED`."""
    run(blastlens("index", "."), folder)
    kept = Counter(run(blastlens("export"), folder).output.splitlines())
    rows = []
    for line in run(blastlens("export", "--walked"), folder).output.splitlines():
        row = json.loads(line)
        if not kept[line]:
            row[ADDED] = True
        kept[line] -= 1
        if row["kind"] != "tests":
            rows.append(row)
    return rows


def read(path: Path) -> list[Row]:
    """Rows of a tool: `caller`, `callee` (file, line, name), `site_line` or `sites`; `kind` and `confidence` may lack."""
    text = path.read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def write(rows: Iterable[Row], path: Path) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def stored(rows: Iterable[Row]) -> list[Row]:
    """Without what walks add."""
    return [row for row in rows if not row.get(ADDED)]


def dispatched(rows: Iterable[Row]) -> list[Row]:
    """Only what walks add to calls: those of methods that override what is called."""
    return [row for row in rows if row.get(ADDED) and row.get("kind") != WALKED]


def certain(rows: Iterable[Row], threshold: float) -> list[Row]:
    return [row for row in rows if row.get("confidence") is None or row["confidence"] >= threshold]
