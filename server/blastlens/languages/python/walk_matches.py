"""`match` statements: a block for each case, captured names, narrowing of the subject by class patterns."""

from typing import Any, Final

from blastlens.facts.file_facts import Expr, Narrow, Use
from blastlens.languages.python.walk_conditions import Fact, begin_narrowed, narrowed_by, tests_type
from blastlens.languages.python.walk_evidence import dotted_path
from blastlens.languages.python.walk_state import ASSIGN, MAY_BE_VALUE, VALUE, StatementHandler, Walk
from blastlens.languages.python.walk_statements import statements
from blastlens.languages.python.walk_tables import ATTR

_CAUGHT: Final = Expr.CAUGHT
_TUPLE: Final = Expr.TUPLE
_IS_INSTANCE: Final = Narrow.IS_INSTANCE
_LOAD: Final = Use.LOAD


def match(walk: Walk, node: Any) -> None:
    subjects: list[Any] = []
    walk.cognitive += 1 + walk.nesting
    row = walk.unknown
    for child in node.named_children:
        kind = child.type
        if kind == "block":
            for case in child.named_children:
                if case.type == "case_clause":
                    _case(walk, case, subjects, row)
                elif case.type != "comment":
                    walk.statement(case)
        elif kind == "case_clause":
            _case(walk, child, subjects, row)
        elif kind != "comment":
            subjects.append(child)
            row = walk.expression(child)


def _case(walk: Walk, case: Any, subjects: list[Any], subject: int) -> None:
    walk.cyclomatic += 1
    walk.nesting += 1
    patterns = [child for child in case.named_children if child.type == "case_pattern"]
    facts: list[Fact] = []
    path = dotted_path(walk, subjects[0]) if len(subjects) == 1 == len(patterns) else None
    if path is not None:
        row = _class_of(walk, patterns[0])
        if row >= 0:
            facts.append((path, _IS_INSTANCE, row))
    context = walk.here()
    outer = begin_narrowed(walk, facts)
    for pattern in patterns:
        _pattern(walk, pattern, subject if len(patterns) == 1 else walk.unknown, context)
    for child in case.named_children:
        if child.type == "if_clause":
            _guard(walk, child)
        elif child.type == "block":
            walk.block_ended[walk.block] = statements(walk, child)
    walk.close_block(outer)
    walk.nesting -= 1


def _guard(walk: Walk, clause: Any) -> None:
    condition = clause.children[-1]
    facts = narrowed_by(walk, condition).when_true if tests_type(walk, condition) else ()
    walk.expression(condition)
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
    elif kind == "identifier":
        _capture(walk, node, walk.unknown, context)
    elif kind == "class_pattern":
        _name(walk, node.children[0], noted=True)
        for child in node.named_children[1:]:
            _pattern(walk, child, walk.unknown, context)
    elif kind == "keyword_pattern":
        for child in node.named_children[1:]:
            _pattern(walk, child, walk.unknown, context)
    else:
        inner = subject if kind == "union_pattern" else walk.unknown
        for child in node.named_children:
            _pattern(walk, child, inner, context)
    walk.leave()


def _capture(walk: Walk, node: Any, row: int, context: int) -> None:
    name = walk.source[node.start_byte : node.end_byte]
    if name and name != b"_":
        walk.bind(name, ASSIGN, row, -1, context)


HANDLERS: Final[dict[str, StatementHandler]] = {"match_statement": match}
