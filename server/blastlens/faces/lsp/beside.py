"""Questions that look at the whole graph, asked in another process: this one goes on answering short ones."""

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec

from blastlens.app.answer import Answer
from blastlens.app.errors import UserError
from blastlens.app.questions import (
    AffectedTests,
    BlastRadius,
    Bridges,
    Central,
    Communities,
    Cycles,
    DeadCode,
    Describe,
    Flows,
    GraphMap,
    Hubs,
    NotUpdated,
    Question,
    Untested,
)
from blastlens.app.wanted_findings import Stage, Wanted
from blastlens.faces.lsp.configuration import Settings
from blastlens.session.scratch import sweep

# Seconds between looks at whether the user has cancelled.
_LOOK: Final = 0.05


class Beside(Protocol):
    """Asks a question over the index as it is stored."""

    def ask(self, root: Path, settings: Settings, question: Question, cancelled: Callable[[], bool]) -> Answer:
        """Blocks until answered; call it off the event loop. Gives up soon after `cancelled()`. Raises `UserError`, also
        when it gave up."""
        ...

    def judge(
        self,
        root: Path,
        settings: Settings,
        wanted: Wanted,
        listen: Callable[[Stage], None],
        cancelled: Callable[[], bool],
    ) -> None:
        """Find what an editor shows; `listen` is told of each stage, in the calling thread. Blocks and gives up as `ask`, but
        in silence."""
        ...


_WIDE: Final = (Untested, Cycles, NotUpdated, Hubs, Bridges, Communities, Flows, DeadCode, Describe, Central)


def is_wide(question: Question) -> bool:
    """Whether a question takes long in a large repository, whatever it is about."""
    if isinstance(question, (BlastRadius, AffectedTests, GraphMap)):
        return not question.symbols
    return isinstance(question, _WIDE)


class BesideProcess:
    """`Beside` over a process for each question, see `beside_main`. The process is stopped when the user cancels."""

    def ask(self, root: Path, settings: Settings, question: Question, cancelled: Callable[[], bool]) -> Answer:
        asked = _asked(root, settings, kind=type(question).__name__, question=asdict(question))
        return _answer_of(_talk(_started("beside_main"), asked, cancelled))

    def judge(
        self,
        root: Path,
        settings: Settings,
        wanted: Wanted,
        listen: Callable[[Stage], None],
        cancelled: Callable[[], bool],
    ) -> None:
        asked = _asked(root, settings, wanted=asdict(wanted))
        over = threading.Event()
        try:
            with _started("findings_main") as process:
                watching = threading.Thread(target=_stop_when, args=(process, cancelled, over), daemon=True)
                watching.start()
                try:
                    _listen(process, asked, listen, cancelled)
                finally:
                    over.set()
                    process.kill()
        finally:
            sweep()  # what it had no time to take away


def _asked(root: Path, settings: Settings, **what: Any) -> bytes:
    """What a process is told: of which index, and `what`."""
    index = {"root": str(root), "exclude": list(settings.exclude), "min_confidence": settings.min_confidence}
    return json.dumps({**index, **what}).encode()


def _started(module: str) -> "subprocess.Popen[bytes]":
    # -P: the current folder, which may be the indexed repository, is not searched for modules.
    command = [sys.executable, "-P", "-m", f"blastlens.faces.lsp.{module}"]
    try:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    except OSError as error:
        raise UserError(f"no process could be started: {error.strerror}", "ask again") from None


def _stop_when(process: "subprocess.Popen[bytes]", cancelled: Callable[[], bool], over: threading.Event) -> None:
    while not over.wait(_LOOK):
        if cancelled():
            process.kill()
            return


def _listen(
    process: "subprocess.Popen[bytes]", asked: bytes, listen: Callable[[Stage], None], cancelled: Callable[[], bool]
) -> None:
    assert process.stdin is not None and process.stdout is not None
    last = False
    with contextlib.suppress(OSError):
        process.stdin.write(asked)
        process.stdin.close()
        for line in process.stdout:
            if cancelled():
                return
            told = json.loads(line)
            if "error" in told:
                raise UserError(told["error"]["message"], told["error"]["hint"], code=told["error"]["code"])
            stage = msgspec.convert(told, Stage)
            listen(stage)
            last = stage.last
    if not last and not cancelled():
        raise UserError("the process that looks for findings ended unexpectedly", "save a file to have it begin again")


def _talk(process: "subprocess.Popen[bytes]", asked: bytes, cancelled: Callable[[], bool]) -> bytes:
    with process:
        # Not by `communicate`: after a time-out that forgets what it has not sent yet, and both sides wait for ever.
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.write(asked)
            process.stdin.close()
        process.stdin = None
        while not cancelled():
            try:
                return process.communicate(timeout=_LOOK)[0]
            except subprocess.TimeoutExpired:
                continue
            except BaseException:
                process.kill()
                raise
        process.kill()
    sweep()
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
