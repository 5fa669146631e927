"""`Dependents` and `Imports`."""

from blastlens.analyses.dependents import FileStep, dependents_of, imports_of
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.rows import Row, lines_of, rounded
from blastlens.app.questions import Dependents, Imports
from blastlens.app.resolve import resolve_file
from blastlens.app.snapshot import Snapshot
from blastlens.model.blind_spot import BlindSpot
from blastlens.model.edge import Timing
from blastlens.model.symbol import file_of
from blastlens.views.blind_words import imported_by_name

TIMING_WORDS = {
    Timing.LOAD: "load_time",
    Timing.DEFERRED: "deferred",
    Timing.STARTED: "started",
    Timing.TYPE_ONLY: "type_only",
}


def answer_dependents(context: Context, question: Dependents) -> Answer:
    """Files that import a file. Raises `UserError` for a file that is not indexed."""
    graph = context.snapshot.graph
    path = resolve_file(graph, question.file)
    rows = [_row(step) for step in dependents_of(graph, path, transitive=question.transitive)]
    notes, is_cut = _imported_by_name(context.snapshot, path, has_dependents=bool(rows))
    return context.answer("dependents", question, rows, notes, cut=is_cut)


def _imported_by_name(snapshot: Snapshot, path: str, *, has_dependents: bool) -> tuple[list[str], bool]:
    """Imports with names made at run time that may mean a file: those of like names, and, where nothing else imports it, those
    of any name. Tests are left out unless it is one."""
    blind = snapshot.blind
    alike = _outside_tests(snapshot, blind.importing(path), path)
    if alike:
        return [imported_by_name(alike, any_module=False)], True
    anything = _outside_tests(snapshot, blind.importing_anything(), path) if not has_dependents else []
    return ([imported_by_name(anything, any_module=True)], True) if anything else ([], False)


def _outside_tests(snapshot: Snapshot, spots: list[BlindSpot], path: str) -> list[BlindSpot]:
    record = snapshot.graph.file(path)
    if record is not None and record.is_test:
        return spots
    files = {file_of(spot.source) for spot in spots}
    tests = {one for one in files if (found := snapshot.graph.file(one)) is not None and found.is_test}
    return [spot for spot in spots if file_of(spot.source) not in tests]


def answer_imports(context: Context, question: Imports) -> Answer:
    """Files that a file imports. Raises `UserError` for a file that is not indexed."""
    graph = context.snapshot.graph
    steps = imports_of(graph, resolve_file(graph, question.file))
    return context.answer("imports", question, [_row(step) for step in steps])


def _row(step: FileStep) -> Row:
    """`line`: of the import statement, in the file that imports (the row's own, for dependents)."""
    lines = lines_of([step.edge])
    return {
        "file": step.file,
        "line": lines[0] if lines else 1,
        "confidence": rounded(step.confidence),
        "timing": TIMING_WORDS[step.edge.timing],
        "hops": step.hops,
        "path": list(step.path),
        "sites": lines,
    }
