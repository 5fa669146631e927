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
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_SHORTEST: Final = 3


def name_communities(groups: Sequence[Sequence[str]]) -> list[Name]:
    """Of sets of ids. A path names a set by itself where no other set has it; else the words do too."""
    paths = [_path(members) for members in groups]
    words = _words(groups)
    names: list[Name] = []
    for path, chosen in zip(paths, words, strict=True):
        alone = path and paths.count(path) == 1
        telling = ", ".join(chosen)
        names.append((path if alone or not chosen else f"{path}: {telling}" if path else telling, path, chosen))
    return _apart(names, groups)


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


def _words(groups: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Of each set the words that are frequent in it and rare elsewhere: by count, times the logarithm of how much rarer the word
    is in all sets (as tf-idf: Spärck Jones 1972)."""
    counted = [Counter(word for one in members for word in set(_words_of(one))) for members in groups]
    everywhere = sum(counted, Counter())
    total = sum(map(len, groups))
    out = []
    for words, members in zip(counted, groups, strict=True):
        scored = [
            (-count * log(count / len(members) * total / everywhere[word]), word)
            for word, count in words.items()
            if count > 1 and count / len(members) > everywhere[word] / total
        ]
        out.append(tuple(word for _, word in sorted(scored)[:_MOST_WORDS]))
    return out


def _words_of(symbol_id: str) -> Iterator[str]:
    """Of the qualified name; of top-level code those of its file's name."""
    qualname = qualname_of(symbol_id)
    text = file_of(symbol_id).rpartition("/")[2].partition(".")[0] if qualname == MODULE_NAME else qualname
    for word in _WORD.findall(text):
        if len(word) >= _SHORTEST:
            yield word.lower()
