"""`blastlens.communities`."""

from blastlens.app.questions import Communities, Question
from blastlens.faces.lsp.argument_kinds import Kind
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import COMMUNITIES
from blastlens.faces.lsp.commands.command import OF_NETWORK, QuestionCommand, counted, network_of


def ask(arguments: Arguments) -> Question:
    return Communities(name=arguments.text("name"), **network_of(arguments))


COMMAND = QuestionCommand(
    COMMUNITIES,
    "communities",
    ask,
    {"name": Kind.TEXT, **OF_NETWORK},
    "name",
    summary=counted("community", "communities"),
)
