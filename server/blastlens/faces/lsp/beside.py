"""Questions that look at the whole graph, asked in another process: this one goes on answering short ones."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, Protocol

from blastlens.app.answer import Answer
from blastlens.app.errors import UserError
from blastlens.app.questions import (
    AffectedTests,
    BlastRadius,
    Bridges,
    Communities,
    Cycles,
    DeadCode,
    Flows,
    Hubs,
    NotUpdated,
    Question,
    Untested,
)
from blastlens.faces.lsp.configuration import Settings

# Seconds between looks at whether the user has cancelled.
_LOOK: Final = 0.05


class Beside(Protocol):
    """Asks a question over the index as it is stored."""

    def ask(self, root: Path, settings: Settings, question: Question, cancelled: Callable[[], bool]) -> Answer:
        """Blocks until answered; call it off the event loop. Gives up soon after `cancelled()`. Raises `UserError`, also
        when it gave up."""
        ...


_WIDE: Final = (Untested, Cycles, NotUpdated, Hubs, Bridges, Communities, Flows, DeadCode)


def is_wide(question: Question) -> bool:
    """Whether a question takes long in a large repository, whatever it is about."""
    if isinstance(question, (BlastRadius, AffectedTests)):
        return not question.symbols
    return isinstance(question, _WIDE)


class BesideProcess:
    """`Beside` over a process for each question, see `beside_main`. The process is stopped when the user cancels."""

    def ask(self, root: Path, settings: Settings, question: Question, cancelled: Callable[[], bool]) -> Answer:
        asked = {
            "root": str(root),
            "exclude": list(settings.exclude),
            "min_confidence": settings.min_confidence,
            "kind": type(question).__name__,
            "question": asdict(question),
        }
        # -P: the current folder, which may be the indexed repository, is not searched for modules.
        command = [sys.executable, "-P", "-m", "blastlens.faces.lsp.beside_main"]
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise UserError(f"no process could be started: {error.strerror}", "ask again") from None
        return _answer_of(_talk(process, json.dumps(asked).encode(), cancelled))


def _talk(process: "subprocess.Popen[bytes]", asked: bytes, cancelled: Callable[[], bool]) -> bytes:
    sent: bytes | None = asked
    with process:
        while not cancelled():
            try:
                return process.communicate(sent, timeout=_LOOK)[0]
            except subprocess.TimeoutExpired:
                sent = None  # it goes on sending what it was given first
            except BaseException:
                process.kill()
                raise
        process.kill()
    raise UserError("the question was cancelled", "ask again")


def _answer_of(printed: bytes) -> Answer:
    try:
        found: dict[str, Any] = json.loads(printed)
    except ValueError:
        raise UserError("the process that looks for the answer ended unexpectedly", "ask again") from None
    if "error" in found:
        error = found["error"]
        raise UserError(error["message"], error["hint"], tuple(error["choices"]), error["code"], error["topic"])
    return Answer(**found)
