"""Access paths: names, attributes, calls, subscripts.

A *value* is an expression whose result is handed on (argument, element, assigned, returned): a function or class
named there is a use of its own. Chains are followed in loops: generated source has them by the thousand.
"""

from typing import Any, Final

from blastlens.facts.file_facts import Expr, Signal, Use
from blastlens.languages.python.walk_evidence import holds
from blastlens.languages.python.walk_exports import call_on_exported
from blastlens.languages.python.walk_literals import string
from blastlens.languages.python.walk_state import LEVEL, MAX_DEPTH, VALUE, Handler, Walk
from blastlens.languages.python.walk_tables import ATTR

_CALL: Final = Expr.CALL
_INDEX: Final = Expr.INDEX
_ITER: Final = Expr.ITER
_CALLED: Final = Use.CALL
_LOAD: Final = Use.LOAD
_DECORATOR: Final = Use.DECORATOR
_CHAINED: Final = frozenset(("attribute", "call", "subscript"))
_NO_NAME_STARTS: Final = frozenset(b" \t\r\n\f#\\.")
_NOT_A_VALUE: Final = frozenset(("comment", "line_continuation"))
_RUNS_TEXT: Final = frozenset((b"exec", b"eval"))
_ADDS_LAST: Final = {b"append": 1, b"add": 1, b"appendleft": 1, b"extend": 1, b"setdefault": 2, b"insert": 2}


def value(walk: Walk, node: Any) -> int:
    """Evaluates a node whose result is handed on."""
    kind = walk.kinds[node.kind_id]
    if kind == "identifier":
        start = node.start_byte
        text = walk.source[start : node.end_byte]
        row = walk.name_rows[text]
        context = walk.context
        walk.values.append((context if context >= 0 else walk.here(), row, text, start))
        return row
    if kind == "string":
        return string(walk, node)
    handler = walk.value_handlers.get(kind)
    if handler is None:
        return walk.misplaced(node)
    if walk.depth > MAX_DEPTH:
        return walk.too_deep(node)
    walk.depth += LEVEL
    row = handler(walk, node)
    walk.depth -= LEVEL
    return row


def identifier(walk: Walk, node: Any) -> int:
    text = walk.source[node.start_byte : node.end_byte]
    return walk.name_rows[text]


def chain(walk: Walk, node: Any, noted: int = _LOAD) -> int:
    """An access path such as `a.b(c)[d].e`. An outermost attribute is noted as LOAD, with VALUE also as that, and not at
    all with -1. An outermost call is noted as DECORATOR when that is given."""
    kinds = walk.kinds
    kind = kinds[node.kind_id]
    if kind == "call":  # most calls are of a plain name
        first = node.child(0)
        if kinds[first.kind_id] == "identifier":
            return _call(
                walk, node, identifier(walk, first), first, b"", _DECORATOR if noted == _DECORATOR else _CALLED
            )
    links: list[tuple[str, Any, Any]] = []
    while kind in _CHAINED:
        first = node.child(0)
        links.append((kind, node, first))
        node = first
        kind = kinds[node.kind_id]
    source, exprs, names = walk.source, walk.exprs, walk.names
    name = b""
    row = identifier(walk, node) if kind == "identifier" else walk.expression(node)
    while links:
        kind, node, base = links.pop()
        if kind == "attribute":
            name = source[base.end_byte + 1 : node.end_byte]
            if not name or name[0] in _NO_NAME_STARTS:
                name = _last_text(source, node)
                if not name:  # inserted by error recovery
                    continue
            row = exprs[ATTR, row, names[name]]
            if links:
                if links[-1][0] != "call":
                    walk.use(_LOAD, row, node.end_byte - len(name), len(name))
            elif noted >= 0:
                start = node.end_byte - len(name)
                if noted == VALUE:
                    walk.use(VALUE, row, start, len(name))
                walk.use(_LOAD, row, start, len(name))
        elif kind == "call":
            row = _call(walk, node, row, base, name, _DECORATOR if noted == _DECORATOR and not links else _CALLED)
        else:
            row = _subscript(walk, node, row)
    return row


def value_chain(walk: Walk, node: Any) -> int:
    return chain(walk, node, VALUE)


def _last_text(source: bytes, node: Any) -> bytes:
    last = node.children[-1]
    return source[last.start_byte : last.end_byte]


def _call(walk: Walk, node: Any, callee: int, base: Any, name: bytes, kind: int) -> int:
    """A call of `callee`, whose node is `base`. Its place is the called name, or the beginning of a callee without one.
    `name`: where `base` is an attribute, its last name."""
    arguments = node.child(1)
    positional: list[int] = []
    keywords: list[int] = []
    lambdas = None
    if arguments is not None and walk.kinds[arguments.kind_id] == "argument_list":
        lambdas = _arguments(walk, arguments, positional, keywords)
    else:
        arguments = node.children[-1]
        positional.append(walk.expression(arguments))
    row = walk.exprs[_CALL, callee, len(positional), *positional, *keywords]
    if lambdas:
        for scope, argument in lambdas:
            walk.lambda_argument(scope, row, argument)
    base_kind = walk.kinds[base.kind_id]
    if base_kind == "attribute":
        walk.use(kind, row, base.end_byte - len(name), len(name))
        if positional and _ADDS_LAST.get(name) == len(positional):
            holds(walk, base.children[0], walk.row((_ITER, positional[-1])) if name == b"extend" else positional[-1])
            if walk.scope == 0:
                call_on_exported(walk, base, name, arguments)
        elif name == walk.own_name and walk.self_name:
            walk.recursive = True
        return row
    if base_kind == "identifier":
        start = base.start_byte
        called = walk.source[start : base.end_byte]
        walk.use(kind, row, start, len(called))
        if called in _RUNS_TEXT:
            walk.signals |= Signal.EXEC
        elif called == walk.own_name and not walk.self_name:
            walk.recursive = True
        return row
    walk.use_at(kind, row, base)
    return row


def _arguments(walk: Walk, node: Any, positional: list[int], keywords: list[int]) -> list[tuple[int, int]] | None:
    """Evaluates arguments into the two lists; gives (scope, argument) of those that are lambdas."""
    lambdas: list[tuple[int, int]] | None = None
    kinds = walk.kinds
    for child in node.named_children:
        kind = kinds[child.kind_id]
        if kind == "keyword_argument":
            parts = child.children
            name, given = parts[0], parts[-1]
            keywords.append(walk.name(walk.source[name.start_byte : name.end_byte]))
            keywords.append(value(walk, given))
            if given.type == "lambda":
                lambdas = lambdas or []
                lambdas.append((walk.lambda_scope, 63 + len(keywords) // 2))
        elif kind == "dictionary_splat":
            keywords.append(walk.name(b"**"))
            keywords.append(walk.last_child(child))
        elif kind not in _NOT_A_VALUE:
            positional.append(value(walk, child))
            if kind == "lambda":
                lambdas = lambdas or []
                lambdas.append((walk.lambda_scope, len(positional) - 1))
    return lambdas


def _subscript(walk: Walk, node: Any, base: int) -> int:
    row = [_INDEX, base]
    for child in node.named_children[1:]:
        if child.type not in _NOT_A_VALUE:
            row.append(walk.expression(child))
    return walk.row(tuple(row))


def slice_(walk: Walk, node: Any) -> int:
    walk.children(node)
    return walk.constant(b"slice")


HANDLERS: Final[dict[str, Handler]] = {
    "identifier": identifier,
    "attribute": chain,
    "call": chain,
    "subscript": chain,
    "slice": slice_,
}
