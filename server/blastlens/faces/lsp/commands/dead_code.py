"""`blastlens.deadCode`."""

from blastlens.app.questions import DeadCode, Question
from blastlens.faces.lsp.argument_kinds import Kind
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import DEAD_CODE
from blastlens.faces.lsp.commands.command import QuestionCommand, counted


def ask(arguments: Arguments) -> Question:
    return DeadCode(path=arguments.text("path"), min_lines=arguments.whole("minLines", 1))


COMMAND = QuestionCommand(
    DEAD_CODE,
    "dead_code",
    ask,
    {"path": Kind.TEXT, "minLines": Kind.COUNT},
    "path",
    summary=counted("symbol that nothing uses", "symbols that nothing uses"),
)
