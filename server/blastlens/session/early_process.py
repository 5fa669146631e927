"""Having an early index made by another process, see `early_main`."""

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

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
    ) -> None:
        """Raises `OSError` where no process can be started."""
        settings = {"exclude": list(exclude), "max_file_bytes": max_file_bytes, "frameworks": frameworks}
        # -P: the current folder, which may be the indexed repository, is not searched for modules.
        command = [sys.executable, "-P", "-m", "blastlens.session.early_main", str(root), json.dumps(settings)]
        self._told = told
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        threading.Thread(target=self._follow, name="early-index", daemon=True).start()

    def want(self, file: str) -> None:
        """Ask for a file; after `stop` nothing comes of it."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.write(json.dumps({"file": file}).encode() + b"\n")
            self._process.stdin.flush()

    def stop(self) -> None:
        """Have it end, and its index go. Does not wait."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

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
