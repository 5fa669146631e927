"""Look-up keys: what a file provides to others, and which of it changed.

A key is a 64-bit hash. `FileLinks.reads` lists the keys a file's link read; a file must be relinked when one of them is among
the changed keys. A key that exists on one side only counts as changed (a miss may become a hit).
"""

from collections.abc import Iterable, Mapping
from typing import Final

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.registry import LANGUAGES
from blastlens.languages.rules import Project
from blastlens.link.digests import provided
from blastlens.link.hashing import key_hash
from blastlens.link.ports import Moment
from blastlens.link.projects import projects

_NOTHING: Final = Project((), {})

# Digests by path, of facts that are kept to tell whether they are the same.
Known = dict[str, tuple[FileFacts, Mapping[int, int]]]


def changed_keys(path: str, before: FileFacts | None, after: FileFacts | None, known: Known | None = None) -> set[int]:
    """Keys of the file at `path` whose digest differs; None: the file does not exist on that side. Whole-repository keys
    (members of a name, getters of a name) are included. `known`: digests from earlier calls, to which those of `after`
    are added: this `after` is mostly the next `before`."""
    held = known.get(path) if known is not None else None
    old: Mapping[int, int] = {}
    if before is not None:
        old = held[1] if held is not None and held[0] is before else provided(path, before)
    new: Mapping[int, int] = provided(path, after) if after is not None else {}
    if known is not None and after is not None:
        known[path] = (after, new)
    return {key for key in old.keys() | new.keys() if old.get(key) != new.get(key)}


def borne_keys(names: Iterable[str]) -> set[int]:
    """Keys of names that some class came to have a method of, where none in the repository had one, or that the last one
    lost: what a file's own digests cannot tell."""
    return {key_hash(("borne", name)) for name in names}


def layout_keys(before: Moment, after: Moment) -> set[int]:
    """Keys that change because files came or went, or because a manifest says something else."""
    old, new = projects(*before), projects(*after)
    keys: set[int] = set()
    for family in old.keys() | new.keys():
        was, now = old.get(family, _NOTHING), new.get(family, _NOTHING)
        if was != now:
            rules = next(language.rules for language in LANGUAGES if language.rules.family == family)
            keys |= {key_hash(("module", name)) for name in rules.changed_layout(was, now)}
    return keys
