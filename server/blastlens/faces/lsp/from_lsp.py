"""From the protocol's words to the model's: URIs to paths, positions to lines and byte columns."""

import os
from pathlib import Path
from urllib.parse import unquote

from lsprotocol import types as t

from blastlens.faces.lsp.lines import LineTable
from blastlens.text.columns import Encoding


def uri_to_path(uri: str) -> Path | None:
    """The path of a file URI, or None for another scheme, a remote host, or text that is no URI.

    Decodes once: `a%2520b.py` is the file `a%20b.py`. Raw non-ASCII letters and brackets are accepted as they are.
    """
    scheme, colon, rest = uri.partition(":")
    if scheme.lower() != "file" or not colon:
        return None
    rest = rest.partition("#")[0].partition("?")[0]
    host, path = "", rest
    if rest.startswith("//"):
        host, slash, tail = rest[2:].partition("/")
        path = slash + tail
    text = unquote(path, errors="surrogateescape")
    if "\0" in text or not text.startswith("/"):
        return None
    if os.name == "nt":
        text = f"//{unquote(host)}{text}" if host and host != "localhost" else text.lstrip("/")
    elif host not in ("", "localhost"):
        return None
    return Path(os.path.normpath(text))


def from_position(table: LineTable, position: t.Position, encoding: Encoding) -> tuple[int, int] | None:
    """Model place of a protocol position: (1-based line, 0-based byte column). A character past the end of its line means that end;
    where there is no such line there is no place."""
    return table.place(position.line, position.character, encoding) if position.line < table.line_count else None
