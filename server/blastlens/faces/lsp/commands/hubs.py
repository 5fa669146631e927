"""`blastlens.hubs`."""

from blastlens.app.questions import Hubs, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import HUBS
from blastlens.faces.lsp.commands.command import QuestionCommand, threshold_of


def ask(arguments: Arguments) -> Question:
    return Hubs(
        arguments.text("level") or "function",
        arguments.text("by") or "both",
        int(arguments.number("limit", 50)),
        bool(arguments.given.get("tests")),
        threshold_of(arguments),
    )


COMMAND = QuestionCommand(HUBS, "hubs", ask, "level")
