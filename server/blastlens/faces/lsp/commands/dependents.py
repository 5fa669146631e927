"""`blastlens.dependents`."""

from blastlens.app.errors import UserError
from blastlens.app.questions import Dependents, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import DEPENDENTS
from blastlens.faces.lsp.commands.command import QuestionCommand


def ask(arguments: Arguments) -> Question:
    file = arguments.text("file") or (arguments.target.file if arguments.target is not None else None)
    if not file:
        raise UserError("No file is named", "open a file of the repository and ask again")
    return Dependents(file, bool(arguments.given.get("transitive")))


COMMAND = QuestionCommand(DEPENDENTS, "dependents", ask, "file")
