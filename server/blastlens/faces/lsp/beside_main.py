"""One question in a process of its own: `python -P -m blastlens.faces.lsp.beside_main`.

Reads one JSON object from standard input: "root", "exclude", "min_confidence", "kind" (the name of a class of
`app.questions`) and "question" (its fields). Prints one: the fields of the `Answer`, or {"error": those of a `UserError`}.
"""

import gc
import json
import os
import sys
from pathlib import Path
from typing import Any

from blastlens.app import questions
from blastlens.app.answer import Answer
from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError


def main() -> None:
    gc.disable()  # the process ends before what it could free is worth the look
    printed = json.dumps(answered(json.load(sys.stdin)))
    try:
        sys.stdout.write(printed)
        sys.stdout.flush()
    except BrokenPipeError:
        os._exit(1)
    os._exit(0)  # without taking the graph apart object by object


def answered(asked: dict[str, Any]) -> dict[str, Any]:
    try:
        answer = _answer(asked)
    except UserError as error:
        told: dict[str, Any] = {"message": error.message, "hint": error.hint, "choices": list(error.choices)}
        told |= {"code": error.code, "topic": error.topic}
        return {"error": told}
    return {name: getattr(answer, name) for name in Answer.__slots__}


def _answer(asked: dict[str, Any]) -> Answer:
    given = {key: tuple(value) if isinstance(value, list) else value for key, value in asked["question"].items()}
    question = getattr(questions, asked["kind"])(**given)
    app = Blastlens.open(
        Path(asked["root"]),
        refresh=False,
        exclude=asked["exclude"],
        min_confidence=asked["min_confidence"],
        # A walk over the whole graph is worth loading it; the others look at a part.
        resident=not isinstance(question, (questions.BlastRadius, questions.NotUpdated))
        and not _is_of_imports(question),
    )
    return app.ask(question)


def _is_of_imports(question: questions.Question) -> bool:
    return isinstance(question, questions.Cycles) and question.level == "import"


if __name__ == "__main__":
    main()
