"""Who has to be linked again: readers of changed keys, and the keys that no single file's facts can tell."""

import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from blastlens.facts.file_facts import FileFacts
from blastlens.model.members import members_of, method_names

_FEW_KEYS: Final = 32


def readers(reads: Mapping[str, bytes], keys: set[int]) -> Iterator[str]:
    """Files whose link read one of the keys (a chance match across two keys' bytes only links a file in vain)."""
    if len(keys) <= _FEW_KEYS:
        wanted = [key.to_bytes(8, "little") for key in keys]
        found = {path for key in wanted for path, read in reads.items() if key in read}
        yield from (path for path in reads if path in found)
        return
    for path, read in reads.items():
        listed = array("Q")
        listed.frombytes(read)
        if sys.byteorder == "big":
            listed.byteswap()
        if not keys.isdisjoint(listed):
            yield path


def borne_differently(
    before: Mapping[str, FileFacts | None],
    after: Iterable[Sequence[tuple[str, int]]],
    stored: Callable[[str], Iterable[tuple[str, int]]],
) -> Iterator[str]:
    """Names that some class has a method of where none had one before, or none has one any more. `before`: the facts of
    the outdated files; `after`: members of those that are there now; `stored`: the members of a name before."""
    had = {name for facts in before.values() if facts is not None for name in method_names(members_of(facts)[0])}
    have = {name for members in after for name in method_names(members)}
    for name in had ^ have:
        if all(path in before for path, _ in stored(name)):
            yield name


def names_of_members(
    before: Mapping[str, FileFacts | None], after: Iterable[Sequence[tuple[str, int]]]
) -> Iterator[str]:
    """Names of members that may stand elsewhere after a change; arguments as of `borne_differently`."""
    for facts in before.values():
        if facts is not None:
            yield from (name for name, _ in members_of(facts)[0])
    for members in after:
        yield from (name for name, _ in members)
