"""Code that nothing in the repository calls and that runs all the same."""

from typing import Final

from blastlens.languages.rules import EntryPointRules

ENTRY_POINTS: Final = EntryPointRules(
    transparent_decorators=frozenset(),
    module_hooks=frozenset(
        {"main", "wmain", "WinMain", "wWinMain", "DllMain", "LLVMFuzzerTestOneInput", "LLVMFuzzerInitialize"}
    ),
    dispatched={},
    incidental_methods=frozenset(
        {"size", "empty", "begin", "end", "clear", "swap", "data", "get", "reset", "str", "c_str"}
    ),
)
