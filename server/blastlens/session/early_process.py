"""Having an early index made by another process, see `early_main`."""

import contextlib
import json
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from blastlens.session.early_spare import Spare, start_spare
from blastlens.session.toolchain import Frameworks
from blastlens.session.workspace import MAX_FILE_BYTES


class EarlyNews(NamedTuple):
    """`revision` of the index in `folder` knows `file` and its neighbours."""

    folder: Path
    file: str
    revision: int


class EarlyProcess:
    """One process. `told` is called from a thread of this object, for each file that was wanted and found."""

    def __init__(
        self,
        root: Path,
        told: Callable[[EarlyNews], None],
        *,
        exclude: Sequence[str] = (),
        max_file_bytes: int = MAX_FILE_BYTES,
        frameworks: Frameworks | None = None,
        spare: Spare | None = None,
    ) -> None:
        """`spare`: a process that waits for its root, used instead of a new one while it runs. Raises `OSError` where no process
        can be started."""
        settings = {"exclude": list(exclude), "max_file_bytes": max_file_bytes, "frameworks": frameworks}
        self._told = told
        self._process = spare if spare is not None and spare.poll() is None else start_spare()
        self._tell({"root": str(root)} | settings)
        threading.Thread(target=self._follow, name="early-index", daemon=True).start()

    def want(self, file: str) -> None:
        """Ask for a file; after `stop` nothing comes of it."""
        self._tell({"file": file})

    def stop(self) -> None:
        """Have it end, and its index go. Does not wait."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def _tell(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()

    def _follow(self) -> None:
        assert self._process.stdout is not None
        folder = Path()
        with self._process.stdout as lines:
            for line in lines:
                with contextlib.suppress(ValueError, KeyError):
                    message: dict[str, Any] = json.loads(line)
                    if "folder" in message:
                        folder = Path(message["folder"])
                    elif message["revision"]:
                        self._told(EarlyNews(folder, message["file"], message["revision"]))
        self._process.wait()
