"""How Go writes an interface."""

from typing import Final

from blastlens.languages.interface import InterfaceForm

INTERFACE: Final = InterfaceForm("type {name} interface {{", "\t{head}", "}}", from_name=True)
