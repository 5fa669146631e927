"""Bulk work in a process of its own: `python -P -m blastlens.session.bulk ROOT [SETTINGS]`.

Prints one JSON object a line: `{"phase", "done", "total"}` while it works, at the end `{"revision", "files", "note",
"extracted", "relinked", "removed"}` or `{"error", "message", "hint"}`. It ends when its standard input closes, so it never outlives the process that started it.
SETTINGS is a JSON object: "exclude", "max_file_bytes", "frameworks", "anew", "humble" (others go first).
"""

import contextlib
import gc
import json
import os
import select
import sys
from pathlib import Path
from typing import Any, Final

from blastlens.session.errors import SessionError
from blastlens.session.ports import Progress, Refresh
from blastlens.session.session import Session
from blastlens.session.workspace import MAX_FILE_BYTES

_NICENESS: Final = 10


def main(arguments: list[str]) -> int:
    gc.disable()  # for good: switched on again it would first walk all that was made
    settings: dict[str, Any] = json.loads(arguments[1]) if len(arguments) > 1 else {}
    if settings.get("humble"):
        _go_last()
    try:
        with Session.open(
            Path(arguments[0]),
            exclude=settings.get("exclude", ()),
            max_file_bytes=settings.get("max_file_bytes", MAX_FILE_BYTES),
            frameworks=settings.get("frameworks"),
            for_bulk=True,
        ) as session:
            if settings.get("anew"):
                done = session.reindex(progress=_say_progress, cancelled=_is_orphan)
            else:
                done = session.refresh(progress=_say_progress, cancelled=_is_orphan)
            _say_result(done)
            session.close()
            os._exit(0)  # without taking facts and linker apart object by object
    except SessionError as error:
        _say({"error": error.code, "message": error.message, "hint": error.hint})
        return 2
    except BrokenPipeError:
        return 1
    return 0


def _say_result(done: Refresh) -> None:
    lists = {"extracted": done.extracted, "relinked": done.relinked, "removed": done.removed}
    _say({"revision": done.revision, "files": done.total_files, "note": done.note, **lists})


def _say_progress(progress: Progress) -> None:
    _say({"phase": progress.phase, "done": progress.done, "total": progress.total})


def _say(message: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def _go_last() -> None:
    """Leave the processors to whoever answers someone; workers do as this process does."""
    with contextlib.suppress(OSError, AttributeError):  # there is no such thing on some systems
        os.nice(_NICENESS)


def _is_orphan() -> bool:
    """Whether the other end of standard input has closed. What is written to it is not read."""
    ready, _, _ = select.select([0], [], [], 0)
    return bool(ready) and os.read(0, 4096) == b""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
