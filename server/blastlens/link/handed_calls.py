"""Calls of what was handed over: which calls those may be, and what they enter."""

from abc import ABC
from typing import Final

from blastlens.link.collected import sites_of
from blastlens.link.handed import Handed
from blastlens.link.origins import CROWDED
from blastlens.link.targets import MOST_CANDIDATES, Target
from blastlens.link.unit import Unit
from blastlens.link.values import GIVEN, RANK, Value, Values
from blastlens.model.blind_spot import BlindKind
from blastlens.model.edge import Basis, EdgeKind, UnresolvedUse
from blastlens.model.handing import called_name

_HANDED_OVER: Final = RANK[Basis.HANDED_OVER]
_REGISTERED: Final = RANK[Basis.REGISTERED]
_HELD: Final = frozenset({RANK[Basis.CONTAINER], RANK[Basis.DEFAULT], RANK[Basis.CALLABLE_OBJECT]})
# Values of which no more is known than that they can be called.
_OPEN: Final = frozenset({"callable", "const", "argument", "var"})


class HandedCalls(Handed, ABC):
    """Per-file state is set by `start`; see `linker.Linker`."""

    unresolved: list[UnresolvedUse]
    inferred: int  # calls with evidence for what they enter

    def link_handed(
        self, unit: Unit, ctx: int, callee: int, known: list[Target], source: str, span: tuple[int, ...]
    ) -> bool:
        """Edges to the functions that were handed over for what is called; whether no more is to be said of the call."""
        targets = self.handed_targets(unit, ctx, callee, known)
        if targets is None:  # too many to say so of each
            self.note(unit, ctx, span, BlindKind.ONE_OF_MANY)
            name = called_name(unit.facts, callee)
            self.unresolved += [UnresolvedUse(source, name, site) for site in sites_of(span)]
        elif targets:
            self.inferred += 0 if known else len(span) // 3
            for entered in (targets, self.call_targets(targets), self.wrapping(unit, ctx, targets)):
                self._add_all(source, EdgeKind.IMPLICIT, entered, span)
        return not known and (targets is None or len(targets) > 0)

    def may_be_handed(self, values: Values, targets: list[Target]) -> bool:
        """Whether what is called may have been handed over from elsewhere: nothing is known of it but that it can be called,
        or it was found in a container."""
        if targets:
            return all(target[2] in _HELD for target in targets)
        return all(value[0] in _OPEN or value == GIVEN or self._is_some_callable(value) for value in values)

    def _is_some_callable(self, value: Value) -> bool:
        """Whether a value is of a type that says no more than that it can be called."""
        return value[0] == "extinst" and value[1].rpartition(".")[2] in self.forms.callables

    def handed_targets(self, unit: Unit, ctx: int, callee: int, known: list[Target]) -> list[Target] | None:
        """The functions that were handed over for what is called, without those that are `known`; None: too many."""
        origins = self.origins(unit, ctx, callee)
        if CROWDED in origins:
            return None
        places = {target[:2] for target in known}
        found = dict.fromkeys(target[:2] for target in self.targets_of(origins) if target[:2] not in places)
        rank = _HANDED_OVER if len(found) <= MOST_CANDIDATES else _REGISTERED
        return [(owner, definition, rank, False) for owner, definition in found]
