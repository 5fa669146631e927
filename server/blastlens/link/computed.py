"""Names that are made at run time: what the text tells of them, as a pattern (see `model.blind_spot.BlindSpot`)."""

import re
from typing import Final

from blastlens.facts.file_facts import Bind, Expr
from blastlens.link.unit import Unit
from blastlens.link.visibility import visible
from blastlens.model.blind_spot import ANY_NAME

_DEEPEST: Final = 6
_OF_OTHERS: Final = 100  # added to the depth where names of the module are not followed
_MOST_NAMES: Final = 12
_PERCENT: Final = re.compile(r"%(?:\([^)]*\))?[-#0 +]*\d*(?:\.\d+)?[a-zA-Z]")
_BRACES: Final = re.compile(r"\{[^{}]*\}")
_SPELLING: Final = re.compile(r"[\w.*:]*")
_STARS: Final = re.compile(r"\*{2,}")


def computed_name(unit: Unit, ctx: int, expr: int, *, module_names: bool = False) -> str:
    """The pattern of the names that an expression may give; a literal gives itself. `module_names`: follow names of the
    module too, which is right only for the file that is being linked (what they are bound to is not recorded as read)."""
    found = sorted(_patterns(unit, ctx, expr, 0 if module_names else _OF_OTHERS))
    if not found or len(found) > _MOST_NAMES or any(not _SPELLING.fullmatch(one) for one in found):
        return ANY_NAME
    return ANY_NAME if ANY_NAME in found else "|".join(found)


def is_literal(unit: Unit, expr: int) -> bool:
    """Whether a name stands in the text as it is."""
    return unit.string(expr) is not None


def _patterns(unit: Unit, ctx: int, expr: int, depth: int) -> set[str]:
    row = unit.exprs[expr]
    kind = row[0]
    if depth % _OF_OTHERS > _DEEPEST:
        return {ANY_NAME}
    if kind == Expr.CONST:
        text = unit.names[row[3]] if len(row) > 3 else unit.string(expr)
        return {text if text is not None else ANY_NAME}
    if kind == Expr.BINARY:
        return _joined(unit, ctx, row, depth)
    if kind == Expr.CALL:
        return {_formatted(unit, row)}
    if kind == Expr.EITHER:
        return {one for item in row[1:] for one in _patterns(unit, ctx, item, depth + 1)}
    if kind == Expr.WITHIN:
        return _patterns(unit, row[1], row[2], depth + 1)
    if kind == Expr.NAME:
        return _bound(unit, ctx, row[1], depth)
    if kind == Expr.ITER:
        return _listed(unit, ctx, row[1], depth)
    return {ANY_NAME}


def _joined(unit: Unit, ctx: int, row: tuple[int, ...], depth: int) -> set[str]:
    operator = unit.names[row[1]]
    if operator == "%":
        text = unit.string(row[2])
        return {_STARS.sub("*", _PERCENT.sub("*", text)) if text is not None else ANY_NAME}
    if operator != "+":
        return {ANY_NAME}
    heads, tails = _patterns(unit, ctx, row[2], depth + 1), _patterns(unit, ctx, row[3], depth + 1)
    if len(heads) * len(tails) > _MOST_NAMES:
        return {ANY_NAME}
    return {_STARS.sub("*", head + tail) for head in heads for tail in tails}


def _formatted(unit: Unit, row: tuple[int, ...]) -> str:
    """`"x_{}".format(…)`."""
    callee = unit.exprs[row[1]]
    if callee[0] != Expr.ATTR or unit.names[callee[2]] != "format":
        return ANY_NAME
    text = unit.string(callee[1])
    return _STARS.sub("*", _BRACES.sub("*", text)) if text is not None else ANY_NAME


def _bound(unit: Unit, ctx: int, name: int, depth: int) -> set[str]:
    """What a variable was given in the scope it is used in."""
    scope, block, order = unit.contexts[ctx]
    if name not in unit.scopes[scope].bindings or (scope == 0 and depth >= _OF_OTHERS):
        return {ANY_NAME}
    out: set[str] = set()
    for kind, a, b, at, _, _ in visible(unit, scope, name, block, order):
        if kind not in (Bind.ASSIGN, Bind.ANNOTATED):
            return {ANY_NAME}
        value = a if kind == Bind.ASSIGN else b
        out |= _patterns(unit, at, value, depth + 1) if value >= 0 else {ANY_NAME}
    return out


def _listed(unit: Unit, ctx: int, expr: int, depth: int) -> set[str]:
    """The elements of a list that stands in the text."""
    row = unit.exprs[expr]
    if row[0] in (Expr.TUPLE, Expr.LIST) and 1 < len(row) <= _MOST_NAMES + 1:
        return {one for item in row[1:] for one in _patterns(unit, ctx, item, depth + 1)}
    return {ANY_NAME}
