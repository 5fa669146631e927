"""What is called dead in a repository, and a sample of it to be checked by hand.

usage: dead_code.py CORPUS... [--sample N] [--seed N] [--tier TIER] [--json]

CORPUS is a corpus's name or a folder. The sample is drawn with a fixed seed from the sorted list; where fewer are dead, all are shown.
Verdicts stand in docs/dead-code.md.
"""

import argparse
import json
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from corpora import copied

from blastlens.app.api import Blastlens
from blastlens.app.questions import DEAD, DeadCode, tiers_named

_SAMPLE = 40
_SEED = 5


def answer(name: str, tier: str) -> tuple[dict[str, Any], float]:
    """The answer as JSON, and the seconds it took once the index was there."""
    if Path(name).is_dir():
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "repository"
            shutil.copytree(name, copy, symlinks=True, ignore=shutil.ignore_patterns(".code-graph"))
            return _ask(copy, tier)
    with copied(name) as corpus:
        return _ask(corpus, tier)


def _ask(root: Path, tier: str) -> tuple[dict[str, Any], float]:
    app = Blastlens.open(root)
    try:
        began = time.process_time()
        found = app.ask(DeadCode(tiers=tiers_named([tier]))).to_json()
        return found, time.process_time() - began
    finally:
        app.close()


def sample(rows: list[dict[str, Any]], size: int, seed: int) -> list[dict[str, Any]]:
    ordered = sorted(rows, key=lambda row: (row["file"], row["line"], row["symbol"]))
    chosen = set(random.Random(seed).sample(range(len(ordered)), min(size, len(ordered))))
    return [row for at, row in enumerate(ordered) if at in chosen]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", metavar="CORPUS")
    parser.add_argument("--sample", type=int, default=_SAMPLE)
    parser.add_argument("--seed", type=int, default=_SEED)
    parser.add_argument("--tier", default=DEAD)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    for name in args.corpora:
        found, seconds = answer(name, args.tier)
        rows = sample(found["results"], args.sample, args.seed)
        shown = {
            "corpus": name,
            "counts": found["counts"],
            "alive": found["alive"],
            "cpu_s": round(seconds, 1),
            "sample": rows,
        }
        if args.json:
            print(json.dumps(shown))
            continue
        print(f"{Path(name).name}: {found['counts']}, alive {found['alive']:,}; {shown['cpu_s']} s of CPU")
        for row in rows:
            print(f"  {row['symbol']}:{row['line']} {row['kind']}, {row['lines']} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())
