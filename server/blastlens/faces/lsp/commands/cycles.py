"""`blastlens.cycles`."""

from blastlens.app.questions import Cycles, Question
from blastlens.faces.lsp.argument_kinds import Kind
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import CYCLES
from blastlens.faces.lsp.commands.command import QuestionCommand, counted


def ask(arguments: Arguments) -> Question:
    return Cycles(arguments.text("level") or "import", arguments.text("include") or "load_time")


COMMAND = QuestionCommand(CYCLES, "cycles", ask, {"level": Kind.TEXT, "include": Kind.TEXT}, summary=counted("cycle"))
