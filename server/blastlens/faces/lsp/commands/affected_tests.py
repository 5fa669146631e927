"""`blastlens.affectedTests`."""

from blastlens.app.questions import AffectedTests, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import AFFECTED_TESTS
from blastlens.faces.lsp.commands.command import QuestionCommand
from blastlens.faces.lsp.commands.sources import SOURCES, source_of


def ask(arguments: Arguments) -> Question:
    """See `source_of`."""
    return AffectedTests(**source_of(arguments))


COMMAND = QuestionCommand(AFFECTED_TESTS, "affected_tests", ask, SOURCES, "symbol")
