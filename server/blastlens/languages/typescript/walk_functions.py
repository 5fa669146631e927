"""Functions: those with a name of their own, which are definitions, and those without, which are read where they stand."""

from typing import Any, Final

from blastlens.facts.file_facts import Bind, Def, DefFlag, Expr, Param
from blastlens.languages.typescript.walk_patterns import bind_pattern
from blastlens.languages.typescript.walk_state import THIS, VALUE, Handler, Walk
from blastlens.languages.typescript.walk_statements import statements
from blastlens.languages.typescript.walk_types import annotation, element_of, instance, of_value, type_parameters
from blastlens.languages.walking.state import CLASS_SCOPE, FUNCTION_SCOPE, LAMBDA_SCOPE

ASYNC: Final = DefFlag.ASYNC
STATIC: Final = DefFlag.STATIC
_GENERATOR: Final = DefFlag.GENERATOR
_SIGNATURE: Final = DefFlag.SIGNATURE
_LAMBDA: Final = Expr.LAMBDA
_EITHER: Final = Expr.EITHER
_PARAMETER: Final = Expr.PARAMETER
_RESULT: Final = Expr.RESULT
_AWAIT: Final = Expr.AWAIT
_WITHIN: Final = Expr.WITHIN
_FUNCTION: Final = Expr.FUNCTION
_OBJECT: Final = Expr.OBJECT
_INDEX: Final = Expr.INDEX
PROMISE: Final = b"Promise"
_REST: Final = 2
FUNCTION_KINDS: Final = frozenset(("arrow_function", "function_expression", "generator_function"))
_PASSED_PARAMETERS: Final = frozenset(("comment", "decorator"))
_RESULT_TYPES: Final = frozenset(("type_annotation", "type_predicate_annotation", "asserts_annotation"))

# How `this` is bound in a function: as around it, as nothing known, as its receiver, as a class, as what it makes.
AROUND: Final = 0
UNKNOWN_THIS: Final = 1
RECEIVER: Final = 2
OF_CLASS: Final = 3
MAKES: Final = 4


class _Kept:
    """What a walk comes back to when a function has been read."""

    __slots__ = ("block", "complexity", "function", "owner", "scope", "this_class")

    def __init__(self, walk: Walk) -> None:
        self.scope = walk.scope
        self.block = walk.block
        self.owner = walk.owner
        self.this_class = walk.this_class
        self.function = (walk.returned, walk.yields, walk.result, walk.is_async, walk.function_depth)
        self.complexity = (walk.cyclomatic, walk.cognitive, walk.nesting)

    def restore(self, walk: Walk) -> None:
        walk.owner = self.owner
        walk.this_class = self.this_class
        walk.returned, walk.yields, walk.result, walk.is_async, walk.function_depth = self.function
        walk.close_block(self.block)
        walk.close_scope(self.scope)


def function_value(walk: Walk, node: Any, name: bytes, name_node: Any, whole: Any, expected: int) -> int:
    """The def of a function that takes the name of what it is assigned to."""
    this = AROUND if walk.kinds[node.kind_id] == "arrow_function" else UNKNOWN_THIS
    index = define_function(walk, node, name, name_node, whole, this=this, expected=expected)
    _name_itself(walk, node, index, name)
    return index


def anonymous(walk: Walk, node: Any) -> int:
    """A function as a value: a definition where it has a name of its own."""
    expected = walk.take_expected()
    default, walk.default_node = walk.default_node, None
    if walk.kinds[node.kind_id] != "arrow_function":
        name_node = node.child_by_field_name("name")
        if name_node is not None:
            row = walk.row((_FUNCTION, function_value(walk, node, walk.text(name_node), name_node, node, expected)))
            walk.use(VALUE, row, name_node.start_byte, name_node.end_byte - name_node.start_byte)  # where it stands
            return row
    if default is not None:  # `export default () => …`
        return walk.row((_FUNCTION, function_value(walk, node, b"default", default, default, expected)))
    return lambda_(walk, node, expected)


def _name_itself(walk: Walk, node: Any, index: int, name: bytes) -> None:
    """A function expression sees its own name."""
    own = None if walk.kinds[node.kind_id] == "arrow_function" else node.child_by_field_name("name")
    if own is not None:
        spelled = walk.text(own)
        context = walk.here()
        scope = _inner_scope(walk, index)
        if scope >= 0 and (spelled != name or walk.enclosing(name) < 0):
            walk.bind_first(scope, spelled, Bind.DEF, index, -1, context)


def _inner_scope(walk: Walk, index: int) -> int:
    definition = walk.defs[index]
    return definition.scope if not definition.is_class else -1


