"""What the linker needs from outside, and what it gives back."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from blastlens.facts.file_facts import FileFacts
from blastlens.model.blind_spot import BlindSpot
from blastlens.model.edge import Edge, UnresolvedUse


class Program(Protocol):
    """The facts of every file at one moment. Files are named by their path relative to the root."""

    def facts(self, path: str) -> FileFacts | None:
        """Facts of a file, or None when there is no such file (or it could not be read)."""
        ...

    def paths(self) -> Sequence[str]:
        """Every indexed path, sorted."""
        ...

    def members_named(self, name: str) -> Sequence[tuple[str, int]]:
        """(path, def index) of every method of this name, sorted; accessors and overload stubs left out."""
        ...

    def derived_from(self, name: str) -> Sequence[tuple[str, int]]:
        """(path, number) of everything listed under a name (`model.definitions.listed_names`), sorted: of a plain name, every
        class one of whose base expressions ends in it."""
        ...

    def has_getter(self, name: str) -> bool:
        """Whether any class in the repository defines a property (flag PROPERTY) of this name."""
        ...

    def judged(self, path: str) -> Mapping[tuple[str, str], str]:
        """What people say of edges from a file: (caller, callee) -> "confirmed" or "rejected"."""
        ...


class Moment(NamedTuple):
    """The files at one moment, and the facts of those that are manifests."""

    paths: Iterable[str]
    facts: Callable[[str], FileFacts | None]


class FileLinks(NamedTuple):
    """All that linking one file gives."""

    path: str
    edges: tuple[Edge, ...]
    unresolved: tuple[UnresolvedUse, ...]
    tests: frozenset[int]  # defs that a test runner collects
    fixtures: frozenset[int]
    entry_points: tuple[tuple[int, str], ...]  # (def, why): code that a framework, packaging or the language calls
    is_test: bool  # the whole file is test code
    uses: int  # calls; beside those counted below they are unresolved
    resolved: int
    external: int
    reads: bytes  # look-up keys read from other files, as sorted little-endian unsigned 64-bit hashes, misses too
    inferred: int = 0
    ambiguous: int = 0
    blind: tuple[BlindSpot, ...] = ()
    # (def, symbol id of the type it is a member of) of every def that stands apart from its type and whose type is known
    owners: tuple[tuple[int, str], ...] = ()
