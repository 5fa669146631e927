"""The lines that findings stand on, as the graph has read them."""

from collections.abc import Iterable, Iterator

from blastlens.app.ask.context import Context
from blastlens.session.workspace import Blob, read_blob
from blastlens.text.decode import decode
from blastlens.text.lines import LineIndex
from blastlens.views.findings import Finding


def lines_of(context: Context, findings: Iterable[Finding]) -> Iterator[bytes | None]:
    """For each the text of its line, as UTF-8 without the line's end; None where the file is not any more what the graph has read."""
    indexes: dict[str, LineIndex | None] = {}
    for one in findings:
        if one.file not in indexes:
            indexes[one.file] = _index(context, one.file)
        index = indexes[one.file]
        yield None if index is None else index.line(one.line - 1)


def _index(context: Context, file: str) -> LineIndex | None:
    read = read_blob(context.session.root, file)
    known = context.snapshot.graph.file(file)
    if not isinstance(read, Blob) or (known is not None and known.content_hash != read.content_hash):
        return None
    return LineIndex(decode(read.data).source)
