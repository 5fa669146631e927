"""What a file declares: imports, types, functions, methods, variables."""

import re
from typing import Any, Final

from blastlens.facts.file_facts import Bind, Def, DefFlag, Expr, Extend, Extension, Import, ImportFlag, Param
from blastlens.languages.go.walk_state import ASSIGN, BLANK, CLASS, DEF, Handler, Walk
from blastlens.languages.go.walk_types import (
    body,
    is_exported,
    named_results,
    parameters,
    result_type,
    type_,
    type_parameters,
)
from blastlens.languages.walking.state import BLOCK_SCOPE, FUNCTION_SCOPE

_UNPACK: Final = Expr.UNPACK
_TYPE: Final = Expr.TYPE
_IMPORT: Final = Bind.IMPORT
_TYPE_VARIABLE: Final = Bind.TYPE_VARIABLE
_EXPORTED: Final = DefFlag.EXPORTED
_QUOTES: Final = b'"`'
_VERSION: Final = re.compile(rb"v[0-9]+")
_DECORATION: Final = re.compile(rb"\A(?:go-|golang-)|(?:-go|\.go|\.v[0-9]+)\Z")
_NAME: Final = re.compile(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*")
_EXAMPLE: Final = b"Example"
# `go test` compiles an example and runs it only where a comment tells what it prints.
_TELLS_OUTPUT: Final = re.compile(rb"(?://|/\*)\s*(?:unordered\s+)?output:", re.IGNORECASE)
_RUN_BY_TESTS: Final = re.compile(rb"(?:Test|Benchmark|Fuzz|Example)(?![a-z])")
_ASKS: Final = {b"Test": b"T", b"Benchmark": b"B", b"Fuzz": b"F"}
_TESTING: Final = b"testing"


def package(walk: Walk, node: Any) -> int:
    for child in node.named_children:
        if child.type == "package_identifier":
            walk.package = walk.text(child)
    return walk.unknown


# -- imports


def import_(walk: Walk, node: Any) -> int:
    path = node.child_by_field_name("path")
    if path is None:
        return walk.unknown
    dotted = walk.text(path).strip(_QUOTES)
    given = node.child_by_field_name("name")
    alias, flags = b"", ImportFlag.WHOLE
    if given is not None:
        if given.type == "dot":
            flags = ImportFlag.STAR
        elif given.type != "blank_identifier":
            alias = walk.text(given)
    names = [alias] if alias else [] if given is not None else package_names(dotted)
    if given is None:
        flags |= ImportFlag.UNNAMED
    index = len(walk.imports)
    first = walk.names[names[0]] if names else -1
    walk.imports.append(Import(0, walk.names[dotted], -1, first, flags, 0))
    walk.import_spans.append((*walk.place(node.start_byte), *walk.place(node.end_byte)))
    for name in names:
        walk.bind_first(0, name, _IMPORT, index, -1, walk.here())
    return walk.unknown


def package_names(dotted: bytes) -> list[bytes]:
    """What a package may be called by its path, which is all that an import without a name tells: the last part that is no
    version, as it stands and without what repositories are named with."""
    parts = [part for part in dotted.split(b"/") if part]
    while len(parts) > 1 and _VERSION.fullmatch(parts[-1]):
        parts.pop()
    last = parts[-1] if parts else b""
    found = [last, _DECORATION.sub(b"", last)]
    found += [last.replace(b"-", b"_"), last.replace(b"-", b""), last.rpartition(b"-")[2], last.partition(b".")[0]]
    return [name for name in dict.fromkeys(found) if _NAME.fullmatch(name)]


# -- types


def type_spec(walk: Walk, node: Any) -> int:
    name_node, text = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name_node is None or text is None:
        return walk.each(node)
    name = walk.text(name_node)
    is_top = walk.scope == 0
    if not is_top:
        walk.make_room(name)
    outer = walk.scope
    flags = _EXPORTED if is_top and is_exported(name) else 0
    if text.type == "interface_type":
        flags |= DefFlag.INTERFACE
    index = walk.define(name, node, name_node, flags, is_class=True)
    if name != BLANK:
        walk.bind_first(outer, name, CLASS, index, -1, walk.here())
        if is_top:
            walk.types[name] = index
    given = node.child_by_field_name("type_parameters")
    if given is not None:
        walk.open_scope(BLOCK_SCOPE)
        walk.variables[name] = type_parameters(walk, given)
        walk.defs[index].type_params = [one[0] for one in walk.variables[name]]
    body(walk, text, index)
    walk.close_scope(outer)
    return walk.unknown


def type_alias(walk: Walk, node: Any) -> int:
    """Another name of a type; of one that is spelled by a name it is the same thing."""
    name_node, text = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name_node is None or text is None:
        return walk.each(node)
    outer = walk.scope
    given = node.child_by_field_name("type_parameters")
    if given is not None:
        walk.open_scope(BLOCK_SCOPE)
        type_parameters(walk, given)
    row = type_(walk, text)
    context = walk.here()
    walk.close_scope(outer)
    if text.type not in ("type_identifier", "qualified_type", "generic_type") or given is not None:
        row = walk.row((_TYPE, walk.within(context, row)))
    name = walk.text(name_node)
    if outer == 0:
        walk.bind_first(0, name, ASSIGN, row, -1, walk.here())
    else:
        walk.declare(name, row, walk.here())
    return walk.unknown


# -- functions and methods


def function(walk: Walk, node: Any) -> int:
    name_node = node.child_by_field_name("name")
    if name_node is None:
        return walk.each(node)
    name = walk.text(name_node)
    flags = _EXPORTED if is_exported(name) else 0
    index = walk.define(name, node, name_node, flags, is_class=False)
    definition = walk.defs[index]
    if name not in (BLANK, b"init") and walk.scope == 0:
        walk.bind_first(0, name, DEF, index, -1, definition.ctx)
    given = node.child_by_field_name("type_parameters")
    outer = walk.scope
    if given is not None:
        walk.open_scope(BLOCK_SCOPE)
        definition.type_params = [one[0] for one in type_parameters(walk, given)]
    _signature(walk, node, definition, [])
    if _RUN_BY_TESTS.match(name) and is_test(walk, name, definition):
        definition.flags |= DefFlag.TEST
        if name.startswith(_EXAMPLE) and not _TELLS_OUTPUT.search(walk.text(node)):
            definition.flags |= DefFlag.SKIPPED_TEST
    _body(walk, node, index)
    walk.close_scope(outer)
    return walk.unknown


def is_test(walk: Walk, name: bytes, definition: Def) -> bool:
    """Whether a function is one that `go test` runs: by its name, and what it asks for."""
    if name.startswith(_EXAMPLE):
        return not definition.params and definition.returns < 0
    asked = next((one for start, one in _ASKS.items() if name.startswith(start)), b"")
    if len(definition.params) != 1:
        return False
    wanted = walk.row((Expr.ATTR, walk.name_rows[_TESTING], walk.names[asked]))
    return definition.params[0].annotation in (wanted, walk.name_rows[asked])


def method(walk: Walk, node: Any) -> int:
    name_node, receiver = node.child_by_field_name("name"), node.child_by_field_name("receiver")
    if name_node is None or receiver is None:
        return walk.each(node)
    name = walk.text(name_node)
    outer = walk.scope
    owner_node, own_name = _receiver(receiver)
    base = _base_of(owner_node)
    base_name = walk.text(base) if base is not None else b""
    known = walk.types.get(base_name, -1)
    left, walk.owner = walk.owner, known
    index = walk.define(name, node, name_node, _EXPORTED if is_exported(name) else 0, is_class=False)
    walk.owner = left
    definition = walk.defs[index]
    if owner_node is not None and walk.kinds[owner_node.kind_id] != "type_identifier":
        _own_type_variables(walk, owner_node, walk.variables.get(base_name, []))
    walk.quiet = True
    row = type_(walk, owner_node)
    walk.quiet = False
    if known >= 0:
        definition.outer = walk.defs[known].scope
        walk.bind_first(definition.outer, name, DEF, index, -1, definition.ctx)
    else:
        definition.member_of = walk.name_rows[base_name]
        if base_name:
            extension = Extension(Extend.METHOD, definition.member_of, walk.names[name], index, definition.ctx)
            walk.extensions.append(extension)
    given = walk.text(own_name) if own_name is not None else BLANK
    _signature(walk, node, definition, [walk.parameter(given, row)])
    _body(walk, node, index)
    walk.close_scope(outer)
    return walk.unknown


def _receiver(node: Any) -> tuple[Any, Any]:
    """The nodes of a receiver's type and of its name."""
    for child in node.named_children:
        if child.type == "parameter_declaration":
            kind = child.child_by_field_name("type")
            while kind is not None and kind.type in ("pointer_type", "parenthesized_type"):
                inner = kind.named_children
                kind = inner[-1] if inner else None
            return kind, child.child_by_field_name("name")
    return None, None


def _base_of(node: Any) -> Any:
    """The name in a receiver's type."""
    while node is not None and node.type == "generic_type":
        inner = node.named_children
        node = inner[0] if inner else None
    return node


def _own_type_variables(walk: Walk, node: Any, known: list[tuple[int, int, int]]) -> None:
    """Opens a scope with what a method calls the type parameters of its receiver; those of `known`, where the file has them."""
    walk.open_scope(BLOCK_SCOPE)
    own = [part for child in node.named_children[1:] for part in child.named_children]
    for position, part in enumerate(own):
        name = walk.text(part)
        if name == BLANK:
            continue
        if position < len(known):
            walk.bind_first(walk.scope, name, _TYPE_VARIABLE, *known[position])
        else:
            walk.bind_first(walk.scope, name, _TYPE_VARIABLE, walk.names[name], -1, walk.here())


def _signature(walk: Walk, node: Any, definition: Def, first: list[Param]) -> None:
    definition.type_ctx = walk.here()
    definition.params = [*first, *parameters(walk, node.child_by_field_name("parameters"))]
    definition.returns = result_type(walk, node.child_by_field_name("result"))


def _body(walk: Walk, node: Any, index: int) -> None:
    """Reads what a function does, in a scope of its own inside the one at hand."""
    definition = walk.defs[index]
    context = walk.here()
    outer = walk.open_scope(FUNCTION_SCOPE, index)
    definition.scope = walk.scope
    kept = (walk.owner, walk.base, walk.fresh, walk.used)
    complexity = (walk.cyclomatic, walk.cognitive, walk.nesting)
    walk.bind_parameters(index)
    named_results(walk, node.child_by_field_name("result"), walk.scope, context)
    walk.owner, walk.base, walk.fresh, walk.used = index, outer, False, set()
    walk.cyclomatic, walk.cognitive, walk.nesting = 1, 0, 0
    text = node.child_by_field_name("body")
    if text is None:
        definition.flags |= DefFlag.SIGNATURE
    else:
        for child in text.named_children:
            walk.expression(child)
    definition.cyclomatic, definition.cognitive = walk.cyclomatic, walk.cognitive
    walk.owner, walk.base, walk.fresh, walk.used = kept
    walk.cyclomatic, walk.cognitive, walk.nesting = complexity
    walk.close_scope(outer)


# -- variables and constants


def variables(walk: Walk, node: Any) -> int:
    """`var a, b T = x, y`; constants too."""
    kinds = walk.kinds
    names: list[Any] = []
    kind = values = None
    for child in node.children:
        what = kinds[child.kind_id]
        if what == "expression_list":
            values = child
        elif what == "identifier" and kind is None and values is None:
            names.append(child)
        elif child.is_named and what != "comment":
            kind = child
    given = [part for part in values.named_children if part.type != "comment"] if values is not None else []
    if walk.scope == 0 and len(names) == 1 and len(given) == 1 and given[0].type == "func_literal":
        return _named_literal(walk, node, names[0], given[0])
    declared = walk.typed(type_(walk, kind)) if kind is not None else walk.unknown
    rows = [walk.value(part) for part in given]
    context = walk.here()
    for position, name in enumerate(names):
        row = declared if kind is not None else taken(walk, given, rows, len(names), position)
        text = walk.text(name)
        if walk.scope:
            walk.declare(text, row, context)
        elif text != BLANK:
            walk.bind_first(0, text, ASSIGN, row, -1, context)
    return walk.unknown


_CHECKED: Final = frozenset(("type_assertion_expression", "index_expression"))


def taken(walk: Walk, nodes: list[Any], rows: list[int], count: int, position: int) -> int:
    """What the variable at a position gets of some values: its own, or a part of the one that there is."""
    if len(rows) == count:
        return rows[position]
    if len(rows) != 1:
        return walk.unknown
    kind = nodes[0].type
    if kind in _CHECKED or (
        kind == "unary_expression" and walk.source[nodes[0].start_byte : nodes[0].start_byte + 2] == b"<-"
    ):
        return rows[0] if position == 0 else walk.constant(b"bool")
    return walk.row((_UNPACK, rows[0], position))


def _named_literal(walk: Walk, node: Any, name_node: Any, literal: Any) -> int:
    """`var f = func() {…}`: a function of that name."""
    name = walk.text(name_node)
    index = walk.define(name, node, name_node, _EXPORTED if is_exported(name) else 0, is_class=False)
    definition = walk.defs[index]
    if name != BLANK:
        walk.bind_first(0, name, DEF, index, -1, definition.ctx)
    _signature(walk, literal, definition, [])
    _body(walk, literal, index)
    return walk.unknown


HANDLERS: Final[dict[str, Handler]] = {
    "package_clause": package,
    "import_spec": import_,
    "type_spec": type_spec,
    "type_alias": type_alias,
    "function_declaration": function,
    "method_declaration": method,
    "var_spec": variables,
    "const_spec": variables,
}
