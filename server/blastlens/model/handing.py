"""Where a file hands functions over: calls with an argument that may be one, and decorators."""

from typing import Final, NamedTuple

from blastlens.facts.file_facts import Bind, Expr, FileFacts, Use

HANDED_MARK: Final = "@"
"""Before the name of what is called with functions as arguments, or put on them as a decorator, among the names of bases."""

_NAMING: Final = frozenset({Bind.DEF, Bind.CLASS, Bind.IMPORT, Bind.PARAM})
_CONTAINERS: Final = frozenset({Expr.TUPLE, Expr.LIST, Expr.DICT})
_DEEPEST: Final = 3  # containers in containers
_new: Final = tuple.__new__  # of a named tuple with all of its fields: a call of its class goes through the interpreter


class Handing(NamedTuple):
    """One place: a call, or the decorator `expr` of the def `decorated` (else -1)."""

    name: str  # of what is called; for `f(…)(x)` that of `f`
    ctx: int
    expr: int
    decorated: int


def handing(facts: FileFacts) -> list[Handing]:
    """The places in a file where a function may be handed over."""
    naming, methods = _names_of_functions(facts)
    known: dict[int, bool] = {}
    out: list[Handing] = []
    exprs = facts.exprs
    for ctx, expr, use in facts.uses:
        if use != Use.CALL:
            continue
        row = exprs[expr]
        if _hands_over(facts, row, naming, methods, known):
            name = called_name(facts, row[1])
            if name:
                out.append(_new(Handing, (name, ctx, expr, -1)))
    for number, definition in enumerate(facts.defs):
        for expr in definition.decorators:
            name = called_name(facts, expr)
            if name:
                out.append(_new(Handing, (name, definition.ctx, expr, number)))
    return out


def handed_names(facts: FileFacts) -> list[str]:
    """The names of what a file hands functions to."""
    found = {name for row in facts.defs for expr in row.decorators if (name := called_name(facts, expr))}
    naming, methods = _names_of_functions(facts)
    known: dict[int, bool] = {}
    handed: set[int] = set()  # what is called so
    exprs = facts.exprs
    for _, expr, use in facts.uses:
        if use == Use.CALL:
            row = exprs[expr]
            if row[1] not in handed and _hands_over(facts, row, naming, methods, known):
                handed.add(row[1])
                if name := called_name(facts, row[1]):
                    found.add(name)
    return sorted(found)


def _names_of_functions(facts: FileFacts) -> tuple[set[int], set[int]]:
    """Names that may stand for a function, and those of methods."""
    naming: set[int] = set()
    for scope in facts.scopes:
        for bound, rows in scope.bindings.items():
            for binding in rows:
                if binding[0] in _NAMING:
                    naming.add(bound)
                    break
    return naming, {row.name for row in facts.defs if row.parent >= 0 and not row.is_class}


def _hands_over(
    facts: FileFacts, row: tuple[int, ...], naming: set[int], methods: set[int], known: dict[int, bool]
) -> bool:
    """Whether an argument of a call may be a function."""
    after = 3 + row[2]
    for at in range(3, len(row)):
        # positional arguments, then pairs of name and value
        if (at < after or (at - after) & 1) and _may_be_function(facts, row[at], naming, methods, known, 0):
            return True
    return False


def called_name(facts: FileFacts, expr: int) -> str:
    """The last name of an expression, or of what it calls: `app.route("/")` -> "route"."""
    row = facts.exprs[expr]
    return last_name(facts, row[1] if row[0] == Expr.CALL else expr)


def last_name(facts: FileFacts, expr: int) -> str:
    """The name, or that of the attribute, which an expression spells; "" for any other."""
    row = facts.exprs[expr]
    if row[0] == Expr.INDEX:
        row = facts.exprs[row[1]]
    if row[0] == Expr.NAME:
        return facts.names[row[1]]
    if row[0] in (Expr.OBJECT, Expr.FUNCTION):
        return facts.names[facts.defs[row[1]].name]
    return facts.names[row[2]] if row[0] == Expr.ATTR else ""


def _may_be_function(
    facts: FileFacts, expr: int, naming: set[int], methods: set[int], known: dict[int, bool], depth: int
) -> bool:
    found = known.get(expr)
    if found is None:
        row = facts.exprs[expr]
        kind = row[0]
        if kind == Expr.NAME:
            found = row[1] in naming
        elif kind == Expr.ATTR:
            found = row[2] in methods or facts.exprs[row[1]][0] == Expr.NAME
        elif kind in _CONTAINERS and depth < _DEEPEST:
            found = False
            for one in row[1:]:
                if one >= 0 and _may_be_function(facts, one, naming, methods, known, depth + 1):
                    found = True
                    break
        else:
            found = kind == Expr.LAMBDA
        known[expr] = found
    return found
