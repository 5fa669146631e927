"""`blastlens.callersTransitive`."""

from blastlens.app.questions import Callers, Question
from blastlens.faces.lsp.argument_kinds import Kind
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import CALLERS_TRANSITIVE
from blastlens.faces.lsp.commands.callers import summary
from blastlens.faces.lsp.commands.command import OF_SYMBOL, QuestionCommand, symbol_of, threshold_of


def ask(arguments: Arguments) -> Question:
    depth = arguments.whole("depth", 0) or None
    return Callers(symbol_of(arguments), True, depth, threshold_of(arguments))


COMMAND = QuestionCommand(
    CALLERS_TRANSITIVE, "callers", ask, {**OF_SYMBOL, "depth": Kind.COUNT}, "symbol", ("callSites",), summary
)
