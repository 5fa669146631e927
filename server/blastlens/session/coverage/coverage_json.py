"""coverage.py's JSON report (`coverage json`), with contexts where it was asked to show them."""

import json
from collections.abc import Mapping
from typing import Any

from blastlens.session.coverage.report import FileLines, Lines, Report, ReportError


def read_coverage_json(data: bytes) -> Report:
    """Raises `ReportError`."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ReportError(f"not JSON: {error}") from error
    files = found.get("files") if isinstance(found, dict) else None
    if not isinstance(files, dict):
        raise ReportError("it lists no files")
    read = [_file(path, row) for path, row in files.items() if isinstance(row, dict)]
    names = {name for one in read for some in one.contexts.values() for name in some}
    return Report("coverage.py JSON", tuple(read), contexts=tuple(sorted(names)))


def _file(path: str, row: Mapping[str, Any]) -> FileLines:
    lines = Lines()
    for key, was_run in (("executed_lines", True), ("missing_lines", False)):
        listed = row.get(key)
        for number in listed if isinstance(listed, list) else ():
            if isinstance(number, int):
                lines.line(number, was_run)
    return lines.file(path, _contexts(row.get("contexts")))


def _contexts(found: Any) -> dict[int, tuple[str, ...]]:
    if not isinstance(found, dict):
        return {}
    return {
        int(line): tuple(name for name in names if isinstance(name, str) and name)
        for line, names in found.items()
        if line.isascii() and line.isdigit() and isinstance(names, list)
    }
