"""Workers: all results, and only the file that kills one is lost."""

import dataclasses
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from fake_tools import facts_of, tiny_tools
from session_files import write

from blastlens.facts.file_facts import FileFacts
from blastlens.session.extraction import FileExtractor
from blastlens.session.worker_pool import extract_in_pool
from blastlens.session.workspace import MAX_FILE_BYTES


def extractor(root: Path) -> FileExtractor:
    def extract(_language: Any, data: bytes) -> FileFacts:
        if b"crash" in data:
            os.kill(os.getpid(), signal.SIGKILL)
        return facts_of(data)

    return FileExtractor(root, dataclasses.replace(tiny_tools(), extract=extract), MAX_FILE_BYTES)


def paths_of(root: Path, count: int) -> list[str]:
    for number in range(count):
        write(root, f"f{number}.tiny", f"def f{number}\n" * (number + 1))
    return [f"f{number}.tiny" for number in range(count)]


def test_every_path_is_answered_once(tmp_path: Path) -> None:
    paths = [*paths_of(tmp_path, 100), "none.tiny"]
    results = {result.path: result for result in extract_in_pool(extractor(tmp_path), paths, 3)}
    assert sorted(results) == sorted(paths)
    assert results["none.tiny"].state == "gone"
    assert results["f99.tiny"].is_indexed and results["f99.tiny"].line_count == 101


def test_a_file_that_kills_its_worker_is_named(tmp_path: Path) -> None:
    paths = paths_of(tmp_path, 60)
    for bad in ("f3.tiny", "f30.tiny"):
        write(tmp_path, bad, "crash\n")
    results = list(extract_in_pool(extractor(tmp_path), paths, 2))
    lost = sorted(result.path for result in results if result.state == "unreadable")
    assert (len(results), lost) == (60, ["f3.tiny", "f30.tiny"])


def test_stopping_early_ends_the_workers(tmp_path: Path) -> None:
    iterator = extract_in_pool(extractor(tmp_path), paths_of(tmp_path, 100), 2)
    next(iterator)
    iterator.close()  # type: ignore[attr-defined]
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return
    raise AssertionError("a worker is left")


ORPHANS = """
import os, sys, time
sys.path.insert(0, sys.argv[2])
from pathlib import Path
import dataclasses
from fake_tools import facts_of, tiny_tools
from blastlens.session.extraction import FileExtractor
from blastlens.session.worker_pool import _Pool
def slow(language, data):
    time.sleep(0.02)
    return facts_of(data)
pool = _Pool(FileExtractor(Path(sys.argv[1]), dataclasses.replace(tiny_tools(), extract=slow), 1 << 20))
results = pool.run(sorted(os.listdir(sys.argv[1])), 2)
next(results)
print(*[worker.process for worker in pool._workers.values()], flush=True)
sys.stdin.read()
"""


def test_workers_die_with_their_parent(tmp_path: Path) -> None:
    paths_of(tmp_path, 80)
    command = [sys.executable, "-c", ORPHANS, str(tmp_path), str(Path(__file__).parent)]
    parent = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert parent.stdout is not None
    workers = [int(word) for word in parent.stdout.readline().split()]
    assert len(workers) == 2
    parent.kill()
    parent.communicate()
    deadline = time.monotonic() + 20
    while any(_alive(worker) for worker in workers):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def _alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False
