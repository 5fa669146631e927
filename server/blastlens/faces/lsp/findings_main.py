"""The findings of a root in a process of its own: `python -P -m blastlens.faces.lsp.findings_main`.

Reads one JSON object from standard input: "root", "exclude", "min_confidence" and "wanted" (the fields of a
`app.editor_findings.Wanted`). Prints a line of JSON for every stage: the fields of a `Stage`, or {"error": those of a `UserError`}.
"""

import contextlib
import gc
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.app.wanted_findings import Stage, Wanted

# Added to the niceness of the process: saves and questions go first.
_NICE: Final = 4


def main() -> None:
    gc.disable()  # the process ends before what it could free is worth the look
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(_NICE)
    out = sys.stdout.buffer
    try:
        for line in _lines(json.load(sys.stdin)):
            out.write(line + b"\n")
            out.flush()
    except BrokenPipeError:
        os._exit(1)
    os._exit(0)  # without taking the graph apart object by object


def _lines(asked: dict[str, Any]) -> Iterator[bytes]:
    try:
        for stage in _stages(asked):
            yield msgspec.json.encode(stage)
    except UserError as error:
        told = {"message": error.message, "hint": error.hint, "code": error.code}
        yield msgspec.json.encode({"error": told})


def _stages(asked: dict[str, Any]) -> Iterator[Stage]:
    app = Blastlens.open(
        Path(asked["root"]),
        refresh=False,
        exclude=asked["exclude"],
        min_confidence=asked["min_confidence"],
        resident=True,
    )
    yield from app.judge(msgspec.convert(asked["wanted"], Wanted))


if __name__ == "__main__":
    main()
