"""Functions and methods, declared and defined, and what macros define like them."""

import re
from typing import Any, Final

from blastlens.facts.file_facts import Bind, DefFlag, Expr, pack_signature
from blastlens.languages.c.walk_heads import Head
from blastlens.languages.c.walk_state import CONSTRUCTOR, HELD, CWalk, last_name
from blastlens.languages.c.walk_types import (
    Declared,
    declared,
    function_type,
    is_inferred,
    path_row,
    plain_type,
    type_row,
)
from blastlens.languages.walking.state import CLASS_SCOPE, FUNCTION_SCOPE

_MACRO: Final = re.compile(rb"[A-Z][A-Z0-9_]*")
_TEST_MACRO: Final = re.compile(rb"(?:\w*_)?(?:TEST|SCENARIO|TEMPLATE_TEST)(?:_\w+)?|START_TEST|TEST\w*")
_ARGUMENTS: Final = re.compile(rb"\s*\(([^()]*)\)")
_STRING: Final = re.compile(rb'"((?:[^"\\]|\\.)*)"')
_WORD: Final = re.compile(rb"[A-Za-z_]\w*")
_NEVER: Final = frozenset(
    {b"virtual", b"inline", b"const", b"static", b"struct", b"class", b"typename", b"enum", b"union", b"volatile"}
)


def function(walk: CWalk, node: Any, head: Head, found: Declared) -> int:
    """Defines and binds a function, and walks its body where it has one."""
    name = spelled_name(walk, found.name)
    owner = owner_row(walk, found)
    in_class = walk.scopes[walk.scope].kind == CLASS_SCOPE
    is_member = owner >= 0 or (in_class and walk.class_def >= 0)
    flags = 0
    if head.body is None and not head.is_given:
        flags |= DefFlag.SIGNATURE
    if head.is_pure:
        flags |= DefFlag.ABSTRACT | DefFlag.SIGNATURE
        if walk.class_def >= 0:  # what a class leaves to those below it makes it an interface
            walk.defs[walk.class_def].flags |= DefFlag.INTERFACE
    if is_member:
        flags |= DefFlag.STATIC if head.is_static else 0
    else:
        flags |= DefFlag.STATIC if walk.owner >= 0 and in_class else 0
        flags |= DefFlag.PRIVATE if head.is_static or walk.hidden else 0
    if head.is_attributed or name in walk.attributed:  # a prototype may say so for its definition
        flags |= DefFlag.EXPORTED
        walk.attributed.add(name)
    is_constructor = is_member and name == class_name(walk, found)
    if is_constructor:
        flags |= DefFlag.CONSTRUCTOR
    outer_owner = walk.owner
    index = walk.define(name, node, found.name, flags, is_class=False)
    row = walk.defs[index]
    if owner >= 0:
        row.member_of = owner
        row.parent = -1
    else:
        _bind(walk, CONSTRUCTOR if is_constructor else name, index)
    enter_function(walk, index, holder_is_apart=owner >= 0)
    type_ = head.misread if head.misread is not None else head.type_
    if not walk.too_nested(node):
        _read_signature(walk, index, found, type_, is_member and not flags & DefFlag.STATIC, head)
        _body(walk, index, head)
        walk.leave()
    leave_function(walk)
    walk.owner = outer_owner
    return walk.unknown


def class_name(walk: CWalk, found: Declared) -> bytes:
    """Name of the class that a declarator says its function is a member of, or that stands around; empty for none."""
    if found.path is not found.name:
        parts = walk.text(found.path).split(b"::")
        return parts[-2].partition(b"<")[0].strip() if len(parts) > 1 else b""
    return walk.class_name


def owner_row(walk: CWalk, found: Declared) -> int:
    """The row of what stands before the last name of a path; -1 for none."""
    if found.path is found.name or walk.kinds[found.path.kind_id] != "qualified_identifier":
        return -1
    return path_row(walk, found.path, without_last=True)


def spelled_name(walk: CWalk, node: Any) -> bytes:
    text = walk.text(node)
    kind = walk.kinds[node.kind_id]
    if kind == "operator_cast":
        return b" ".join(text.partition(b"(")[0].split())
    if kind in ("operator_name", "destructor_name"):
        return b"".join(text.split())
    return text


def _bind(walk: CWalk, name: bytes, index: int) -> None:
    """Binds a function, which in C++ makes a set to choose from with others of its name."""
    if walk.is_cpp:
        found = walk.scopes[walk.scope].bindings.get(walk.names[name], ())
        sets = [row[1] for row in found if row[0] == Bind.DEF]
        if sets:
            first = sets[0]
            walk.defs[first].overloads = first
            walk.defs[index].overloads = first
    if walk.block_open or walk.scopes[walk.scope].kind == CLASS_SCOPE:
        walk.bind(name, Bind.DEF, index)
    else:
        walk.declare(name, Bind.DEF, index)


