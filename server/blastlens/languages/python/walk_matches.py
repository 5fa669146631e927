"""`match` statements: a block for each case, captured names, narrowing of the subject by class patterns."""

from collections.abc import Sequence
from typing import Any, Final

from blastlens.facts.file_facts import Expr, Narrow, Use
from blastlens.languages.python.walk_conditions import Fact, begin_narrowed, narrowed_by, tests_type
from blastlens.languages.python.walk_evidence import dotted_path
from blastlens.languages.python.walk_expressions import condition as tested
from blastlens.languages.python.walk_state import ASSIGN, VALUE, StatementHandler, Walk
from blastlens.languages.python.walk_statements import statements
from blastlens.languages.walking.state import MAY_BE_VALUE
from blastlens.languages.walking.tables import ATTR

_CAUGHT: Final = Expr.CAUGHT
_TUPLE: Final = Expr.TUPLE
_LIST: Final = Expr.LIST
_ITER: Final = Expr.ITER
_UNPACK: Final = Expr.UNPACK
_INDEX: Final = Expr.INDEX
_FIELD: Final = Expr.FIELD
_IS_INSTANCE: Final = Narrow.IS_INSTANCE
_NOT_INSTANCE: Final = Narrow.NOT_INSTANCE
_MOST_FACTS: Final = 20  # kept of the cases that did not match
_LOAD: Final = Use.LOAD


def match(walk: Walk, node: Any) -> None:
    subjects: list[Any] = []
    walk.cognitive += 1 + walk.nesting
    row = walk.unknown
    failed: list[Fact] = []  # what is known of the subject once the cases so far did not match
    for child in node.named_children:
        kind = child.type
        if kind == "block":
            for case in child.named_children:
                if case.type == "case_clause":
                    failed += _case(walk, case, subjects, row, failed)
                elif case.type != "comment":
                    walk.statement(case)
        elif kind == "case_clause":
            failed += _case(walk, child, subjects, row, failed)
        elif kind != "comment":
            subjects.append(child)
            row = walk.expression(child)


def _case(walk: Walk, case: Any, subjects: list[Any], subject: int, failed: Sequence[Fact]) -> Sequence[Fact]:
    """Reads a case where `failed` holds; gives what holds too where it does not match."""
    walk.nesting += 1
    patterns = [child for child in case.named_children if child.type == "case_pattern"]
    walk.cyclomatic += not (len(patterns) == 1 and walk.text(patterns[0]).decode("utf-8", "replace").isidentifier())
    facts: list[Fact] = list(failed[-_MOST_FACTS:])
    path = dotted_path(walk, subjects[0]) if len(subjects) == 1 == len(patterns) else None
    row = -1
    if path is not None:
        row = _class_of(walk, patterns[0])
        if row >= 0:
            facts.append((path, _IS_INSTANCE, row))
    outer = begin_narrowed(walk, facts)
    context = walk.here()
    if len(patterns) == 1:
        _pattern(walk, patterns[0], subject, context)
    else:
        for position, pattern in enumerate(patterns):
            part = walk.row((_UNPACK, subject, position)) if subject != walk.unknown else subject
            _pattern(walk, pattern, part, context)
    guarded = False
    for child in case.named_children:
        if child.type == "if_clause":
            guarded = True
            walk.cyclomatic += 1
            _guard(walk, child)
        elif child.type == "block":
            walk.block_ended[walk.block] = statements(walk, child)
    walk.close_block(outer)
    walk.nesting -= 1
    return ((path, _NOT_INSTANCE, row),) if path and row >= 0 and not guarded and _takes_all(patterns[0]) else ()


def _takes_all(pattern: Any) -> bool:
    """Whether a pattern matches every instance of the class it asks for."""
    inner = _unwrapped(pattern)
    if inner.type == "as_pattern":
        return _takes_all(inner.children[0])
    if inner.type == "union_pattern":
        return all(_takes_all(child) for child in inner.named_children)
    return inner.type == "class_pattern" and len(inner.named_children) == 1


def _guard(walk: Walk, clause: Any) -> None:
    condition = clause.children[-1]
    facts = narrowed_by(walk, condition).when_true if tests_type(walk, condition) else ()
    tested(walk, condition)
    here = walk.here()
    for path, kind, row in facts:
        walk.narrow(path, kind, row, here)


def _class_of(walk: Walk, pattern: Any) -> int:
    """Row of the class, or of a tuple of the classes, that a pattern asks for; -1 where it asks for something else."""
    inner = _unwrapped(pattern)
    kind = inner.type
    if kind == "class_pattern":
        return _name(walk, inner.children[0], noted=False)
    if kind == "as_pattern":
        return _class_of(walk, inner.children[0])
    if kind == "union_pattern":
        rows = [_class_of(walk, child) for child in inner.named_children if child.type == "class_pattern"]
        if rows and len(rows) == len(inner.named_children):
            return walk.row((_TUPLE, *rows))
    return -1


