"""The comment that suppresses a finding, put where it stands."""

from collections.abc import Sequence

from blastlens.app.check.registry import NAMES
from blastlens.app.suppressions import suppressions_in
from blastlens.languages.registry import language_for
from blastlens.model.symbol import Symbol
from blastlens.views.actions import Change


def suppression(path: str, data: bytes, rule: str, line: int, reason: str) -> Change | None:
    """A line above `line` (1-based) of the file's text; None where a comment there would not be read as one that speaks of the
    line: inside of a text, behind a continued line, in a language without comments to the end of a line."""
    language = language_for(path)
    lines = data.split(b"\n")
    if language is None or not language.line_comment or not 0 < line <= len(lines):
        return None
    if line > 1 and lines[line - 2].rstrip().endswith(b"\\"):
        return None
    text = lines[line - 1]
    indent = text[: len(text) - len(text.lstrip())]
    end = b"\r" if text.endswith(b"\r") else b""
    said = f"blastlens: ignore[{rule}] {reason}".rstrip().encode()
    comment = indent + language.line_comment + b" " + said
    after = b"\n".join([*lines[: line - 1], comment + end, *lines[line - 1 :]])
    nobody: Sequence[Symbol] = ()
    found = suppressions_in(path, after, nobody, NAMES)
    if not any(one.line == line and line + 1 in one.lines and one.rules == (rule,) for one in found):
        return None
    return Change(line, 0, line, 0, (comment + end + b"\n").decode("utf-8", "replace"))
