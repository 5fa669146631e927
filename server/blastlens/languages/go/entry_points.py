"""What runs although nothing in the repository calls it."""

from dataclasses import dataclass
from typing import Final

from blastlens.facts.file_facts import DefFlag, FileFacts
from blastlens.languages.rules import EntryPointRules

_MAIN: Final = "main"
_INTERNAL: Final = "internal"
_TEST: Final = "_test.go"
# Methods that the standard library, and what is near to it, call through interfaces of their own.
_CALLED_BY_LIBRARIES: Final = frozenset(
    """Alignment As Close Error Format GoString GobDecode GobEncode Is Len Less MarshalBinary MarshalJSON MarshalText MarshalXML
    MarshalYAML Pop Push Read ReadAt ReadByte ReadFrom RoundTrip Scan Seek ServeHTTP Set String Swap Type UnmarshalBinary
    UnmarshalJSON UnmarshalText UnmarshalXML UnmarshalYAML Unwrap Value Write WriteAt WriteString WriteTo""".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class GoEntryPoints(EntryPointRules):
    def entered(self, path: str, facts: FileFacts, definition: int) -> str:
        row = facts.defs[definition]
        name = facts.names[row.name]
        package = facts.names[facts.package] if facts.package >= 0 else ""
        is_method = row.member_of >= 0 or row.parent >= 0
        if not is_method and not row.is_class:
            if name == "init":
                return "run when its package is loaded"
            if name == _MAIN and package == _MAIN:
                return "the program starts here"
        if not row.flags & DefFlag.EXPORTED:
            return ""
        if not path.endswith(_TEST) and package != _MAIN and _INTERNAL not in path.split("/")[:-1]:
            return "exported by its package"
        return "called through interfaces of libraries" if is_method and name in _CALLED_BY_LIBRARIES else ""


ENTRY_POINTS: Final = GoEntryPoints(
    transparent_decorators=frozenset(),
    embedded_in=frozenset({".tmpl", ".gotmpl", ".s"}),
    module_hooks=frozenset(),
    loaders=frozenset(("init",)),
    dispatched={},
    incidental_methods=frozenset(("String", "Error", "GoString")),
)
