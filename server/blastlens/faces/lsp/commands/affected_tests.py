"""`blastlens.affectedTests`."""

from typing import Final

from blastlens.app.questions import AffectedTests, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import AFFECTED_TESTS
from blastlens.faces.lsp.commands.command import Envelope, QuestionCommand, counted
from blastlens.faces.lsp.commands.sources import SOURCES, source_of


def ask(arguments: Arguments) -> Question:
    """See `source_of`."""
    return AffectedTests(**source_of(arguments))


_TESTS: Final = counted("test to run", "tests to run")


def said(answer: Envelope) -> str:
    """How many of which."""
    groups = [group["head"] for group in answer.get("groups", ())]
    return ", ".join(groups) or _TESTS(answer)


COMMAND = QuestionCommand(AFFECTED_TESTS, "affected_tests", ask, SOURCES, "symbol", summary=said)
