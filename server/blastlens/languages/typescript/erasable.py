"""Imports that the compiler leaves out of what runs: those of names that nothing in the file reads as a value.

A place is one of a type where the tree says so: names of types are a kind of their own, what stands before a dot in one is inside of a
`nested_type_identifier`, and `typeof` in a type is a `type_query`. Whatever is neither, such as a variable of the same name further in,
counts as a value: then the import is said to run, as it is spelled.
"""

from typing import Any, Final

from blastlens.facts.file_facts import Import, ImportFlag
from blastlens.languages.typescript.walk_state import Walk

_ERASABLE: Final = ImportFlag.ERASABLE
_TYPE_ONLY: Final = ImportFlag.TYPE_ONLY
_VALUES: Final = frozenset(("identifier", "shorthand_property_identifier"))
_OF_TYPES: Final = frozenset(("type_query", "nested_type_identifier"))
_OF_IMPORTS: Final = frozenset(("import_clause", "import_specifier", "namespace_import", "import_require_clause"))
_PATHS: Final = frozenset(("nested_identifier", "member_expression", "subscript_expression"))
# What elements may be compiled to calls of, whoever spells it.
_FACTORIES: Final = frozenset((b"React", b"h", b"jsx", b"jsxs", b"Fragment", b"createElement"))
_PRAGMA: Final = b"@jsx"


def mark_erasable(walk: Walk, root: Any, *, has_elements: bool) -> None:
    """Give the imports of a whole file that bind such names `ImportFlag.ERASABLE`. Not for JavaScript, which erases nothing."""
    if has_elements and _PRAGMA in walk.source:
        return
    texts = list(walk.names)
    for index in walk.named_imports:
        row = walk.imports[index]
        name = texts[row.alias]
        if row.flags & _TYPE_ONLY or (has_elements and name in _FACTORIES) or not name.isascii():
            continue
        if not _is_read(root, walk, name):
            flags = row.flags | _ERASABLE
            walk.imports[index] = Import(row.level, row.module, row.member, row.alias, flags, row.scope)


def _is_read(root: Any, walk: Walk, name: bytes) -> bool:
    """Whether a name stands where a value is read."""
    source, size = walk.source, len(name)
    at = source.find(name)
    while at >= 0:
        end = at + size
        if not _is_part(source, at - 1) and not _is_part(source, end):
            node = root.descendant_for_byte_range(at, end)
            if node is not None and walk.kinds[node.kind_id] in _VALUES and not _is_aside(walk, node):
                return True
        at = source.find(name, end)
    return False


def _is_aside(walk: Walk, node: Any) -> bool:
    """Whether an identifier is that of the import itself, or stands in a type."""
    above = node.parent
    while above is not None:
        kind = walk.kinds[above.kind_id]
        if kind in _OF_TYPES or kind in _OF_IMPORTS:
            return True
        if kind == "export_specifier":
            return _is_exported_type(above)
        if kind not in _PATHS:
            return False
        above = above.parent
    return False


def _is_exported_type(specifier: Any) -> bool:
    """Of `export { type A }` and `export type { A }`."""
    statement = specifier.parent.parent if specifier.parent is not None else None
    return any(child.type == "type" for one in (specifier, statement) if one is not None for child in one.children)


def _is_part(source: bytes, at: int) -> bool:
    """Whether a byte may be one of a name."""
    if not 0 <= at < len(source):
        return False
    byte = source[at]
    return byte >= 0x80 or byte in b"$_" or chr(byte).isalnum()
