"""`blastlens.searchSymbols`."""

from blastlens.app.questions import Question, SearchSymbols
from blastlens.faces.lsp.argument_kinds import Kind
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import SEARCH_SYMBOLS
from blastlens.faces.lsp.commands.command import QuestionCommand, counted


def ask(arguments: Arguments) -> Question:
    """Of the words in `query`; clients complete names with it."""
    return SearchSymbols(arguments.text("query") or "", arguments.whole("limit", 20))


COMMAND = QuestionCommand(
    SEARCH_SYMBOLS,
    "search_symbols",
    ask,
    {"query": Kind.TEXT, "limit": Kind.COUNT},
    "query",
    summary=counted("symbol with these words", "symbols with these words"),
)
