"""What runs although nothing in the repository calls it."""

from dataclasses import dataclass
from typing import Final

from blastlens.facts.file_facts import DefFlag, FileFacts
from blastlens.languages.entry_rules import EntryPointRules

_MAIN: Final = "main"


@dataclass(frozen=True, slots=True)
class RustEntryPoints(EntryPointRules):
    def entered(self, path: str, facts: FileFacts, definition: int) -> str:  # noqa: ARG002
        row = facts.defs[definition]
        if facts.names[row.name] == _MAIN and row.parent < 0 and row.member_of < 0 and not row.is_class:
            return "the program starts here"
        if row.flags & DefFlag.EXPORTED:
            return "exported by its crate"
        return ""


ENTRY_POINTS: Final = RustEntryPoints(
    transparent_decorators=frozenset(),
    module_hooks=frozenset(),
    dispatched={},
    incidental_methods=frozenset(("fmt", "clone", "eq", "hash", "drop", "default")),
)
