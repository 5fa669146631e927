"""`blastlens.coverage`."""

from blastlens.app.questions import Coverage, Question
from blastlens.faces.lsp.argument_kinds import Kind
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import COVERAGE
from blastlens.faces.lsp.commands.command import Envelope, QuestionCommand
from blastlens.views.wording import percent, plural


def ask(arguments: Arguments) -> Question:
    return Coverage(arguments.text("path"), arguments.whole("depth", 2))


def summary(answer: Envelope) -> str:
    total = answer["total"]
    followed = total["calls"] - total["ambiguous"] - total["unresolved"]
    files = len({row["file"] for row in answer["results"]})
    hiding = f"{plural(files, 'file hides', 'files hide')} what runs"
    return f"The graph follows {percent(followed, total['calls'])} of {plural(total['calls'], 'call')}; {hiding}"


COMMAND = QuestionCommand(
    COVERAGE, "coverage", ask, {"path": Kind.TEXT, "depth": Kind.COUNT}, "path", ("directories", "minor"), summary
)
