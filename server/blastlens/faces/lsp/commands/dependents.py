"""`blastlens.dependents`."""

from blastlens.app.questions import Dependents, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import DEPENDENTS
from blastlens.faces.lsp.commands.command import QuestionCommand, file_of


def ask(arguments: Arguments) -> Question:
    return Dependents(file_of(arguments), bool(arguments.given.get("transitive")))


COMMAND = QuestionCommand(DEPENDENTS, "dependents", ask, "file")
