"""Types: what a type says, with references, pointers, lifetimes and `dyn` stripped, and paths."""

from typing import Any, Final

from blastlens.facts.file_facts import Bind, Expr, Param
from blastlens.languages.rust.walk_state import BLANK, CRATE, EXTERN, OWN, SUPER, Walk
from blastlens.languages.walking.state import MAY_BE_VALUE

SLICE: Final = b"<slice>"
UNIT: Final = b"None"
_INDEX: Final = Expr.INDEX
_EITHER: Final = Expr.EITHER
_TUPLE: Final = Expr.TUPLE
_FUNCTION_TYPE: Final = Expr.FUNCTION_TYPE
_NAMES: Final = frozenset(("type_identifier", "identifier", "primitive_type"))
_INNER: Final = frozenset(("reference_type", "pointer_type", "higher_ranked_trait_bound", "parenthesized_type"))
_SEQUENCES: Final = frozenset(("array_type", "slice_type"))
_PATHS: Final = frozenset(("scoped_type_identifier", "scoped_identifier"))
_SILENT: Final = frozenset(("lifetime", "line_comment", "block_comment", "removed_trait_bound", "mutable_specifier"))
# Names of the library that no use is noted of.
_EVERYWHERE: Final = frozenset(
    b"Self Vec Option Result Box String str u8 u16 u32 u64 usize i8 i16 i32 i64 isize bool char f32 f64".split()
)
_MARKERS: Final = frozenset((b"Send", b"Sync", b"Sized", b"Unpin", b"Copy", b"UnwindSafe", b"RefUnwindSafe"))


def type_(walk: Walk, node: Any) -> int:
    """The type expr of a node; unknown where it says nothing."""
    if node is None:
        return walk.unknown
    kind = walk.kinds[node.kind_id]
    if kind in _NAMES:
        name = walk.source[node.start_byte : node.end_byte]
        given = walk.functions.get(name)
        if walk.is_noting and name not in _EVERYWHERE:
            walk.use(MAY_BE_VALUE, walk.name_rows[name], node.start_byte, len(name))
        return walk.name_rows[name] if given is None else given
    if walk.too_nested(node):
        return walk.unknown
    row = _composed(walk, node, kind)
    walk.leave()
    return row


def _composed(walk: Walk, node: Any, kind: str) -> int:
    if kind in _INNER:
        return type_(walk, _last(walk, node))
    if kind in _PATHS:
        return path(walk, node)
    if kind == "generic_type" or kind == "generic_type_with_turbofish":
        return _generic(walk, node)
    if kind in _SEQUENCES:
        length = node.child_by_field_name("length")
        if length is not None:
            walk.expression(length)
        return applied(walk, walk.name_rows[SLICE], [type_(walk, node.child_by_field_name("element"))])
    if kind == "tuple_type":
        row = walk.row((_TUPLE, *[type_(walk, child) for child in _said(walk, node)]))
        walk.tuples.add(row)
        return row
    if kind == "unit_type":
        return walk.constant(UNIT)
    if kind == "function_type":
        return function_type(walk, node)
    if kind in ("dynamic_type", "abstract_type"):
        return type_(walk, node.child_by_field_name("trait"))
    if kind in ("bounded_type", "trait_bounds", "use_bounds"):
        return bounds(walk, node)
    if kind == "qualified_type" or kind == "bracketed_type":
        return _qualified(walk, node)
    if kind in ("crate", "self", "super", "metavariable"):
        return path(walk, node)
    if kind == "macro_invocation":
        walk.expression(node)
    return walk.unknown


def _said(walk: Walk, node: Any) -> list[Any]:
    return [child for child in node.named_children if walk.kinds[child.kind_id] not in _SILENT]


def _last(walk: Walk, node: Any) -> Any:
    found = _said(walk, node)
    return found[-1] if found else None


def bounds(walk: Walk, node: Any) -> int:
    """`A + B + 'a`: both, without what has no methods."""
    rows: list[int] = []
    for child in _said(walk, node):
        if walk.kinds[child.kind_id] in _NAMES and walk.text(child) in _MARKERS:
            continue
        row = type_(walk, child)
        if row != walk.unknown and row not in rows:
            rows.append(row)
    if not rows:
        return walk.unknown
    return rows[0] if len(rows) == 1 else walk.row((_EITHER, *rows))


