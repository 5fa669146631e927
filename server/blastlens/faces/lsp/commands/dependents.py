"""`blastlens.dependents`."""

from blastlens.app.questions import Dependents, Question
from blastlens.faces.lsp.argument_kinds import Kind
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import DEPENDENTS
from blastlens.faces.lsp.commands.command import QuestionCommand, counted, file_of


def ask(arguments: Arguments) -> Question:
    return Dependents(file_of(arguments), arguments.flag("transitive"))


COMMAND = QuestionCommand(
    DEPENDENTS,
    "dependents",
    ask,
    {"file": Kind.TEXT, "transitive": Kind.FLAG},
    "file",
    summary=counted("file that imports it", "files that import it"),
)
