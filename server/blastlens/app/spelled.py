"""Names that the sources of a repository spell, wherever they do so."""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple

from blastlens.facts.file_facts import Expr, FileFacts
from blastlens.model.graph import FileRecord
from blastlens.session.session import Session

_DOTTED: Final = re.compile(r"[A-Za-z_]\w*(?:[.:][A-Za-z_]\w*)+")
_TEXT: Final = "str"
_LEAST_PART: Final = 3  # characters
_MADE: Final = 3  # place in a row of the spelling of a text that is made at run time


class ImportedName(NamedTuple):
    """A name that an import statement asks a module for."""

    path: str
    module: str  # as it is spelled, without what says how far up it is
    alias: str  # the name it gets here
    line: int  # 1-based
    last_line: int


class _Read(NamedTuple):
    strings: dict[str, set[str]]
    dotted: dict[str, set[str]]
    libraries: set[str]
    imported: dict[str, list[ImportedName]]
    modules: dict[str, set[str]]
    beginnings: dict[str, str]  # how names begin that are put together -> the first file that does


class SpelledNames:
    """Of the files that are indexed; read when first asked for."""

    def __init__(self, session: Session, files: Sequence[FileRecord]) -> None:
        self._session = session
        self._files = files

    @property
    def strings(self) -> dict[str, set[str]]:
        """Names that string literals spell, or end in -> the files they are in."""
        return self._read.strings

    def part_of(self, name: str) -> tuple[str, str]:
        """How a string literal spells the beginning or the end of a name, for somebody to put the rest to it, and a file where one does;
        empty texts for none. Parts end at an underscore, or where something is filled in."""
        bare = name.strip("_")
        cuts = [at for at, letter in enumerate(bare) if letter == "_"]
        parts = [part for at in cuts for part in (bare[: at + 1], bare[at:]) if len(part) >= _LEAST_PART]
        for part in parts:
            if part in self.strings:
                return part, min(self.strings[part])
        return next(((part, path) for part, path in self._read.beginnings.items() if bare.startswith(part)), ("", ""))

    @property
    def dotted(self) -> dict[str, set[str]]:
        """Names with dots or colons between them that string literals are -> the files they are in."""
        return self._read.dotted

    @property
    def libraries(self) -> set[str]:
        """What is imported: the first part of each module's name."""
        return self._read.libraries

    @property
    def imported(self) -> dict[str, list[ImportedName]]:
        """Name -> the imports that ask for it."""
        return self._read.imported

    @property
    def modules(self) -> dict[str, set[str]]:
        """The last parts of what import statements ask for, modules or names -> the files they are in."""
        return self._read.modules

    @cached_property
    def _read(self) -> _Read:
        found = _Read({}, {}, set(), {}, {}, {})
        for record in self._files:
            facts = self._session.facts(record.path) if record.state in ("indexed", "partial") else None
            if facts is not None:
                _add(found, record.path, facts)
        return found


def _add(found: _Read, path: str, facts: FileFacts) -> None:
    names = facts.names
    for name in facts.mentioned:
        found.strings.setdefault(names[name], set()).add(path)
    text = names.index(_TEXT) if _TEXT in names else -1
    for row in facts.exprs:
        if row[0] == Expr.CONST and row[1] == text and len(row) > _MADE:
            beginning = names[row[_MADE]].partition("*")[0]
            if len(beginning.strip("_")) >= _LEAST_PART and beginning.isidentifier() and beginning != names[row[_MADE]]:
                found.beginnings.setdefault(beginning, path)
        if row[0] == Expr.CONST and row[1] == text and row[2] >= 0 and _DOTTED.fullmatch(names[row[2]]):
            found.dotted.setdefault(names[row[2]], set()).add(path)
    for one, span in zip(facts.imports, facts.import_spans, strict=True):
        module = names[one.module]
        for asked in (last_part(module), *([names[one.member]] if one.member >= 0 else [])):
            found.modules.setdefault(asked, set()).add(path)
        if one.member >= 0:
            alias = names[one.alias] if one.alias >= 0 else ""
            found.imported.setdefault(names[one.member], []).append(ImportedName(path, module, alias, span[0], span[2]))
        found.libraries.update((module, module.partition(".")[0], module.partition("/")[0]))


def last_part(module: str) -> str:
    """The last part of a module's name, however it is spelled."""
    return module.rpartition("/")[2].removesuffix(".js").rpartition(".")[2]
