"""How long an answer takes: inside a running server (CPU time), and as a process of its own (wall and CPU time).

usage: queries.py [CORPUS] [--json]
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from corpora import copied
from measuring import blastlens, percentile, run

from blastlens.app.api import Blastlens
from blastlens.app.questions import BlastRadius, Callers

_WIDE = {"django": "django/db/models/base.py::Model.save", "flask": "src/flask/app.py::Flask.full_dispatch_request"}
_SAMPLE = 300


def measure(name: str) -> dict[str, Any]:
    with copied(name) as folder:
        run(blastlens("index", "."), folder)
        wide = _WIDE[name]
        app = Blastlens.open(folder, resident=True)
        try:
            callers = _callers(app)
            first, radius, reached = _radius(app, wide)
        finally:
            app.close()
        process = [run(blastlens("callers", wide, "--json"), folder) for _ in range(9)]
        bare = [run(blastlens("callers", wide, "--json", "--no-refresh"), folder) for _ in range(9)]
    return {
        "corpus": name,
        "callers_warm_median_ms": round(1000 * statistics.median(callers), 3),
        "callers_warm_p95_ms": round(1000 * percentile(callers, 0.95), 3),
        "blast_radius_symbol": wide,
        "blast_radius_reached": reached,
        "blast_radius_first_ms": round(1000 * first, 1),
        "blast_radius_warm_ms": round(1000 * radius, 1),
        "callers_process_wall_median_ms": round(1000 * statistics.median(cost.wall for cost in process)),
        "callers_process_cpu_median_ms": round(1000 * statistics.median(cost.cpu for cost in process)),
        "callers_no_refresh_wall_median_ms": round(1000 * statistics.median(cost.wall for cost in bare)),
        "callers_no_refresh_cpu_median_ms": round(1000 * statistics.median(cost.cpu for cost in bare)),
    }


def _timed(action: Callable[[], object]) -> float:
    """CPU seconds: one thread answers, and other work on the machine does not count."""
    began = time.process_time()
    action()
    return time.process_time() - began


def _callers(app: Blastlens) -> list[float]:
    """Warm: each question has been asked once. Symbols are drawn with a fixed seed."""
    from blastlens.app.questions import Symbols

    symbols = [row["symbol"] for row in app.ask(Symbols()).results]
    chosen = random.Random(5).sample(symbols, min(_SAMPLE, len(symbols)))
    for symbol in chosen:
        app.ask(Callers(symbol))
    return [_timed(lambda symbol=symbol: app.ask(Callers(symbol))) for symbol in chosen]  # type: ignore[misc]


def _radius(app: Blastlens, symbol: str) -> tuple[float, float, int]:
    """The first question after opening, the median of later ones, and how many symbols it reaches."""
    question = BlastRadius(symbols=(symbol,))
    first = _timed(lambda: app.ask(question))
    extra = app.ask(question).extra
    walls = []
    for threshold in (0.7, 0.71, 0.72, 0.73, 0.74, 0.75, 0.76):
        # Another threshold is another question, so that no kept answer is measured.
        asked = BlastRadius(symbols=(symbol,), min_confidence=threshold)
        walls.append(_timed(lambda asked=asked: app.ask(asked)))  # type: ignore[misc]
    return first, statistics.median(walls), len(extra["direct"]) + len(extra["transitive"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="?", default="django", choices=sorted(_WIDE))
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    row = measure(given.corpus)
    if given.json:
        print(json.dumps(row))
        return
    for key, value in row.items():
        print(f"{key:<38}{value}")


if __name__ == "__main__":
    main()
