"""From a command and its arguments to a question of the app."""

from collections.abc import Callable, Mapping
from typing import Final

from blastlens.app.errors import UserError
from blastlens.app.questions import BlastRadius, Callers, Coverage, Cycles, Dependents, Question, Untested
from blastlens.faces.lsp import command_names as names
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.model import thresholds


def callers(arguments: Arguments) -> Question:
    return Callers(_symbol(arguments), min_confidence=_threshold(arguments))


def callers_transitive(arguments: Arguments) -> Question:
    depth = int(arguments.number("depth", 0)) or None
    return Callers(_symbol(arguments), True, depth, _threshold(arguments))


def dependents(arguments: Arguments) -> Question:
    file = arguments.text("file") or (arguments.target.file if arguments.target is not None else None)
    if not file:
        raise UserError("No file is named", "open a file of the repository and ask again")
    return Dependents(file, bool(arguments.given.get("transitive")))


def blast_radius(arguments: Arguments) -> Question:
    """Of the named symbol or the one at the position; of a diff or of commits; else of what is not committed yet."""
    threshold = _threshold(arguments)
    diff, commits = arguments.text("diff"), arguments.text("commits")
    if diff is not None or commits is not None:
        return BlastRadius(diff=diff, commits=commits, min_confidence=threshold)
    given = {key for key, value in arguments.given.items() if value is not None}
    if arguments.given.get("workingTree") or given <= _ABOUT_NO_SYMBOL:
        return BlastRadius(working_tree=True, min_confidence=threshold)
    return BlastRadius(symbols=(_symbol(arguments),), min_confidence=threshold)


# Keys that say where and how, but not of what.
_ABOUT_NO_SYMBOL: Final = frozenset({"root", "uri", "minConfidence", "workingTree"})


def untested(arguments: Arguments) -> Question:
    return Untested(arguments.text("path"))


def cycles(arguments: Arguments) -> Question:
    return Cycles(arguments.text("level") or "import", arguments.text("include") or "load_time")


def coverage(arguments: Arguments) -> Question:
    return Coverage(arguments.text("path"), int(arguments.number("depth", 2)))


QUESTIONS: Final[Mapping[str, Callable[[Arguments], Question]]] = {
    names.CALLERS: callers,
    names.CALLERS_TRANSITIVE: callers_transitive,
    names.DEPENDENTS: dependents,
    names.BLAST_RADIUS: blast_radius,
    names.UNTESTED: untested,
    names.CYCLES: cycles,
    names.COVERAGE: coverage,
}

# What plain text in place of an object names.
NAMED_BY: Final[Mapping[str, str]] = {
    names.CALLERS: "symbol",
    names.CALLERS_TRANSITIVE: "symbol",
    names.BLAST_RADIUS: "symbol",
    names.DEPENDENTS: "file",
    names.UNTESTED: "path",
    names.COVERAGE: "path",
}


def _symbol(arguments: Arguments) -> str:
    symbol = arguments.symbol()
    if symbol is None:
        raise UserError("No function or class stands here", "put the cursor on the name of one, or inside it")
    return symbol


def _threshold(arguments: Arguments) -> float:
    return arguments.number("minConfidence", _default_threshold(arguments))


def _default_threshold(arguments: Arguments) -> float:
    chosen = arguments.root.settings.min_confidence
    return thresholds.REVIEW if chosen is None else chosen
