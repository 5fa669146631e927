"""`blastlens.affectedTests`."""

from blastlens.app.questions import AffectedTests, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import AFFECTED_TESTS
from blastlens.faces.lsp.commands.command import Envelope, QuestionCommand, count_of_results
from blastlens.faces.lsp.commands.sources import SOURCES, source_of


def ask(arguments: Arguments) -> Question:
    """See `source_of`."""
    return AffectedTests(**source_of(arguments))


def said(answer: Envelope) -> str:
    """How many of which."""
    groups = [group["head"] for group in answer.get("groups", ())]
    return ", ".join(groups) or count_of_results(answer)


COMMAND = QuestionCommand(AFFECTED_TESTS, "affected_tests", ask, SOURCES, "symbol", summary=said)
