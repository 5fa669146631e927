"""Which file of the repository a report means: paths of other machines, below source folders, of packages and modules.

A path is compared from its end. The file with the longest common end is meant, if one end is whole (all of the report's path, or
all of the repository's), or if other files of the report lie at the same two folders. Where several files fit equally well none is
taken: the path is ambiguous.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Mapped(NamedTuple):
    """`files`: the report's path -> ours. `ambiguous`: paths with several files that fit equally well; `unknown`: with none."""

    files: Mapping[str, str]
    ambiguous: tuple[str, ...]
    unknown: tuple[str, ...]


class _Fit(NamedTuple):
    common: int  # parts of the paths that are the same, from the end
    file: str
    place: tuple[str, str]  # what stands before them: of the report, and of the repository
    is_whole: bool


def map_paths(reported: Iterable[str], files: Iterable[str]) -> Mapped:
    """`files`: those of the repository, relative to its root."""
    by_name: dict[str, list[str]] = {}
    for file in files:
        by_name.setdefault(file.rpartition("/")[2], []).append(file)
    fits = {path: _fits(path, by_name.get(path.rpartition("/")[2], ())) for path in dict.fromkeys(reported)}
    places = Counter(some[0].place for some in fits.values() if _is_clear(some))
    found: dict[str, str] = {}
    ambiguous: list[str] = []
    unknown: list[str] = []
    for path, some in fits.items():
        likely = [one for one in some if one.is_whole or places[one.place] > (1 if _is_clear(some) else 0)]
        best = [one for one in likely if one.common == likely[0].common]
        if len(best) > 1:
            votes = max(places[one.place] for one in best)
            best = [one for one in best if places[one.place] == votes] if votes else best
        if len(best) == 1:
            found[path] = best[0].file
        else:
            (ambiguous if best else unknown).append(path)
    return Mapped(found, tuple(ambiguous), tuple(unknown))


def _fits(path: str, files: Iterable[str]) -> list[_Fit]:
    """Files of the same name, the longest common end first."""
    parts = path.split("/")
    found = []
    for file in files:
        others = file.split("/")
        common = 0
        while common < min(len(parts), len(others)) and parts[-1 - common] == others[-1 - common]:
            common += 1
        place = ("/".join(parts[: len(parts) - common]), "/".join(others[: len(others) - common]))
        found.append(_Fit(common, file, place, common in (len(parts), len(others))))
    return sorted(found, key=lambda one: (-one.common, one.file))


def _is_clear(fits: list[_Fit]) -> bool:
    return bool(fits) and (len(fits) == 1 or fits[0].common > fits[1].common)
