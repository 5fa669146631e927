"""Macros that stand where the grammar expects none, overwritten with blanks so that the rest parses.

Every line and column stays as it is. A repaired text is kept only where it has fewer errors than the one that was read.
"""

import itertools
import re
from typing import Any, Final

from blastlens.languages.protocol import Parse

# `#ifdef __cplusplus` around `extern "C" {` and around its end.
_EXTERN: Final = re.compile(
    rb"^[ \t]*#[ \t]*if(?:def[ \t]+__cplusplus|[ \t]+defined[ \t]*\(?[ \t]*__cplusplus[ \t]*\)?)[^\n]*\n"
    rb"(?:[ \t]*(?:extern[ \t]+\"C\"[ \t]*\{?|\{|\}[^\n]*|#[^\n]*|//[^\n]*|/\*[^\n]*\*/)?[ \t]*\r?\n)*?[ \t]*#[ \t]*endif[^\n]*$",
    re.MULTILINE,
)
_ALL_CAPS: Final = rb"\b[A-Z_][A-Z0-9_]{2,}+\b"
_BRACKETS: Final = rb"\((?:[^()\n;]++|\((?:[^()\n]++|\([^()\n]*+\))*+\))*+\)"
# Before a declaration: `EXPORT int f(void);`, `API(void) f();`, between its parts and behind its head.
_BEFORE: Final = re.compile(
    rb"^(?P<indent>[ \t]*(?:\[\[[^\]\n]*\]\][ \t]*)?(?:(?:static|inline|extern|virtual|explicit|constexpr|typedef|class|struct|enum|union|friend)[ \t]+)*)(?P<macro>"
    + _ALL_CAPS
    + rb"(?:[ \t]*+"
    + _BRACKETS
    + rb")?+)(?=[ \t\r\n]++[A-Za-z_~])",
    re.MULTILINE,
)
_BEHIND: Final = re.compile(
    rb"(?<=\))(?P<space>(?:[ \t]*+(?:const|volatile|noexcept|override)\b)*+[ \t]*+\n?+[ \t]*+)(?P<macro>(?:"
    + _ALL_CAPS
    + rb"(?:"
    + _BRACKETS
    + rb")?+[ \t\n]*+){1,4}+)(?=[;{=]|(?:override|final|const|noexcept)\b)",
)
_INSIDE: Final = re.compile(rb"(?<=[\w*&>] )(?P<macro>" + _ALL_CAPS + rb")(?=[ \t]+\*?[A-Za-z_~][\w:<>, ~]{0,120}+\()")
_ALONE: Final = re.compile(
    rb"^[ \t]*(?P<macro>" + _ALL_CAPS + rb"(?:" + _BRACKETS + rb")?+)[ \t]*+(?=\r?$)", re.MULTILINE
)


# `class EXPORT Name {`, which parses as something else.
_CLASS: Final = re.compile(
    rb"\b(?:class|struct|union)(?P<macro>(?:[ \t]+"
    + _ALL_CAPS
    + rb"(?:"
    + _BRACKETS
    + rb")?+){1,3}+)(?=\s++[A-Za-z_][\w:]*+(?:<[^<>{};]*+>)?+\s*+(?:final\s*+)?+[:{][^:])"
)
# Behind a name: `int count GUARDED_BY(mutex);`
_ATTRIBUTE: Final = re.compile(
    rb"(?<=[\w>*&])(?P<head>[ \t]++[*&]*+[A-Za-z_]\w*+(?:\[[^\]\n]*\])?)(?P<macro>[ \t\n]++"
    + _ALL_CAPS
    + _BRACKETS
    + rb")(?=[ \t\n]*+[;=])"
)


def mended(root: Any, source: bytes, parse: Parse) -> tuple[Any, bytes]:
    """The tree and text with the fewest errors."""
    named = _CLASS.sub(_blank_macro, source)
    if named != source:
        root, source = parse(named), named
    best, text, errors = root, source, damage(root)
    for mend in (
        _without_extern,
        _without_attributes,
        _without_behind,
        _without_before,
        _without_inside,
        _without_alone,
        _with_first,
        _with_last,
    ):
        if not errors:
            break
        changed = mend(text)
        if changed == text:
            continue
        tree = parse(changed)
        found = damage(tree)
        if found < errors:
            best, text, errors = tree, changed, found
    return best, text


