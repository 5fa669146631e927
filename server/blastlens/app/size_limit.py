"""Not indexing what is far larger than a repository unless it is meant."""

from collections.abc import Sequence
from pathlib import Path

from blastlens.app.errors import UserError
from blastlens.session.counting import holds_more_than
from blastlens.session.listing import Lister

CODE = "too-many-files"


def check_size(root: Path, exclude: Sequence[str], limit: int) -> None:
    """Raises `UserError` (too-many-files) for a folder that holds more than `limit` source files; 0: no limit."""
    from blastlens.languages.registry import language_for

    if limit and root.is_dir() and holds_more_than(
        root, Lister(root, lambda path: language_for(path) is not None, exclude), limit
    ):  # fmt: skip
        message = f"{root} holds more than {limit:,} source files, and is not indexed yet"
        hint = "leave folders out with exclude in .code-graph/config.json, or raise max_files there (0: no limit)"
        raise UserError(message, hint, code=CODE)
