"""Symbols and their ids.

An id is `path/to/file.py::Outer.inner`; top-level code is `path::<module>`. Paths are relative to the root, POSIX.
Where several definitions of one file share a qualified name and are not parts of one another (if/else variants,
later redefinitions, what reads and what sets a property), the second and later carry an ordinal inside the store, `path::name#2`: an ordinal, unlike a line,
survives edits elsewhere in the file. `display_id` shows the line instead (`path::name@LINE`).
"""

import enum
import re
from typing import Final, NamedTuple

from blastlens.facts.file_facts import DefFlag

_ACCESSORS: Final = DefFlag.SETTER | DefFlag.DELETER

MODULE_NAME: Final = "<module>"


class SymbolKind(enum.StrEnum):
    FUNCTION = "function"
    METHOD = "method"
    CLASS = "class"
    INTERFACE = "interface"
    MODULE = "module"
    TEST = "test"  # a test function, test method or fixture-free test case that a runner collects
    FIXTURE = "fixture"  # test code that tests ask for by name


class Symbol(NamedTuple):
    """One node. Lines are 1-based, columns 0-based UTF-8 bytes, end columns exclusive."""

    id: str
    kind: SymbolKind
    name: str
    file: str
    line: int  # of the name
    column: int
    end_column: int
    first_line: int  # decorators included
    last_line: int
    parent: str | None  # id of the enclosing definition
    flags: int  # facts.DefFlag of the definition
    in_test_code: bool
    cyclomatic: int
    cognitive: int
    content_hash: int
    parts: tuple[tuple[int, int], ...] = ()  # line ranges of further parts (overloads), 1-based inclusive

    @property
    def qualname(self) -> str:
        return qualname_of(self.id)

    @property
    def display_id(self) -> str:
        """The id as users see it: what its name alone does not tell has `@LINE` behind, in place of an ordinal."""
        path, qual = split_id(self.id)
        bare, ordinal = _split_ordinal(qual)
        return f"{path}::{bare}@{self.line}" if ordinal > 1 or self.flags & DefFlag.SEVERAL else self.id

    @property
    def is_test(self) -> bool:
        """Whether it is a test: a function that a runner collects, or a file whose tests have no names."""
        return self.kind is SymbolKind.TEST or (self.kind is SymbolKind.MODULE and bool(self.flags & DefFlag.TEST))

    @property
    def is_run_as_test(self) -> bool:
        """Whether a test run runs it as a test: it is one, and its text does not say that it is skipped."""
        return self.is_test and not self.flags & DefFlag.SKIPPED_TEST

    @property
    def is_skipped(self) -> bool:
        """Whether it is a test that its text says is never run."""
        return self.kind is SymbolKind.TEST and bool(self.flags & DefFlag.SKIPPED_TEST)

    @property
    def accessor(self) -> int:
        """Of a method that runs when an attribute is set or deleted: the flag that says so. It overrides only its like."""
        return self.flags & _ACCESSORS

    @property
    def is_property(self) -> bool:
        """Whether reaching for an attribute runs it."""
        return bool(self.flags & (DefFlag.PROPERTY | DefFlag.ACCESSOR))

    @property
    def is_callable(self) -> bool:
        return self.kind in (SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.TEST, SymbolKind.FIXTURE)


_ORDINAL = re.compile(r"^(.*)#(\d+)$")


def _split_ordinal(qual: str) -> tuple[str, int]:
    found = _ORDINAL.match(qual)
    return (found[1], int(found[2])) if found else (qual, 1)


def make_id(path: str, qualname: str, ordinal: int = 1) -> str:
    return f"{path}::{qualname}" if ordinal <= 1 else f"{path}::{qualname}#{ordinal}"


def module_id(path: str) -> str:
    return f"{path}::{MODULE_NAME}"


def split_id(symbol_id: str) -> tuple[str, str]:
    """(path, qualified name with its ordinal, if any)."""
    path, _, qual = symbol_id.rpartition("::")
    return path, qual


def file_of(symbol_id: str) -> str:
    return symbol_id.rpartition("::")[0]


def qualname_of(symbol_id: str) -> str:
    """The qualified name without the ordinal."""
    return _split_ordinal(symbol_id.rpartition("::")[2])[0]
