"""Names that lead nowhere any more: whether what stands at a place of a file still means something."""

from collections.abc import Iterable
from typing import Final

from blastlens.facts.file_facts import Bind, Expr
from blastlens.link.linker import Linker
from blastlens.link.unit import Unit
from blastlens.link.values import Value

# What a use at a place comes to.
GONE: Final = "gone"  # nothing of that name is there
UNKNOWN: Final = "unknown"  # nothing was found, and something may be there
FOUND: Final = "found"

_OWN: Final = frozenset({"inst", "self", "class", "generic", "selfclass", "super", "module"})
Place = tuple[int, int]  # line, column


class Dangling:
    """Asks one linker."""

    def __init__(self, linker: Linker) -> None:
        self._linker = linker

    def states(self, path: str, places: Iterable[Place]) -> dict[Place, str]:
        """What the uses at these places come to; places without a use are left out."""
        unit = self._linker.enter_file(path)
        out: dict[Place, str] = {}
        if unit is None:
            return out
        wanted = set(places)
        for (ctx, expr, _), span in zip(unit.facts.uses, unit.facts.use_spans, strict=True):
            for place in ((span[at], span[at + 1]) for at in range(0, len(span), 3)):
                if place in wanted and out.get(place) != FOUND:
                    out[place] = self._state(unit, ctx, expr)
        return out

    def _state(self, unit: Unit, ctx: int, expr: int) -> str:
        row = unit.exprs[expr]
        if row[0] == Expr.CALL:
            expr = row[1]
            row = unit.exprs[expr]
        if row[0] == Expr.INDEX:
            expr = row[1]
            row = unit.exprs[expr]
        if self._linker.evaluate(unit, ctx, expr):
            return FOUND
        if row[0] == Expr.NAME:
            return self._of_name(unit, unit.contexts[ctx][0], row[1])
        if row[0] == Expr.ATTR:
            receivers = self._linker.evaluate(unit, ctx, row[1])
            name = unit.names[row[2]]
            return GONE if receivers and all(self._lacks(one, name) for one in receivers) else UNKNOWN
        return UNKNOWN

    def _of_name(self, unit: Unit, scope: int, name: int) -> str:
        """Of a name that means nothing: whether it is bound by imports alone, or by nothing."""
        if unit.has_stars:
            return UNKNOWN
        while scope >= 0:
            row = unit.scopes[scope]
            bindings = row.bindings.get(name)
            if bindings is not None or name in row.narrowings:
                return GONE if bindings and all(one[0] == Bind.IMPORT for one in bindings) else UNKNOWN
            scope = row.parent
        return GONE

    def _lacks(self, value: Value, name: str) -> bool:
        """Whether a value of the repository has no such attribute, and no way to give one."""
        if value[0] not in _OWN:
            return False
        if value[0] == "module":
            unit = self._linker.unit(value[2]) if value[2] is not None else None
            return unit is not None and not unit.has_stars and unit.name_id(self._linker.protocols.module_missing) < 0
        unit = self._linker.units[value[1]]
        order = self._linker.linearization(unit, value[2])
        missing = (self._linker.protocols.missing, self._linker.protocols.any_attribute)
        return (
            value[1] >= 0
            and not order.is_open
            and not any(one and self._has(unit, value[2], one) for one in missing)
            and self._linker.find_member(unit, value[2], name) is None
        )

    def _has(self, unit: Unit, definition: int, name: str) -> bool:
        """Whether a class of the repository in the order of this one has a member."""
        place = self._linker.find_member(unit, definition, name)
        return place is not None and place[0] >= 0
