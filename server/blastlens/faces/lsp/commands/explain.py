"""`blastlens.explain`."""

from blastlens.app.errors import UserError
from blastlens.app.questions import Explain, Question
from blastlens.faces.lsp.argument_kinds import Kind
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import EXPLAIN
from blastlens.faces.lsp.commands.command import QuestionCommand, symbol_of


def ask(arguments: Arguments) -> Question:
    """Of `caller` and `callee`; one of them may be the symbol at the position. With neither, of the use at the position,
    by the definition around it."""
    caller, callee = arguments.text("caller"), arguments.text("callee")
    if caller or callee:
        return Explain(caller or symbol_of(arguments), callee or symbol_of(arguments))
    used, around = symbol_of(arguments), _around(arguments)
    if around is None or around == used:
        raise UserError("Nothing is used here", "put the cursor on a call, or name a caller and what it calls")
    return Explain(around, used)


def _around(arguments: Arguments) -> str | None:
    if arguments.target is None or arguments.place is None:
        return None
    found = arguments.app.enclosing(arguments.target.file, arguments.place[0], arguments.target.text)
    return found.id if found is not None else None


COMMAND = QuestionCommand(EXPLAIN, "explain", ask, dict.fromkeys(("caller", "callee", "symbol"), Kind.TEXT))
