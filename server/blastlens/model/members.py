"""What a file is found by over the whole repository: its methods, its properties, and what `definitions.listed_names` gives."""

from collections.abc import Iterable, Iterator
from typing import Final

from blastlens.facts.file_facts import DefFlag, FileFacts
from blastlens.model.definitions import listed_names

# In lists of members by name: before the name of a base, it lists the classes that have such a base.
BASE_MARK: Final = "<"


def is_member(facts: FileFacts, index: int) -> bool:
    """Whether a def is a function right inside a class: what `Program.members_named` lists."""
    if index < 0:
        return False
    definition = facts.defs[index]
    if definition.member_of >= 0:
        return True
    parent = definition.parent
    return parent >= 0 and not definition.is_class and facts.defs[parent].is_class


def members_of(facts: FileFacts) -> tuple[list[tuple[str, int]], list[str]]:
    """(methods with their def index, what is listed under `BASE_MARK` and its name, names of properties): what `Program` answers
    over the whole repository."""
    members: list[tuple[str, int]] = [(BASE_MARK + name, index) for index, name in listed_names(facts)]
    getters: set[str] = set()
    for index, definition in enumerate(facts.defs):
        if definition.primary == index and is_member(facts, index):
            name = facts.names[definition.name]
            members.append((name, index))
            if definition.flags & DefFlag.PROPERTY:
                getters.add(name)
    return members, sorted(getters)


def listed_among(members: Iterable[tuple[str, int]]) -> list[tuple[int, str]]:
    """What `listed_names` gave, of what `members_of` gives."""
    return [(index, name[1:]) for name, index in members if name[0] == BASE_MARK]


def method_names(members: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Names of methods among what `members_of` gives."""
    return (name for name, _ in members if not name.startswith(BASE_MARK))
