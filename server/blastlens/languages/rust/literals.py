"""How Rust writes out an instance with the names of its fields."""

from typing import Final

from blastlens.languages.literals import Literals

LITERALS: Final = Literals(
    kinds=frozenset(("struct_expression",)),
    type_field="name",
    body_field="body",
    elements=frozenset(("field_initializer", "shorthand_field_initializer")),
)