def define_function(
    walk: Walk,
    node: Any,
    name: bytes,
    name_node: Any,
    whole: Any,
    flags: int = 0,
    this: int = UNKNOWN_THIS,
    expected: int = -1,
    of_class: int = -1,
    member_of: int = -1,
) -> int:
    """A def of a function, its signature and its body read; bound by nobody yet. `of_class`: the class whose instance, or
    which itself, `this` is."""
    if this == UNKNOWN_THIS and name in walk.constructed:
        this = MAKES
    if walk.owner >= 0 and this != RECEIVER and walk.defs[walk.owner].is_class:
        flags |= STATIC  # no method: nothing is handed to it as its receiver
    index = walk.define(name, whole, name_node, flags, is_class=this == MAKES)
    definition = walk.defs[index]
    if member_of >= 0:
        definition.member_of, definition.parent = member_of, -1
    if this == MAKES:
        walk.made[name] = index
        left = walk.open_scope(CLASS_SCOPE, index)
        definition.scope = walk.scope
        walk.close_scope(left)
    kept = _Kept(walk)
    outer = walk.here()
    if expected >= 0:
        expected = walk.within(outer, expected)
    walk.open_scope(FUNCTION_SCOPE, index)
    own = walk.scope
    if this != MAKES:
        definition.scope = own
    walk.owner = index
    walk.open_block()
    definition.type_ctx = walk.at_end(own)
    _bind_this(walk, definition, index, this, of_class)
    parameters, returns, body = _signature(walk, node, definition)
    _read_parameters(walk, parameters, definition, index, expected)
    if returns is not None:
        definition.returns = annotation(walk, returns)
    if body is None:
        definition.flags |= _SIGNATURE
        kept.restore(walk)
        return index
    walk.is_async = bool(definition.flags & ASYNC)
    walk.result = _expected_result(walk, definition.returns, expected)
    if definition.returns >= 0:
        definition.flags &= ~ASYNC  # what is declared is the promise itself
    walk.returned, walk.yields = definition.returned, definition.yields
    walk.cyclomatic, walk.cognitive, walk.nesting = 1, 0, 0
    walk.function_depth += 1
    read_body(walk, body)
    definition.cyclomatic, definition.cognitive = walk.cyclomatic, walk.cognitive
    walk.cyclomatic, walk.cognitive, walk.nesting = kept.complexity
    kept.restore(walk)
    return index


def _bind_this(walk: Walk, definition: Def, index: int, this: int, of_class: int) -> None:
    own = walk.scope
    if this == RECEIVER:
        definition.params.append(Param(walk.name(THIS), -1, -1, 0))
        walk.bind_first(own, THIS, Bind.PARAM, index, 0, definition.ctx)
        walk.this_class = of_class
    elif this == OF_CLASS:
        walk.bind_first(own, THIS, Bind.ASSIGN, walk.row((_FUNCTION, of_class)), -1, definition.ctx)
        walk.this_class = -1
    elif this == MAKES:
        walk.bind_first(own, THIS, Bind.ASSIGN, walk.row((_OBJECT, index)), -1, definition.ctx)
        walk.this_class = index
    elif this == UNKNOWN_THIS:
        walk.bind_first(own, THIS, Bind.ASSIGN, walk.unknown, -1, definition.ctx)
        walk.this_class = -1


def _signature(walk: Walk, node: Any, definition: Def | None) -> tuple[list[Any], Any, Any]:
    """Nodes of the parameters, of the declared result and of the body; what marks the function is noted."""
    parameters: list[Any] = []
    returns = body = None
    is_arrow = walk.kinds[node.kind_id] == "arrow_function"
    behind = False
    for child in node.children:
        kind = walk.kinds[child.kind_id]
        if kind == "formal_parameters":
            parameters = child.named_children
            behind = True
        elif kind == "type_parameters":
            type_parameters(walk, child, definition)
        elif kind == "statement_block":
            body = child
        elif kind in _RESULT_TYPES:
            returns = child
        elif kind == "async" or kind == "*":
            if definition is not None:
                definition.flags |= ASYNC if kind == "async" else _GENERATOR
            elif kind == "async":
                walk.is_async = True
        elif is_arrow and child.is_named and kind != "comment":
            if behind:
                body = child
            else:
                parameters = [child]
                behind = True
    return parameters, returns, body


def _expected_result(walk: Walk, returns: int, expected: int) -> int:
    """What is expected of what the function returns."""
    if returns >= 0:
        row = instance(walk, returns)
    elif expected >= 0:
        row = walk.row((_RESULT, expected))
    else:
        return -1
    return walk.row((_AWAIT, row)) if walk.is_async else row


def read_body(walk: Walk, body: Any) -> None:
    """Reads a function's body; what an expression is, is returned."""
    if walk.kinds[body.kind_id] == "statement_block":
        walk.block_ended[walk.block] = statements(walk, body.named_children)
    else:
        row = walk.value(body, walk.result)
        walk.returned.append((row, walk.here()))


