"""Which bindings of a name may hold at a place; a function of one file alone."""

from collections.abc import Sequence
from typing import Final

from blastlens.facts.file_facts import END, Bind, Expr, Narrow
from blastlens.link.rows import ScopeRow
from blastlens.link.unit import Unit

Row = tuple[int, int, int, int, int, int]
# (Narrow, a, ctx, block, order)
Test = tuple[int, int, int, int, int]
_BY_OTHERS: Final = END - 1  # order of what other functions bind, which may run at any time


def visible(unit: Unit, scope: int, name: int, block: int, order: int) -> list[Row]:
    """The bindings that may hold at a place: walk back from it, leave out those in a block that ended otherwise, stop at the
    first whose block encloses the place; then those that come round a loop, and those of other functions. `block` -1: when the
    scope has ended. Latest first; all of them when none is left, but for a name that has been deleted."""
    rows = unit.scopes[scope].bindings[name]
    if len(rows) == 1:
        return rows
    chosen: list[Row] = []
    ended = block < 0
    floor = _floor(unit, scope) if ended else -1
    inside = -1  # block of the binding that replaces all before it
    for row in rows[::-1]:
        if row[5] > order and row[5] < _BY_OTHERS:
            continue
        dominating = row[4] == floor or unit.dominates(row[4], 0) if ended else unit.dominates(row[4], block)
        if not dominating and row[4] >= 0 and unit.ended[row[4]] and not (ended and scope == 0):
            continue
        if row[0] == Bind.DELETED:
            if dominating:
                return chosen
            continue
        chosen.append(row)
        if dominating and row[5] < _BY_OTHERS:
            inside = row[4]
            break
    if not ended and chosen and all(_is_none(unit, row) for row in chosen):
        # `x = None` keeps the place for what is assigned further down, in a loop mostly.
        return [*chosen, *(row for row in rows if order < row[5] < _BY_OTHERS and row[0] == Bind.ASSIGN)]
    if unit.loops and not ended and chosen:
        for at in coming_round(unit, scope, [(row[4], row[5]) for row in rows], block, order, inside):
            if rows[at][0] != Bind.DELETED and rows[at] not in chosen:
                chosen.append(rows[at])
    return chosen or rows


def coming_round(unit: Unit, scope: int, rows: list[tuple[int, int]], block: int, order: int, inside: int) -> list[int]:
    """Which of some (block, order) come to a place from an earlier turn of a loop around it: they stand behind the place in the
    body of a loop that what holds before, in the block `inside`, stands outside of; the last that every turn reaches replaces
    those before it."""
    found: list[int] = []
    at = block
    while at >= 0 and not unit.dominates(at, inside):
        if unit.loops.get(at) == scope:
            found += [number for number in _at_end_of_turn(unit, at, rows, order) if number not in found]
        at = unit.parents[at]
    return found


def _at_end_of_turn(unit: Unit, loop: int, rows: list[tuple[int, int]], order: int) -> list[int]:
    found: list[int] = []
    replaced = False
    for number in range(len(rows) - 1, -1, -1):
        own, when = rows[number]
        if when >= _BY_OTHERS or not unit.dominates(loop, own):
            continue
        goes_on = own in unit.continued
        if goes_on or not (replaced or when <= order or unit.ended[own]):
            found.append(number)
        replaced = replaced or (own == loop and when > order)
    return found


def holding(unit: Unit, scope: int, path: int, block: int, order: int) -> list[Test]:
    """What narrows a name of `scope`, or a dotted path, at a place: the assignments one of which was the last, then the tests
    since. Nothing where an assignment to the name makes all of it void."""
    home = unit.functional[scope]
    bound = [(row[4], row[5]) for row in unit.scopes[scope].bindings.get(path, ())]
    since = max((when for _, when in bound if when <= order), default=0)
    rows = unit.scopes[home].narrowings[path]
    tests = [row for row in rows if since <= row[4] <= order and unit.dominates(row[3], block)]
    if not tests:
        return tests
    if len(tests) > 1:
        tests.sort(key=_order)
    if bound and unit.loops:
        tests = _with_round(unit, scope, path, bound, tests, (block, order))
    if bound:
        return tests
    last = max((number for number, row in enumerate(tests) if row[0] == Narrow.ASSIGNED), default=-1)
    return tests if last < 0 else _after_assignment(unit, home, rows, tests[last:], (block, order))


def _with_round(
    unit: Unit, scope: int, name: int, bound: list[tuple[int, int]], tests: list[Test], place: tuple[int, int]
) -> list[Test]:
    """Tests of a name: those in front of a loop say nothing of what comes round it, which follows on them."""
    before: list[Test] = []
    within: list[Test] = []
    round_: dict[int, None] = {}
    for test in tests:
        found = coming_round(unit, scope, bound, *place, test[3])
        (before if found else within).append(test)
        round_.update(dict.fromkeys(found))
    if not round_:
        return tests
    rows = [unit.scopes[scope].bindings[name][number] for number in round_]
    if any(row[0] != Bind.ASSIGN for row in rows):
        return within
    return [*before, *((Narrow.ASSIGNED, row[1], row[3], row[4], row[5]) for row in rows), *within]


def _after_assignment(
    unit: Unit, scope: int, rows: Sequence[Test], tests: list[Test], place: tuple[int, int]
) -> list[Test]:
    """The tests of a path behind the assignment that every way to the place takes, with the assignments that some ways take
    after it."""
    if len(rows) == 1:
        return tests
    last = tests[0]
    block, order = place
    given = [row for row in rows if row[0] == Narrow.ASSIGNED]
    others = [row for row in given if last[4] < row[4] <= order and not unit.ended[row[3]]]
    places = [(row[3], row[4]) for row in given] if unit.loops else []
    round_ = [given[number] for number in coming_round(unit, scope, places, block, order, last[3])]
    kept = [
        row
        for row in tests[1:]
        if all(other[4] <= row[4] for other in others) and not coming_round(unit, scope, places, block, order, row[3])
    ]
    return [last, *others, *round_, *kept]


def _order(test: Test) -> int:
    return test[4]


def _is_none(unit: Unit, row: Row) -> bool:
    expr = unit.exprs[row[1]] if row[0] == Bind.ASSIGN else (0,)
    return expr[0] == Expr.CONST and unit.names[expr[1]] == "None"


def unbound_yet(scope: ScopeRow, name: int, order: int) -> bool:
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
