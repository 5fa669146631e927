"""Modules: imports, exports, and what stands for them in CommonJS."""

from typing import Any, Final

from blastlens.facts.file_facts import Bind, Import, ImportFlag
from blastlens.languages.typescript.walk_state import EXPORT, WHOLE_EXPORT, Handler, Walk

_STAR: Final = ImportFlag.STAR
_TYPE_ONLY: Final = ImportFlag.TYPE_ONLY
_WHOLE: Final = ImportFlag.WHOLE
_REEXPORT: Final = ImportFlag.REEXPORT
_DEFERRED: Final = ImportFlag.DEFERRED
_DEFAULT: Final = b"default"
# Kinds of what may be exported without a name.
_UNNAMED: Final = frozenset(
    (
        "arrow_function",
        "class",
        "class_declaration",
        "function_declaration",
        "function_expression",
        "generator_function",
        "generator_function_declaration",
    )
)
EXPORTS: Final = b"exports"
MODULE_EXPORTS: Final = b"module.exports"


def spelled(walk: Walk, node: Any) -> bytes:
    return walk.text(node)[1:-1]


def exported_member(walk: Walk, base: Any, name: bytes) -> int:
    """Row of `exports.name` and `module.exports.name`; -1 for any other member."""
    text = walk.source[base.start_byte : base.end_byte]
    if (text == EXPORTS and walk.enclosing(EXPORTS) < 0) or text == MODULE_EXPORTS:
        row = walk.name_rows[EXPORT + name]
    elif text == b"module" and name == EXPORTS and walk.enclosing(b"module") < 0:
        row = walk.name_rows[WHOLE_EXPORT]
    else:
        return -1
    walk.exported_rows.add(row)
    return row


def add_import(walk: Walk, source: bytes, member: bytes | None, alias: bytes | None, flags: int, node: Any) -> int:
    index = len(walk.imports)
    if walk.function_depth:
        flags |= _DEFERRED
    row = Import(
        0,
        walk.name(source),
        -1 if member is None else walk.name(member),
        -1 if alias is None else walk.name(alias),
        flags,
        walk.scope,
    )
    walk.imports.append(row)
    line, column = walk.place(node.start_byte)
    end_line, end_column = walk.place(node.end_byte)
    walk.import_spans.append((line, column, end_line, end_column))
    return index


def _bound(walk: Walk, source: bytes, member: bytes | None, alias: bytes, flags: int, node: Any) -> None:
    """An import that binds a name in the file from its start."""
    index = add_import(walk, source, member, alias, flags, node)
    walk.named_imports.append(index)
    walk.bind_first(walk.scope, alias, Bind.IMPORT, index, -1, walk.at_end(walk.scope))


def loaded_module(walk: Walk, source: Any, node: Any) -> int:
    """Row of a module that an expression loads."""
    text = spelled(walk, source)
    walk.string(text)
    name = b"module " + text
    index = add_import(walk, text, None, name, _WHOLE, node)
    if text not in walk.module_names:
        walk.bind_first(0, name, Bind.IMPORT, index, -1, walk.at_end(0))
        walk.module_names[text] = walk.name_rows[name]
    return walk.module_names[text]


def required(walk: Walk, node: Any) -> bytes:
    """The module that `require("x")` names; empty for any other expression."""
    if walk.kinds[node.kind_id] != "call_expression":
        return b""
    children = node.named_children
    if len(children) != 2 or walk.text(children[0]) != b"require":
        return b""
    arguments = children[1].named_children
    if len(arguments) != 1 or walk.kinds[arguments[0].kind_id] != "string":
        return b""
    return spelled(walk, arguments[0])


def import_statement(walk: Walk, node: Any) -> int:
    walk.is_module = True
    source = node.child_by_field_name("source")
    flags = 0
    clause = None
    for child in node.children:
        kind = walk.kinds[child.kind_id]
        if kind == "type" or kind == "typeof":
            flags = _TYPE_ONLY
        elif kind == "import_clause":
            clause = child
        elif kind == "import_require_clause":
            _import_equals(walk, child, flags, node)
            return walk.unknown
    if source is None:
        return walk.unknown
    text = spelled(walk, source)
    if clause is None:
        add_import(walk, text, None, None, flags | _WHOLE, node)
        return walk.unknown
    for child in clause.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == "identifier":
            _bound(walk, text, _DEFAULT, walk.text(child), flags, node)
        elif kind == "namespace_import":
            _bound(walk, text, None, walk.text(child.named_children[-1]), flags | _WHOLE, node)
        elif kind == "named_imports":
            specifiers = child.named_children
            for specifier in specifiers:
                if walk.kinds[specifier.kind_id] == "import_specifier":
                    name, alias, own = _specifier(walk, specifier)
                    _bound(walk, text, name, alias, flags | own, node)
            if not specifiers:
                add_import(walk, text, None, None, flags | _WHOLE, node)
    return walk.unknown


def _import_equals(walk: Walk, node: Any, flags: int, whole: Any) -> None:
    """`import x = require("y")`."""
    source = node.child_by_field_name("source")
    names = node.named_children
    if source is not None and names:
        _bound(walk, spelled(walk, source), None, walk.text(names[0]), flags | _WHOLE, whole)


