"""Where a module's `__getattr__` finds a name (PEP 562), as far as literals of the module say: `{"Client": ".client"}`,
`{"client": ["Client", "connect"]}`, `{"get": ("pkg.api", "fetch")}`, `"pkg.api:fetch"`. A function of one file alone."""

from collections.abc import Iterator, Mapping
from typing import Final

from blastlens.facts.file_facts import Bind, Expr
from blastlens.link.unit import Unit

_SEQUENCES: Final = frozenset({Expr.TUPLE, Expr.LIST})
_WRAPPERS: Final = frozenset({Expr.UNPACK, Expr.ITER})


def lazy_tables(unit: Unit, getter: str) -> Iterator[tuple[int, int]]:
    """(ctx, expr) of every dictionary that the module binds or hands to the call that makes its `getter`."""
    for name, rows in unit.scopes[0].bindings.items():
        is_getter = unit.names[name] == getter
        for row in rows:
            if row[0] not in (Bind.ASSIGN, Bind.ANNOTATED):
                continue
            expr = row[1] if row[0] == Bind.ASSIGN else row[2]
            if expr < 0:
                continue
            if is_getter:
                yield from _handed(unit, row[3], expr)
            elif unit.exprs[expr][0] == Expr.DICT:
                yield row[3], expr


def _handed(unit: Unit, ctx: int, expr: int) -> Iterator[tuple[int, int]]:
    row = unit.exprs[expr]
    while row[0] in _WRAPPERS:
        row = unit.exprs[row[1]]
    if row[0] != Expr.CALL:
        return
    given = [*row[3 : 3 + row[2]], *row[4 + row[2] :: 2]]
    yield from ((ctx, item) for item in given if unit.exprs[item][0] == Expr.DICT)


def spelled_texts(unit: Unit) -> set[str]:
    """Names that the module spells as texts."""
    rows = unit.exprs
    found = {unit.names[row[2]] for row in rows if row[0] == Expr.CONST and row[2] >= 0}
    return {text for text in found if text.isidentifier()}


def lazy_homes(unit: Unit, getter: str, name: str) -> list[tuple[str, str]]:
    """(module as it is spelled, name there) of every place that a table gives for a name."""
    out: dict[tuple[str, str], None] = {}
    for _, expr in lazy_tables(unit, getter):
        row = unit.exprs[expr]
        for at in range(1, len(row) - 1, 2):
            key = unit.string(row[at]) if row[at] >= 0 else None
            if key == name:
                out.update(dict.fromkeys(_named_places(unit, row[at + 1], name)))
            elif key is not None and name in _texts(unit, row[at + 1]):
                out[key, name] = None
    return list(out)


def _named_places(unit: Unit, value: int, name: str) -> list[tuple[str, str]]:
    text = unit.string(value)
    if text is not None:
        module, colon, attribute = text.partition(":")
        if colon:
            return [(module, attribute)]
        parent, _, last = text.rpartition(".")
        return [(text, name), *([(parent, last)] if parent.strip(".") else [])]
    texts = _texts(unit, value)
    return [(texts[0], texts[1] if len(texts) > 1 else name)] if 0 < len(texts) < 3 else []


def asked_of(unit: Unit, getter: int, expr: int, parameter: int, dynamic: Mapping[str, str]) -> int:
    """x of a `getattr(x, name)` that a `__getattr__` returns whose parameter of that number is the name; -1 for anything else.
    `dynamic`: what gets an attribute by its name."""
    row, params = unit.exprs[expr], unit.defs[getter].params
    if row[0] != Expr.CALL or row[2] < 2 or len(params) <= parameter:
        return -1
    callee, asked = unit.exprs[row[1]], unit.exprs[row[4]]
    if callee[0] != Expr.NAME or dynamic.get(unit.names[callee[1]]) != "gets":
        return -1
    return row[3] if asked[0] == Expr.NAME and asked[1] == params[parameter].name else -1


def _texts(unit: Unit, value: int) -> list[str]:
    """The strings of a literal sequence of nothing else."""
    row = unit.exprs[value]
    if row[0] not in _SEQUENCES:
        return []
    texts = [unit.string(item) for item in row[1:]]
    return [text for text in texts if text is not None] if None not in texts else []