def enter_function(walk: CWalk, index: int, *, holder_is_apart: bool) -> None:
    """Opens the scope of a function; `leave_function` closes it."""
    holder = walk.scope
    walk.frames.append(
        (walk.owner, walk.block_open, walk.lambda_returns, walk.cyclomatic, walk.cognitive, walk.nesting, holder)
    )
    walk.cyclomatic, walk.cognitive, walk.nesting = 1, 0, 0
    walk.open_scope(FUNCTION_SCOPE, index)
    row = walk.defs[index]
    row.scope = walk.scope
    template, walk.template = walk.template, []
    row.type_ctx = walk.at_end(walk.scope if holder_is_apart or template else holder)
    bind_template(walk, index, template)
    walk.owner = index
    walk.block_open = True
    walk.lambda_returns = None


def leave_function(walk: CWalk) -> None:
    row = walk.defs[walk.owner]
    row.cyclomatic, row.cognitive = walk.cyclomatic, walk.cognitive
    owner, block_open, returns, cyclomatic, cognitive, nesting, holder = walk.frames.pop()
    walk.close_scope(holder)
    walk.owner, walk.block_open, walk.lambda_returns = owner, block_open, returns
    walk.cyclomatic, walk.cognitive, walk.nesting = cyclomatic, cognitive, nesting


def bind_template(walk: CWalk, index: int, template: list[tuple[bytes, int]]) -> None:
    """Binds the type parameters of a template in the scope that is open."""
    context = walk.at_end(walk.scope)
    for name, default in template:
        number = walk.name(name)
        walk.bind_first(walk.scope, name, Bind.TYPE_VARIABLE, number, default, context)
        walk.defs[index].type_params.append(number)


def _read_signature(walk: CWalk, index: int, found: Declared, type_: Any, has_receiver: bool, head: Head) -> None:
    row = walk.defs[index]
    if has_receiver:
        row.params.append(walk.parameter(b"this"))
    spelled: list[bytes] = []
    parameters = _parameter_list(walk, found.function)
    old_style = _old_style(walk, head)
    for child in parameters.named_children if parameters is not None else ():
        kind = walk.kinds[child.kind_id]
        if kind == "identifier":
            name = walk.text(child)
            row.params.append(walk.parameter(name, old_style.get(name, -1)))
            spelled.append(b"")
        elif kind in ("parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration"):
            if _is_void(walk, child, parameters):
                continue
            name, annotation = parameter_parts(walk, child)
            default = _default(walk, child) if kind == "optional_parameter_declaration" else -1
            rest = 2 if kind == "variadic_parameter_declaration" else 0
            row.params.append(walk.parameter(name or b"_", annotation, default, rest))
            spelled.append(_erased(walk, child))
        elif kind == "variadic_parameter":
            row.params.append(walk.parameter(b"...", -1, -1, 2))
            spelled.append(b"...")
    walk.bind_parameters(index)
    row.flags |= pack_signature(len(spelled), b"" if b"" in spelled else b",".join(spelled))
    row.returns = _result(walk, found, type_)


def _result(walk: CWalk, found: Declared, type_: Any) -> int:
    for child in found.function.named_children if found.function is not None else ():
        if walk.kinds[child.kind_id] == "trailing_return_type" and child.named_children:
            return type_row(walk, child.named_children[0])
    if type_ is None or is_inferred(walk, type_):
        return -1
    row = type_row(walk, type_)
    if found.pointee is not None:
        return function_type(walk, row, found.pointee)
    return row if row != walk.unknown else -1


def _parameter_list(walk: CWalk, node: Any) -> Any:
    stack = [node] if node is not None else []
    while stack:
        at = stack.pop()
        for child in at.named_children:
            kind = walk.kinds[child.kind_id]
            if kind == "parameter_list":
                return child
            if kind == "abstract_function_declarator":
                stack.append(child)
    return None


def _old_style(walk: CWalk, head: Head) -> dict[bytes, int]:
    out: dict[bytes, int] = {}
    for node in head.old_style:
        type_ = -1
        for child in node.named_children:
            found = declared(walk, child)
            if found.name is not None and walk.kinds[child.kind_id] != "type_identifier":
                row = type_
                if found.pointee is not None or found.function is not None:
                    row = function_type(walk, type_, found.pointee if found.pointee is not None else found.function)
                out[walk.text(found.name)] = row
            else:
                type_ = type_row(walk, child)
    return out


def _is_void(walk: CWalk, node: Any, parameters: Any) -> bool:
    return len(parameters.named_children) == 1 and walk.text(node) == b"void"


