"""Ask one question and show its answer."""

import argparse
from collections.abc import Callable

from blastlens.app.answer import Answer
from blastlens.app.questions import Question
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.opening import opened
from blastlens.faces.cli.table import show_doubts

Show = Callable[[Console, Answer], None]


def show_answer(
    args: argparse.Namespace, console: Console, question: Question, show: Show, *, whole: bool = False
) -> int:
    """Ask `question` and print the answer, as JSON or by `show`. Returns 1 when `--gate` is given and there are
    results, else 0. `whole`: the question walks the whole graph."""
    with opened(args, console, whole=whole) as app:
        answer = app.ask(question)
    print_answer(args, console, answer, show)
    return 1 if getattr(args, "gate", False) and answer.results else 0


def print_answer(args: argparse.Namespace, console: Console, answer: Answer, show: Show) -> None:
    """Print an answer, as JSON or by `show`, the latter with what is in doubt beneath."""
    if args.json:
        console.json(answer.to_json())
        return
    show(console, answer)
    show_doubts(console, answer)
