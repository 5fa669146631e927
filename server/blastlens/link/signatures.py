"""What definitions take and what calls pass, read out of a file's facts."""

from collections.abc import Sequence
from typing import Final

from blastlens.facts.file_facts import Bind, Def, DefFlag, Expr, FileFacts
from blastlens.languages.arguments import Arguments
from blastlens.model.definitions import last_name
from blastlens.model.signature import EITHER, KEYWORD_ONLY, CallShape, Parameter, Signature

_OPTIONAL: Final = frozenset({2, 4})  # kinds of parameter that take whatever is left


def signatures(facts: FileFacts, definition: int, arguments: Arguments, *, bound: bool) -> tuple[Signature, ...]:
    """What a function takes, and each of its overload stubs. `bound`: without its receiver, if it has one."""
    parts = [
        number
        for number, row in enumerate(facts.defs)
        if row.primary == definition and number != definition and row.flags & DefFlag.OVERLOAD
    ]
    return tuple(_signature(facts, number, arguments, bound=bound) for number in (definition, *parts))


def _signature(facts: FileFacts, definition: int, arguments: Arguments, *, bound: bool) -> Signature:
    row = facts.defs[definition]
    found = Signature(
        tuple(
            Parameter(facts.names[one.name], one.kind, one.default < 0 and one.kind not in _OPTIONAL)
            for one in row.params
        )
    )
    if arguments.empty_is_open and not row.params:
        return found._replace(doubt="a function that declares no parameters may take any")
    return found.without_first() if bound and has_receiver(facts, row) else found


def has_receiver(facts: FileFacts, row: Def) -> bool:
    """Whether a function's first parameter is its receiver."""
    if row.flags & DefFlag.STATIC:
        return False
    return row.member_of >= 0 or (row.parent >= 0 and facts.defs[row.parent].is_class)


def shape_of(facts: FileFacts, expr: int) -> CallShape:
    """What a CALL row passes."""
    row = facts.exprs[expr]
    positional = row[3 : 3 + row[2]]
    rest = row[3 + row[2] :]
    keywords = [facts.names[rest[at]] for at in range(0, len(rest), 2)]
    plain = [item for item in positional if facts.exprs[item][0] != Expr.STAR]
    return CallShape(
        len(plain),
        tuple(name for name in keywords if name != "**"),
        more=len(plain) < len(positional),
        more_keywords="**" in keywords,
    )


def spreads(facts: FileFacts, expr: int) -> bool:
    """Whether the only argument of a CALL row is a call itself."""
    row = facts.exprs[expr]
    return row[2] == 1 and facts.exprs[row[3]][0] == Expr.CALL


# -- classes whose fields are their arguments ----------------------------------------------------------------------


def takes_fields(facts: FileFacts, definition: int, arguments: Arguments) -> bool:
    """Whether a class is made with its fields as arguments, as a decorator or a base of it says."""
    row = facts.defs[definition]
    named = [_called_name(facts, expr) for expr in (*row.decorators, *row.bases)]
    return any(name in arguments.field_classes for name in named)


def fields(facts: FileFacts, definition: int, arguments: Arguments) -> list[Parameter]:
    """The fields that the body of such a class declares, in order."""
    by_name_only = any(
        _is_true(facts, _keyword(facts, expr, arguments.field_by_name)) for expr in facts.defs[definition].decorators
    )
    out = []
    for name, rows in facts.scopes[facts.defs[definition].scope].bindings.items():
        declared = next((row for row in rows if row[0] == Bind.ANNOTATED), None)
        if declared is None:
            continue
        if last_name(facts, declared[1]) in arguments.no_fields:
            continue
        if facts.names[name] == "_" and _named(facts, declared[1]) == "KW_ONLY":
            by_name_only = True
            continue
        field = _field(facts, facts.names[name], declared[2], arguments, by_name_only)
        if field is not None:
            out.append(field)
    return out


def _field(facts: FileFacts, name: str, value: int, arguments: Arguments, by_name_only: bool) -> Parameter | None:
    kind = KEYWORD_ONLY if by_name_only else EITHER
    if value < 0:
        return Parameter(name, kind)
    if facts.exprs[value][0] != Expr.CALL or _called_name(facts, value) not in arguments.field_calls:
        return Parameter(name, kind, required=False)
    left_out = _keyword(facts, value, arguments.field_left_out)
    if left_out >= 0 and not _is_true(facts, left_out):
        return None
    if _is_true(facts, _keyword(facts, value, arguments.field_by_name)):
        kind = KEYWORD_ONLY
    return Parameter(name, kind, required=not any(_keyword(facts, value, one) >= 0 for one in arguments.field_defaults))


def _called_name(facts: FileFacts, expr: int) -> str:
    row = facts.exprs[expr]
    return last_name(facts, row[1] if row[0] == Expr.CALL else expr)


def _named(facts: FileFacts, expr: int) -> str:
    return last_name(facts, expr) if expr >= 0 else ""


def _keyword(facts: FileFacts, expr: int, name: str) -> int:
    """The expr of a keyword of a CALL row; -1 where it is not given."""
    row = facts.exprs[expr]
    if row[0] != Expr.CALL or not name:
        return -1
    rest = row[3 + row[2] :]
    return next((rest[at + 1] for at in range(0, len(rest), 2) if facts.names[rest[at]] == name), -1)


def _is_true(facts: FileFacts, expr: int) -> bool:
    if expr < 0:
        return False
    row = facts.exprs[expr]
    return row[0] == Expr.CONST and row[2] >= 0 and facts.names[row[2]] == "True"


def merged_fields(inherited: Sequence[Parameter], own: Sequence[Parameter]) -> Signature:
    """Fields of a class and of those above it: what is declared again keeps its place; by name only come last."""
    found = {one.name: one for one in inherited}
    found.update((one.name, one) for one in own)
    ordered = [one for one in found.values() if one.kind != KEYWORD_ONLY]
    return Signature((*ordered, *(one for one in found.values() if one.kind == KEYWORD_ONLY)))
