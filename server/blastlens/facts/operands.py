"""What an expression is made of."""

from collections.abc import Sequence
from typing import Final

from blastlens.facts.file_facts import Expr

# By kind: the places of the operands that are expressions, as a slice of the row. Those of calls depend on the row.
_PLACES: Final = {
    Expr.ATTR: slice(1, 2),
    Expr.INDEX: slice(1, None),
    Expr.TUPLE: slice(1, None),
    Expr.LIST: slice(1, None),
    Expr.DICT: slice(1, None),
    Expr.EITHER: slice(1, None),
    Expr.BINARY: slice(2, 4),
    Expr.AWAIT: slice(1, 2),
    Expr.ITER: slice(1, 2),
    Expr.UNPACK: slice(1, 2),
    Expr.ENTER: slice(1, 2),
    Expr.STAR: slice(1, 2),
    Expr.LAMBDA: slice(2, 3),
    Expr.WITHIN: slice(2, 3),
    Expr.UNARY: slice(2, 3),
    Expr.TYPED: slice(1, 2),
    Expr.FUNCTION_TYPE: slice(1, None),
    Expr.RESULT: slice(1, 2),
}


def operands(row: Sequence[int]) -> list[int]:
    """The expressions that stand in an expression's row; -1 where one may be missing and is."""
    if row[0] == Expr.CALL:
        positional = 3 + row[2]
        return [row[1], *row[3:positional], *row[positional + 1 :: 2]]
    places = _PLACES.get(row[0])
    return list(row[places]) if places is not None else []
