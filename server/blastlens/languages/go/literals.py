"""How Go writes out an instance with the names of its fields."""

from typing import Final

from blastlens.languages.literals import Literals

LITERALS: Final = Literals(
    kinds=frozenset(("composite_literal",)),
    type_field="type",
    body_field="body",
    elements=frozenset(("keyed_element",)),
    holders=(
        ("slice_type", "element"),
        ("array_type", "element"),
        ("implicit_length_array_type", "element"),
        ("map_type", "value"),
    ),
    bare_body="literal_value",
)
