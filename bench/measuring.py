"""Running a process and knowing what it cost: CPU with its children, wall time, peak memory over all its processes."""

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

MEGABYTE = 1_000_000
_PAGE = os.sysconf("SC_PAGE_SIZE")
_SAMPLE_SECONDS = 0.02
_SHARED_EVERY = 10  # samples between two looks at proportional memory, which costs more to read


class Cost(NamedTuple):
    """Seconds and bytes. `peak_rss` adds the resident memory of all processes, shared pages counted in each of them;
    `peak_pss` shares such pages out (0 where the system does not tell)."""

    cpu: float
    wall: float
    peak_rss: int
    peak_pss: int
    output: str


def run(command: list[str], folder: Path) -> Cost:
    """Run `command` to its end and measure it. Raises when it fails."""
    # As users have it: modules are compiled once, and read from then on.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    began = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    sampler = _Sampler(process.pid)
    sampler.start()
    reader = threading.Thread(target=lambda: errors.append(process.stderr.read() if process.stderr else ""))
    errors: list[str] = []
    reader.start()
    assert process.stdout is not None
    output = process.stdout.read()
    reader.join()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - began
    sampler.ended.set()
    sampler.join()
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} exits with {process.returncode}:\n{''.join(errors)}")
    return Cost(usage.ru_utime + usage.ru_stime, wall, sampler.peak_rss, sampler.peak_pss, output)


def blastlens(*arguments: str) -> list[str]:
    """The command line of this interpreter's Blastlens."""
    return [sys.executable, "-m", "blastlens", *arguments]


@contextlib.contextmanager
def as_installed() -> Iterator[str]:
    """Processes started inside run the package as users get it, with compiled modules, where `scripts/compiled` can build
    it for this interpreter. The form that they do run: "compiled" or "pure"."""
    script = Path(__file__).parent.parent / "scripts" / "compiled"
    environment = {**os.environ, "PYTHON": sys.executable}
    built = subprocess.run([str(script)], env=environment, capture_output=True, text=True, check=False)
    former = os.environ.get("PYTHONPATH")
    if built.returncode == 0:
        os.environ["PYTHONPATH"] = built.stdout.strip().splitlines()[-1]
    try:
        asked = [sys.executable, "-c", "import blastlens.link.linker as linker; print(linker.__file__)"]
        file = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
        yield "pure" if file.endswith(".py") else "compiled"
    finally:
        if former is None:
            os.environ.pop("PYTHONPATH", None)
        else:
            os.environ["PYTHONPATH"] = former


def percentile(values: list[float], share: float) -> float:
    """The value that `share` of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class _Sampler(threading.Thread):
    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.pid = pid
        self.peak_rss = 0
        self.peak_pss = 0
        self.ended = threading.Event()

    def run(self) -> None:
        for count in _counting():
            family = _family(self.pid)
            self.peak_rss = max(self.peak_rss, sum(map(_rss, family)))
            if count % _SHARED_EVERY == 0:
                self.peak_pss = max(self.peak_pss, sum(map(_pss, family)))
            if self.ended.wait(_SAMPLE_SECONDS):
                return


def _counting() -> "range":
    return range(1 << 40)


def _family(pid: int) -> list[int]:
    """A process and all its descendants."""
    found, left = [pid], [pid]
    while left:
        parent = left.pop()
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                children = [int(child) for child in task.read_text().split()]
            except OSError:
                continue
            found += children
            left += children
    return found


def _rss(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0


def _pss(pid: int) -> int:
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0
