"""Classes that a file names in annotations alone: of parameters, results, attributes and fields. They are no edges, since nothing of
them runs, but a class that names another one so needs it."""

from collections.abc import Iterator
from typing import Final

from blastlens.facts.file_facts import Bind, Expr, FileFacts
from blastlens.link.linker import Linker
from blastlens.link.unit import Unit
from blastlens.model.confidence import confidences
from blastlens.model.edge import Basis, Edge, EdgeKind, Site

_NAMES: Final = (Expr.NAME, Expr.ATTR)
_CLASSES: Final = ("class", "generic")
# Operands of a row that are expressions, from the first one on, by its kind.
_PARTS: Final = {
    Expr.INDEX: 1,
    Expr.TUPLE: 1,
    Expr.LIST: 1,
    Expr.EITHER: 1,
    Expr.BINARY: 2,
    Expr.STAR: 1,
    Expr.TYPED: 1,
    Expr.FUNCTION_TYPE: 1,
}


def annotated_classes(linker: Linker, path: str) -> Iterator[Edge]:
    """From the definition that has the annotation, or the class of the attribute, at its name, to the class."""
    facts = linker.program.facts(path)
    # Units cost more than facts, and most files of some projects have nothing to tell.
    if facts is None or next(_annotations(facts), None) is None or not any(row.is_class for row in facts.defs):
        return
    unit = linker.enter_file(path)
    if unit is None:
        return
    confidence = confidences()[Basis.ANNOTATION]
    for number, ctx, expr in _annotations(facts):
        span = unit.facts.def_spans[number]
        site = Site(span[2], span[3], span[4])
        for leaf in _leaves(unit, expr):
            for value in linker.evaluate(unit, ctx, leaf):
                if value[0] in _CLASSES and value[1] >= 0:
                    target = linker.units[value[1]].ids[value[2]]
                    yield Edge(
                        unit.ids[number], EdgeKind.REFERENCES, target, confidence, Basis.ANNOTATION, (site,), False
                    )


def _annotations(facts: FileFacts) -> Iterator[tuple[int, int, int]]:
    """Definition, context and expression of each."""
    for number, row in enumerate(facts.defs):
        for one in row.params:
            if one.annotation >= 0:
                yield number, row.type_ctx, one.annotation
        if row.returns >= 0:
            yield number, row.type_ctx, row.returns
        for expr in row.declared.values():
            yield number, row.type_ctx, expr
        for bindings in facts.scopes[row.scope].bindings.values() if row.is_class else ():
            yield from ((number, one[3], one[1]) for one in bindings if one[0] == Bind.ANNOTATED)


def _leaves(unit: Unit, expr: int) -> Iterator[int]:
    """Names in a type expression."""
    todo = [expr]
    while todo:
        here = todo.pop()
        if here < 0:
            continue
        row = unit.exprs[here]
        if row[0] in _NAMES:
            yield here
        elif (first := _PARTS.get(row[0])) is not None:
            todo += row[first:]
