"""Code that nothing in the repository calls and that runs all the same."""

import re
from dataclasses import dataclass
from typing import Final

from blastlens.facts.file_facts import DefFlag, FileFacts
from blastlens.languages.rules import EntryPointRules

_MAIN: Final = frozenset(
    {"main", "wmain", "WinMain", "wWinMain", "DllMain", "LLVMFuzzerTestOneInput", "LLVMFuzzerInitialize"}
)
_HEADER: Final = re.compile(r"\.(?:h|hh|hpp|hxx|h\+\+|inl|ipp|tpp)$")
_INTERNAL: Final = re.compile(
    r"(?:^|[-_./])(?:private|internal|impl|detail|details|int|priv|p)(?:[-_./]|$)", re.IGNORECASE
)
_TESTS: Final = frozenset({"test", "tests", "testing", "unittest", "unittests", "bench", "benchmark", "benchmarks"})


@dataclass(frozen=True, slots=True)
class CEntryPoints(EntryPointRules):
    def entered(self, path: str, facts: FileFacts, definition: int) -> str:
        """Programs start at `main`; what a header of a library declares is there for whoever includes it. Types are no code that
        is run, nor is what is only declared."""
        row = facts.defs[definition]
        name = facts.names[row.name]
        if row.parent < 0 and row.member_of < 0 and not row.is_class and name in _MAIN:
            return "the program starts here"
        if row.flags & DefFlag.EXPORTED:
            return "an attribute says that it runs, or is linked, without being called"
        if is_public(path):
            return "declared in a header"
        if row.is_class:
            return "a type, which is no code that runs"
        return "only declared here" if row.flags & DefFlag.SIGNATURE else ""


def is_public(path: str) -> bool:
    """Whether a file is a header that users of a library may include."""
    folders = path.split("/")[:-1]
    return bool(_HEADER.search(path)) and not _INTERNAL.search(path) and not _TESTS.intersection(folders)


ENTRY_POINTS: Final = CEntryPoints(
    language_methods=r"~.*|operator\W.*",
    transparent_decorators=frozenset(),
    embedded_in=frozenset({".l", ".y", ".def", ".ld", ".s", ".asm", ".rl", ".in"}),
    module_hooks=frozenset(),
    dispatched={},
    incidental_methods=frozenset(
        {"size", "empty", "begin", "end", "clear", "swap", "data", "get", "reset", "str", "c_str"}
    ),
)
