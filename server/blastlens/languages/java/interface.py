"""How Java writes an interface."""

from typing import Final

from blastlens.languages.interface import InterfaceForm

INTERFACE: Final = InterfaceForm(
    "interface {name} {{",
    "    {head};",
    "}}",
    dropped=frozenset(("public", "protected", "private", "final", "synchronized", "abstract")),
)
