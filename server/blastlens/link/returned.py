"""Which parameters a function hands back as they came; a function of one file alone."""

from typing import Final

from blastlens.facts.file_facts import END, Bind, Expr
from blastlens.link.unit import Unit
from blastlens.link.visibility import visible

_LONGEST: Final = 4  # of aliases of aliases


def given_parameters(unit: Unit, definition: int, ctx: int, expr: int, depth: int = 0) -> tuple[int, ...]:
    """Indexes of the parameters of a function that an expression in its body may be, in their order."""
    row = unit.exprs[expr]
    if depth > _LONGEST:
        return ()
    if row[0] == Expr.EITHER:
        found = [index for item in row[1:] for index in given_parameters(unit, definition, ctx, item, depth + 1)]
        return tuple(dict.fromkeys(found))
    if row[0] == Expr.WITHIN:
        return given_parameters(unit, definition, row[1], row[2], depth + 1)
    if row[0] != Expr.NAME:
        return ()
    scope, block, order = unit.contexts[ctx]
    own = unit.defs[definition].scope
    if scope != own or row[1] not in unit.scopes[own].bindings or order >= END:
        return ()
    indexes: dict[int, None] = {}
    for binding in visible(unit, own, row[1], block, order):
        if binding[0] == Bind.PARAM and binding[1] == definition:
            param = unit.defs[definition].params[binding[2]]
            if param.kind in (0, 1, 3) and not _is_receiver(unit, definition, binding[2]):
                indexes[binding[2]] = None
        elif binding[0] == Bind.ASSIGN:
            indexes.update(dict.fromkeys(given_parameters(unit, definition, binding[3], binding[1], depth + 1)))
    return tuple(indexes)


def _is_receiver(unit: Unit, definition: int, index: int) -> bool:
    return index == 0 and unit.is_method(definition)
