"""`blastlens.communities`."""

from blastlens.app.questions import Communities, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import COMMUNITIES
from blastlens.faces.lsp.commands.command import QuestionCommand, threshold_of


def ask(arguments: Arguments) -> Question:
    return Communities(
        arguments.text("name"),
        arguments.text("level") or "function",
        int(arguments.number("limit", 50)),
        bool(arguments.given.get("tests")),
        threshold_of(arguments),
    )


COMMAND = QuestionCommand(COMMUNITIES, "communities", ask, "name")
