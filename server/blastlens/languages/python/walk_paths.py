"""Access paths: names, attributes, calls, subscripts.

A *value* is an expression whose result is handed on (argument, element, assigned, returned): a function or class
named there is a use of its own. Chains are followed in loops: generated source has them by the thousand.

Most of a file's nodes are read here, and reading one node after the other is what extraction costs. So what has been
read is told by its text: within a file the same text of the same kind gives the same row and the same uses, moved to
where it stands (`Walk.replay`), unless reading it had other effects (`Walk.effects`).
"""

from typing import Any, Final

from blastlens.facts.file_facts import Expr, Signal, Use
from blastlens.languages.python.walk_evidence import holds, is_dotted
from blastlens.languages.python.walk_exports import call_on_exported
from blastlens.languages.python.walk_literals import string
from blastlens.languages.python.walk_state import (
    REPLAY_DEPTH,
    REPLAY_LENGTH,
    VALUE,
    Callee,
    Handler,
    Known,
    Walk,
)
from blastlens.languages.python.walk_types import plain
from blastlens.languages.walking.state import LEVEL, MAX_DEPTH, MAY_BE_VALUE
from blastlens.languages.walking.tables import ATTR

_CALL: Final = Expr.CALL
_INDEX: Final = Expr.INDEX
_ITER: Final = Expr.ITER
_CALLED: Final = Use.CALL
_LOAD: Final = Use.LOAD
_GET_ITEM: Final = Use.GET_ITEM
_DECORATOR: Final = Use.DECORATOR
_CHAINED: Final = frozenset(("attribute", "call", "subscript"))
_NO_NAME_STARTS: Final = frozenset(b" \t\r\n\f#\\.")
_NOT_A_VALUE: Final = frozenset(("comment", "line_continuation"))
_RUNS_TEXT: Final = frozenset((b"exec", b"eval"))
_ADDS_LAST: Final = {
    b"append": 1,
    b"add": 1,
    b"appendleft": 1,
    b"extend": 1,
    b"setdefault": 2,
    b"insert": 2,
    b"update": 1,
}
_TAKES_KEYWORDS: Final = b"update"  # a container holds what is given so
_TAKE_TYPES: Final = frozenset((b"cast", b"NewType", b"TypeVar"))  # calls whose strings may spell types
_EMPTY: Final = 2  # bytes of `()`


def value(walk: Walk, node: Any) -> int:
    """Evaluates a node whose result is handed on."""
    kind = walk.kinds[node.kind_id]
    if kind == "identifier":
        start, end = node.start_byte, node.end_byte
        row = walk.name_rows[walk.source[start:end]]
        context = walk.context
        walk.uses.append((context if context >= 0 else walk.here(), row, MAY_BE_VALUE, start, end))
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
    return walk.name_rows[walk.source[node.start_byte : node.end_byte]]


def load(walk: Walk, node: Any) -> int:
    """An attribute that is read."""
    return _attribute(walk, node, walk.loads, _LOAD)


def value_attribute(walk: Walk, node: Any) -> int:
    """An attribute that is read and handed on."""
    return _attribute(walk, node, walk.handed, VALUE)


def path(walk: Walk, node: Any) -> int:
    """An attribute whose use is noted by the caller."""
    return _attribute(walk, node, walk.paths, -1)


def _attribute(walk: Walk, node: Any, known_as: dict[bytes, Known], noted: int) -> int:
    start = node.start_byte
    text = walk.source[start : node.end_byte]
    known = known_as.get(text)
    if known is not None and walk.depth <= REPLAY_DEPTH:
        return walk.replay(known, start) if known[2] else known[0]
    met, effects = len(walk.uses), walk.effects
    row = chain(walk, node, noted)
    # Not of calls: they may be recursion, see `call`.
    if walk.replays and walk.effects == effects and len(text) <= REPLAY_LENGTH and b"(" not in text:
        known_as[text] = (row, start, walk.uses[met:])
    return row


