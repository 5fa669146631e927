"""Names made at run time: `getattr(x, "visit_" + kind)`, `globals()["f"]`, `sys.modules[__name__]`."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Expr
from blastlens.link.attributes import Attributes
from blastlens.link.computed import computed_name
from blastlens.link.library_shared import LIBRARY
from blastlens.link.sites import Site
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, Values, merge
from blastlens.model.blind_spot import ANY_NAME
from blastlens.model.edge import Basis

_LIBRARY: Final = RANK[Basis.LIBRARY]
_IMPORT: Final = RANK[Basis.IMPORT]
_DYNAMIC: Final = RANK[Basis.DYNAMIC_NAME]
_CLASSES: Final = frozenset({"inst", "self", "class", "generic", "selfclass"})
_SHORTEST: Final = 2  # characters that must be known of a name


class Dynamic(Attributes, ABC):
    def named_by(self, given: Values, site: Site, index: int) -> Values | None:
        if index >= len(site) or site.unit_row(site.positional[index])[0] == Expr.STAR:
            return None
        name = site.string(index)
        if name is not None:
            return self._attributes(given, name) or self._default(site, index + 1)
        pattern = computed_name(site.unit, site.ctx, site.positional[index])
        found = self._open_attributes(given, pattern)
        results = self.computed_results(given, pattern)
        if results is None and not found:
            return None
        merge(found, results or {})
        return merge(found, self._default(site, index + 1))

    def _default(self, site: Site, index: int) -> Values:
        given = site.argument(self, index)
        return {value: max(rank, _LIBRARY) for value, rank in given.items() if value[0] != "const"}

    def _attributes(self, given: Values, name: str) -> Values:
        out: Values = {}
        for value, rank in given.items():
            merge(out, self.attribute(value, name), max(rank, _LIBRARY))
        return out

    def _open_attributes(self, given: Values, pattern: str) -> Values:
        """Attributes of values under the names of a pattern."""
        out: Values = {}
        for name in pattern.split("|"):
            start, star, rest = name.partition(ANY_NAME)
            if not star:
                merge(out, self._attributes(given, name))
                continue
            end = rest.rpartition(ANY_NAME)[2]
            if len(start) + len(end) < _SHORTEST:
                continue
            for value, rank in given.items():
                if self._has_names(value):
                    out["named", value, start, end] = max(rank, _DYNAMIC)
        return out

    def _has_names(self, value: Value) -> bool:
        if value[0] == "module":
            return value[2] is not None and value[2][:2] != LIBRARY
        return value[0] in _CLASSES and value[1] >= 0

    def named_item(self, unit: Unit, ctx: int, value: Value, key: int) -> Values:
        """`globals()[key]`."""
        name = unit.string(key)
        given = {value[1]: _LIBRARY}
        return self._attributes(given, name) if name else self._open_attributes(given, computed_name(unit, ctx, key))

    def module_in_table(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        """`sys.modules[__name__]`, `sys.modules["a.b"]`; nothing for any other subscript."""
        base = unit.exprs[row[1]]
        holder, _, table = self.library.module_table.rpartition(".")
        if base[0] != Expr.ATTR or unit.names[base[2]] != table or len(row) != 3:
            return {}
        if not any(value[1] == holder for value in self.evaluate(unit, ctx, base[1])):
            return {}
        key = unit.exprs[row[2]]
        if key[0] == Expr.NAME and unit.names[key[1]] == self.library.own_name:
            return {self.own_module(unit): _IMPORT}
        name = unit.string(row[2])
        module = self.import_module(unit, 0, name) if name else None
        return {("module", *module): _IMPORT} if module else {}

    def own_module(self, unit: Unit) -> Value:
        return ("module", "", unit.path)
