"""`blastlens.explainSymbol`."""

from blastlens.app.questions import Describe, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import EXPLAIN_SYMBOL
from blastlens.faces.lsp.commands.command import OF_SYMBOL, Envelope, QuestionCommand, symbol_of, threshold_of
from blastlens.views.wording import plural


def ask(arguments: Arguments) -> Question:
    return Describe(symbol_of(arguments), threshold_of(arguments))


def summary(answer: Envelope) -> str:
    parts = [
        plural(answer["callers"], "caller"),
        f"reaches {answer['reaches']:,} in {plural(answer['reach_files'], 'file')}" if answer["reaches"] else "",
        f"tests: {answer['test_state'].lower()}",
    ]
    return f"{answer['target']['symbol']}: {' · '.join(filter(None, parts))}"


COMMAND = QuestionCommand(EXPLAIN_SYMBOL, "describe", ask, OF_SYMBOL, "symbol", ("tests",), summary)
