"""What the preprocessor is told: includes, conditions, macros."""

import re
from typing import Any, Final

from blastlens.facts.file_facts import Expr, Import, ImportFlag
from blastlens.languages.c.walk_state import ASSIGN, CWalk, Handler

_CALLED: Final = re.compile(rb"(?<![\w.#>])([A-Za-z_]\w*)\s*\(")
_PASTED: Final = re.compile(rb"[A-Za-z_]\w*(?:\s*##\s*\w+)+")
_WORD: Final = re.compile(rb"[A-Za-z_]\w*")
_WORDS: Final = frozenset(
    {
        b"if",
        b"for",
        b"while",
        b"switch",
        b"return",
        b"sizeof",
        b"defined",
        b"do",
        b"else",
        b"__attribute__",
        b"static_cast",
        b"reinterpret_cast",
        b"const_cast",
        b"dynamic_cast",
        b"decltype",
        b"typeof",
        b"__typeof__",
        b"alignof",
        b"_Alignof",
        b"catch",
        b"int",
        b"char",
        b"void",
        b"long",
        b"unsigned",
        b"assert",
    }
)
_MOST_CALLED: Final = 12


def _include(walk: CWalk, node: Any) -> int:
    spelled = walk.text(node.named_children[0]).strip(b'"<> \t') if node.named_children else b""
    if spelled:
        walk.imports.append(Import(0, walk.name(spelled), -1, -1, ImportFlag.STAR, 0))
        walk.import_spans.append((*walk.place(node.start_byte), *walk.place(node.end_byte)))
    return walk.unknown


def _condition(walk: CWalk, node: Any) -> int:
    """`#if`, `#ifdef`: what stands inside may not be there. Of `#if 0` nothing is, of `#if 1` all but the rest."""
    children = node.named_children
    kind = walk.kinds[node.kind_id]
    never = always = False
    if kind in ("preproc_if", "preproc_elif") and children:
        condition = walk.text(children[0])
        never, always = condition == b"0", condition == b"1"
    block_ = walk.open_block()
    inside: list[Any] = []
    rest: list[Any] = []
    for child in children[1 if kind != "preproc_else" else 0 :]:
        is_rest = walk.kinds[child.kind_id] in ("preproc_else", "preproc_elif", "preproc_elifdef")
        (rest if is_rest else inside).append(child)
    if not never:
        walk.all_of(inside)
    walk.close_block(block_)
    if not always:
        walk.all_of(rest)
    return walk.unknown


def _macro_function(walk: CWalk, node: Any) -> int:
    """`#define NAME(…) body`: what its body calls is not known where it is used, but named."""
    name = b""
    parameters: list[bytes] = []
    body = b""
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == "identifier":
            name = walk.text(child)
        elif kind == "preproc_params":
            parameters = [walk.text(item) for item in child.named_children]
        elif kind == "preproc_arg":
            body = walk.text(child)
    if not name:
        return walk.unknown
    called = [word for word in dict.fromkeys(_CALLED.findall(body)) if word not in _WORDS and word not in parameters]
    pasted = [_parts(found, parameters) for found in _PASTED.findall(body)] if b"##" in body else []
    rows = [walk.name(word) for word in (*called[:_MOST_CALLED], *dict.fromkeys(pasted[:_MOST_CALLED])) if word != name]
    walk.bind(name, ASSIGN, walk.exprs[(Expr.MACRO, *rows)], scope=0)
    return walk.unknown


def _parts(pasted: bytes, parameters: list[bytes]) -> bytes:
    """A name that is pasted together, with the number of a parameter in the place of each: `do_##what` -> `do_###0`."""
    parts = [part.strip() for part in pasted.split(b"##")]
    return b"##".join(b"#%d" % parameters.index(part) if part in parameters else part for part in parts)


def _macro_value(walk: CWalk, node: Any) -> int:
    """`#define NAME other`: another name for what it spells."""
    parts = node.named_children
    if len(parts) > 1:
        value = walk.text(parts[1]).strip()
        if _WORD.fullmatch(value) and value != walk.text(parts[0]):
            walk.bind(walk.text(parts[0]), ASSIGN, walk.name_rows[value], scope=0)
    return walk.unknown


def _skipped(walk: CWalk, node: Any) -> int:  # noqa: ARG001
    return walk.unknown


HANDLERS: Final[dict[str, Handler]] = {
    "preproc_include": _include,
    "preproc_if": _condition,
    "preproc_ifdef": _condition,
    "preproc_else": _condition,
    "preproc_elif": _condition,
    "preproc_elifdef": _condition,
    "preproc_function_def": _macro_function,
    "preproc_def": _macro_value,
    "preproc_call": _skipped,
}
