"""The commands by the name a client calls them by."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from blastlens.faces.lsp.commands import (
    blast_radius,
    callers,
    callers_transitive,
    coverage,
    cycles,
    dependents,
    untested,
)
from blastlens.faces.lsp.commands.command import QuestionCommand

COMMANDS: Final[Mapping[str, QuestionCommand]] = MappingProxyType(
    {
        module.COMMAND.name: module.COMMAND
        for module in (callers, callers_transitive, dependents, blast_radius, untested, cycles, coverage)
    }
)
