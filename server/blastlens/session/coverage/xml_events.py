"""Elements of an XML document as they open and close. Entities are refused, so that no document can grow or reach for other files;
a document type is read over, its external subset is never fetched."""

from collections.abc import Callable, Mapping
from xml.parsers import expat

from blastlens.session.coverage.report import ReportError

Open = Callable[[str, Mapping[str, str]], None]
Close = Callable[[str, str], None]  # name, and the text inside


def read_xml(data: bytes, opened: Open, closed: Close) -> None:
    """Raises `ReportError` for what is not well-formed, and for a document that declares entities."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    text: list[str] = []

    def start(name: str, attributes: Mapping[str, str]) -> None:
        text.clear()
        opened(name, attributes)

    def end(name: str) -> None:
        closed(name, "".join(text).strip())
        text.clear()

    def refuse(*_: object) -> None:
        raise ReportError("it declares entities, which a coverage report has no use for")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text.append
    parser.EntityDeclHandler = refuse
    parser.UnparsedEntityDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise ReportError(f"not well-formed XML: {error}") from error


def number(attributes: Mapping[str, str], name: str) -> int:
    """A whole number; 0 for none."""
    text = attributes.get(name, "")
    return int(text) if text.isascii() and text.isdigit() else 0