def _specifier(walk: Walk, node: Any) -> tuple[bytes, bytes, int]:
    """(name, what it is called here, flags) of `name as other`."""
    flags = 0
    texts = []
    for child in node.children:
        kind = walk.kinds[child.kind_id]
        if kind == "type":
            flags = _TYPE_ONLY
        elif kind == "string":
            texts.append(spelled(walk, child))
        elif child.is_named and kind != "comment":
            texts.append(walk.text(child))
    # A torn text may have a specifier without a name.
    return (texts[0], texts[-1], flags) if texts else (b"", b"", flags)


def export_statement(walk: Walk, node: Any) -> int:
    walk.is_module = True
    source = None
    flags = 0
    is_star = is_default = False
    clause = namespace = declared = None
    equals = False
    for child in node.children:
        kind = walk.kinds[child.kind_id]
        if kind == "string":
            source = child
        elif kind == "*":
            is_star = True
        elif kind == "default":
            is_default = True
        elif kind == "type" and clause is None:
            flags = _TYPE_ONLY
        elif kind == "export_clause":
            clause = child
        elif kind == "namespace_export":
            namespace = child
        elif kind == "=":
            equals = True
        elif kind == "decorator":
            walk.statement(child)
        elif child.is_named and kind != "comment":
            declared = child
    text = b"" if source is None else spelled(walk, source)
    if clause is not None:
        for specifier in clause.named_children:
            if walk.kinds[specifier.kind_id] == "export_specifier":
                name, alias, own = _specifier(walk, specifier)
                _export(walk, text if source is not None else None, name, alias, flags | own, node)
        if source is not None and not clause.named_children:
            add_import(walk, text, None, None, flags | _WHOLE, node)
    elif namespace is not None:
        alias = walk.text(namespace.named_children[-1])
        _reexport(walk, text, None, alias, flags | _WHOLE, node)
    elif is_star and source is not None:
        add_import(walk, text, None, None, flags | _STAR | _REEXPORT, node)
    elif declared is not None and equals:
        walk.bind(WHOLE_EXPORT, Bind.ASSIGN, walk.value(declared), scope=0)
    elif declared is not None and is_default:
        _export_default(walk, declared, node)
    elif declared is not None:
        _export_declared(walk, declared)
    return walk.unknown


def _export(walk: Walk, source: bytes | None, name: bytes, alias: bytes, flags: int, node: Any) -> None:
    if source is not None:
        _reexport(walk, source, name, alias, flags, node)
        return
    note_export(walk, alias)
    if alias != name:
        row = walk.name_rows[name]
        walk.bind_first(0, EXPORT + alias, Bind.ASSIGN, row, -1, walk.at_end(walk.scope))


def _reexport(walk: Walk, source: bytes, name: bytes | None, alias: bytes, flags: int, node: Any) -> None:
    note_export(walk, alias)
    index = add_import(walk, source, name, EXPORT + alias, flags | _REEXPORT, node)
    walk.bind_first(0, EXPORT + alias, Bind.IMPORT, index, -1, walk.at_end(0))


def note_export(walk: Walk, name: bytes) -> None:
    if walk.scope == 0 and name != _DEFAULT:
        if walk.exported is None:
            walk.exported = []
        walk.exported.append(name)


def _export_default(walk: Walk, node: Any, whole: Any) -> None:
    walk.default_node = whole if walk.kinds[node.kind_id] in _UNNAMED else None
    made = walk.statement(node) if walk.kinds[node.kind_id] != "identifier" else walk.value(node)
    walk.default_node = None
    if walk.scope == 0:
        walk.bind(EXPORT + _DEFAULT, Bind.ASSIGN, made, scope=0)


def _export_declared(walk: Walk, node: Any) -> None:
    """`export const x = …`: what it binds is exported by its own name."""
    walk.statement(node)
    for name in _declared_names(walk, node):
        note_export(walk, name)


def _declared_names(walk: Walk, node: Any) -> list[bytes]:
    kind = walk.kinds[node.kind_id]
    if kind == "ambient_declaration":
        return [name for child in node.named_children for name in _declared_names(walk, child)]
    if kind not in ("lexical_declaration", "variable_declaration"):
        name = node.child_by_field_name("name")
        return [walk.text(name)] if name is not None else []
    names: list[bytes] = []
    pending = [child.named_children[0] for child in node.named_children if child.named_children]
    while pending:
        part = pending.pop()
        kind = walk.kinds[part.kind_id]
        if kind in ("identifier", "shorthand_property_identifier_pattern"):
            names.append(walk.text(part))
        elif kind == "pair_pattern":
            pending.append(part.named_children[-1])
        elif kind in ("object_assignment_pattern", "assignment_pattern"):
            pending.append(part.named_children[0])
        else:
            pending.extend(part.named_children)
    return names


HANDLERS: Final[dict[str, Handler]] = {
    "import_statement": import_statement,
    "export_statement": export_statement,
}
