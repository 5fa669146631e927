"""What the text of a class names as its bases and its metaclass, as far as that is of other libraries or unknown."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from blastlens.facts.file_facts import Expr, FileFacts
from blastlens.model.definitions import symbol_ids
from blastlens.model.symbol import Symbol
from blastlens.session.session import Session


class NamedBases:
    """By the text alone: what no import of a library names is taken for the repository's own."""

    def __init__(self, session: Session, paths: Sequence[str]) -> None:
        self._session = session
        parts = {part for path in paths for part in path.split("/")}
        self._own = frozenset(part.partition(".")[0] for part in parts)
        self._last: tuple[str, dict[str, _Named]] = ("", {})

    def of(self, symbol: Symbol) -> Sequence[str]:
        """Dotted names of the foreign bases of a class."""
        return [base for base in self._named(symbol).bases if base.partition(".")[0] not in self._own]

    def keepers_of(self, symbol: Symbol) -> Sequence[str]:
        """Names, as they are spelled, of what has a say when a class is made: its metaclass, and calls that give a base."""
        return self._named(symbol).keepers

    def _named(self, symbol: Symbol) -> "_Named":
        if self._last[0] != symbol.file:
            facts = self._session.facts(symbol.file)
            self._last = symbol.file, _named(symbol.file, facts) if facts is not None else {}
        return self._last[1].get(symbol.id, _NOTHING)


class _Named(NamedTuple):
    bases: tuple[str, ...] = ()
    keepers: tuple[str, ...] = ()


_NOTHING: Final = _Named()


def _named(path: str, facts: FileFacts) -> dict[str, _Named]:
    """Of each class, its bases as far as imports give them a name, and the values of its keywords."""
    imported = {
        facts.names[row.alias]: ".".join(part for part in (facts.names[row.module], _member(facts, row.member)) if part)
        for row in facts.imports
        if row.alias >= 0 and not row.level
    }
    found: dict[str, _Named] = {}
    for one, row in zip(symbol_ids(path, facts), facts.defs, strict=True):
        if row.is_class and (row.bases or row.keywords):
            parts = (_dotted(facts, base).partition(".") for base in row.bases)
            bases = tuple(f"{imported[head]}{dot}{rest}" for head, dot, rest in parts if head in imported)
            called = (facts.exprs[base][1] for base in row.bases if facts.exprs[base][0] == Expr.CALL)
            found[one] = _Named(
                bases, tuple(_dotted(facts, expr) for expr in (*(value for _, value in row.keywords), *called))
            )
    return found


def _member(facts: FileFacts, member: int) -> str:
    return facts.names[member] if member >= 0 else ""


def _dotted(facts: FileFacts, expr: int) -> str:
    row = facts.exprs[expr]
    if row[0] == Expr.INDEX:
        return _dotted(facts, row[1])
    if row[0] == Expr.ATTR:
        return f"{_dotted(facts, row[1])}.{facts.names[row[2]]}"
    return facts.names[row[1]] if row[0] == Expr.NAME else ""
