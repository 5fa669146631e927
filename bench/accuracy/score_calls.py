"""Precision and recall of call edges against a truth set, by the truth set's own scorer. Prints a Markdown table.

usage: score_calls.py [CORPUS …] [--threshold X] [--wrong N]

The truth set (`score.py` and `data/NAME.*.jsonl.gz`) is found by `BLASTLENS_TRUTH`, or in `../shared/truth` beside this
repository.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[1]))

from corpora import copied  # noqa: E402
from measuring import blastlens, run  # noqa: E402

SMALL = ("flask", "click", "requests")


def truth_folder() -> Path:
    folder = Path(os.environ.get("BLASTLENS_TRUTH") or HERE.parents[3] / "shared" / "truth")
    if not (folder / "score.py").is_file():
        raise SystemExit(f"no truth set in {folder}: set BLASTLENS_TRUTH")
    return folder


def score(name: str, threshold: float, shown: int = 0) -> dict[str, Any]:
    """What the scorer prints for the call edges of a corpus at or above a confidence."""
    truth = truth_folder()
    with copied(name, with_git=True) as folder, tempfile.TemporaryDirectory() as scratch:
        run(blastlens("index", "."), folder)
        rows = Path(scratch) / "edges.jsonl"
        exported = run(blastlens("export", "--format", "edges-jsonl"), folder).output.splitlines()
        kept = [line for line in exported if _counts(json.loads(line), threshold)]
        rows.write_text("\n".join(kept) + "\n", encoding="utf-8")
        command = [sys.executable, str(truth / "score.py"), str(rows), "--truth", str(truth / "data" / name)]
        done = subprocess.run([*command, "--list", str(shown), "--json"], capture_output=True, text=True, check=True)
        found: dict[str, Any] = json.loads(done.stdout)
        return found


def _counts(row: dict[str, Any], threshold: float) -> bool:
    return row["kind"] == "call" and row["confidence"] >= threshold


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="*", default=list(SMALL))
    parser.add_argument("--threshold", type=float, default=0.7)
    parser.add_argument("--wrong", type=int, default=0, help="list so many wrong and missed edges")
    given = parser.parse_args()
    print("| corpus | edges | precision | recall | F1 | unjudged |\n| --- | --- | --- | --- | --- | --- |")
    details = []
    for name in given.corpora:
        found = score(name, given.threshold, given.wrong)
        exact = found["exact"]
        unjudged = sum(count for kind, count in exact["classes"].items() if kind.startswith("unjudged"))
        print(
            f"| {name} | {exact['tool_edges']} | {exact['precision']:.4f} | {exact['recall']:.4f} | {exact['f1']:.4f} "
            f"| {unjudged} |",
            flush=True,
        )
        details += [f"{name} missed: {line}" for line in found["worst_missed"][: given.wrong]]
        details += [f"{name} wrong: {line}" for line in found["worst_false"][: given.wrong]]
    print("\n".join(details), end="\n" if details else "")


if __name__ == "__main__":
    main()
