"""Uses of what was a property and is a method now, or the other way round: reads without a call, and calls of what a read gives."""

from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from blastlens.facts.file_facts import Expr, Use
from blastlens.link.linker import Linker
from blastlens.link.targets import MOST_CANDIDATES
from blastlens.link.unit import Unit

_READS: Final = (Use.LOAD, Use.VALUE)


class TurnedUse(NamedTuple):
    """`source`: symbol id of the code that it stands in. `target`: of what it means. `is_read`: of a method, without a call; else it calls
    what a property gives. `is_named`: the method may be handed on there. `is_known`: the receiver's class is known."""

    source: str
    line: int
    column: int
    end_column: int
    target: str
    is_read: bool
    is_named: bool
    is_known: bool


class TurnedUses:
    """Asks one linker. `methods`: symbol ids of what is a method now, `properties`: of what is one."""

    def __init__(self, linker: Linker, methods: Collection[str], properties: Collection[str]) -> None:
        self._linker = linker
        self._methods = methods
        self._properties = properties

    def of_file(self, path: str, names: Collection[str]) -> Iterator[TurnedUse]:
        """In the order of the file's facts, each place once; `names`: of all that is asked for."""
        unit = self._linker.enter_file(path)
        if unit is None:
            return
        rows = list(zip(unit.facts.uses, unit.facts.use_spans, strict=True))
        called = {place for (_, _, kind), span in rows if kind == Use.CALL for place in _places(span)}
        named = {place for (_, _, kind), span in rows if kind == Use.VALUE for place in _places(span)}
        seen: set[tuple[int, int, int]] = set()
        for (ctx, expr, kind), span in rows:
            if kind != Use.CALL and kind not in _READS:
                continue
            row = unit.exprs[unit.exprs[expr][1]] if kind == Use.CALL else unit.exprs[expr]
            if row[0] != Expr.ATTR or unit.names[row[2]] not in names:
                continue
            target, is_known = self._meant(unit, ctx, row, is_read=kind != Use.CALL)
            source = unit.source_id(unit.contexts[ctx][0])
            for place in _places(span) if target else ():
                if place not in seen and (kind == Use.CALL or place not in called):
                    seen.add(place)
                    yield TurnedUse(source, *place, target, kind != Use.CALL, place in named, is_known)

    def _meant(self, unit: Unit, ctx: int, row: tuple[int, ...], *, is_read: bool) -> tuple[str, bool]:
        """Which of what is asked for an attribute means, "" for none; and whether its receiver is known."""
        linker, name = self._linker, unit.names[row[2]]
        wanted = self._methods if is_read else self._properties
        if linker.evaluate(unit, ctx, row[1]):
            found = (
                self._bound(unit, ctx, row) if is_read else linker.access_targets(unit, ctx, row[1], name, Use.LOAD)[0]
            )
            ids = [linker.units[one[0]].ids[one[1]] for one in found if one[0] >= 0]
            return next((one for one in ids if one in wanted), ""), True
        alike = linker.guessed(name)
        ids = [linker.units[owner].ids[number] for owner, number in alike] if len(alike) <= MOST_CANDIDATES else []
        return next((one for one in ids if one in wanted), ""), False

    def _bound(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> list[tuple[int, int]]:
        """Methods that an attribute of an object gives."""
        linker = self._linker
        found = []
        for value in linker.evaluate(unit, ctx, row[1]):
            for one in linker.attribute(value, unit.names[row[2]]):
                if one[0] == "bound" and one[1] >= 0:
                    found.append((one[1], one[2]))
        return found


def _places(span: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    return ((span[at], span[at + 1], span[at + 2]) for at in range(0, len(span), 3))
