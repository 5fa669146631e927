"""From a save to refreshed lenses, inside a running server.

usage: save.py [CORPUS] [FILE] [--saves N] [--json]
"""

import argparse
import json
import statistics
import time
from typing import Any

from corpora import CORPORA, copied
from measuring import blastlens, percentile, run

from blastlens.app.api import Blastlens


def measure(name: str, path: str, saves: int) -> dict[str, Any]:
    """Each save changes the body of a function in turn, so that facts are never found in the cache."""
    with copied(name) as folder:
        run(blastlens("index", "."), folder)
        app = Blastlens.open(folder)
        try:
            walls, relinked = _saves(app, folder / path, path, saves)
        finally:
            app.close()
    return {
        "corpus": name,
        "file": path,
        "saves": saves,
        "median_ms": round(1000 * statistics.median(walls)),
        "p95_ms": round(1000 * percentile(walls, 0.95)),
        "most_relinked": relinked,
    }


def _saves(app: Blastlens, file: Any, path: str, saves: int) -> tuple[list[float], int]:
    text = file.read_text(encoding="utf-8")
    lines = text.split("\n")
    bodies = [at for at, line in enumerate(lines) if line.startswith("        return ")]
    walls, most = [], 0
    for number in range(saves):
        at = bodies[number * 7 % len(bodies)]
        indent = " " * (len(lines[at]) - len(lines[at].lstrip()))
        edited = [*lines[:at], f"{indent}_saved_{number} = {number}", *lines[at:]]
        file.write_text("\n".join(edited), encoding="utf-8")
        began = time.perf_counter()
        refresh = app.refresh([path])
        for lens in app.lenses(path):
            app.resolve_lens(lens.symbol_id)
        walls.append(time.perf_counter() - began)
        most = max(most, len(refresh.relinked))
    return walls, most


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
        print(f"{key:<18}{value}")


if __name__ == "__main__":
    main()
