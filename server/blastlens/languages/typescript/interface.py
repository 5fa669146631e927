"""How TypeScript writes an interface."""

from typing import Final

from blastlens.languages.interface import InterfaceForm

INTERFACE: Final = InterfaceForm(
    "interface {name} {{", "  {head};", "}}", dropped=frozenset(("public", "async", "override", "export"))
)
