"""All names of what a path leads to: of a module, a namespace, an enumeration."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import EVERYTHING
from blastlens.link.linkage import Linkage
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Values, merge
from blastlens.model.edge import Basis

_IMPORT: Final = RANK[Basis.IMPORT]
_HOLDERS: Final = frozenset({"module", "class", "generic"})


class Starred(Linkage, ABC):
    def starred_by_path(self, unit: Unit, scope: int, name: str) -> Values:
        """What a name is among all names of what paths lead to that a scope names."""
        out: Values = {}
        for number, row in enumerate(unit.scopes[scope].bindings.get(unit.name_id(EVERYTHING), ())):
            if row[2] < 0:
                continue
            key = ("ss", unit.index, scope, number)
            for value, rank in self.named(key, self._star_source, unit, row[3], row[2]).items():
                merge(out, self.attribute(value, name), max(rank, _IMPORT))
        return {value: rank for value, rank in out.items() if value[0] != "ext"}

    def _star_source(self, unit: Unit, ctx: int, expr: int) -> Values:
        """What has names to hand out where a path leads. A path may begin with a name that another one hands out."""
        found = self.evaluate(unit, ctx, expr)
        return {
            value: rank
            for value, rank in found.items()
            if value[0] in _HOLDERS and (value[0] != "module" or value[2] != unit.path)
        }
