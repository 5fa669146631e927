"""What tests put something else in the place of for as long as they run: `patch("pkg.mod.f")` and its like, as blind spots."""

from abc import ABC
from collections.abc import Iterator

from blastlens.facts.file_facts import Expr, Use
from blastlens.link.library_shared import LIBRARY
from blastlens.link.parametrized import dotted_name
from blastlens.link.roles import Roles
from blastlens.link.unit import Unit
from blastlens.link.values import Values, merge
from blastlens.model.blind_spot import BlindKind, BlindSpot


class Patches(Roles, ABC):
    def note_patches(self, unit: Unit) -> None:
        """Needs `start`. Of test code only: what other code assigns anew is noted where it is written."""
        endings = tuple([name.rpartition(".")[2] for name in self.tests.replacers])
        if not endings or not self.tests.is_test_file(unit.path):
            return
        named = {number for number, name in enumerate(unit.names) if name.endswith(endings)}
        if not named:
            return
        for (ctx, expr, kind), span in zip(unit.facts.uses, unit.facts.use_spans, strict=True):
            if kind != Use.CALL:
                continue
            callee = unit.exprs[unit.exprs[expr][1]]
            if (callee[0] == Expr.ATTR or callee[0] == Expr.NAME) and callee[-1] in named:
                self._note_patch(unit, ctx, expr, unit.source_id(unit.contexts[ctx][0]), span[0])
        for number, row in enumerate(unit.defs):
            for expr in row.decorators:
                if unit.exprs[expr][0] == Expr.CALL:
                    self._note_patch(unit, row.ctx, expr, unit.ids[number], unit.facts.def_spans[number][2])

    def _note_patch(self, unit: Unit, ctx: int, expr: int, source: str, line: int) -> None:
        call = unit.exprs[expr]
        callee = dotted_name(unit, call[1])
        if call[2] < 1 or not callee.endswith(self.tests.replacers):
            return
        text, name = unit.string(call[3]), unit.string(call[4]) if call[2] > 1 else None
        if text is not None:
            owners, name = self._named_by(unit, text), text.rpartition(".")[2]
        elif name is not None:
            owners = self.evaluate(unit, ctx, call[3])
        else:
            return
        for about in self._put_out(owners, name):
            self.blind[BlindSpot(source, line, BlindKind.REPLACED, name, about)] = None

    def _named_by(self, unit: Unit, dotted: str) -> Values:
        """What the text names but for its last part."""
        parts = dotted.split(".")
        for count in range(len(parts) - 1, 0, -1):
            module = self.import_module(unit, 0, ".".join(parts[:count]))
            if module is None:
                continue
            values: Values = {("module", module.name, module.path): 0}
            for part in parts[count:-1]:
                inner: Values = {}
                for value, rank in values.items():
                    merge(inner, self.attribute(value, part), rank)
                values = inner
            return values
        return {}

    def _put_out(self, owners: Values, name: str) -> Iterator[str]:
        """Ids of the functions and classes of the repository that the owners know by a name."""
        for owner in owners:
            if owner[0] in ("class", "generic") and owner[1] >= 0:
                place = self.find_member(self.units[owner[1]], owner[2], name)
                number = self.own_method(self.units[place[0]], place[1], name) if place and place[0] >= 0 else -1
                if place is not None and number >= 0:
                    yield self.units[place[0]].ids[number]
            elif owner[0] == "module" and (owner[2] is None or owner[2][:2] != LIBRARY):
                for value in self.module_attribute(owner[2], owner[1], name):
                    if value[0] in ("func", "class") and value[1] >= 0:
                        yield self.units[value[1]].ids[value[2]]
