"""Expressions: names, access paths, literals and operators.

A *value* is an expression whose result is handed on (argument, element, assigned, returned): a function or class
named there is a use of its own. Chains are followed in loops: generated source has them by the thousand.
"""

from typing import Any, Final

from blastlens.facts.file_facts import Expr, Signal, Use
from blastlens.languages.python.walk_conditions import NOTHING, arm, narrowed_by, tests_type
from blastlens.languages.python.walk_evidence import holds
from blastlens.languages.python.walk_exports import call_on_exported
from blastlens.languages.python.walk_state import ATTR, LEVEL, MAX_DEPTH, VALUE, Handler, Walk

_CALL: Final = Expr.CALL
_INDEX: Final = Expr.INDEX
_TUPLE: Final = Expr.TUPLE
_LIST: Final = Expr.LIST
_DICT: Final = Expr.DICT
_EITHER: Final = Expr.EITHER
_BINARY: Final = Expr.BINARY
_AWAIT: Final = Expr.AWAIT
_ITER: Final = Expr.ITER
_STAR: Final = Expr.STAR
_CALLED: Final = Use.CALL
_LOAD: Final = Use.LOAD
_DECORATOR: Final = Use.DECORATOR
_CHAINED: Final = frozenset(("attribute", "call", "subscript"))
_NO_NAME_STARTS: Final = frozenset(b" \t\r\n\f#\\.")
_QUOTES: Final = frozenset(b"\"'")
_QUOTE_SIGNS: Final = frozenset((b'"', b"'"))
_NOT_A_VALUE: Final = frozenset(("comment", "line_continuation"))
_RUNS_TEXT: Final = frozenset((b"exec", b"eval"))
_ADDS_LAST: Final = {b"append": 1, b"add": 1, b"appendleft": 1, b"extend": 1, b"setdefault": 2, b"insert": 2}
_SMALL_INT: Final = 4


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
    links: list[tuple[str, Any, Any]] = []
    kinds = walk.kinds
    kind = kinds[node.kind_id]
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


def parenthesized(walk: Walk, node: Any) -> int:
    row = walk.unknown
    for child in node.named_children:
        if child.type not in _NOT_A_VALUE:
            row = walk.expression(child)
    return row


def value_parenthesized(walk: Walk, node: Any) -> int:
    row = walk.unknown
    for child in node.named_children:
        if child.type not in _NOT_A_VALUE:
            row = value(walk, child)
    return row


def string(walk: Walk, node: Any) -> int:
    source = walk.source
    text = source[node.start_byte : node.end_byte]
    row = walk.string_rows.get(text)
    if row is None:
        row = _string(walk, node, text)
        if text[0] in _QUOTES:
            walk.string_rows[text] = row
    return row


def _string(walk: Walk, node: Any, text: bytes) -> int:
    quote = text[:1]
    if quote in _QUOTE_SIGNS and len(text) > 1 and text[-1:] == quote:
        content = text[3:-3] if text[:3] == quote * 3 and len(text) > 5 else text[1:-1]
        return walk.constant(b"str") if b"\\" in content else walk.string(content)
    children = node.children
    prefix = walk.source[children[0].start_byte : children[0].end_byte].lower()
    if b"b" in prefix:
        return walk.constant(b"bytes")
    if b"f" in prefix or b"t" in prefix:
        _interpolations(walk, children)
    elif len(children) == 3 and children[1].type == "string_content":
        content = walk.source[children[1].start_byte : children[1].end_byte]
        if b"\\" not in content:
            return walk.string(content)
    return walk.constant(b"str")


def _interpolations(walk: Walk, children: list[Any]) -> None:
    for child in children:
        if child.type == "interpolation":
            walk.children(child)


def concatenated(walk: Walk, node: Any) -> int:
    kind = walk.constant(b"str")
    for child in node.named_children:
        if child.type == "string":
            parts = child.children
            if len(parts) > 2:
                _interpolations(walk, parts)
            if walk.source[child.start_byte : child.start_byte + 1] in (b"b", b"B"):
                kind = walk.constant(b"bytes")
    return kind


def integer(walk: Walk, node: Any) -> int:
    text = walk.source[node.start_byte : node.end_byte]
    return walk.constant(b"int", text if len(text) <= _SMALL_INT and text.isdigit() else None)


def constant(kind: bytes) -> Handler:
    return lambda walk, _: walk.constant(kind)


def elements(kind: int) -> Handler:
    def evaluate(walk: Walk, node: Any) -> int:
        row = [kind]
        for child in node.named_children:
            if child.type not in _NOT_A_VALUE:
                row.append(value(walk, child))
        return walk.row(tuple(row))

    return evaluate


