"""From the model's words to the protocol's: places (file, 1-based line, byte column) to URIs, positions and ranges."""

import os
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from lsprotocol import types as t

from blastlens.faces.lsp.documents import LspDocument
from blastlens.faces.lsp.following import Following
from blastlens.faces.lsp.lines import LineTable
from blastlens.faces.lsp.roots import Root
from blastlens.text.columns import Encoding
from blastlens.text.decode import decode


class Places:
    """Converts for one request. Places are those of the saved text; positions are those of the buffer, where a file is open and
    differs. Columns are counted in the text they were measured in. Reads files, so use it in the root's thread."""

    def __init__(self, root: Root, documents: Iterable[LspDocument], encoding: Encoding) -> None:
        self.root = root
        self.encoding = encoding
        self._uris: dict[str, str] = {}
        self._texts: dict[str, str | None] = {}
        self._tables: dict[str, LineTable] = {}
        self._typed: dict[str, LineTable] = {}
        self._following: dict[str, Following] = {}
        for file, document in root.open_documents(documents):
            self._uris[file] = document.uri
            self._texts[file] = document.saved_text
            self._typed[file] = document.table
            if (following := document.following) is not None:
                self._following[file] = following

    def uri(self, file: str) -> str:
        """As the client spelled it if the file is open, else fully escaped below the folder's URI."""
        return self._uris.get(file) or join_uri(self.root.uri, file)

    def open_files(self) -> list[str]:
        """Files of the root that the client has open."""
        return list(self._uris)

    def table(self, file: str) -> LineTable:
        """Line table of a file as it was last saved; an empty one for a file that cannot be read."""
        if file not in self._tables:
            text = self._texts.get(file)
            self._tables[file] = LineTable(read_text(self.root.path / file) if text is None else text)
        return self._tables[file]

    def range(self, file: str, start: tuple[int, int], end: tuple[int, int]) -> t.Range:
        """`start`, `end`: (1-based line, 0-based byte column) in the text that was saved."""
        following = self._followed(file)
        if following is None:
            return to_range(self.table(file), start, end, self.encoding)
        first, last = (t.Position(*following.position(*place, self.encoding)) for place in (start, end))
        return t.Range(first, max(first, last))

    def typed_range(self, file: str, start: tuple[int, int], end: tuple[int, int]) -> t.Range:
        """`start`, `end`: as in `range`, but in the text that is typed."""
        return to_range(self._typed.get(file) or self.table(file), start, end, self.encoding)

    def _followed(self, file: str) -> Following | None:
        if file not in self._following and file in self._typed and self._texts[file] is None:
            self._following[file] = Following(self.table(file), self._typed[file])  # opened with what was not saved
        return self._following.get(file)

    def location(self, file: str, start: tuple[int, int], end: tuple[int, int]) -> t.Location:
        return t.Location(uri=self.uri(file), range=self.range(file, start, end))


def to_range(table: LineTable, start: tuple[int, int], end: tuple[int, int], encoding: Encoding) -> t.Range:
    return t.Range(to_position(table, *start, encoding), to_position(table, *end, encoding))


def to_position(table: LineTable, line: int, column: int, encoding: Encoding) -> t.Position:
    """Protocol position of a model place: 1-based line, 0-based byte column."""
    return t.Position(*table.position(line, column, encoding))


def read_text(path: Path) -> str:
    """Text of a file as the index reads it; empty when it cannot be read."""
    try:
        data = path.read_bytes()
    except OSError:
        return ""
    return decode(data).source.decode("utf-8", "replace")


def path_to_uri(path: Path) -> str:
    """The fully escaped URI of an absolute path."""
    posix = path.as_posix()
    return "file://" + ("" if posix.startswith("/") else "/") + escape(posix)


def escape(posix_path: str) -> str:
    """A POSIX path as part of a URI: everything but letters, digits and `_.-~/` is percent-encoded as UTF-8."""
    return quote(os.fsencode(posix_path), safe="/")


def join_uri(folder_uri: str, relative: str) -> str:
    """URI of a file below a folder, in the client's own spelling of the folder."""
    return f"{folder_uri.rstrip('/')}/{escape(relative)}"
