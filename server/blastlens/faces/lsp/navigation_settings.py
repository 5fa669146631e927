"""The `navigation` of the client's settings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from blastlens.faces.lsp.known_keys import name_unknown

_SECTION: Final = "blastlens.navigation"
_SPELLED: Final = {
    "definition": ("definition",),
    "references": ("references",),
    "document_symbol": ("documentSymbol", "document_symbol"),
    "workspace_symbol": ("workspaceSymbol", "workspace_symbol"),
}


@dataclass(frozen=True, slots=True)
class NavigationSettings:
    """What the server does beside the main server of a language; each is off unless switched on."""

    definition: bool = False
    references: bool = False
    document_symbol: bool = False
    workspace_symbol: bool = False


def parse_navigation(value: Any, problems: list[str]) -> NavigationSettings:
    """What is neither true nor false is named in `problems` and off."""
    if value is not None and not isinstance(value, Mapping):
        problems.append(f"{_SECTION} must be a table of switches, not {value!r}")
    given = value if isinstance(value, Mapping) else {}
    name_unknown(given, [spelled for spelled, *_ in _SPELLED.values()], _SECTION, "setting", problems)
    found = {}
    for name, (spelled, *_) in _SPELLED.items():
        chosen = next((given[key] for key in _SPELLED[name] if key in given), None)
        if chosen is not None and not isinstance(chosen, bool):
            problems.append(f"{_SECTION}.{spelled} must be true or false, not {chosen!r}")
        found[name] = chosen is True
    return NavigationSettings(**found)
