"""What an export is made of."""

from collections.abc import Iterator
from typing import Final, NamedTuple

# In the first lines of every file, so that a later export knows what it may overwrite.
SIGNATURE: Final = "blastlens export"


class Part(NamedTuple):
    """One file of an export: its path below the folder (POSIX; "" where the export is a single file), and its text. The text may
    hold lone surrogates (bytes of a path that are no UTF-8) only where the format can say them."""

    path: str
    text: Iterator[str]


def visible(text: str) -> str:
    """Text with what UTF-8 cannot hold written out (`\\udcff`)."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")
