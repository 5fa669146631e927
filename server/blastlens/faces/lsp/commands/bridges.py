"""`blastlens.bridges`."""

from blastlens.app.questions import Bridges, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import BRIDGES
from blastlens.faces.lsp.commands.command import QuestionCommand, threshold_of


def ask(arguments: Arguments) -> Question:
    return Bridges(
        arguments.text("level") or "function",
        int(arguments.number("limit", 50)),
        bool(arguments.given.get("tests")),
        threshold_of(arguments),
    )


COMMAND = QuestionCommand(BRIDGES, "bridges", ask, "level")
