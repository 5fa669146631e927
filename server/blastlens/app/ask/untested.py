"""`Untested`."""

from blastlens.analyses.untested import Unreached, is_subject, tested_set, untested
from blastlens.analyses.untested import Untested as Found
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.rows import Row, placed
from blastlens.app.errors import UserError
from blastlens.app.questions import Untested
from blastlens.app.snapshot import Snapshot
from blastlens.model import thresholds
from blastlens.model.graph import Graph
from blastlens.views.wording import plural


def answer_untested(context: Context, question: Untested) -> Answer:
    """Raises `UserError` for a path below which nothing is indexed."""
    snapshot = context.snapshot
    path = _checked(snapshot.graph, question.path)
    found = find_untested(snapshot, path)
    rows = [_row(one) for one in found.none_found]
    extra = {
        "unknown": len(found.unknown),
        "functions": found.subjects,
        "tests": found.tests,
    }
    notes = [snapshot.unseen_tests]
    if not found.tests:
        notes.append("the repository has no tests that a runner would collect")
    if found.unknown:
        notes.append(f"of {plural(len(found.unknown), 'more function')} it is unknown whether a test reaches them")
    return context.answer(
        "untested", question, rows, notes, cut=bool(snapshot.unseen_tests or found.unknown), extra=extra
    )


def find_untested(snapshot: Snapshot, path: str | None = None) -> Found:
    graph = snapshot.graph
    subjects = (symbol for symbol in graph.symbols() if is_subject(symbol) and _below(symbol.file, path))
    return untested(snapshot.hops, tested_set(snapshot.hops, thresholds.REVIEW), subjects, snapshot.test_count)


def _below(file: str, path: str | None) -> bool:
    return path is None or file == path or file.startswith(path + "/")


def _checked(graph: Graph, typed: str | None) -> str | None:
    path = typed.rstrip("/") if typed is not None else None
    if path in (None, "", "."):
        return None
    if not any(_below(record.path, path) for record in graph.files()):
        raise UserError(
            f"no such file or folder in the index: {typed}", "give a path below the root", (), "unknown-symbol"
        )
    return path


def _row(one: Unreached) -> Row:
    return {**placed(one.symbol), "confidence": thresholds.REVIEW, "state": one.state.value, "reason": one.reason}
