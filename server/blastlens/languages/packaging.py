"""What packaging files say of a project: what is loaded from outside, and what is offered to others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from blastlens.facts.file_facts import FileFacts


class Declared(NamedTuple):
    """What one packaging file says."""

    targets: tuple[
        str, ...
    ] = ()  # what installers and other packages load: a module and what it has, as the language spells it
    name: str = ""
    installs_programs: bool = False
    is_published: bool = False  # describes itself for an index of packages
    is_library: bool = False  # says that others import it


class Sources(Protocol):
    """The files of a repository."""

    @property
    def paths(self) -> Sequence[str]:
        """Those that are read, sorted."""
        ...

    def has(self, path: str) -> bool:
        """Whether there is a file at a path, read or not."""
        ...

    def facts(self, path: str) -> FileFacts | None: ...


@dataclass(frozen=True, slots=True)
class Offered:
    """What a library offers to whoever imports it. `files`: those whose public names can be imported; `handed_on`: names that its
    packages hand on from any of its files."""

    name: str
    files: frozenset[str]
    handed_on: frozenset[str]


class Packaging(Protocol):
    @property
    def files(self) -> frozenset[str]:
        """Names of packaging files."""
        ...

    def read(self, name: str, text: str) -> Declared:
        """Never fails: of what it cannot read it knows nothing."""
        ...

    def offered(
        self, folder: str, declared: Sequence[Declared], sources: Sequence[str], project: Sources
    ) -> Offered | None:
        """What the project in a folder offers whose packaging files say this; None for what is no library. `sources`: the files below
        the folder that belong to no project further in."""
        ...

    def is_offered(self, offered: Offered, path: str, qualname: str, facts: FileFacts) -> bool:
        """Whether a definition, or with an empty name the file itself, can be imported by a public name."""
        ...


def nearest(folders: Mapping[str, object], path: str) -> str | None:
    """The innermost of the folders that a path lies in."""
    here = path
    while here:
        here = here.rpartition("/")[0]
        if here in folders:
            return here
    return None