def chain(walk: Walk, node: Any, noted: int = _LOAD, item: int = _GET_ITEM) -> int:
    """An access path such as `a.b(c)[d].e`. An outermost attribute is noted as LOAD, with VALUE also as that, and not at
    all with -1. An outermost call is noted as DECORATOR when that is given, an outermost subscript as `item`."""
    kinds = walk.kinds
    kind = kinds[node.kind_id]
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
            use = _DECORATOR if noted == _DECORATOR and not links else _CALLED
            row = _call(walk, node, row, base, name, use)
        else:
            row = _subscript(walk, node, row)
            walk.use(_GET_ITEM if links else item, row, base.end_byte, 1)
    return row


def item(walk: Walk, node: Any, kind: int) -> int:
    """A subscript that is written or deleted."""
    return chain(walk, node, item=kind)


def _last_text(source: bytes, node: Any) -> bytes:
    last = node.children[-1]
    return source[last.start_byte : last.end_byte]


def call(walk: Walk, node: Any) -> int:
    """A call. Tests and declarations repeat calls to the letter: a third of them need not be read again, and of the
    others few call what has not been called before."""
    start = node.start_byte
    source = walk.source
    text = source[start : node.end_byte]
    known = walk.calls.get(text)
    # Within a function whose name stands in it a call may be recursion, which is for `_method` and `_plain` to see.
    if known is not None and walk.depth <= REPLAY_DEPTH and (not walk.own_name or walk.own_name not in text):
        return walk.replay(known, start)
    met, effects = len(walk.uses), walk.effects
    row = _read_call(walk, node, start)
    if walk.effects == effects and len(text) <= REPLAY_LENGTH and walk.replays:
        walk.calls[text] = (row, start, walk.uses[met:])
    return row


def _read_call(walk: Walk, node: Any, start: int) -> int:
    arguments = node.child(1)
    end = arguments.start_byte if arguments is not None else start
    callee = walk.callees.get(walk.source[start:end])
    if callee is None:
        callee = _callee(walk, node, start, end)
    if callee is None or walk.kinds[arguments.kind_id] != "argument_list":
        return chain(walk, node)
    row, first, uses, name, is_method = callee
    if uses:
        walk.replay((row, first, uses), start)
    positional: list[int] = []
    keywords: list[int] = []
    if arguments.end_byte == end + _EMPTY:
        row = walk.exprs[_CALL, row, 0]
    else:
        row = _applied(walk, arguments, row, positional, keywords, name in _TAKE_TYPES)
    context = walk.context
    walk.uses.append((context if context >= 0 else walk.here(), row, _CALLED, end - len(name), end))
    if is_method:
        if name in _ADDS_LAST or name == walk.own_name:
            _method(walk, node.child(0), arguments, name, positional, keywords)
    elif name in _RUNS_TEXT or name == walk.own_name:
        _plain(walk, name)
    return row


def _callee(walk: Walk, node: Any, start: int, end: int) -> Callee | None:
    """What is called, where that is a name or a dotted path that ends at `end`, before the arguments."""
    base = node.child(0)
    text = walk.source[start:end]
    if base.end_byte != end or not walk.replays:
        return None
    kind = walk.kinds[base.kind_id]
    if kind == "identifier":
        callee: Callee = walk.name_rows[text], start, [], text, False
    elif kind == "attribute" and is_dotted(text):
        met = len(walk.uses)
        row = chain(walk, base, -1)
        callee = row, start, walk.uses[met:], text.rpartition(b".")[2], True
        del walk.uses[met:]
    else:
        return None
    walk.callees[text] = callee
    return callee


