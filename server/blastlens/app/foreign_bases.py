"""Classes of other libraries that classes of the repository name as their bases."""

from collections.abc import Sequence

from blastlens.facts.file_facts import Expr, FileFacts
from blastlens.model.definitions import symbol_ids
from blastlens.model.symbol import Symbol
from blastlens.session.session import Session


class ForeignBases:
    """By the text alone: what no import of a library names is taken for the repository's own."""

    def __init__(self, session: Session, paths: Sequence[str]) -> None:
        self._session = session
        parts = {part for path in paths for part in path.split("/")}
        self._own = frozenset(part.partition(".")[0] for part in parts)
        self._last: tuple[str, dict[str, list[str]]] = ("", {})

    def of(self, symbol: Symbol) -> Sequence[str]:
        """Dotted names of the foreign bases of a class."""
        if self._last[0] != symbol.file:
            facts = self._session.facts(symbol.file)
            self._last = symbol.file, _bases(symbol.file, facts) if facts is not None else {}
        return [base for base in self._last[1].get(symbol.id, ()) if base.partition(".")[0] not in self._own]


def _bases(path: str, facts: FileFacts) -> dict[str, list[str]]:
    """Class -> its bases, as far as imports give them a name."""
    imported = {
        facts.names[row.alias]: ".".join(part for part in (facts.names[row.module], _member(facts, row.member)) if part)
        for row in facts.imports
        if row.alias >= 0 and not row.level
    }
    found: dict[str, list[str]] = {}
    for one, row in zip(symbol_ids(path, facts), facts.defs, strict=True):
        if row.is_class and row.bases:
            names = (_dotted(facts, base) for base in row.bases)
            found[one] = [
                f"{imported[head]}{dot}{rest}"
                for head, dot, rest in (name.partition(".") for name in names)
                if head in imported
            ]
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