def _generic(walk: Walk, node: Any) -> int:
    base, given = node.child_by_field_name("type"), node.child_by_field_name("type_arguments")
    row = type_(walk, base)
    arguments = type_arguments(walk, given)
    return applied(walk, row, arguments)


def applied(walk: Walk, base: int, arguments: list[int]) -> int:
    """A type with its arguments. One tuple alone is told from several arguments."""
    if not arguments:
        return base
    if len(arguments) == 1 and arguments[0] in walk.tuples:
        return walk.row((_INDEX, base, walk.row((_EITHER, arguments[0]))))
    return walk.row((_INDEX, base, *arguments))


def type_arguments(walk: Walk, node: Any) -> list[int]:
    """Arguments in order; `Item = T` is T, as an associated type is a parameter like others here."""
    rows: list[int] = []
    if node is None:
        return rows
    for child in _said(walk, node):
        kind = walk.kinds[child.kind_id]
        if kind == "type_binding":
            rows.append(type_(walk, child.child_by_field_name("type")))
        elif kind == "block" or kind.endswith("literal"):
            walk.expression(child)
        elif kind != "lifetime":
            rows.append(type_(walk, child))
    return rows


def function_type(walk: Walk, node: Any) -> int:
    """`fn(A) -> B`, `Fn(A) -> B`."""
    given, result = node.child_by_field_name("parameters"), node.child_by_field_name("return_type")
    rows: list[int] = []
    for child in _said(walk, given) if given is not None else []:
        kind = walk.kinds[child.kind_id]
        if kind == "parameter":
            rows.append(type_(walk, child.child_by_field_name("type")))
        elif kind not in ("attribute_item", "variadic_parameter"):
            rows.append(type_(walk, child))
    row = walk.row((_FUNCTION_TYPE, result_type(walk, result), *rows))
    walk.callables.add(row)
    return row


def result_type(walk: Walk, node: Any) -> int:
    return walk.constant(UNIT) if node is None else type_(walk, node)


# -- paths


def path(walk: Walk, node: Any) -> int:
    """The row of `a::b::C`, `Self::X`, `crate::a`, `<T as Trait>::X`."""
    kind = walk.kinds[node.kind_id]
    if kind in _PATHS:
        base, name = node.child_by_field_name("path"), node.child_by_field_name("name")
        if name is None:
            return walk.unknown
        if base is None:
            return walk.module(EXTERN + walk.text(name), 0, walk.text(name))
        if walk.too_nested(node):
            return walk.unknown
        row = first(walk, base)
        walk.leave()
        if walk.kinds[name.kind_id] == "super" or row == walk.unknown:
            return path(walk, name) if row == walk.unknown else _above(walk, node)
        return walk.attribute(row, walk.text(name))
    if kind == "self":
        return _inner(walk, 0)
    if kind == "super":
        return _inner(walk, 1)
    if kind == "crate":
        return walk.module(CRATE, 0, b"crate")
    if kind in _NAMES:
        name = walk.text(node)
        walk.used.add(name)
        return walk.name_rows[name]
    return type_(walk, node)


def first(walk: Walk, node: Any) -> int:
    """The row of what stands before `::`."""
    kind = walk.kinds[node.kind_id]
    if kind == "identifier":
        name = walk.text(node)
        walk.used.add(name)
        walk.firsts.setdefault(name, node.start_byte + walk.offset)
        if walk.is_noting and name[:1].isupper() and name not in _EVERYWHERE:
            walk.use(MAY_BE_VALUE, walk.name_rows[name], node.start_byte, len(name))
        return walk.name_rows[name]
    if kind == "generic_type" or kind == "generic_type_with_turbofish":
        return first(walk, node.child_by_field_name("type"))
    return path(walk, node)


def _above(walk: Walk, node: Any) -> int:
    """`super::super`."""
    return _inner(walk, walk.text(node).count(b"super"))