def parameter_parts(walk: CWalk, node: Any) -> tuple[bytes, int]:
    """(name, type expr or -1) of a parameter."""
    type_ = -1
    name = b""
    seen = False
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if not seen and kind not in (
            "type_qualifier",
            "storage_class_specifier",
            "attribute_declaration",
            "attribute_specifier",
        ):
            seen = True
            if walk.kinds[child.kind_id] in ("struct_specifier", "enum_specifier", "union_specifier"):
                walk.define_tagged(child)
            type_ = type_row(walk, child) if not is_inferred(walk, child) else -1
        elif seen and (kind.endswith("declarator") or kind == "identifier"):
            found = declared(walk, child)
            if found.name is not None:
                name = walk.text(found.name)
            if found.pointee is not None or found.function is not None:
                type_ = function_type(walk, type_, found.pointee if found.pointee is not None else found.function)
            elif found.dimensions and type_ >= 0:
                type_ = walk.array_of(type_, found.dimensions)
            break
    return name, type_ if type_ != walk.unknown else -1


def _default(walk: CWalk, node: Any) -> int:
    return walk.value(node.named_children[-1]) if node.named_children else -1


def _erased(walk: CWalk, node: Any) -> bytes:
    """The type of a parameter as it is spelled, without its name, its default and what makes no other function."""
    text = walk.text(node).partition(b"=")[0]
    name, _ = b"", 0
    for child in node.named_children[1:]:
        found = declared(walk, child)
        if found.name is not None and walk.kinds[child.kind_id] not in (
            "type_identifier",
            "qualified_identifier",
            "template_type",
            "primitive_type",
        ):
            at = found.name.start_byte - node.start_byte
            end = found.name.end_byte - node.start_byte
            text = text[:at] + text[end:]
            name = walk.text(found.name)
    words = [word for word in re.findall(rb"[A-Za-z_]\w*|[^\s\w]", text) if word not in _NEVER]
    del name
    return b"".join(words[words.index(b":") + 2 :] if words.count(b":") == 2 and b"<" not in words else words)


def _body(walk: CWalk, index: int, head: Head) -> None:
    if head.initializers is not None:
        _initializers(walk, index, head.initializers)
    if head.body is not None:
        if walk.kinds[head.body.kind_id] == "compound_statement":
            walk.children(head.body)
        else:
            walk.statement(head.body)


def _initializers(walk: CWalk, index: int, node: Any) -> None:
    """`: Base(x), member(y)`: what is constructed is a base, or what the member is declared to be."""
    for child in node.named_children:
        parts = child.named_children
        if walk.kinds[child.kind_id] != "field_initializer" or not parts:
            walk.statement(child)
            continue
        name = last_name(walk, parts[0])
        rows = [walk.value(item) for item in parts[-1].named_children] if len(parts) > 1 else []
        text = walk.text(name)
        member = -1
        if walk.kinds[parts[0].kind_id] == "field_identifier":
            member = walk.name_rows[HELD + text]
            plain = walk.name_rows[text]
        else:
            plain = plain_type(walk, parts[0])
        walk.called(walk.exprs[Expr.CLASS_OF, member, plain], rows, name)
    del index


# -- what macros define


def defined_by_macro(walk: CWalk, node: Any, macro: bytes, arguments: list[Any], body: Any) -> bool:
    """`TEST(Suite, Case) { … }`: a function of the last name among the arguments. False where none is named."""
    name: Any = None
    text = b""
    for argument in arguments:
        spelled = walk.text(argument)
        string = _STRING.match(spelled)
        if string is not None and not text:
            name, text = argument, string[1]
            break
        word = _WORD.fullmatch(spelled)
        if word is not None:
            name, text = argument, spelled
    if name is None or not text:
        return False
    is_test = _TEST_MACRO.fullmatch(macro) is not None
    flags = DefFlag.TEST if is_test else 0
    index = walk.define(text, node, name, flags, is_class=False)
    row = walk.defs[index]
    if macro.endswith((b"_F", b"_P", b"_FIXTURE", b"_METHOD")) and len(arguments) > 1:
        fixture = arguments[0] if not walk.text(arguments[0]).startswith(b'"') else arguments[-1]
        if _WORD.fullmatch(walk.text(fixture)):
            row.member_of = walk.name_rows[walk.text(fixture)]
            row.parent = -1
            row.params.append(walk.parameter(b"this"))
    elif walk.owner >= 0 and walk.scopes[walk.scope].kind == CLASS_SCOPE:
        row.flags |= DefFlag.STATIC
    if not is_test:
        _bind(walk, text, index)
    enter_function(walk, index, holder_is_apart=row.member_of >= 0)
    walk.bind_parameters(index)
    walk.children(body)
    leave_function(walk)
    return True


def is_macro_name(text: bytes) -> bool:
    return _MACRO.fullmatch(text) is not None
