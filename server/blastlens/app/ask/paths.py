"""Questions about what lies below a path."""

from blastlens.app.errors import UserError
from blastlens.model.graph import Graph


def is_below(file: str, path: str | None) -> bool:
    """`path`: a file or folder, None for the root."""
    return path is None or file == path or file.startswith(path + "/")


def checked_path(graph: Graph, typed: str | None) -> str | None:
    """A file or folder as it was typed, None for the whole root. Raises `UserError` where nothing is indexed below it."""
    path = typed.rstrip("/") if typed is not None else None
    if path in (None, "", "."):
        return None
    if not any(is_below(record.path, path) for record in graph.files()):
        raise UserError(
            f"no such file or folder in the index: {typed}", "give a path below the root", (), "unknown-symbol"
        )
    return path