def damage(root: Any) -> int:
    """How many bytes of a tree are errors, and how many are missing."""
    total = 0
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_missing:
            total += 1
        elif node.type == "ERROR":
            total += 2 + node.end_byte - node.start_byte
        elif node.has_error:
            stack.extend(child for child in node.children if child.has_error or child.is_missing)
    return total


def _blank(match: re.Match[bytes]) -> bytes:
    return re.sub(rb"[^\n]", b" ", match[0])


def _blank_macro(match: re.Match[bytes]) -> bytes:
    text = match.string
    if text[text.rfind(b"\n", 0, match.start() + 1) + 1 : match.start() + 1].lstrip().startswith(b"#"):
        return match[0]  # of a directive, which ends with its line
    start, end = match.start("macro") - match.start(), match.end("macro") - match.start()
    whole = match[0]
    return whole[:start] + re.sub(rb"[^\n]", b" ", whole[start:end]) + whole[end:]


def _without_extern(text: bytes) -> bytes:
    return _EXTERN.sub(lambda match: _blank(match) if b"extern" in match[0] or b"}" in match[0] else match[0], text)


def _without_attributes(text: bytes) -> bytes:
    return _ATTRIBUTE.sub(_blank_macro, text)


def _without_before(text: bytes) -> bytes:
    return _BEFORE.sub(_blank_macro, text)


def _without_behind(text: bytes) -> bytes:
    return _BEHIND.sub(lambda match: _blank_macro(match) if _ends_head(text, match.start()) else match[0], text)


def _ends_head(text: bytes, at: int) -> bool:
    """Whether the bracket before `at` closes the head of a function, and not a condition or another macro."""
    depth = 0
    for index in range(at - 1, max(at - _LONGEST_HEAD, -1), -1):
        depth += (text[index] == 41) - (text[index] == 40)
        if not depth:
            word = _LAST_WORD.search(text, max(index - 80, 0), index)
            return word is not None and word[1] not in _CONDITIONS and word[1] != word[1].upper()
    return False


_LONGEST_HEAD: Final = 2000
_LAST_WORD: Final = re.compile(rb"(\w+)\s*\Z")
_CONDITIONS: Final = frozenset({b"if", b"for", b"while", b"switch", b"catch", b"return", b"sizeof", b"defined"})


def _without_inside(text: bytes) -> bytes:
    return _INSIDE.sub(_blank_macro, text)


def _without_alone(text: bytes) -> bytes:
    return _ALONE.sub(_blank_macro, text)


# -- conditions that cut through a declaration

_DIRECTIVE: Final = re.compile(rb"[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b")


def _with_first(text: bytes) -> bytes:
    return _one_branch(text, last=False)


def _with_last(text: bytes) -> bytes:
    return _one_branch(text, last=True)


def _one_branch(text: bytes, *, last: bool) -> bytes:
    """Of conditions whose branches are no whole statements one branch, the first or the last; the others are overwritten."""
    lines = text.split(b"\n")
    open_: list[list[int]] = []  # line numbers of the directives of each condition around
    for number, line in enumerate(lines):
        found = _DIRECTIVE.match(line)
        if found is None:
            continue
        if found[1].startswith(b"if"):
            open_.append([number])
        elif open_:
            open_[-1].append(number)
            if found[1] == b"endif":
                _keep_one(lines, open_.pop(), last=last)
    return b"\n".join(lines)


def _keep_one(lines: list[bytes], marks: list[int], *, last: bool) -> None:
    branches = [lines[start + 1 : end] for start, end in itertools.pairwise(marks)]
    if not _is_cut(lines, marks[0]) and all(_is_whole(branch) for branch in branches):
        return
    kept = len(branches) - 1 if last else 0
    for at, (start, end) in enumerate(itertools.pairwise(marks)):
        for number in range(start, start + 1 if at == kept else end):
            lines[number] = b" " * len(lines[number])
    lines[marks[-1]] = b" " * len(lines[marks[-1]])


def _is_cut(lines: list[bytes], start: int) -> bool:
    """Whether a condition begins inside a declaration or a statement."""
    for number in range(start - 1, max(start - 6, -1), -1):
        line = lines[number].split(b"//")[0].strip()
        if line:
            return not line.endswith((b";", b"{", b"}", b":", b"*/", b"\\")) and not line.startswith(b"#")
    return False


def _is_whole(branch: list[bytes]) -> bool:
    text = b"\n".join(branch)
    return all(text.count(one) == text.count(other) for one, other in ((b"{", b"}"), (b"(", b")")))
