"""How long the questions of structure take inside a running server, with the graph at hand: CPU time of the first answer at a revision
(that of later ones is what the memo costs), and the sizes of what is answered.

usage: structure.py [CORPUS…] [--json]
"""

import argparse
import gc
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from corpora import copied
from measuring import blastlens, run

from blastlens.app.answer import Answer
from blastlens.app.api import Blastlens
from blastlens.app.questions import (
    Bridges,
    Communities,
    ContextPack,
    Cycles,
    Flows,
    Hubs,
    Question,
    RepoMap,
)

_QUESTIONS: Final[dict[str, Question]] = {
    "cycles, imports at load time": Cycles(),
    "cycles, all imports": Cycles(include="all"),
    "cycles, classes": Cycles("class"),
    "cycles, calls": Cycles("call"),
    "hubs": Hubs(),
    "hubs, tests too": Hubs(tests=True),
    "bridges": Bridges(),
    "bridges, tests too": Bridges(tests=True),
    "communities": Communities(),
    "flows": Flows(),
    "repo map": RepoMap(),
}


def measure(name: str) -> Iterator[dict[str, Any]]:
    """A row for each question. A revision is asked each question once, so that nothing but the graph is at hand."""
    with copied(name) as folder:
        run(blastlens("index", "."), folder)
        hub = ""
        for what, question in _QUESTIONS.items():
            spent, answer = _asked(folder, question)
            yield _row(name, what, spent, answer)
            if what == "hubs":
                hub = answer.results[0]["symbol"]
        spent, answer = _asked(folder, ContextPack((hub,)))
        yield _row(name, f"context pack of {hub.rpartition('::')[2]}", spent, answer)


def _asked(folder: Path, question: Question) -> tuple[float, Answer]:
    app = Blastlens.open(folder, refresh=False, resident=True)
    try:
        app.load()
        gc.collect()
        began = time.process_time()
        answer = app.ask(question)
        return time.process_time() - began, answer
    finally:
        app.close()


def _row(name: str, what: str, spent: float, answer: Answer) -> dict[str, Any]:
    extra = answer.extra
    keys = ("nodes", "edges", "total", "modularity", "articulations", "walked", "shown", "tokens")
    sizes = {key: extra[key] for key in keys if key in extra}
    if answer.results and "smallest" in answer.results[0]:
        largest = max(answer.results, key=lambda row: len(row["members"]))
        sizes |= {"cycles": len(answer.results), "largest": len(largest["members"]), "edges": len(largest["edges"])}
        sizes |= {"removals": len(largest["smallest"]["edges"]), "method": largest["smallest"]["method"]}
    return {"corpus": name, "question": what, "cpu_s": round(spent, 3), **sizes}


def _sizes(row: dict[str, Any]) -> str:
    told = {key: value for key, value in row.items() if key not in ("corpus", "question", "cpu_s")}
    return ", ".join(f"{key} {value:,}" if isinstance(value, int) else f"{key} {value}" for key, value in told.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="*", default=["django"])
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    for name in given.corpora or ["django"]:
        for row in measure(name):
            if given.json:
                print(json.dumps(row), flush=True)
                continue
            print(f"{name:<10}{row['question']:<34}{row['cpu_s']:>7.3f} s  {_sizes(row)}", flush=True)


if __name__ == "__main__":
    main()