def _call(walk: Walk, node: Any, callee: int, base: Any, name: bytes, kind: int) -> int:
    """A call of `callee`, whose node is `base`. Its place is the called name, or the beginning of a callee without one.
    `name`: where `base` is an attribute, its last name."""
    arguments = node.child(1)
    positional: list[int] = []
    keywords: list[int] = []
    base_kind = walk.kinds[base.kind_id]
    called = walk.source[base.start_byte : base.end_byte] if base_kind == "identifier" else name
    if arguments is not None and walk.kinds[arguments.kind_id] == "argument_list":
        row = _applied(walk, arguments, callee, positional, keywords, called in _TAKE_TYPES)
    else:
        arguments = node.children[-1]
        positional.append(walk.expression(arguments))
        row = walk.exprs[_CALL, callee, 1, *positional]
    if base_kind == "attribute":
        walk.use(kind, row, base.end_byte - len(name), len(name))
        _method(walk, base, arguments, name, positional, keywords)
    elif base_kind == "identifier":
        walk.use(kind, row, base.start_byte, len(called))
        _plain(walk, called)
    else:
        walk.use_at(kind, row, base)
    return row


def _method(walk: Walk, base: Any, arguments: Any, name: bytes, positional: list[int], keywords: list[int]) -> None:
    """What else a call of an attribute may mean."""
    if positional and _ADDS_LAST.get(name) == len(positional):
        walk.effects += 1
        holds(walk, base.children[0], _added(walk, name, positional[-1]))
        if walk.scope == 0:
            call_on_exported(walk, base, name, arguments)
    elif name == walk.own_name and walk.self_name:
        walk.recursive = True
    if keywords and name == _TAKES_KEYWORDS:
        walk.effects += 1
        spread = walk.name(b"**")
        for at in range(0, len(keywords), 2):
            given = keywords[at + 1]
            holds(walk, base.children[0], walk.row((_INDEX, given, walk.unknown)) if keywords[at] == spread else given)


def _added(walk: Walk, name: bytes, given: int) -> int:
    """What a container holds after a method has added something to it."""
    if name == b"extend":
        return walk.row((_ITER, given))
    return walk.row((_INDEX, given, walk.unknown)) if name == b"update" else given


def _plain(walk: Walk, name: bytes) -> None:
    """What else a call of a name may mean."""
    if name in _RUNS_TEXT:
        walk.signals |= Signal.EXEC
    elif name == walk.own_name and not walk.self_name:
        walk.recursive = True


def _applied(
    walk: Walk, node: Any, callee: int, positional: list[int], keywords: list[int], takes_types: bool = False
) -> int:
    """Evaluates arguments, those without a name into `positional`, the others into `keywords`, and gives the row of the call."""
    lambdas: list[tuple[int, int]] | None = None
    kinds, source = walk.kinds, walk.source
    for child in node.named_children:
        kind = kinds[child.kind_id]
        if kind == "identifier":  # as in `value`, which arguments would call most
            start, end = child.start_byte, child.end_byte
            row = walk.name_rows[source[start:end]]
            positional.append(row)
            context = walk.context
            walk.uses.append((context if context >= 0 else walk.here(), row, MAY_BE_VALUE, start, end))
        elif kind == "string":
            known = walk.literals.get(source[child.start_byte : child.end_byte])
            positional.append(string(walk, child) if known is None else known)
            if takes_types:
                positional[-1] = _type_in_string(walk, child, positional[-1])
        elif kind == "keyword_argument":
            parts = child.children
            name, given = parts[0], parts[-1]
            keywords.append(walk.names[source[name.start_byte : name.end_byte]])
            keywords.append(value(walk, given))
            if takes_types and given.type == "string":
                keywords[-1] = _type_in_string(walk, given, keywords[-1])
            if kinds[given.kind_id] == "lambda":
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
    row = walk.exprs[(_CALL, callee, len(positional), *positional, *keywords)]
    if lambdas:
        for scope, argument in lambdas:
            walk.lambda_argument(scope, row, argument)
    return row


def _type_in_string(walk: Walk, node: Any, row: int) -> int:
    """A type that a string spells, where it is more than a name."""
    text = walk.source[node.start_byte + 1 : node.end_byte - 1]
    return row if is_dotted(text) else plain(walk, node, walk.source)


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
    "attribute": load,
    "call": call,
    "subscript": chain,
    "slice": slice_,
}
