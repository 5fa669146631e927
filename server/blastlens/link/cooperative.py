"""`super()` in a class that others stand beside: for objects of a class with several bases it leads to what comes next in their order."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Expr
from blastlens.link.handed_here import HandedHere
from blastlens.link.targets import MOST_CANDIDATES, Target
from blastlens.link.unit import Unit
from blastlens.link.values import RANK
from blastlens.model.edge import Basis, EdgeKind

_SUBCLASS: Final = RANK[Basis.SUBCLASS]
_INTERFACE: Final = RANK[Basis.INTERFACE]


class Cooperative(HandedHere, ABC):
    def link_cooperative(
        self, unit: Unit, ctx: int, callee: tuple[int, ...], known: list[Target], source: str, span: tuple[int, ...]
    ) -> None:
        """What `super()` means for objects of classes below that have another class between this one and its base."""
        places = {target[:2] for target in known}
        for value in self.evaluate(unit, ctx, callee[1]) if callee[0] == Expr.ATTR else ():
            if value[0] == "super" and value[1] >= 0 and value[1:3] == value[4:6]:
                found = self.between_below(self.units[value[1]], value[2], unit.names[callee[2]])
                rank = _SUBCLASS if len(found) <= MOST_CANDIDATES else _INTERFACE
                others = [(*place, rank, True) for place in found if place not in places]
                self._add_all(source, EdgeKind.IMPLICIT, others, span)
