"""What classes the receivers at given places of a file have."""

from collections.abc import Iterable
from typing import Final

from blastlens.facts.file_facts import Expr
from blastlens.link.linker import Linker

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
        if row[0] != Expr.ATTR:
            continue
        found: set[str] = set()
        for value in linker.evaluate(unit, ctx, row[1]):
            if value[0] in _OF_CLASSES and value[1] >= 0:
                order = linker.linearization(linker.units[value[1]], value[2]).order
                found.update(linker.units[index].ids[number] for index, number in order if index >= 0)
        if found:
            out.update((place, frozenset(found) | out.get(place, frozenset())) for place in here)
    return out
