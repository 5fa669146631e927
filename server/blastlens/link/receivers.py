"""What classes the receivers at given places of a file have."""

from collections.abc import Iterable, Iterator
from typing import Final

from blastlens.facts.file_facts import Expr, ScopeKind
from blastlens.link.linker import Linker
from blastlens.link.unit import Unit

_OF_CLASSES: Final = frozenset({"inst", "self", "class", "generic", "selfclass", "super"})
Place = tuple[int, int]  # line, column


def receiver_classes(linker: Linker, path: str, places: Iterable[Place]) -> dict[Place, frozenset[str]]:
    """By place of a member's name: symbol ids of the classes that its receiver may have, and of those above them. Places whose
    receiver is not known are left out."""
    unit = linker.enter_file(path)
    out: dict[Place, frozenset[str]] = {}
    if unit is None:
        return out
    wanted = set(places)
    for (ctx, expr, _), span in zip(unit.facts.uses, unit.facts.use_spans, strict=True):
        here = [place for at in range(0, len(span), 3) if (place := (span[at], span[at + 1])) in wanted]
        row = unit.exprs[expr] if here else (0,)
        if row[0] == Expr.CALL:
            row = unit.exprs[row[1]]
        if row[0] == Expr.ATTR:
            values = [one for one in linker.evaluate(unit, ctx, row[1]) if one[0] in _OF_CLASSES and one[1] >= 0]
            owners = {(one[1], one[2]) for one in values}
        elif row[0] == Expr.NAME and unit.implicit:
            owners = set(_implicit(linker, unit, ctx, row[1]))
        else:
            continue
        found: set[str] = set()
        for index, number in owners:
            order = linker.linearization(linker.units[index], number).order
            found.update(linker.units[above].ids[own] for above, own in order if above >= 0)
        if found:
            out.update((place, frozenset(found) | out.get(place, frozenset())) for place in here)
    return out


def _implicit(linker: Linker, unit: Unit, ctx: int, name: int) -> Iterator[tuple[int, int]]:
    """The class around that has, or inherits, a member which is named without a receiver."""
    scope = unit.contexts[ctx][0]
    while scope >= 0:
        row = unit.scopes[scope]
        if row.kind == ScopeKind.CLASS and linker.find_member(unit, row.owner, unit.names[name]) is not None:
            yield unit.index, row.owner
            return
        scope = row.parent
