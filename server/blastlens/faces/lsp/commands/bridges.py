"""`blastlens.bridges`."""

from blastlens.app.questions import Bridges, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import BRIDGES
from blastlens.faces.lsp.commands.command import OF_NETWORK, QuestionCommand, counted, network_of


def ask(arguments: Arguments) -> Question:
    return Bridges(**network_of(arguments))


COMMAND = QuestionCommand(BRIDGES, "bridges", ask, OF_NETWORK, "level", summary=counted("bridge"))
