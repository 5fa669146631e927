"""`blastlens.callersTransitive`."""

from blastlens.app.questions import Callers, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import CALLERS_TRANSITIVE
from blastlens.faces.lsp.commands.callers import summary
from blastlens.faces.lsp.commands.command import QuestionCommand, symbol_of, threshold_of


def ask(arguments: Arguments) -> Question:
    depth = int(arguments.number("depth", 0)) or None
    return Callers(symbol_of(arguments), True, depth, threshold_of(arguments))


COMMAND = QuestionCommand(CALLERS_TRANSITIVE, "callers", ask, "symbol", ("callSites",), summary)
