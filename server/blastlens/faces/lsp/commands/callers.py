"""`blastlens.callers`."""

from blastlens.app.questions import Callers, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import CALLERS
from blastlens.faces.lsp.commands.command import OF_SYMBOL, Envelope, QuestionCommand, symbol_of, threshold_of
from blastlens.views.wording import plural

_MOST_NAMES = 5


def ask(arguments: Arguments) -> Question:
    return Callers(symbol_of(arguments), min_confidence=threshold_of(arguments))


def summary(answer: Envelope) -> str:
    count = len(answer["results"])
    names = ", ".join(str(row.get("symbol", "")).rpartition("::")[2] for row in answer["results"][:_MOST_NAMES])
    more = ", …" if count > _MOST_NAMES else ""
    which = "untested caller" if answer["question"].get("untested") else "caller"
    head = f"{plural(count, which)} of {answer['question']['symbol']}"
    return f"{head}: {names}{more}" if count else head


COMMAND = QuestionCommand(CALLERS, "callers", ask, OF_SYMBOL, "symbol", ("callSites",), summary)
