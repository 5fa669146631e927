"""Whether a call still fits what it enters after a change."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from blastlens.analyses.callers_not_updated import Misfit, misfit
from blastlens.app.rewritten_calls import RewrittenCalls
from blastlens.app.signature_changes import Key, SignatureChange
from blastlens.link.call_shapes import CallAt, CallShapes, Entered, Place
from blastlens.model.signature import Parameter, Signature

_UNDEFINED: Final = "nothing fails: what is missing is undefined, what is too much is ignored"
_ELSE: Final = "it may call something else"


class Verdict(NamedTuple):
    """`change`: of what the call enters. `misfit`: None where it fits. `new`: what that takes now."""

    change: SignatureChange
    misfit: Misfit | None
    new: tuple[Signature, ...]


class CallChecks:
    """Checks calls in the files of one linker."""

    def __init__(self, shapes: CallShapes, changes: Mapping[Key, SignatureChange], rewritten: RewrittenCalls) -> None:
        self._shapes = shapes
        self._changes = changes
        self._rewritten = rewritten

    def verdict(self, call: CallAt) -> Verdict | None:
        """The worst of what the call may enter; None where nothing of that has changed."""
        changed = [(one, change) for one in call.entered if (change := self._change_of(one)) is not None]
        if not changed:
            return None
        found = [self._judged(change, entered, call) for entered, change in changed]
        wrong = [one for one in found if one.misfit is not None]
        if not wrong:
            return found[0]
        worst = min(wrong, key=lambda one: one.misfit is None or not one.misfit.sure)
        if worst.misfit is not None and worst.misfit.sure:
            all_wrong = len(wrong) == len(call.entered) and all(one.misfit and one.misfit.sure for one in wrong)
            if not (call.known and all_wrong):
                return worst._replace(misfit=Misfit(False, f"{worst.misfit.why}; {_ELSE}"))
        return worst

    def _judged(self, change: SignatureChange, entered: Entered, call: CallAt) -> Verdict:
        old, new = self._taken(change, entered)
        doubt = entered.doubt or call.doubt
        new = [one._replace(doubt=one.doubt or doubt) for one in new]
        found = misfit(old, new, call.shape)
        if found is None and self._rewritten.has(call):
            found = misfit((), new, call.shape)
        if found is not None and change.new.arguments.any_count:
            found = found._replace(sure=False, why=f"{found.why}; {_UNDEFINED}")
        return Verdict(change, found, tuple(new))

    # -- what is taken ---------------------------------------------------------------------------------------------
    def _taken(self, change: SignatureChange, entered: Entered) -> tuple[list[Signature], list[Signature]]:
        """What the functions that a call may enter took before, and what they take now."""
        first = entered.places[0]
        if self._shapes.is_class(first):
            new = self._shapes.taken(first, bound=True)
            if change.old.is_class:
                return list(self._shapes.made(first, self._old_fields())), list(new)
            return change.old.taken(bound=True), list(new)
        here = {(change.key[0], number) for number in change.new.definitions}
        beside = [
            one
            for place in entered.places
            if place not in here
            for one in self._shapes.taken(place, bound=entered.bound)
        ]
        new_own = change.new.taken(bound=entered.bound)
        if change.old.is_class:
            return self._without_constructor(change, first), [*new_own, *beside]
        return [*change.old.taken(bound=entered.bound), *beside], [*new_own, *beside]

    def _without_constructor(self, change: SignatureChange, constructor: Place) -> list[Signature]:
        """What a class took that has been given a constructor."""
        number = change.new.facts.defs[constructor[1]].parent
        if change.old.fields():
            return change.old.taken(bound=True)
        return list(self._shapes.made((constructor[0], number)))

    def _old_fields(self) -> dict[Place, list[Parameter]]:
        return {
            (change.key[0], change.new.definitions[-1]): change.old.fields()
            for change in self._changes.values()
            if change.old.is_class and change.new.is_class
        }

    def _change_of(self, entered: Entered) -> SignatureChange | None:
        for place in entered.places:
            for one in self._shapes.above(place) if self._shapes.is_class(place) else (place,):
                change = self._changes.get((one[0], self._shapes.qualified_name(one)))
                if change is not None:
                    return change
        return None
