"""How a text writes out an instance with the names of its fields: `Item{Name: "a"}`."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Literals:
    """Node kinds and fields of a grammar. In languages without any, fields are set by what is called."""

    kinds: frozenset[str] = frozenset()
    type_field: str = ""  # of the literal: what names its class
    body_field: str = ""  # of the literal: its elements
    # Kinds of elements that are set by name; what names the field is their first part, or the first part of that.
    elements: frozenset[str] = frozenset()
    # Kinds of types whose literals hold others without their type -> field of the type that these have; kind of such a body.
    holders: tuple[tuple[str, str], ...] = ()
    bare_body: str = ""


NONE: Final = Literals()
