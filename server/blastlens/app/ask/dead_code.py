"""`DeadCode`."""

import re
from fnmatch import translate

from blastlens.analyses.dead_code import Dead, dead_code
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.rows import Row, placed
from blastlens.app.questions import DeadCode
from blastlens.model import thresholds
from blastlens.session.session import Session
from blastlens.views.wording import plural


def answer_dead_code(context: Context, question: DeadCode) -> Answer:
    """Only what is dead; what is possibly dead is counted."""
    globs = (*context.settings.entry_points, *question.entry_points)
    entries = [re.compile(translate(glob)) for glob in globs]
    names = _Mentioned(context)
    found = dead_code(
        context.snapshot.hops, lambda one: any(entry.match(one) for entry in entries), lambda name: name in names.all
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
    """Names that string literals of the repository spell; read when first asked for."""

    def __init__(self, context: Context) -> None:
        self._session: Session = context.session
        self._paths = [record.path for record in context.snapshot.files if record.state in ("indexed", "partial")]
        self._names: frozenset[str] | None = None

    @property
    def all(self) -> frozenset[str]:
        if self._names is None:
            found: set[str] = set()
            for path in self._paths:
                facts = self._session.facts(path)
                if facts is not None:
                    found.update(facts.names[name] for name in facts.mentioned)
            self._names = frozenset(found)
        return self._names
