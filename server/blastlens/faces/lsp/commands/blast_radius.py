"""`blastlens.blastRadius`."""

from typing import Final

from blastlens.app.questions import BlastRadius, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import BLAST_RADIUS
from blastlens.faces.lsp.commands.command import Envelope, QuestionCommand, symbol_of, threshold_of
from blastlens.views.wording import plural

# Keys that say where and how, but not of what.
_ABOUT_NO_SYMBOL: Final = frozenset({"root", "uri", "minConfidence", "workingTree"})
_LISTS: Final = ("changed", "direct", "transitive", "files", "tests", "untested", "unknown")


def ask(arguments: Arguments) -> Question:
    """Of the named symbol or the one at the position; of a diff or of commits; else of what is not committed yet."""
    threshold = threshold_of(arguments)
    diff, commits = arguments.text("diff"), arguments.text("commits")
    if diff is not None or commits is not None:
        return BlastRadius(diff=diff, commits=commits, min_confidence=threshold)
    given = {key for key, value in arguments.given.items() if value is not None}
    if arguments.given.get("workingTree") or given <= _ABOUT_NO_SYMBOL:
        return BlastRadius(working_tree=True, min_confidence=threshold)
    return BlastRadius(symbols=(symbol_of(arguments),), min_confidence=threshold)


def summary(answer: Envelope) -> str:
    counts = {key: len(answer.get(key) or ()) for key in _LISTS}
    return (
        f"{counts['changed']:,} changed, {counts['direct']:,} direct and {plural(counts['transitive'], 'indirect caller')} "
        f"in {plural(counts['files'], 'file')}, {plural(counts['tests'], 'test')}, {counts['untested']:,} untested"
        + (f", {counts['unknown']:,} unknown" if counts["unknown"] else "")
    )


COMMAND = QuestionCommand(BLAST_RADIUS, "blast_radius", ask, "symbol", _LISTS, summary)
