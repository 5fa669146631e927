"""Classes that a file names in annotations alone: of parameters, results, attributes and fields. They are no edges, since nothing of
them runs, but a class that names another one so needs it."""

from collections.abc import Iterator
from typing import Final

from blastlens.facts.file_facts import Bind, Expr, FileFacts
from blastlens.facts.operands import operands
from blastlens.link.linker import Linker
from blastlens.link.unit import Unit
from blastlens.model.confidence import confidences
from blastlens.model.edge import Basis, Edge, EdgeKind, Site

_NAMES: Final = frozenset({Expr.NAME, Expr.ATTR})
_CLASSES: Final = frozenset({"class", "generic"})
# Kinds of which a type expression is made.
_TYPE_FORMS: Final = frozenset(
    (
        Expr.INDEX,
        Expr.TUPLE,
        Expr.LIST,
        Expr.EITHER,
        Expr.BINARY,
        Expr.STAR,
        Expr.TYPED,
        Expr.FUNCTION_TYPE,
    )
)


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
        elif row[0] in _TYPE_FORMS:
            todo += operands(row)
