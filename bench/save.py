"""From a save to refreshed lenses, inside a running server.

Counted: the refresh, placing all lenses of the file, and resolving those on the screen around the edit, as an editor asks
for them. Resolving every lens of the file is told apart.

usage: save.py [CORPUS] [FILE] [--saves N] [--json]
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from corpora import CORPORA, copied
from measuring import blastlens, percentile, run

from blastlens.app.api import Blastlens

_SCREEN_LINES = 60


class Save(NamedTuple):
    """Seconds of one save, and the files it linked again."""

    refresh: float
    screen: float  # refresh, placing, and resolving the lenses on the screen
    screen_cpu: float  # the same in CPU time of the process, which other work on the machine does not stretch
    whole_file: float
    relinked: int


def measure(name: str, path: str, saves: int) -> dict[str, Any]:
    """Each save changes the body of another function, so that facts are never found in the cache."""
    with copied(name) as folder:
        run(blastlens("index", "."), folder)
        app = Blastlens.open(folder, resident=True)
        try:
            done = list(_saves(app, folder / path, path, saves))
        finally:
            app.close()
    screens = [save.screen for save in done]
    return {
        "corpus": name,
        "file": path,
        "saves": saves,
        "median_ms": round(1000 * statistics.median(screens)),
        "p95_ms": round(1000 * percentile(screens, 0.95)),
        "cpu_median_ms": round(1000 * statistics.median(save.screen_cpu for save in done)),
        "cpu_p95_ms": round(1000 * percentile([save.screen_cpu for save in done], 0.95)),
        "refresh_median_ms": round(1000 * statistics.median(save.refresh for save in done)),
        "all_lenses_median_ms": round(1000 * statistics.median(save.whole_file for save in done)),
        "most_relinked": max(save.relinked for save in done),
    }


def _saves(app: Blastlens, file: Path, path: str, saves: int) -> Iterator[Save]:
    lines = file.read_text(encoding="utf-8").split("\n")
    bodies = [at for at, line in enumerate(lines) if line.startswith("        return ")]
    # As in an editor: the file is open, its lenses are shown, and the server had a moment after that.
    for lens in app.lenses(path):
        app.resolve_lens(lens.symbol_id)
    for _ in app.rehearsal(path):
        pass
    for number in range(saves):
        app.settle()
        at = bodies[number * 7 % len(bodies)]
        indent = " " * (len(lines[at]) - len(lines[at].lstrip()))
        edited = [*lines[:at], f"{indent}_saved_{number} = {number}", *lines[at:]]
        file.write_text("\n".join(edited), encoding="utf-8")
        began, began_cpu = time.perf_counter(), time.process_time()
        refresh = app.refresh([path])
        refreshed = time.perf_counter()
        lenses = app.lenses(path)
        seen = [lens for lens in lenses if abs(lens.line - at) <= _SCREEN_LINES / 2]
        for lens in seen:
            app.resolve_lens(lens.symbol_id)
        shown, shown_cpu = time.perf_counter(), time.process_time()
        for lens in lenses:
            app.resolve_lens(lens.symbol_id)
        whole = time.perf_counter()
        yield Save(refreshed - began, shown - began, shown_cpu - began_cpu, whole - began, len(refresh.relinked))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="?", default="django", choices=sorted(CORPORA))
    parser.add_argument("file", nargs="?", default="django/db/models/query.py")
    parser.add_argument("--saves", type=int, default=40)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    row = measure(given.corpus, given.file, given.saves)
    if given.json:
        print(json.dumps(row))
        return
    for key, value in row.items():
        print(f"{key:<22}{value}")


if __name__ == "__main__":
    main()
