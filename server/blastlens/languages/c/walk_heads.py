"""What stands before the names of a declaration: storage, type, and which parts belong together."""

import re
from typing import Any, Final

from blastlens.languages.c.walk_state import CWalk, last_name

_TYPES: Final = frozenset(
    {
        "primitive_type", "sized_type_specifier", "type_identifier", "qualified_identifier", "template_type", "struct_specifier",
        "union_specifier", "enum_specifier", "class_specifier", "placeholder_type_specifier", "decltype", "dependent_type",
        "macro_type_specifier", "auto",
    }
)  # fmt: skip
_DECLARATORS: Final = frozenset(
    {
        "identifier",
        "field_identifier",
        "type_identifier",
        "operator_cast",
        "qualified_identifier",
        "template_function",
        "operator_name",
        "destructor_name",
    }
)
_BODIES: Final = frozenset({"compound_statement", "try_statement"})
_GIVEN: Final = frozenset({"default_method_clause", "delete_method_clause"})
_ATTRIBUTES: Final = frozenset({"attribute_specifier", "attribute_declaration", "ms_declspec_modifier"})
_RUN: Final = re.compile(
    rb"\b(?:__)?(?:constructor|destructor|used|interrupt|signal|retain|dllexport|export_name)(?:__)?\b"
)


class Head:
    """The parts of one declaration."""

    __slots__ = (
        "body",
        "declarators",
        "initializers",
        "is_attributed",
        "is_extern",
        "is_given",
        "is_pure",
        "is_static",
        "is_virtual",
        "misread",
        "old_style",
        "type_",
        "values",
    )

    def __init__(self) -> None:
        self.type_: Any = None
        self.declarators: list[Any] = []
        self.values: dict[int, Any] = {}  # value of a declarator, by its number
        self.body: Any = None
        self.initializers: Any = None
        self.is_attributed = False  # as what runs, or is linked, without being called
        self.is_static = False
        self.is_extern = False
        self.is_virtual = False
        self.is_pure = False
        self.is_given = False  # `= default`, `= delete`
        self.old_style: list[Any] = []  # declarations of parameters behind a K&R head
        self.misread: Any = None  # a name that the parser could not place: mostly the type behind a macro


def read_head(walk: CWalk, node: Any) -> Head:
    head = Head()
    is_assigned = False
    for child in node.children:
        kind = walk.kinds[child.kind_id]
        if kind in _ATTRIBUTES:
            head.is_attributed = head.is_attributed or _RUN.search(walk.text(child)) is not None
        elif kind == "storage_class_specifier":
            text = walk.text(child)
            head.is_static = head.is_static or text == b"static"
            head.is_extern = head.is_extern or text == b"extern"
        elif kind == "virtual":
            head.is_virtual = True
        elif kind == "=":
            is_assigned = True
        elif kind == "init_declarator" or kind.endswith("declarator"):
            head.declarators.append(child)
            if child.children and walk.kinds[child.children[-1].kind_id] == "attribute_specifier":
                head.is_attributed = _RUN.search(walk.text(child.children[-1])) is not None
        elif kind in _BODIES:
            head.body = child
        elif kind == "field_initializer_list":
            head.initializers = child
        elif kind in _GIVEN:
            head.is_given = True
        elif kind == "pure_virtual_clause":
            head.is_pure = True
        elif kind == "declaration":
            head.old_style.append(child)
        elif kind in _TYPES and head.type_ is None and not _is_cast(walk, child, kind):
            head.type_ = child
        elif is_assigned and child.is_named and head.declarators:
            if walk.text(child) == b"0" and len(head.declarators) == 1:
                head.is_pure = True
            head.values[len(head.declarators) - 1] = child
        elif kind in _DECLARATORS and (head.type_ is not None or kind != "identifier"):
            head.declarators.append(child)
        elif kind == "ERROR":
            _misread(walk, child, head)
        if kind == ",":
            is_assigned = False
    return head


def _is_cast(walk: CWalk, node: Any, kind: str) -> bool:
    return kind == "qualified_identifier" and walk.kinds[last_name(walk, node).kind_id] == "operator_cast"


def _misread(walk: CWalk, node: Any, head: Head) -> None:
    """`EXPORT int *f(void)`: the macro is taken for the type, and the type for an error."""
    for child in node.named_children:
        if walk.kinds[child.kind_id] in ("identifier", "type_identifier", "primitive_type"):
            if not head.declarators:
                head.misread = child
