"""What is known of the life of symbols beside the graph: names that texts spell, packaging files, the user's entry points."""

import re
from collections.abc import Sequence
from fnmatch import translate
from functools import cached_property
from typing import Final

from blastlens.analyses.dead_code import Evidence
from blastlens.app.ask.context import Context
from blastlens.app.declared import declared_entry_points
from blastlens.facts.file_facts import Expr
from blastlens.model.symbol import Symbol, SymbolKind

# Where rows of expressions have the name that they spell.
_SPELLING: Final = {Expr.NAME: 1, Expr.ATTR: 2}


class Gathered:
    """Read when first asked for."""

    def __init__(self, context: Context, entry_points: Sequence[str] = ()) -> None:
        self._context = context
        globs = (*context.settings.entry_points, *entry_points)
        self._globs = [re.compile(translate(glob)) for glob in globs]
        self._declared = declared_entry_points(context.session.root, context.snapshot.graph)

    def evidence(self) -> Evidence:
        return Evidence(enters=self._enters, mentioned=self._mentioned, spelled=self._is_spelled)

    def _enters(self, symbol_id: str) -> bool:
        return symbol_id in self._declared or any(glob.match(symbol_id) for glob in self._globs)

    def _mentioned(self, symbol: Symbol) -> str:
        """A method may be looked up by a name from anywhere; a function or class that only its own file spells is not."""
        files = self._names[0].get(symbol.name, set())
        others = files if symbol.kind is SymbolKind.METHOD else files - {symbol.file}
        return f"a string spells its name ({min(others)})" if others else ""

    def _is_spelled(self, symbol: Symbol) -> bool:
        """Whether some expression or type of the repository spells the name."""
        return symbol.name in self._names[1]

    @cached_property
    def _names(self) -> tuple[dict[str, set[str]], set[str]]:
        """Names that string literals spell, with the files they are in, and names that expressions and types spell."""
        strings: dict[str, set[str]] = {}
        spelled: set[str] = set()
        for record in self._context.snapshot.files:
            facts = self._context.session.facts(record.path) if record.state in ("indexed", "partial") else None
            if facts is not None:
                names = facts.names
                for name in facts.mentioned:
                    strings.setdefault(names[name], set()).add(record.path)
                spelled.update([names[row[_SPELLING[row[0]]]] for row in facts.exprs if row[0] in _SPELLING])
        return strings, spelled
