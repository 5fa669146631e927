"""How Rust writes an interface."""

from typing import Final

from blastlens.languages.interface import InterfaceForm

INTERFACE: Final = InterfaceForm(
    "trait {name} {{", "    {head};", "}}", dropped=frozenset(("pub", "pub(crate)", "pub(super)"))
)
