"""Calls of one of several overloads whose parameters a change replaced: by their number of arguments they may fit another one."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from blastlens.app.left_behind import LeftBehind
from blastlens.app.signature_changes import Key, SignatureChange
from blastlens.facts.file_facts import overload_hash
from blastlens.model.definitions import symbol_ids
from blastlens.model.edge import Edge, EdgeKind

_CALLS: Final = frozenset({EdgeKind.CALLS})
_WHY: Final = "the overload that it called takes something else now, and none takes the same"


def chosen_otherwise(
    changes: Mapping[Key, SignatureChange], former: Sequence[Edge], edges: Callable[[str], Iterable[Edge]]
) -> Iterator[LeftBehind]:
    """`former`: edges as they would be had nothing changed; `edges`: those of a symbol as they are now."""
    replaced = {one for change in changes.values() for one in _replaced(change)}
    for edge in former if replaced else ():
        if edge.kind in _CALLS and edge.target in replaced:
            now = [one for one in edges(edge.source) if one.kind in _CALLS and one.target == edge.target]
            for site in edge.sites:
                if not any(site in one.sites for one in now):
                    yield LeftBehind(edge.source, site, edge.target, _WHY, False, edge.confidence)


def _replaced(change: SignatureChange) -> Iterator[str]:
    """Ids of overloads that take other types, of functions that have several."""
    if len(change.new.definitions) < 2:
        return
    before = symbol_ids(change.key[0], change.old.facts)
    after = symbol_ids(change.key[0], change.new.facts)
    now = {after[number]: overload_hash(change.new.facts.defs[number].flags) for number in change.new.definitions}
    for number in change.old.definitions:
        was = overload_hash(change.old.facts.defs[number].flags)
        if before[number] in now and was not in now.values():
            yield before[number]
