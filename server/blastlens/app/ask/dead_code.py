"""`DeadCode`."""

import re
from fnmatch import translate
from typing import Final

from blastlens.analyses.dead_code import Dead, dead_code
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.rows import Row, placed
from blastlens.app.declared import declared_entry_points
from blastlens.app.questions import DeadCode
from blastlens.facts.file_facts import Expr
from blastlens.model import thresholds
from blastlens.model.symbol import Symbol, SymbolKind
from blastlens.session.session import Session
from blastlens.views.wording import plural

# Where rows of expressions have the name that they spell.
_SPELLING: Final = {Expr.NAME: 1, Expr.ATTR: 2}


def answer_dead_code(context: Context, question: DeadCode) -> Answer:
    """Only what is dead; what is possibly dead is counted."""
    globs = (*context.settings.entry_points, *question.entry_points)
    entries = [re.compile(translate(glob)) for glob in globs]
    declared = declared_entry_points(context.session.root, context.snapshot.graph)
    names = _Mentioned(context)
    found = dead_code(
        context.snapshot.hops,
        lambda one: one in declared or any(entry.match(one) for entry in entries),
        names.may_mean,
        names.is_spelled,
    )
    rows = [_row(dead) for dead in found.dead]
    extra = {"possibly_dead": len(found.possibly), "alive": found.alive}
    notes = []
    if found.possibly:
        notes.append(
            f"{plural(len(found.possibly), 'more symbol')} possibly dead, reached only by uncertain edges or names"
        )
    return context.answer("dead_code", question, rows, notes, extra=extra)


def _row(dead: Dead) -> Row:
    return {
        **placed(dead.symbol),
        "confidence": thresholds.DEAD_CODE,
        "state": "dead",
        "why": "nothing that runs reaches it",
    }


class _Mentioned:
    """Names that string literals spell, with the files they are in, and names that expressions and types spell; read when
    first asked for."""

    def __init__(self, context: Context) -> None:
        self._session: Session = context.session
        self._paths = [record.path for record in context.snapshot.files if record.state in ("indexed", "partial")]
        self._files: dict[str, set[str]] | None = None
        self._spelled: set[str] = set()

    def may_mean(self, symbol: Symbol) -> bool:
        """A method may be looked up by a name from anywhere; a function or class that only its own file spells is not."""
        if self._files is None:
            self._files = self._read()
        files = self._files.get(symbol.name, set())
        return bool(files if symbol.kind is SymbolKind.METHOD else files - {symbol.file})

    def is_spelled(self, symbol: Symbol) -> bool:
        """Whether some expression or type of the repository spells the name."""
        if self._files is None:
            self._files = self._read()
        return symbol.name in self._spelled

    def _read(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for path in self._paths:
            facts = self._session.facts(path)
            if facts is not None:
                names = facts.names
                for name in facts.mentioned:
                    found.setdefault(names[name], set()).add(path)
                self._spelled.update([names[row[_SPELLING[row[0]]]] for row in facts.exprs if row[0] in _SPELLING])
        return found
