"""What reads a property that is a method now, and what calls a method that is a property now."""

from collections.abc import Iterable, Iterator, Set
from typing import Final, NamedTuple

from blastlens.app.changes import TwoVersions
from blastlens.app.left_behind import LeftBehind
from blastlens.facts.file_facts import DefFlag, FileFacts
from blastlens.link.linkers import Linkers
from blastlens.link.ports import Program
from blastlens.link.turned_uses import TurnedUse, TurnedUses
from blastlens.model.confidence import confidences
from blastlens.model.definitions import qualified_names, symbol_ids
from blastlens.model.edge import Basis, Site
from blastlens.model.symbol import qualname_of

_READ: Final = "reads `{}`, which is a method now, and does not call it"
_CALLED: Final = "calls `{}`, which is a property now: what that gives is called"
_UNKNOWN: Final = "; what it is asked of is not known"


class Turned(NamedTuple):
    """Symbol ids, in the new version, of what was a property and is a method, and of what was a method and is a property."""

    methods: frozenset[str]
    properties: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.methods or self.properties)


def turned(versions: Iterable[tuple[TwoVersions, FileFacts, FileFacts]]) -> Turned:
    """Of names that both versions of a file define once, accessors for setting aside."""
    methods, properties = set(), set()
    for file, old, new in versions:
        before, after = _members(old), _members(new)
        ids = symbol_ids(file.new_path or "", new)
        for name in before.keys() & after.keys():
            (was, _), (now, number) = before[name], after[name]
            if was and not now:
                methods.add(ids[number])
            elif now and not was:
                properties.add(ids[number])
    return Turned(frozenset(methods), frozenset(properties))


def _members(facts: FileFacts) -> dict[str, tuple[bool, int]]:
    """Methods by qualified name: whether one is a property, and the number of its definition."""
    found: dict[str, tuple[bool, int]] = {}
    for number, name in enumerate(qualified_names(facts)):
        row = facts.defs[number]
        is_method = row.parent >= 0 and facts.defs[row.parent].is_class and not row.is_class
        if name and is_method and row.primary == number and not row.flags & (DefFlag.SETTER | DefFlag.DELETER):
            found.setdefault(name, (bool(row.flags & (DefFlag.PROPERTY | DefFlag.ACCESSOR)), number))
    return found


def turned_uses(linkers: Linkers, program: Program, found: Turned, edited: Set[str]) -> Iterator[LeftBehind]:
    """None of them is sure: a method may be handed on, and a property may give what can be called. `edited`: symbol ids of code that the
    change wrote, which names methods on purpose."""
    names = {qualname_of(one).rpartition(".")[2].partition("#")[0] for one in (*found.methods, *found.properties)}
    for path in sorted(program.paths()):
        facts = program.facts(path)
        linker = linkers.linker_for(path) if facts is not None and not names.isdisjoint(facts.names) else None
        if linker is None:
            continue
        for one in TurnedUses(linker, found.methods, found.properties).of_file(path, names):
            if not (one.is_read and one.is_named and one.source in edited):
                yield _told(one)


def _told(one: TurnedUse) -> LeftBehind:
    name = qualname_of(one.target).rpartition(".")[2].partition("#")[0]
    why = (_READ if one.is_read else _CALLED).format(name) + ("" if one.is_known else _UNKNOWN)
    confidence = confidences()[Basis.PROPERTY if one.is_known else Basis.CANDIDATES]
    return LeftBehind(one.source, Site(one.line, one.column, one.end_column), one.target, why, False, confidence)
