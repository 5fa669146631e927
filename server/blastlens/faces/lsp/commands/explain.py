"""`blastlens.explain`."""

from blastlens.app.questions import Explain, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import EXPLAIN
from blastlens.faces.lsp.commands.command import QuestionCommand, symbol_of


def ask(arguments: Arguments) -> Question:
    """Of `caller` and `callee`; either may be the symbol at the position."""
    caller, callee = arguments.text("caller"), arguments.text("callee")
    return Explain(caller or symbol_of(arguments), callee or symbol_of(arguments))


COMMAND = QuestionCommand(EXPLAIN, "explain", ask)
