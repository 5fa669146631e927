"""`blastlens.untested`."""

from blastlens.app.questions import Question, Untested
from blastlens.faces.lsp.argument_kinds import Kind
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import UNTESTED
from blastlens.faces.lsp.commands.command import QuestionCommand, counted


def ask(arguments: Arguments) -> Question:
    return Untested(arguments.text("path"))


COMMAND = QuestionCommand(
    UNTESTED,
    "untested",
    ask,
    {"path": Kind.TEXT},
    "path",
    summary=counted("function that no test reaches", "functions that no test reaches"),
)
