"""Members that a class may have though no definition of it tells: what decorators, assignments and computed names may give it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Final

from blastlens.facts.file_facts import Expr, FileFacts, Use
from blastlens.languages.registry import language_for
from blastlens.link.linker import Linker
from blastlens.link.unit import Unit
from blastlens.link.values import Values
from blastlens.model.blind_spot import BlindKind, BlindSpot, fits
from blastlens.model.definitions import last_name

_CLASSES: Final = ("class", "generic", "selfclass")
_OF_CLASS: Final = frozenset({*_CLASSES, "inst", "self", "super"})
_COMPUTED: Final = frozenset({BlindKind.COMPUTED_MEMBER, BlindKind.COMPUTED_ATTRIBUTE})
Owner = tuple[int, int]  # unit, def


class GivenMembers:
    """Asks one linker. `spelling`: facts of the files that spell one of the names, by path; `blind`: blind spots of the program."""

    def __init__(self, linker: Linker, spelling: Mapping[str, FileFacts], blind: Sequence[BlindSpot]) -> None:
        self._linker = linker
        self._spelling = spelling
        self._blind = [one for one in blind if one.kind in _COMPUTED]

    def why(self, owners: Iterable[Owner], name: str) -> str:
        """What may give one of the classes a member of a name, in words; "" where nothing may."""
        for index, definition in owners:
            order = self._linker.linearization(self._linker.units[index], definition)
            own = [place for place in order.order if place[0] >= 0]
            why = self._decorated(own) or self._by_metaclass(order.metaclass) or self._computed(own, name)
            why = why or self._assigned(set(own), name) or self._below((index, definition), name)
            if why:
                return why
        return ""

    def _decorated(self, order: Iterable[Owner]) -> str:
        for index, definition in order:
            unit = self._linker.units[index]
            language = language_for(unit.path)
            if language is None:
                continue
            known = language.arguments
            for expr in unit.defs[definition].decorators:
                row = unit.exprs[expr]
                name = last_name(unit.facts, row[1] if row[0] == Expr.CALL else expr)
                if name in known.giving or (known.wraps and name not in known.bare):
                    return f"the decorator `{name}` of its class may give it"
        return ""

    def _by_metaclass(self, metaclass: object) -> str:
        """A metaclass of the repository may answer for its classes, or fill them."""
        return "the metaclass of its class may give it" if metaclass is not None else ""

    def _below(self, owner: Owner, name: str) -> str:
        """A class below that has it, where a text does not say which of them is meant."""
        if self._linker.scoping.typed:
            return ""
        for path, number in self._linker.program.members_named(name):
            unit = self._linker.unit(path)
            holder = unit.defs[number].parent if unit is not None else -1
            if unit is None or holder < 0 or not unit.defs[holder].is_class:
                continue
            if owner in self._linker.linearization(unit, holder).order:
                return f"`{unit.quals[holder]}`, which is one of its class, has it"
        return ""

    def _computed(self, order: Iterable[Owner], name: str) -> str:
        ids = [self._linker.units[index].ids[definition] for index, definition in order]
        for spot in self._blind:
            inside = spot.kind == BlindKind.COMPUTED_ATTRIBUTE and any(spot.source.startswith(one + ".") for one in ids)
            if (inside or spot.about in ids) and fits(spot.pattern, name):
                return f"{spot.source.partition('::')[0]}:{spot.line} gives its class members by computed names"
        return ""

    def _assigned(self, order: Set[Owner], name: str) -> str:
        for path, facts in self._spelling.items():
            if name not in facts.names:
                continue
            unit = self._linker.enter_file(path)
            for ctx, receiver, line in self._set_in(unit, name) if unit is not None else ():
                if unit is not None and self._concerns(self._linker.evaluate(unit, ctx, receiver), order):
                    return f"{path}:{line} sets it"
        return ""

    def _set_in(self, unit: Unit, name: str) -> Iterator[tuple[int, int, int]]:
        """Context, receiver and line of what a file sets under a name, by an assignment or a function of the language."""
        setting = {one for one, kind in self._linker.protocols.accessing.items() if kind == Use.STORE}
        for (ctx, expr, kind), span in zip(unit.facts.uses, unit.facts.use_spans, strict=True):
            row = unit.exprs[expr]
            if kind == Use.STORE and row[0] == Expr.ATTR and unit.names[row[2]] == name:
                yield ctx, row[1], span[0]
            elif kind == Use.CALL and row[2] > 2 and last_name(unit.facts, row[1]) in setting:
                if unit.string(row[4]) == name:
                    yield ctx, row[3], span[0]

    def _concerns(self, values: Values, order: Set[Owner]) -> bool:
        """Whether something may be one of the classes, or one below them; what is not known may be."""
        known = [value for value in values if value[0] in _OF_CLASS and value[1] >= 0]
        if not known:
            return not values
        for value in known:
            below = self._linker.linearization(self._linker.units[value[1]], value[2]).order
            if not order.isdisjoint(below):
                return True
        return False
