"""Definitions that are parts of another one: overload stubs and accessors."""

from typing import Final

from blastlens.facts.file_facts import Def, DefFlag
from blastlens.languages.python.walk_state import Walk

_OVERLOAD: Final = DefFlag.OVERLOAD
_ACCESSOR: Final = DefFlag.ACCESSOR


def join_parts(walk: Walk) -> None:
    """Overload stubs and accessors are parts of the implementation or the getter of their name and scope."""
    groups: dict[tuple[int, int], list[int]] = {}
    for index, definition in enumerate(walk.defs):
        if not definition.is_class:
            groups.setdefault((definition.outer, definition.name), []).append(index)
    for group in groups.values():
        if len(group) > 1:
            _join_group(walk.defs, group)


def _join_group(defs: list[Def], group: list[int]) -> None:
    stubs: list[int] = []
    whole = -1  # the def that accessors belong to
    for index in group:
        flags = defs[index].flags
        if flags & _OVERLOAD:
            stubs.append(index)
            continue
        if flags & _ACCESSOR and whole >= 0:
            defs[index].primary = whole
            continue
        for stub in stubs:
            defs[stub].primary = index
        stubs = []
        whole = index
    for stub in stubs:
        defs[stub].primary = stubs[0]
