"""JaCoCo's XML report (DTD 1.1): packages of source files with the instructions of each line."""

from collections.abc import Mapping

from blastlens.session.coverage.report import FileLines, Lines, Report
from blastlens.text.xml_events import number, read_xml


def read_jacoco(data: bytes) -> Report:
    """Raises `XmlError`. A path is that of the package, then the name of the file."""
    files: dict[str, Lines] = {}
    package = ""
    here: Lines | None = None

    def opened(name: str, attributes: Mapping[str, str]) -> None:
        nonlocal package, here
        if name == "package":
            package = attributes.get("name", "")
        elif name == "sourcefile":
            path = attributes.get("name", "")
            here = files.setdefault(f"{package}/{path}" if package else path, Lines())
        elif name == "line" and here is not None:
            here.line(number(attributes, "nr"), number(attributes, "ci") > 0)

    def closed(name: str, _: str) -> None:
        nonlocal here
        if name == "sourcefile":
            here = None

    read_xml(data, opened, closed)
    found: tuple[FileLines, ...] = tuple(lines.file(path) for path, lines in files.items())
    return Report("JaCoCo XML", found)
