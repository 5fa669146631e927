"""Code that nothing in the repository calls and that runs all the same."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from blastlens.facts.file_facts import DefFlag, FileFacts
from blastlens.languages.conventions import read_conventions
from blastlens.languages.entry_rules import EntryPointRules
from blastlens.languages.typescript.placement import entries

_INDEX: Final = "index"
_EXPORTS: Final = ("export ", "=")
_NONE: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True)
class TypeScriptEntryPoints(EntryPointRules):
    def entered(self, path: str, facts: FileFacts, definition: int) -> str:  # noqa: ARG002
        row = facts.defs[definition]
        return "declared of what is elsewhere" if row.is_class and row.flags & DefFlag.EXPORTED else ""

    def is_global(self, facts: FileFacts) -> bool:
        """A file without imports and exports is a script: all scripts of a page share their names."""
        bound = (name for scope in facts.scopes[:1] for name in scope.bindings)
        return not facts.imports and not any(facts.names[name].startswith(_EXPORTS) for name in bound)

    def module_names(self, path: str) -> Iterator[str]:
        """The name of the file, or of the folder that it stands for."""
        folder, _, name = path.rpartition("/")
        stem = name.partition(".")[0]
        yield folder.rpartition("/")[2] if stem == _INDEX else stem


ENTRY_POINTS: Final = TypeScriptEntryPoints(
    transparent_decorators=_NONE,
    module_hooks=_NONE,
    dispatched={},
    incidental_methods=_NONE,
    entries=entries,
    marked_constructor="constructor",
    language_methods=r"\[Symbol\.\w+\]|toString|toLocaleString|toJSON|valueOf|then",
    conventions=partial(read_conventions, "blastlens.languages.typescript"),
    embedded_in=frozenset({".vue", ".svelte", ".astro", ".mdx", ".marko"}),
)
