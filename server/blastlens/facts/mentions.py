"""Names in expressions."""

from collections.abc import Iterator
from typing import Final

from blastlens.facts.file_facts import Expr, FileFacts
from blastlens.facts.operands import operands

_NAMED: Final = (Expr.NAME, Expr.ATTR)


def mentioned(facts: FileFacts, expr: int) -> Iterator[str]:
    """Names, and names of attributes, that an expression is made of; each as often as it stands there."""
    todo = [expr]
    while todo:
        here = todo.pop()
        if here < 0:
            continue
        row = facts.exprs[here]
        if row[0] in _NAMED:
            yield facts.names[row[-1]]
        todo += operands(row)