def _unwrapped(pattern: Any) -> Any:
    while pattern.type in ("case_pattern", "parenthesized_expression") and len(pattern.named_children) == 1:
        pattern = pattern.named_children[0]
    return pattern


def _name(walk: Walk, node: Any, noted: bool) -> int:
    """Row of a dotted name in a pattern; notes what it reaches for."""
    parts = [child for child in node.named_children if child.type == "identifier"]
    if not parts:
        return walk.unknown
    first = walk.source[parts[0].start_byte : parts[0].end_byte]
    row = walk.name_row(first)
    if noted and len(parts) == 1:
        walk.use(MAY_BE_VALUE, row, parts[0].start_byte, len(first))
    for part in parts[1:]:
        text = walk.source[part.start_byte : part.end_byte]
        row = walk.row((ATTR, row, walk.name(text)))
        if noted:
            if part is parts[-1]:
                walk.use(VALUE, row, part.start_byte, len(text))
            walk.use(_LOAD, row, part.start_byte, len(text))
    return row


def _pattern(walk: Walk, pattern: Any, subject: int, context: int) -> None:
    """Binds the names that a pattern captures: `subject` where the pattern takes all of it."""
    if walk.too_nested(pattern):
        return
    node = _unwrapped(pattern)
    kind = node.type
    if kind == "dotted_name":
        if len(node.named_children) == 1:
            _capture(walk, node, subject, context)
        else:
            _name(walk, node, noted=True)
    elif kind == "as_pattern":
        children = node.children
        _pattern(walk, children[0], subject, context)
        row = _class_of(walk, children[0])
        _capture(walk, children[-1], subject if row < 0 else walk.row((_CAUGHT, row)), context)
    elif kind == "splat_pattern":
        _capture(walk, node.children[-1], subject, context)
    elif kind == "identifier":
        _capture(walk, node, walk.unknown, context)
    elif kind == "class_pattern":
        _class_parts(walk, node, context)
    elif kind in ("list_pattern", "tuple_pattern"):
        _sequence_parts(walk, node, subject, context)
    elif kind == "dict_pattern":
        _mapping_parts(walk, node, subject, context)
    else:
        inner = subject if kind == "union_pattern" else walk.unknown
        for child in node.named_children:
            _pattern(walk, child, inner, context)
    walk.leave()


def _class_parts(walk: Walk, node: Any, context: int) -> None:
    """`C(a, b=c)`: attributes of an instance of C, by position or by name."""
    _name(walk, node.children[0], noted=True)
    instance = walk.row((_CAUGHT, _name(walk, node.children[0], noted=False)))
    position = 0
    for child in node.named_children[1:]:
        inner = child.named_children[0] if child.type == "case_pattern" and child.named_children else child
        if inner.type == "keyword_pattern":
            name, *values = inner.named_children
            text = walk.source[name.start_byte : name.end_byte]
            for value in values:
                _pattern(walk, value, walk.row((ATTR, instance, walk.name(text))), context)
        elif child.type != "comment":
            _pattern(walk, child, walk.row((_FIELD, instance, position)), context)
            position += 1


def _sequence_parts(walk: Walk, node: Any, subject: int, context: int) -> None:
    """`[a, *b]`: the parts of the subject."""
    known = subject != walk.unknown
    starred = False
    for position, child in enumerate(child for child in node.named_children if child.type != "comment"):
        part = subject
        if _unwrapped(child).type == "splat_pattern":
            starred = True
            part = walk.row((_LIST, walk.row((_ITER, subject)))) if known else subject
        elif known:
            part = walk.row((_ITER, subject) if starred else (_UNPACK, subject, position))
        _pattern(walk, child, part, context)


def _mapping_parts(walk: Walk, node: Any, subject: int, context: int) -> None:
    """`{key: a}`: what the subject holds under a key."""
    held = walk.unknown
    for child in node.named_children:
        if child.type == "splat_pattern":
            _pattern(walk, child, subject, context)
        elif child.type == "case_pattern":
            _pattern(walk, child, held, context)
        elif child.type != "comment":
            key = walk.expression(child) if child.type == "string" else walk.unknown
            held = walk.row((_INDEX, subject, key)) if subject != walk.unknown else subject
            if child.type != "string":
                _pattern(walk, child, walk.unknown, context)


def _capture(walk: Walk, node: Any, row: int, context: int) -> None:
    name = walk.source[node.start_byte : node.end_byte]
    if name and name != b"_":
        walk.bind(name, ASSIGN, row, -1, context)


HANDLERS: Final[dict[str, StatementHandler]] = {"match_statement": match}
