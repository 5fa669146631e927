"""The commands by the name a client calls them by."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from blastlens.faces.lsp.commands import (
    affected_tests,
    blast_radius,
    bridges,
    callers,
    callers_transitive,
    communities,
    coverage,
    cycles,
    dead_code,
    dependents,
    explain,
    explain_symbol,
    flows,
    graph,
    hubs,
    imports,
    not_updated,
    search_symbols,
    untested,
    untested_callers,
)
from blastlens.faces.lsp.commands.command import QuestionCommand

_MODULES: Final = (
    affected_tests,
    blast_radius,
    bridges,
    callers,
    callers_transitive,
    communities,
    coverage,
    cycles,
    dead_code,
    dependents,
    explain,
    explain_symbol,
    flows,
    graph,
    hubs,
    imports,
    not_updated,
    search_symbols,
    untested,
    untested_callers,
)
COMMANDS: Final[Mapping[str, QuestionCommand]] = MappingProxyType(
    {module.COMMAND.name: module.COMMAND for module in _MODULES}
)
