"""Names for sets of symbols: the path they share, and the words that set them apart from the others."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from math import log
from typing import Final

from blastlens.model.symbol import MODULE_NAME, file_of, qualname_of

Name = tuple[str, str, tuple[str, ...]]  # the name, the path ("": none), the words

_MOST_WORDS: Final = 3
_SHARED: Final = 0.6  # of the members lie below the path of a community
_MANY: Final = 0.2  # of the members, elsewhere together, are named too
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_SHORTEST: Final = 3


def name_communities(groups: Sequence[Sequence[str]]) -> list[Name]:
    """Of sets of ids. A path names a set by itself where no other set has it; else the words do too. What many of the other members
    share is named as well."""
    paths = [_path(members) for members in groups]
    words = _words(groups, paths)
    names: list[Name] = []
    for path, chosen, members in zip(paths, words, groups, strict=True):
        alone = path and paths.count(path) == 1
        telling = ", ".join(chosen)
        places = path + (f" and {beside}" if (beside := _beside(path, members)) else "")
        names.append((places if alone or not chosen else f"{places}: {telling}" if path else telling, path, chosen))
    return _apart(names, groups)


def _beside(path: str, members: Sequence[str]) -> str:
    """The path that the members elsewhere share; "" where they are few, share none, or share what is around the path."""
    others = [one for one in members if not f"{file_of(one)}/".startswith(f"{path}/")] if path else []
    shared = _path(others) if len(others) >= _MANY * len(members) else ""
    return "" if path.startswith(f"{shared}/") else shared


def _apart(names: list[Name], groups: Sequence[Sequence[str]]) -> list[Name]:
    """No two names are the same: the second and later one has its first member behind it."""
    seen: set[str] = set()
    out = []
    for (name, path, words), members in zip(names, groups, strict=True):
        told = name if name and name not in seen else f"{name} ({qualname_of(members[0])})".strip()
        seen.add(told)
        out.append((told, path, words))
    return out


def _path(members: Sequence[str]) -> str:
    """The deepest folder or file below which enough of the members lie."""
    files = [file_of(one).split("/") for one in members]
    path: list[str] = []
    while True:
        below = Counter(parts[len(path)] for parts in files if parts[: len(path)] == path and len(parts) > len(path))
        if not below:
            return "/".join(path)
        part, count = min(below.items(), key=lambda item: (-item[1], item[0]))
        if count < _SHARED * len(members):
            return "/".join(path)
        path.append(part)


def _words(groups: Sequence[Sequence[str]], paths: Sequence[str]) -> list[tuple[str, ...]]:
    """Of each set the words that are frequent in it and rare elsewhere: by count, times the logarithm of how much rarer the word
    is in all sets (as tf-idf: Spärck Jones 1972). Words of its path tell nothing more, and of sets with the same path only one has a
    word: that in which it tells most."""
    counted = [Counter(word for one in members for word in set(_words_of(one))) for members in groups]
    everywhere = sum(counted, Counter())
    total = sum(map(len, groups))
    ranked = []
    for at, (words, members) in enumerate(zip(counted, groups, strict=True)):
        known = {word.lower() for word in _WORD.findall(paths[at])}
        ranked += [
            (-count * log(count / len(members) * total / everywhere[word]), word, at)
            for word, count in words.items()
            if count > 1 and count / len(members) > everywhere[word] / total and word not in known
        ]
    chosen: list[list[str]] = [[] for _ in groups]
    taken: set[tuple[str, str]] = set()
    for _, word, at in sorted(ranked):
        if len(chosen[at]) < _MOST_WORDS and (paths[at], word) not in taken:
            taken.add((paths[at], word))
            chosen[at].append(word)
    return [tuple(words) for words in chosen]


def _words_of(symbol_id: str) -> Iterator[str]:
    """Of the qualified name; of top-level code those of its file's name."""
    qualname = qualname_of(symbol_id)
    text = file_of(symbol_id).rpartition("/")[2].partition(".")[0] if qualname == MODULE_NAME else qualname
    for word in _WORD.findall(text):
        if len(word) >= _SHORTEST:
            yield word.lower()
