"""Elements of an XML document as they open and close. Entities are refused, so that no document can grow or reach for other files;
a document type is read over, its external subset is never fetched."""

from collections.abc import Callable, Mapping
from xml.parsers import expat

Open = Callable[[str, Mapping[str, str]], None]
Close = Callable[[str, str], None]  # name, and the text inside


class XmlError(Exception):
    """No XML that is read; the message says why."""


def read_xml(data: bytes, opened: Open, closed: Close) -> None:
    """Raises `XmlError` for what is not well-formed, and for a document that declares entities."""
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
        raise XmlError("it declares entities, which nothing that is read here has a use for")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text.append
    parser.EntityDeclHandler = refuse
    parser.UnparsedEntityDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:  # the last two of an encoding that is not known
        raise XmlError(f"not well-formed XML: {error}") from error


def number(attributes: Mapping[str, str], name: str) -> int:
    """A whole number; 0 for none."""
    text = attributes.get(name, "")
    return int(text) if text.isascii() and text.isdigit() else 0