def dictionary(walk: Walk, node: Any) -> int:
    row = [_DICT]
    for child in node.named_children:
        if child.type == "pair":
            parts = child.children
            row += (value(walk, parts[0]), value(walk, parts[-1]))
        elif child.type == "dictionary_splat":
            row += (-1, walk.last_child(child))
        elif child.type == "ERROR":
            walk.children(child)
    return walk.row(tuple(row))


def conditional(walk: Walk, node: Any) -> int:
    """`a if condition else b`: each arm in its own narrowed context where the condition tests a type."""
    parts = [child for child in node.named_children if child.type not in _NOT_A_VALUE]
    if len(parts) != 3:
        return walk.children(node)
    walk.cyclomatic += 1
    walk.cognitive += 1 + walk.nesting
    walk.nesting += 1
    then, condition, otherwise = parts
    walk.expression(condition)
    narrowing = narrowed_by(walk, condition) if tests_type(walk, condition) else NOTHING
    row = (
        _EITHER,
        arm(walk, then, narrowing.when_true, value),
        arm(walk, otherwise, narrowing.when_false, value),
    )
    walk.nesting -= 1
    return walk.row(row)


def boolean(walk: Walk, node: Any) -> int:
    """`a or b`, `a and b`; a chain of them leans to the left. The right side is narrowed by the left."""
    spine: list[Any] = []
    whole = node
    while node.type == "boolean_operator":
        children = node.children
        if len(children) < 3:
            break
        spine.append(children)
        node = children[0]
    if not spine:
        return walk.children(node)
    walk.cyclomatic += len(spine)
    typed = tests_type(walk, whole)
    narrowing = narrowed_by(walk, node) if typed else NOTHING
    row = value(walk, node)
    last = ""
    for children in reversed(spine):
        operator, right = children[-2].type, children[-1]
        if operator != last:
            walk.cognitive += 1
            last = operator
        facts = narrowing.when_true if operator == "and" else narrowing.when_false
        right_row = arm(walk, right, facts, value)
        row = right_row if operator == "and" else walk.row((_EITHER, row, right_row))
        if typed:
            narrowing = narrowing.joined(operator, narrowed_by(walk, right))
    return row


def binary(walk: Walk, node: Any) -> int:
    spine: list[Any] = []
    while node.type == "binary_operator":
        children = node.children
        if len(children) < 3:
            break
        spine.append(children)
        node = children[0]
    if not spine:
        return walk.children(node)
    row = walk.expression(node)
    for children in reversed(spine):
        operator = walk.name(children[-2].type.encode())
        row = walk.row((_BINARY, operator, row, walk.expression(children[-1])))
    return row


def unary(walk: Walk, node: Any) -> int:
    child = node.children[-1]
    if child.type == "integer":
        return walk.constant(b"int")
    if child.type == "float":
        return walk.constant(b"float")
    walk.expression(child)
    return walk.unknown


def comparison(walk: Walk, node: Any) -> int:
    walk.children(node)
    return walk.constant(b"bool")


def awaited(walk: Walk, node: Any) -> int:
    return walk.row((_AWAIT, walk.last_child(node)))


def starred(walk: Walk, node: Any) -> int:
    return walk.row((_STAR, walk.last_child(node)))


HANDLERS: Final[dict[str, Handler]] = {
    "identifier": identifier,
    "attribute": chain,
    "call": chain,
    "subscript": chain,
    "slice": slice_,
    "parenthesized_expression": parenthesized,
    "type": parenthesized,
    "string": string,
    "concatenated_string": concatenated,
    "integer": integer,
    "float": constant(b"float"),
    "true": constant(b"bool"),
    "false": constant(b"bool"),
    "none": constant(b"None"),
    "ellipsis": constant(b"..."),
    "comment": lambda walk, _: walk.unknown,
    "list": elements(_LIST),
    "set": elements(_LIST),
    "tuple": elements(_TUPLE),
    "expression_list": elements(_TUPLE),
    "pattern_list": elements(_TUPLE),
    "dictionary": dictionary,
    "conditional_expression": conditional,
    "boolean_operator": boolean,
    "binary_operator": binary,
    "unary_operator": unary,
    "comparison_operator": comparison,
    "not_operator": comparison,
    "await": awaited,
    "list_splat": starred,
    "list_splat_pattern": starred,
}
VALUE_HANDLERS: Final[dict[str, Handler]] = {"attribute": value_chain, "parenthesized_expression": value_parenthesized}
"""What differs from `HANDLERS` where the result is handed on."""
