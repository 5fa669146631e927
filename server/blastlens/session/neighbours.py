"""Which files are worth looking at first for the sake of one: those that probably use what it defines.

Nothing is known of the repository yet, so this goes by text: a file that spells names which the file defines, the more of them the
better for the time it takes to read the file, and among equals the nearest folder.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from pathlib import Path, PurePosixPath
from typing import Final

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.registry import language_for
from blastlens.session.workspace import Blob, read_blob

_MOST_NAMES: Final = 40
_SHORTEST_NAME: Final = 4  # shorter ones stand in any text
# Files that are looked at whatever the time.
_FEWEST: Final = 50
# Bytes that a file costs beside its own.
_AS_MUCH: Final = 8_000
_LARGEST: Final = 400_000  # bytes; a larger file takes longer than all the others


def neighbours(root: Path, path: str, facts: FileFacts, paths: Iterable[str], is_late: Callable[[], bool]) -> list[str]:
    """Files of the same family of languages, the most promising first, without `path`. Gives up looking when `is_late`, the
    nearest folders having been looked at by then."""
    names = [name.encode() for name in _names(path, facts)]
    found: list[tuple[float, int, str]] = []
    for number, (distance, other) in enumerate(_nearest_first(path, paths)):
        if number > _FEWEST and is_late():
            break
        read = read_blob(root, other, _LARGEST)
        if isinstance(read, Blob) and (spelled := sum(name in read.data for name in names)):
            found.append((-spelled / (_AS_MUCH + len(read.data)), distance, other))
    return [other for _, _, other in sorted(found)]


def _names(path: str, facts: FileFacts) -> Iterator[str]:
    """What users of a file would have to spell: its own name, and the definitions at its top."""
    place = PurePosixPath(path)
    stem = place.name.partition(".")[0]
    language = language_for(path)
    yield place.parent.name if language is not None and stem in language.of_folder else stem
    tops = (facts.names[one.name] for one in facts.defs if one.parent < 0)
    public = dict.fromkeys(name for name in tops if len(name) >= _SHORTEST_NAME and not name.startswith("_"))
    yield from list(public)[:_MOST_NAMES]


def _nearest_first(path: str, paths: Iterable[str]) -> list[tuple[int, str]]:
    language = language_for(path)
    family = language.rules.family if language is not None else ""
    here = PurePosixPath(path).parent.parts

    def distance(other: str) -> int:
        there = other.split("/")[:-1]
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(here, there, strict=False)))
        return len(here) + len(there) - 2 * shared

    same = (
        one for one in paths if one != path and (its := language_for(one)) is not None and its.rules.family == family
    )
    return sorted((distance(one), one) for one in same)
