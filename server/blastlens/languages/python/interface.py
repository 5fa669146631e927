"""How Python writes an interface."""

from typing import Final

from blastlens.languages.interface import InterfaceForm

INTERFACE: Final = InterfaceForm("class {name}(Protocol):", "    {head}: ...")
