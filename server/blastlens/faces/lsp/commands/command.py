"""What a command of the server declares, and what several read from their arguments."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from blastlens.app.errors import UserError
from blastlens.app.questions import Question
from blastlens.faces.lsp.argument_kinds import Kind, Takes
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.model import thresholds
from blastlens.views.wording import plural

Envelope = Mapping[str, Any]


def counted(one: str, many: str = "") -> Callable[[Envelope], str]:
    """A summary that says how many there are of what, and of whom: `shop/price.py::price_of: 2 callers not updated`."""

    def said(answer: Envelope) -> str:
        return about(answer["question"], plural(len(answer["results"]), one, many))

    return said


def about(question: Envelope, words: str) -> str:
    """With whom they are about before them, where that is named."""
    subject = _subject(question)
    return f"{subject}: {words}" if subject else words


def count_of_results(answer: Envelope) -> str:
    return counted("result")(answer)


def _subject(question: Envelope) -> str:
    """What was asked about, where that is named."""
    several = question.get("symbols")
    if isinstance(several, (list, tuple)) and len(several) == 1:
        return str(several[0])
    named = (question.get(key) for key in ("symbol", "file", "path"))
    return next((one for one in named if isinstance(one, str)), "")


@dataclass(frozen=True, slots=True)
class QuestionCommand:
    """`name`: what a client calls, `blastlens.…`; `kind`: of the question, as envelopes name it; `ask`: the question that
    arguments mean, called in the root's thread, raises `UserError`; `takes`: its own keys; `named_by`: the key that plain text in place of an
    object stands for; `lists`: what an answer has beside rows; `summary`: one line for clients that show no lists."""

    name: str
    kind: str
    ask: Callable[[Arguments], Question]
    takes: Takes
    named_by: str | None = None
    lists: tuple[str, ...] = ()
    summary: Callable[[Envelope], str] = count_of_results


THRESHOLD: Final[Takes] = MappingProxyType({"minConfidence": Kind.SHARE})
OF_SYMBOL: Final[Takes] = MappingProxyType({"symbol": Kind.TEXT, **THRESHOLD})
OF_NETWORK: Final[Takes] = MappingProxyType({"level": Kind.TEXT, "limit": Kind.COUNT, "tests": Kind.FLAG, **THRESHOLD})


def symbol_of(arguments: Arguments) -> str:
    symbol = arguments.symbol()
    if symbol is None:
        raise UserError("No function or class stands here", "put the cursor on the name of one, or inside it")
    return symbol


def file_of(arguments: Arguments) -> str:
    """The file that is named, or the one the command was given from."""
    file = arguments.text("file") or (arguments.target.file if arguments.target is not None else None)
    if not file:
        raise UserError("No file is named", "open a file of the repository and ask again")
    return file


def threshold_of(arguments: Arguments) -> float:
    chosen = arguments.root.settings.min_confidence
    return arguments.number("minConfidence", thresholds.REVIEW if chosen is None else chosen)


def network_of(arguments: Arguments) -> dict[str, Any]:
    """The fields of a question of structure (`OfNetwork`)."""
    return {
        "level": arguments.text("level") or "function",
        "limit": arguments.whole("limit", 50),
        "tests": arguments.flag("tests"),
        "min_confidence": threshold_of(arguments),
    }
