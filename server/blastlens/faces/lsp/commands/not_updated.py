"""`blastlens.notUpdated`."""

from blastlens.app.questions import NotUpdated, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import NOT_UPDATED
from blastlens.faces.lsp.commands.command import OF_SYMBOL, Envelope, QuestionCommand, about, threshold_of
from blastlens.faces.lsp.commands.sources import REVISIONS, WORKING_TREE, revisions_of
from blastlens.views.wording import callers_and_places


def ask(arguments: Arguments) -> Question:
    """Of a diff, commits or a branch; else of what is not committed yet. Of one changed symbol, where one is named."""
    symbol = arguments.text("symbol")
    return NotUpdated(**revisions_of(arguments), min_confidence=threshold_of(arguments), symbol=symbol)


def summary(answer: Envelope) -> str:
    """As the lens counts them, beside the places that are listed."""
    places = len(answer["results"])
    words = callers_and_places(answer["total_callers"], places, "caller not updated", "callers not updated")
    return about(answer["question"], words)


COMMAND = QuestionCommand(
    NOT_UPDATED,
    "not_updated",
    ask,
    {**OF_SYMBOL, **WORKING_TREE, **REVISIONS},
    summary=summary,
)
