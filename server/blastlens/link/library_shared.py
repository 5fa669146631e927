"""What all linkers of a process share about the stubs of libraries: their units, and what evaluation found there.

Nothing of a repository is in it: an entry is shared only when its evaluation read nothing of one.
"""

from functools import lru_cache
from typing import Any, Final

from blastlens.languages.rules import LibraryStubs
from blastlens.link.unit import Unit
from blastlens.link.values import Values

LIBRARY: Final = "//"  # how the paths of stub modules start


class Entry:
    """The value of a named entry, and the hashes of what its evaluation read."""

    __slots__ = ("reads", "values")

    def __init__(self, values: Values, reads: tuple[int, ...]) -> None:
        self.values, self.reads = values, reads


class SharedLibrary:
    """Only ever grows, by values that are the same whoever computes them; so threads may share it."""

    def __init__(self, stubs: LibraryStubs) -> None:
        self._stubs = stubs
        self._numbered = stubs.paths()
        self.paths = frozenset(self._numbered)
        self._units: dict[int, Unit] = {}
        self.done: dict[Any, Entry] = {}

    def unit(self, number: int) -> Unit:
        """A stub module by its number, which is below zero, so that it is the same in every repository."""
        found = self._units.get(number)
        if found is None:
            path = self._numbered[-2 - number]
            found = self._units[number] = Unit(number, path, self._stubs.facts(path))
        return found


class Units(dict[int, Unit]):
    """Units by number: those of the repository, and on demand those of libraries."""

    def __init__(self, shared: SharedLibrary) -> None:
        super().__init__()
        self._shared = shared

    def __missing__(self, number: int) -> Unit:
        if number >= 0:
            raise KeyError(number)
        unit = self[number] = self._shared.unit(number)
        return unit


@lru_cache(maxsize=4)
def shared_library(stubs: LibraryStubs) -> SharedLibrary:
    """The one for these `LibraryStubs`."""
    return SharedLibrary(stubs)


def is_of_library(key: Any) -> bool:
    """Whether the key of an entry names something of a stub module: (kind, unit or path or place, …)."""
    about = key[1]
    if isinstance(about, int):
        return about < 0
    if isinstance(about, tuple):
        return bool(about[0] < 0)
    return isinstance(about, str) and about.startswith(LIBRARY)
