"""`blastlens.imports`."""

from blastlens.app.questions import Imports, Question
from blastlens.faces.lsp.argument_kinds import Kind
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import IMPORTS
from blastlens.faces.lsp.commands.command import QuestionCommand, counted, file_of


def ask(arguments: Arguments) -> Question:
    return Imports(file_of(arguments))


COMMAND = QuestionCommand(
    IMPORTS,
    "imports",
    ask,
    {"file": Kind.TEXT},
    "file",
    summary=counted("file that it imports", "files that it imports"),
)