def _inner(walk: Walk, above: int) -> int:
    """The module that so many `super` lead to from where the walk stands."""
    depth = len(walk.namespaces)
    if above < depth:
        return walk.row((Expr.FUNCTION, walk.namespaces[depth - above - 1]))
    level = above - depth + 1
    if level == 1:
        return walk.module(OWN, 1, b"")
    return walk.module(SUPER * (level - 1), level, b"")


_OF_LANGUAGE: Final = frozenset(("primitive_type", "array_type", "tuple_type", "reference_type", "unit_type"))


def _qualified(walk: Walk, node: Any) -> int:
    """`<T as Trait>`, of which T says more, unless it is a type of the language."""
    found = _said(walk, node)
    if not found:
        return walk.unknown
    if walk.kinds[node.kind_id] == "bracketed_type":
        return type_(walk, found[0])
    trait = type_(walk, found[-1])
    of = type_(walk, found[0])
    return trait if walk.kinds[found[0].kind_id] in _OF_LANGUAGE else of


# -- parameters


def type_parameters(walk: Walk, node: Any, where: Any) -> list[int]:
    """Binds `<T: Bound>` in the scope at hand, with what a where clause adds; gives their names. Those that are functions
    are noted, and stand for what they are from now on."""
    given: dict[bytes, list[int]] = {}
    for child in node.named_children if node is not None else ():
        if walk.kinds[child.kind_id] in ("type_parameter", "constrained_type_parameter", "optional_type_parameter"):
            name = child.child_by_field_name("name") or child.named_children[0]
            given.setdefault(walk.text(name), [])
    for name in given:  # a bound may mention parameters behind it
        walk.functions.pop(name, None)
    for child in node.named_children if node is not None else ():
        bound = child.child_by_field_name("bounds")
        name = child.child_by_field_name("name")
        default = child.child_by_field_name("default_type")
        if name is None or walk.text(name) not in given:
            continue
        if bound is not None:
            given[walk.text(name)].append(bounds(walk, bound))
        if default is not None:  # what stands for it where nothing else is said
            given[walk.text(name)].append(type_(walk, default))
    for child in where.named_children if where is not None else ():
        left, bound = child.child_by_field_name("left"), child.child_by_field_name("bounds")
        if left is not None and bound is not None and walk.text(left) in given:
            given[walk.text(left)].append(bounds(walk, bound))
    rows: list[int] = []
    for name, found in given.items():
        said = [row for row in dict.fromkeys(found) if row != walk.unknown]
        function = next((row for row in said if row in walk.callables), -1)
        if function >= 0:
            walk.functions[name] = function
        index = walk.names[name]
        rows.append(index)
        bound_row = -1 if not said else said[0] if len(said) == 1 else walk.row((_EITHER, *said))
        walk.bind_first(walk.scope, name, Bind.TYPE_VARIABLE, index, bound_row, walk.at_end(walk.scope))
    return rows


def parameters(walk: Walk, node: Any) -> tuple[list[Param], list[tuple[Any, int]], bool]:
    """The parameters; patterns that take them apart, with the number of the parameter; whether the first is a receiver."""
    out: list[Param] = []
    patterns: list[tuple[Any, int]] = []
    receives = False
    for child in node.named_children if node is not None else ():
        kind = walk.kinds[child.kind_id]
        if kind == "self_parameter":
            receives = True
            out.append(walk.parameter(b"self"))
        elif kind == "parameter":
            pattern = child.child_by_field_name("pattern")
            row = type_(walk, child.child_by_field_name("type"))
            name = BLANK
            if pattern is not None:
                inner = plain_name(walk, pattern)
                if inner is not None:
                    name = walk.text(inner)
                else:
                    patterns.append((pattern, len(out)))
            receives = receives or name == b"self"
            out.append(walk.parameter(name, -1 if name == b"self" else row))
    return out, patterns, receives


def plain_name(walk: Walk, node: Any) -> Any:
    """The name that a pattern is, if it is no more than that; `mut x`, `ref x` too."""
    kind = walk.kinds[node.kind_id]
    while kind in ("mut_pattern", "ref_pattern", "reference_pattern"):
        inner = _last(walk, node)
        if inner is None:
            return None
        node = inner
        kind = walk.kinds[node.kind_id]
    return node if kind in ("identifier", "self") else None
