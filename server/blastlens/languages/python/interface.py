"""How Python writes an interface."""

from typing import Final

from blastlens.facts.file_facts import DefFlag
from blastlens.languages.interface import InterfaceForm

INTERFACE: Final = InterfaceForm(
    "class {name}(Protocol):",
    "    {head}: ...",
    marks=(
        (DefFlag.PROPERTY, "    @property"),
        (DefFlag.SETTER, "    @{name}.setter"),
        (DefFlag.DELETER, "    @{name}.deleter"),
        (DefFlag.STATIC, "    @staticmethod"),
        (DefFlag.CLASSMETHOD, "    @classmethod"),
        (DefFlag.OVERLOAD, "    @overload"),
    ),
)
