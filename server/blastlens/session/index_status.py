"""What the index holds, in numbers and names."""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from blastlens.model.blind_spot import MINOR
from blastlens.session.ports import IndexStatus
from blastlens.store.graph_store import GraphStore
from blastlens.store.rows import PARTIAL, SKIPPED, UNREADABLE, FileRow

_COUNTS: Final = ("uses", "resolved", "inferred", "ambiguous", "external")


def index_status(
    store: GraphStore,
    rows: Mapping[str, FileRow],
    *,
    root: Path,
    head: str,
    branch: str,
    stale: tuple[str, ...],
    note: str,
    other_suffixes: frozenset[str],
) -> IndexStatus:
    """`rows`: the files of the current revision; the rest is passed through."""
    meta = store.meta()
    symbols, edges = store.totals()
    indexed = [row for row in rows.values() if row.is_indexed]
    uses, resolved, inferred, ambiguous, external = (sum(getattr(row, name) for row in indexed) for name in _COUNTS)
    return IndexStatus(
        root=str(root),
        database=str(store.path),
        database_bytes=store.bytes_on_disk(),
        revision=int(meta.get("revision", "0")),
        head=head,
        branch=branch,
        files=len(indexed),
        symbols=symbols,
        edges=edges,
        uses=uses,
        resolved=resolved,
        external=external,
        unresolved=uses - resolved - inferred - ambiguous - external,
        skipped=_with_state(rows, SKIPPED),
        partial=_with_state(rows, PARTIAL),
        unreadable=_with_state(rows, UNREADABLE),
        other_languages=_other_languages(meta.get("other", ""), other_suffixes),
        stale=stale,
        note=note,
        inferred=inferred,
        ambiguous=ambiguous,
        languages=tuple(Counter(row.language for row in sorted(indexed)).most_common()),
        blind=tuple((kind.value, files) for kind, files in store.blind_files() if kind not in MINOR),
    )


def _with_state(rows: Mapping[str, FileRow], state: str) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((row.path, row.reason) for row in rows.values() if row.state == state))


def _other_languages(text: str, suffixes: frozenset[str]) -> tuple[tuple[str, int], ...]:
    counted = json.loads(text) if text else []
    return tuple((suffix, count) for suffix, count in counted if suffix in suffixes)
