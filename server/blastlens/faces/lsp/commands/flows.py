"""`blastlens.flows`."""

from blastlens.app.questions import Flows, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import FLOWS
from blastlens.faces.lsp.commands.command import QuestionCommand, threshold_of


def ask(arguments: Arguments) -> Question:
    return Flows(
        arguments.text("entry"),
        int(arguments.number("limit", 20)),
        bool(arguments.given.get("tests")),
        threshold_of(arguments),
    )


COMMAND = QuestionCommand(FLOWS, "flows", ask, "entry")
