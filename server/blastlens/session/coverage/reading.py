"""A coverage report of any known format, told by what is in it."""

from pathlib import Path
from typing import Final

from blastlens.session.coverage.cobertura import read_cobertura
from blastlens.session.coverage.coverage_json import read_coverage_json
from blastlens.session.coverage.go_profile import read_go_profile
from blastlens.session.coverage.jacoco import read_jacoco
from blastlens.session.coverage.lcov import read_lcov
from blastlens.session.coverage.report import FileLines, Report, ReportError, plain
from blastlens.store.coverage_data import SIGNATURE, measured_files, run_lines
from blastlens.store.errors import StoreDamagedError
from blastlens.text.xml_events import XmlError

# A report of a million lines of code takes some 100 MB of XML.
MOST_BYTES: Final = 256 << 20
_HEAD: Final = 4096


def read_report(path: Path, data: bytes) -> Report:
    """`data`: what the file holds. Raises `ReportError` for what is no report."""
    if data.startswith(SIGNATURE):
        return _read_data_file(path)
    head = data[:_HEAD].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b"<"):
        # The document type comes before the first element, and names it.
        try:
            if b"<report" in head or b"DOCTYPE report" in head:
                return read_jacoco(data)
            if b"<coverage" in head:
                return read_cobertura(data)
        except XmlError as error:
            raise ReportError(str(error)) from error
        raise ReportError("XML, but neither Cobertura nor JaCoCo")
    if head.startswith(b"{"):
        return read_coverage_json(data)
    if head.startswith(b"mode:"):
        return read_go_profile(data)
    if b"SF:" in head:
        return read_lcov(data)
    raise ReportError("no known format of coverage data")


def _read_data_file(path: Path) -> Report:
    """coverage.py's data file. It does not tell which lines could have run and did not."""
    lines: dict[str, dict[int, bool]] = {}
    contexts: dict[str, dict[int, set[str]]] = {}
    names: set[str] = set()
    try:
        for file in measured_files(path):
            lines.setdefault(file, {})
        for file, context, line in run_lines(path):
            lines.setdefault(file, {})[line] = True
            if context:
                names.add(context)
                contexts.setdefault(file, {}).setdefault(line, set()).add(context)
    except StoreDamagedError as error:
        raise ReportError(str(error)) from error
    files = []
    for file, run in lines.items():
        by_line = {line: tuple(sorted(some)) for line, some in contexts.get(file, {}).items()}
        files.append(FileLines(plain(file), run, {}, by_line, frozenset(run)))
    return Report("coverage.py data", tuple(files), says_missed=False, contexts=tuple(sorted(names)))
