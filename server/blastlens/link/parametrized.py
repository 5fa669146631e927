"""What decorators hand to the parameters of a test: values to be run with, and mocks. Functions of one file alone."""

from collections.abc import Mapping
from typing import Final

from blastlens.facts.file_facts import Expr
from blastlens.link.unit import Unit

_SEQUENCES: Final = frozenset({Expr.TUPLE, Expr.LIST})
_MOST: Final = 60

Given = tuple[int, int, int]
"""(ctx, expr, part): part -1 is the value itself, -2 an element of it, else a part of it, or of its elements."""


def literal_texts(unit: Unit, expr: int) -> list[str]:
    """A string literal, or those of a literal sequence."""
    text = unit.string(expr)
    if text is not None:
        return [text]
    row = unit.exprs[expr]
    return [text for item in row[1:] if (text := unit.string(item)) is not None] if row[0] in _SEQUENCES else []


def given_values(unit: Unit, definition: int, name: str) -> list[Given] | None:
    """What `parametrize` gives for a parameter of a test, or, without a name, what a fixture's `params` are; None when it gives
    nothing, or gives it to the fixture of that name."""
    row = unit.defs[definition]
    places = [(row.ctx, expr) for expr in row.decorators]
    if row.parent >= 0:
        above = unit.defs[row.parent]
        places += [(above.ctx, expr) for expr in above.decorators]
    for ctx, expr in places:
        call = unit.exprs[expr]
        if call[0] != Expr.CALL:
            continue
        pairs = call[3 + call[2] :]
        keywords = {unit.names[pairs[at]]: pairs[at + 1] for at in range(0, len(pairs), 2)}
        if not name:
            if "params" in keywords:
                return _listed(unit, ctx, keywords["params"], -1)
        elif _last_name(unit, call[1]) == "parametrize":
            arguments = [
                *call[3 : 3 + call[2]],
                *(keywords[key] for key in ("argnames", "argvalues") if key in keywords),
            ]
            found = _parametrized(unit, ctx, arguments, keywords, name)
            if found is not None:
                return found
    return None


def _parametrized(
    unit: Unit, ctx: int, arguments: list[int], keywords: Mapping[str, int], name: str
) -> list[Given] | None:
    if len(arguments) < 2:
        return None
    names = [part.strip() for text in literal_texts(unit, arguments[0]) for part in text.split(",")]
    if name not in names or _is_indirect(unit, keywords.get("indirect", -1), name):
        return None
    several = len(names) > 1 or unit.string(arguments[0]) is None
    return _listed(unit, ctx, arguments[1], names.index(name) if several else -1)


def _is_indirect(unit: Unit, expr: int, name: str) -> bool:
    if expr < 0:
        return False
    row = unit.exprs[expr]
    return name in literal_texts(unit, expr) if row[0] in _SEQUENCES else True


def _listed(unit: Unit, ctx: int, expr: int, at: int) -> list[Given]:
    row = unit.exprs[expr]
    if row[0] not in _SEQUENCES:
        return [(ctx, expr, -2 if at < 0 else at)]
    out: list[Given] = []
    for item in row[1 : _MOST + 1]:
        given = unit.exprs[item]
        if given[0] == Expr.CALL and _last_name(unit, given[1]) == "param":
            if max(at, 0) < given[2]:
                out.append((ctx, given[3 + max(at, 0)], -1))
        elif at < 0:
            out.append((ctx, item, -1))
        elif given[0] in _SEQUENCES:
            out += [(ctx, given[1 + at], -1)] if at + 1 < len(given) else []
        else:
            out.append((ctx, item, at))
    return out


def patched(unit: Unit, definition: int, index: int, patchers: Mapping[str, int]) -> bool:
    """Whether a decorator that patches something hands its mock over for a parameter: those without a replacement do, the
    lowest one first."""
    row = unit.defs[definition]
    first = 1 if row.parent >= 0 and unit.defs[row.parent].is_class else 0
    count = 0
    for expr in row.decorators:
        call = unit.exprs[expr]
        if call[0] != Expr.CALL:
            continue
        dotted = dotted_name(unit, call[1])
        before = patchers.get(dotted) or patchers.get(dotted.partition(".")[2])
        names = {unit.names[name] for name in call[3 + call[2] :: 2]}
        if before is not None and call[2] <= before and "new" not in names:
            count += 1
    return first <= index < first + count


def _last_name(unit: Unit, expr: int) -> str:
    return dotted_name(unit, expr).rpartition(".")[2]


def dotted_name(unit: Unit, expr: int) -> str:
    """A name as it is written, `a.b.c`; what is no name is left out."""
    row = unit.exprs[expr]
    if row[0] == Expr.ATTR:
        base = dotted_name(unit, row[1])
        return f"{base}.{unit.names[row[2]]}" if base else unit.names[row[2]]
    return unit.names[row[1]] if row[0] == Expr.NAME else ""
