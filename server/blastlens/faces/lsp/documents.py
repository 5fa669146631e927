"""Open documents: what the editor holds, saved or not."""

from typing import Any, cast

from lsprotocol import types as t
from pygls.workspace import TextDocument, Workspace

from blastlens.faces.lsp.following import Following
from blastlens.faces.lsp.lines import LineTable, as_file, encoding_name


class LspDocument(TextDocument):
    """A document that splits lines as the protocol does (pygls also splits at form feeds and Unicode separators, which
    sends every later edit to the wrong line) and knows whether it differs from what was last saved."""

    saved_text: str | None = None  # text when last known to equal the file; None before that is known
    _table: LineTable | None = None
    _following: Following | None = None

    @property
    def table(self) -> LineTable:
        """Line table of the current text."""
        text = self._source or ""
        if self._table is None or self._table.text is not text:
            self._table = LineTable(text)
        return self._table

    @property
    def following(self) -> Following | None:
        """From what was saved to what is typed; None where that is the same, or nobody knows what was saved."""
        saved, table = self.saved_text, self.table
        if saved is None or saved == table.text:
            return None
        known = self._following
        if known is None or known.typed is not table or known.saved.text is not saved:
            before = known.saved if known is not None and known.saved.text is saved else LineTable(saved)
            known = self._following = Following(before, table)
        return known

    @property
    def lines(self) -> Any:
        return self.table.protocol_lines()

    @property
    def unsaved(self) -> bool:
        """Whether the buffer may differ from the file."""
        return self.saved_text is None or self.saved_text != self._source

    @property
    def buffer_bytes(self) -> bytes:
        return as_file(self.table)

    def apply_change(self, change: t.TextDocumentContentChangeEvent) -> None:
        """Apply one full or incremental change."""
        if not isinstance(change, t.TextDocumentContentChangePartial):
            self._source = change.text
            return
        table, encoding = self.table, encoding_name(self.position_codec.encoding)
        start = table.offset(change.range.start.line, change.range.start.character, encoding)
        end = table.offset(change.range.end.line, change.range.end.character, encoding)
        self._source = table.edited(start, end, change.text)


class LspWorkspace(Workspace):
    """The documents a client has open, by URI."""

    def _create_text_document(
        self, doc_uri: str, source: str | None = None, version: int | None = None, language_id: str | None = None
    ) -> LspDocument:
        return LspDocument(
            doc_uri,
            source=source,
            version=version,
            language_id=language_id,
            sync_kind=self._sync_kind,
            position_codec=self._position_codec,
        )

    def update_text_document(
        self, text_doc: t.VersionedTextDocumentIdentifier, change: t.TextDocumentContentChangeEvent
    ) -> None:
        """Apply a change; changes to documents that are not open are dropped."""
        document = self.open_document(text_doc.uri)
        if document is not None:
            document.apply_change(change)
            document.version = text_doc.version

    def open_document(self, uri: str) -> LspDocument | None:
        """The open document of a URI (any spelling that decodes to the same), or None."""
        from urllib.parse import unquote

        return cast("LspDocument | None", self.text_documents.get(unquote(uri)))

    def documents(self) -> list[LspDocument]:
        return [cast(LspDocument, document) for document in self.text_documents.values()]
