"""`blastlens.blastRadius`."""

from typing import Final

from blastlens.app.questions import BlastRadius, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import BLAST_RADIUS
from blastlens.faces.lsp.commands.command import THRESHOLD, Envelope, QuestionCommand, threshold_of
from blastlens.faces.lsp.commands.sources import SOURCES, source_of
from blastlens.views.wording import plural

_LISTS: Final = ("changed", "direct", "transitive", "files", "tests", "untested", "unknown")


def ask(arguments: Arguments) -> Question:
    """See `source_of`."""
    return BlastRadius(**source_of(arguments), min_confidence=threshold_of(arguments))


def summary(answer: Envelope) -> str:
    counts = {key: len(answer.get(key) or ()) for key in _LISTS}
    return (
        f"{counts['changed']:,} changed, {counts['direct']:,} direct and {plural(counts['transitive'], 'indirect caller')} "
        f"in {plural(counts['files'], 'file')}, {plural(counts['tests'], 'test')}, {counts['untested']:,} untested"
        + (f", {counts['unknown']:,} unknown" if counts["unknown"] else "")
    )


COMMAND = QuestionCommand(BLAST_RADIUS, "blast_radius", ask, {**SOURCES, **THRESHOLD}, "symbol", _LISTS, summary)
