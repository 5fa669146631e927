"""Writing an import as `import type`, where nothing in the file reads what it binds as a value.

That is the proof: what `import type` binds is nothing when the code runs. `type` at single names would not do, since the statement stays then.
"""

import re
from typing import Final

from blastlens.facts.file_facts import FileFacts, ImportFlag
from blastlens.languages.typed_imports import NOTHING, Lines, Proposed, lines_of

_TYPE_ONLY: Final = ImportFlag.TYPE_ONLY
_PLAIN: Final = ImportFlag.TYPE_ONLY | ImportFlag.ERASABLE
_SHORT: Final = "import "
# `import D, { A } from "x"`, where `import type` may have the first or the others.
_BOTH: Final = re.compile(r"import\s+([\w$]+)\s*,\s*(\{.*\}|\*\s*as\s+[\w$]+)\s*from\s*((['\"])[^'\"\n]*\4)", re.DOTALL)
_TEXT: Final = re.compile(r"(['\"]).*?\1")
# A comment, or attributes.
_ASIDE: Final = re.compile(r"//|/\*|\b(?:with|assert)\b")
_MARKED: Final = re.compile(r"(?<=[{,])(\s*)type\s+(?=[\w$\"'])")


def for_types_alone(source: str, line: int, facts: FileFacts) -> Proposed:
    """See `DefersImports`."""
    at = [(row, span) for row, span in zip(facts.imports, facts.import_spans, strict=True) if span[0] == line]
    spans = {tuple(span) for _, span in at}
    if len(spans) != 1 or any(row.alias < 0 or not row.flags & _PLAIN for row, _ in at):
        return NOTHING
    first, column, last, end_column = spans.pop()
    lines = lines_of(source)
    own = [one.encode() for one in lines[first - 1 : last]]
    before, behind = own[0][:column].decode(), own[-1][end_column:].decode()
    own[-1] = own[-1][:end_column]
    text = b"".join(own)[column:].decode()
    if not text.startswith(_SHORT) or _ASIDE.search(_TEXT.sub("", text)):
        return NOTHING
    names = facts.names
    if any(row.flags & _TYPE_ONLY for row, _ in at):
        if any(row.member >= 0 and names[row.member] == "type" for row, _ in at):
            return NOTHING
        text = _MARKED.sub(r"\1", text)
    indent = before if not before.strip() else ""
    changed = before + _as_types(text, indent, _end(lines[first - 1])) + behind
    return (Lines(first, last + 1, changed),), frozenset(names[row.alias] for row, _ in at)


def _as_types(text: str, indent: str, end: str) -> str:
    both = _BOTH.match(text)
    if both is None:
        return f"import type {text[len(_SHORT) :].lstrip()}"
    default, others, module = both[1], both[2], both[3]
    closing = text[both.end() :]
    return f"import type {default} from {module}{closing}{end}{indent}import type {others} from {module}{closing}"


def _end(line: str) -> str:
    return "\r\n" if line.endswith("\r\n") else "\n"
