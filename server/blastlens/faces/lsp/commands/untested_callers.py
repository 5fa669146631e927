"""`blastlens.untestedCallers`."""

from blastlens.app.questions import Callers, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import UNTESTED_CALLERS
from blastlens.faces.lsp.commands.callers import summary
from blastlens.faces.lsp.commands.command import OF_SYMBOL, QuestionCommand, symbol_of, threshold_of


def ask(arguments: Arguments) -> Question:
    return Callers(symbol_of(arguments), min_confidence=threshold_of(arguments), untested=True)


COMMAND = QuestionCommand(UNTESTED_CALLERS, "callers", ask, OF_SYMBOL, "symbol", ("callSites",), summary)
