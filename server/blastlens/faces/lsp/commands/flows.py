"""`blastlens.flows`."""

from typing import Final

from blastlens.app.questions import Flows, Question
from blastlens.faces.lsp.argument_kinds import Kind
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import FLOWS
from blastlens.faces.lsp.commands.command import THRESHOLD, QuestionCommand, counted, threshold_of


def ask(arguments: Arguments) -> Question:
    return Flows(
        arguments.text("entry"),
        arguments.whole("limit", 20),
        arguments.flag("tests"),
        threshold_of(arguments),
    )


_TAKES: Final = {"entry": Kind.TEXT, "limit": Kind.COUNT, "tests": Kind.FLAG, **THRESHOLD}
COMMAND = QuestionCommand(FLOWS, "flows", ask, _TAKES, "entry", summary=counted("flow"))
