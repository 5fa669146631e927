"""`blastlens.hubs`."""

from blastlens.app.questions import Hubs, Question
from blastlens.faces.lsp.argument_kinds import Kind
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import HUBS
from blastlens.faces.lsp.commands.command import OF_NETWORK, QuestionCommand, counted, network_of


def ask(arguments: Arguments) -> Question:
    return Hubs(by=arguments.text("by") or "both", **network_of(arguments))


COMMAND = QuestionCommand(HUBS, "hubs", ask, {"by": Kind.TEXT, **OF_NETWORK}, "level", summary=counted("hub"))
