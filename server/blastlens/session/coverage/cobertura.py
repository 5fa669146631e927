"""Cobertura XML, as coverage.py (`coverage xml`), gcovr, istanbul, tarpaulin and others write it."""

from collections.abc import Mapping

from blastlens.session.coverage.report import Lines, Report, plain
from blastlens.text.xml_events import number, read_xml


def read_cobertura(data: bytes) -> Report:
    """Raises `XmlError`. A file of several classes is one file; with a single source folder its path is told too."""
    files: dict[str, Lines] = {}
    sources: list[str] = []
    here: list[Lines] = []

    def opened(name: str, attributes: Mapping[str, str]) -> None:
        if name == "class":
            here[:] = [files.setdefault(attributes.get("filename", ""), Lines())]
        elif name == "line" and here:
            here[0].line(number(attributes, "number"), number(attributes, "hits") > 0)

    def closed(name: str, text: str) -> None:
        if name == "source" and text:
            sources.append(plain(text))
        elif name == "class":
            here.clear()

    read_xml(data, opened, closed)
    prefix = sources[0].rstrip("/") + "/" if len(sources) == 1 and sources[0] not in (".", "") else ""
    found = (lines.file(path if _is_absolute(path) else prefix + plain(path)) for path, lines in files.items() if path)
    return Report("Cobertura XML", tuple(found))


def _is_absolute(path: str) -> bool:
    return path.startswith(("/", "\\")) or path[1:2] == ":"
