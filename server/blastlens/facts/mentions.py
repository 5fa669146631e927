"""Names in expressions."""

from collections.abc import Iterator
from typing import Final

from blastlens.facts.file_facts import Expr, FileFacts

# By kind: the places of the operands that are expressions, as a slice of the row.
_OPERANDS: Final = {
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
    Expr.RESULT: slice(1, 2),
}
_NAMED: Final = (Expr.NAME, Expr.ATTR)


def mentioned(facts: FileFacts, expr: int) -> Iterator[str]:
    """Names, and names of attributes, that an expression is made of; each as often as it stands there."""
    todo = [expr]
    while todo:
        here = todo.pop()
        if here < 0:
            continue
        row = facts.exprs[here]
        kind = row[0]
        if kind in _NAMED:
            yield facts.names[row[-1]]
        if kind == Expr.CALL:
            positional = 3 + row[2]
            todo += (row[1], *row[3:positional], *row[positional + 1 :: 2])
        elif kind in _OPERANDS:
            todo += row[_OPERANDS[kind]]