def lambda_(walk: Walk, node: Any, expected: int) -> int:
    """A function without a name: a scope whose statements belong to the function around."""
    kept = _Kept(walk)
    outer = walk.here()
    walk.open_scope(LAMBDA_SCOPE)
    own = walk.scope
    walk.open_block()
    if walk.kinds[node.kind_id] != "arrow_function":
        walk.bind_first(own, THIS, Bind.ASSIGN, walk.unknown, -1, outer)
        walk.this_class = -1
    walk.is_async = False
    walk.returned, walk.yields = [], []
    parameters, returns, body = _signature(walk, node, None)
    _read_parameters(walk, parameters, None, -1, walk.within(outer, expected) if expected >= 0 else -1)
    declared = annotation(walk, returns) if returns is not None else -1
    walk.result = _expected_result(walk, declared, walk.within(outer, expected) if expected >= 0 else -1)
    walk.function_depth += 1
    walk.nesting += 1
    if body is not None:
        read_body(walk, body)
    walk.nesting -= 1
    is_async = walk.is_async
    row = instance(walk, declared) if declared >= 0 else _returned(walk)
    if is_async and declared < 0 and row != walk.unknown:
        row = instance(walk, walk.row((_INDEX, walk.name_rows[PROMISE], of_value(walk, row))))
    context = walk.at_end(own)
    kept.restore(walk)
    return walk.row((_LAMBDA, own, row, context))


def _returned(walk: Walk) -> int:
    rows = [walk.within(ctx, row) for row, ctx in walk.returned]
    rows = [row for row in dict.fromkeys(rows) if row != walk.unknown]
    if not rows:
        return walk.unknown
    return rows[0] if len(rows) == 1 else walk.row((_EITHER, *rows))


def _read_parameters(walk: Walk, nodes: list[Any], definition: Def | None, index: int, expected: int) -> None:
    """Reads and binds parameters; what is said of those without a type is what is expected of the function."""
    position = 0
    for node in nodes:
        kind = walk.kinds[node.kind_id]
        if kind in _PASSED_PARAMETERS:
            continue
        pattern, noted, default, optional, decorators = _parts(walk, node, kind)
        if pattern is None:
            continue
        shape = walk.kinds[pattern.kind_id]
        declared = annotation(walk, noted) if noted is not None else -1
        if shape == "this":
            if declared >= 0:
                _bind_declared_this(walk, definition, declared)
            continue
        is_rest = shape == "rest_pattern"
        if is_rest:
            pattern = next(iter(pattern.named_children), pattern)
            shape = walk.kinds[pattern.kind_id]
            declared = element_of(walk, declared) if declared >= 0 else -1
        if declared < 0 and expected >= 0 and not is_rest:
            declared = of_value(walk, walk.row((_PARAMETER, expected, position)))
        given = walk.value(default, instance(walk, declared) if declared >= 0 else -1) if default is not None else -1
        for decorator in decorators:
            walk.statement(decorator)
        name = walk.text(pattern) if shape == "identifier" else b"{%d}" % position
        row = Param(
            walk.name(name), declared, given if given >= 0 or not optional else walk.constant(b"None"), _REST * is_rest
        )
        _bind(walk, definition, index, name, row)
        if shape != "identifier":
            bind_pattern(walk, pattern, walk.name_rows[name])
        position += 1


def _parts(walk: Walk, node: Any, kind: str) -> tuple[Any, Any, Any, bool, list[Any]]:
    """Of a parameter: its pattern, its annotation, its default, whether it may be left out, its decorators."""
    if kind == "assignment_pattern":
        children = node.named_children
        return children[0], None, children[-1], True, []
    if kind not in ("required_parameter", "optional_parameter"):
        return node, None, None, False, []
    pattern = noted = default = None
    decorators = []
    for child in node.named_children:
        part = walk.kinds[child.kind_id]
        if part == "type_annotation":
            noted = child
        elif part == "decorator":
            decorators.append(child)
        elif part in ("accessibility_modifier", "override_modifier", "comment"):
            continue
        elif pattern is None:
            pattern = child
        else:
            default = child
    return pattern, noted, default, kind == "optional_parameter", decorators


def _bind_declared_this(walk: Walk, definition: Def | None, declared: int) -> None:
    if definition is not None and definition.params and definition.params[0].name == walk.name(THIS):
        definition.params[0].annotation = declared
    else:
        walk.scopes[walk.scope].bindings.pop(walk.name(THIS), None)
        walk.bind_first(walk.scope, THIS, Bind.ANNOTATED, declared, -1, walk.at_end(walk.scope))


def _bind(walk: Walk, definition: Def | None, index: int, name: bytes, row: Param) -> None:
    own = walk.scope
    if definition is not None:
        walk.bind_first(own, name, Bind.PARAM, index, len(definition.params), definition.ctx)
        definition.params.append(row)
    elif row.kind == _REST:
        element = row.annotation if row.annotation >= 0 else walk.unknown
        array = walk.row((_INDEX, walk.name_rows[b"Array"], element))
        walk.bind_first(own, name, Bind.ANNOTATED, array, -1, walk.at_end(own))
    elif row.annotation >= 0:
        walk.bind_first(own, name, Bind.ANNOTATED, row.annotation, row.default, walk.at_end(own))
    else:
        walk.bind_first(own, name, Bind.ASSIGN, max(row.default, walk.unknown), -1, walk.at_end(own))


HANDLERS: Final[dict[str, Handler]] = dict.fromkeys(sorted(FUNCTION_KINDS), anonymous)
