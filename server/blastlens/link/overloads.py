"""Overloads: which of several signatures a call means."""

from abc import ABC

from blastlens.facts.file_facts import DefFlag, Expr
from blastlens.link.admission import Admission
from blastlens.link.sites import Site
from blastlens.link.unit import Unit
from blastlens.link.values import Value


class Overloads(Admission, ABC):
    def overload(self, unit: Unit, definition: int, site: Site | None, receiver: Value | None) -> int:
        """The overload stub that a call means; the definition itself when it has none."""
        stubs = unit.parts.get(definition)
        if stubs is not None:
            stubs = [number for number in stubs if unit.has_flag(number, DefFlag.OVERLOAD)]
            if unit.has_flag(definition, DefFlag.OVERLOAD):
                stubs = [definition, *stubs]
        if not stubs:
            return definition
        return self.pick_overload(unit, stubs, site, receiver) if site is not None else stubs[0]

    def pick_overload(self, unit: Unit, stubs: list[int], site: Site, receiver: Value | None) -> int:
        """The first overload that fits the call: by arity, by the names of keywords, by the types of arguments."""
        del receiver
        return next((number for number in stubs if self._fits(unit, number, site)), stubs[0])

    def _fits(self, unit: Unit, definition: int, site: Site) -> bool:
        row = unit.defs[definition]
        params = row.params
        if unit.is_method(definition):
            params = params[1:]
        positional = [param for param in params if param.kind < 2]
        stars = [item for item in site.positional if site.unit_row(item)[0] == Expr.STAR]
        count = len(site.positional) - len(stars)
        names = set(site.keywords) - {"**"}
        if count > len(positional) and not any(param.kind == 2 for param in params):
            return False
        if not any(param.kind == 4 for param in params) and not names <= {unit.names[param.name] for param in params}:
            return False
        if not stars and "**" not in site.keywords:
            required = [*positional[count:], *(param for param in params if param.kind == 3)]
            if any(param.default < 0 and unit.names[param.name] not in names for param in required):
                return False
        return all(
            self._suits(unit, row.type_ctx, param.annotation, site, item)
            for item, param in zip(site.positional, positional, strict=False)
        ) and all(
            self._suits(unit, row.type_ctx, param.annotation, site, site.keywords[unit.names[param.name]])
            for param in params
            if unit.names[param.name] in names
        )

    def _suits(self, unit: Unit, ctx: int, annotation: int, site: Site, argument: int) -> bool:
        """Whether an argument can have the type of its parameter."""
        given = site.unit_row(argument)
        if annotation < 0 or given[0] == Expr.STAR:
            return True
        if given[0] != Expr.CONST:
            return self.admits(unit, ctx, annotation, site.value(self, argument), None)
        kind = site.unit.names[given[1]]
        if kind == "...":
            return True
        text = site.unit.names[given[2]] if given[2] >= 0 else None
        return self.admits(unit, ctx, annotation, {("const", kind): 0}, (kind, text))
