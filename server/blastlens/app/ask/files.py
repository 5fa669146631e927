"""`Dependents` and `Imports`."""

from blastlens.analyses.dependents import FileStep, dependents_of, imports_of
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.rows import Row, lines_of, rounded
from blastlens.app.questions import Dependents, Imports
from blastlens.app.resolve import resolve_file
from blastlens.model.edge import ImportTiming

TIMING_WORDS = {
    ImportTiming.LOAD: "load_time",
    ImportTiming.DEFERRED: "deferred",
    ImportTiming.TYPE_ONLY: "type_only",
}


def answer_dependents(context: Context, question: Dependents) -> Answer:
    """Files that import a file. Raises `UserError` for a file that is not indexed."""
    graph = context.snapshot.graph
    path = resolve_file(graph, question.file)
    steps = dependents_of(graph, path, transitive=question.transitive)
    return context.answer("dependents", question, [_row(step) for step in steps])


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
