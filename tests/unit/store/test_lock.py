"""One writer, whose lock ends with its life."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from blastlens.store import lock as lock_module
from blastlens.store.errors import StoreLockedError
from blastlens.store.lock import WriterLock

HOLD = """
import sys, time
from pathlib import Path
from blastlens.store.lock import WriterLock
with WriterLock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def holder(path: Path) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdout.readline() == "held\n"
    return process


def end(process: "subprocess.Popen[str]") -> None:
    process.communicate()


def test_the_second_waits_and_names_the_owner(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    process = holder(path)
    with pytest.raises(StoreLockedError, match=str(process.pid)), WriterLock(path, 0.1):
        pass
    end(process)
    with WriterLock(path, 5):
        pass


def test_a_killed_owner_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    process = holder(path)
    os.kill(process.pid, signal.SIGKILL)
    with WriterLock(path, 5):
        pass
    end(process)


def test_the_lock_passes_on_when_it_is_free(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    process = holder(path)
    taken: list[bool] = []

    def wait() -> None:
        with WriterLock(path, 20):
            taken.append(True)

    thread = threading.Thread(target=wait)
    thread.start()
    time.sleep(0.05)
    assert taken == []
    end(process)
    thread.join()
    assert taken == [True]


def test_without_flock_a_dead_owner_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock_module, "fcntl", None)
    path = tmp_path / "lock"
    with WriterLock(path, 0), pytest.raises(StoreLockedError), WriterLock(path, 0.05):
        pass
    assert not path.exists()
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    path.write_text(str(process.pid))
    with WriterLock(path, 5):
        pass
