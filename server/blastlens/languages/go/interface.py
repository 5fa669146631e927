"""How Go writes an interface."""

from typing import Final

from blastlens.languages.interface import InterfaceForm, head_from_name

INTERFACE: Final = InterfaceForm("type {name} interface {{", "\t{head}", "}}", head=head_from_name, generic=True)
