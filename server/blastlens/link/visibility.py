"""Which bindings of a name may hold at a place; a function of one file alone."""

from blastlens.facts.file_facts import END, Bind, Expr, Scope
from blastlens.link.unit import Unit

Row = tuple[int, int, int, int, int, int]


def visible(unit: Unit, scope: int, name: int, block: int, order: int) -> list[Row]:
    """The bindings that may hold at a place: walk back from it, leave out those in a block that ended otherwise, stop at the
    first whose block encloses the place. `block` -1: when the scope has ended. Latest first; all of them when none is left, but
    for a name that has been deleted."""
    rows = unit.scopes[scope].bindings[name]
    if len(rows) == 1:
        return rows
    chosen: list[Row] = []
    ended = block < 0
    floor = _floor(unit, scope) if ended else -1
    for row in reversed(rows):
        if row[5] > order:
            continue
        dominating = row[4] == floor or unit.dominates(row[4], 0) if ended else unit.dominates(row[4], block)
        if not dominating and row[4] >= 0 and unit.ended[row[4]] and not (ended and scope == 0):
            continue
        if row[0] == Bind.DELETED:
            if dominating:
                return chosen
            continue
        chosen.append(row)
        if dominating and row[5] < END - 1:
            break
    if not ended and chosen and all(_is_none(unit, row) for row in chosen):
        # `x = None` keeps the place for what is assigned further down, in a loop mostly.
        return [*chosen, *(row for row in rows if row[5] > order and row[0] == Bind.ASSIGN)]
    return chosen or rows


def _is_none(unit: Unit, row: Row) -> bool:
    expr = unit.exprs[row[1]] if row[0] == Bind.ASSIGN else (0,)
    return expr[0] == Expr.CONST and unit.names[expr[1]] == "None"


def unbound_yet(scope: Scope, name: int, order: int) -> bool:
    """Whether a class body binds a name only later, so that it is looked up outside: `name = name`."""
    rows = scope.bindings.get(name)
    return rows is not None and all(row[5] > order for row in rows)


def _floor(unit: Unit, scope: int) -> int:
    """The block of the scope's own statements: what stands there replaces what came before."""
    found = unit.floors.get(scope)
    if found is None:
        blocks = (row[4] for rows in unit.scopes[scope].bindings.values() for row in rows if row[4] >= 0)
        found = unit.floors[scope] = min(blocks, default=0)
    return found
