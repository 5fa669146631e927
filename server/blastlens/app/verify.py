"""Whether the live graph is what a rebuild from nothing gives."""

import re
from typing import Any, Final

from blastlens.app.answer import Answer
from blastlens.session.session import Session
from blastlens.session.verify import Difference, verify
from blastlens.views.wording import plural

_MOST: Final = 1000
_SYMBOL: Final = re.compile(r"'([^']+::[^']+)'")


def answer_verify(session: Session) -> Answer:
    """One row for each thing that only one of the graphs says, at most a thousand."""
    found = verify(session)
    cut = len(found) > _MOST
    graph = session.graph()
    return Answer(
        question={"kind": "verify"},
        results=[_row(difference) for difference in found[:_MOST]],
        complete=not cut,
        reason=f"{plural(len(found), 'difference')}, the first {_MOST:,} are listed" if cut else None,
        revision=graph.revision,
        extra={"differences": len(found), "files": len(graph.files())},
    )


def _row(difference: Difference) -> dict[str, Any]:
    named = _SYMBOL.search(difference.detail)
    return {
        "symbol": named[1] if named else difference.path,
        "file": difference.path,
        "line": 1,
        "confidence": 1.0,
        "difference": f"{difference.side}: {difference.what} {difference.detail}",
    }
