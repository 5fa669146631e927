"""A first index beside the floor of only parsing the same files, in the same run. The package is measured as users get it,
with compiled modules, where `scripts/compiled` can build it; `form` says which form was.

usage: cold_index.py [CORPUS] [--runs N] [--json]
       cold_index.py --languages [--runs N]     a table with one corpus or two of each language
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from corpora import CORPORA, copied
from measuring import MEGABYTE, as_installed, blastlens, run


def measure(name: str, runs: int = 1) -> dict[str, Any]:
    """The best of `runs` first indexes (other work on the machine only adds), and what follows from the last one."""
    with as_installed() as form:
        rows = [{"form": form, **_one(name)} for _ in range(runs)]
    return min(rows, key=lambda row: float(row["ratio"]))


def _one(name: str) -> dict[str, Any]:
    with copied(name) as folder:
        cost = run(blastlens("index", "."), folder)
        listed = json.loads(_output(blastlens("symbols", "--json"), folder))["results"]
        paths = sorted({row["symbol"].rpartition("::")[0] for row in listed} | _sources(folder))
        floor = _floor(folder, paths)
        status = json.loads(_output(blastlens("status", "--json"), folder))
        whole_process = min(run(blastlens("index", "."), folder).wall for _ in range(3))
        return {
            "corpus": name,
            "files": floor["files"],
            "lines": floor["lines"],
            "floor_cpu_s": round(floor["cpu"], 2),
            "index_cpu_s": round(cost.cpu, 2),
            "ratio": round(cost.cpu / floor["cpu"], 2),
            "index_wall_s": round(cost.wall, 2),
            "peak_rss_mb": round(cost.peak_rss / MEGABYTE),
            "peak_pss_mb": round(cost.peak_pss / MEGABYTE),
            "database_mb": round(status["database_bytes"] / MEGABYTE, 1),
            "folder_mb": round(_size(folder / ".code-graph") / MEGABYTE, 1),
            "no_op_refresh_s": round(_no_op(folder), 3),
            "no_op_process_s": round(whole_process, 3),
            "symbols": status["symbols"],
            "edges": status["edges"],
        }


def _output(command: list[str], folder: Path) -> str:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def _sources(folder: Path) -> set[str]:
    """Files of the languages that are parsed: those without a symbol of their own are too."""
    from blastlens.languages.registry import language_for

    found = set()
    for path in folder.rglob("*"):
        inside = path.relative_to(folder)
        if path.is_file() and not any(part.startswith(".") for part in inside.parts[:-1]):
            language = language_for(inside.as_posix())
            if language is not None and language.grammar:
                found.add(inside.as_posix())
    return found


def _floor(folder: Path, paths: list[str]) -> dict[str, Any]:
    """The best of three runs of the floor."""
    command = [sys.executable, str(Path(__file__).with_name("parse_floor.py")), str(folder)]
    runs = [
        json.loads(subprocess.run(command, input="\n".join(paths), capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    ]
    return min(runs, key=lambda found: float(found["cpu"]))


def _no_op(folder: Path) -> float:
    """Wall seconds of a refresh that finds nothing to do, in a running server."""
    from blastlens.app.api import Blastlens

    app = Blastlens.open(folder)
    try:
        walls = []
        for _ in range(5):
            began = time.perf_counter()
            assert not app.refresh().changed
            walls.append(time.perf_counter() - began)
        return sorted(walls)[2]
    finally:
        app.close()


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


# Corpus and budget (CPU as a multiple of the floor).
LANGUAGES = {"hono": 6, "xterm": 6, "gson": 6, "cobra": 5, "hcl": 5, "ripgrep": 5, "libuv": 5, "leveldb": 5}


def print_languages(runs: int) -> None:
    print(
        "| corpus | language | files | lines | parsing only | first index | multiple | budget | met |\n"
        + "| --- " * 9
        + "|"
    )
    for name, budget in LANGUAGES.items():
        row = measure(name, runs)
        cells = (
            CORPORA[name].language,
            row["files"],
            row["lines"],
            f"{row['floor_cpu_s']} s",
            f"{row['index_cpu_s']} s",
        )
        met = "yes" if row["ratio"] <= budget else "no"
        print("| " + " | ".join(map(str, (name, *cells, row["ratio"], f"≤ {budget}", met))) + " |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="?", default="django", choices=sorted(CORPORA))
    parser.add_argument("--languages", action="store_true")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if given.languages:
        print_languages(given.runs)
        return
    row = measure(given.corpus, given.runs)
    if given.json:
        print(json.dumps(row))
        return
    for key, value in row.items():
        print(f"{key:<18}{value}")


if __name__ == "__main__":
    main()
