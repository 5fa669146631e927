"""Precision of call edges per basis, by the truth set's own scorer: what `model/confidence.json` is held against.

usage: by_basis.py [CORPUS …]

"right": the reference has the edge, or the corpus's tests ran it; "wrong": it has another callee, or none though it knows the types.
What the reference cannot judge is left out. It names no callee for the result of a call that is called at once, so `callable_object`
reads lower here than it is.
"""

import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1])]

from corpora import copied  # noqa: E402
from measuring import blastlens, run  # noqa: E402
from score_calls import SMALL, truth_folder  # noqa: E402


def calls_by_basis(name: str) -> dict[str, list[dict[str, Any]]]:
    """Exported call edges of a corpus."""
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    with copied(name, with_git=True) as folder:
        run(blastlens("index", "."), folder)
        for line in run(blastlens("export", "--format", "edges-jsonl"), folder).output.splitlines():
            row = json.loads(line)
            if row["kind"] == "call":
                found[row["basis"]].append(row)
    return found


def judged(name: str, rows: list[dict[str, Any]]) -> tuple[int, int]:
    """(right, wrong) among the rows."""
    truth = truth_folder()
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "edges.jsonl"
        path.write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
        command = [sys.executable, str(truth / "score.py"), str(path), "--truth", str(truth / "data" / name), "--json"]
        classes = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)["exact"][
            "classes"
        ]
    return classes.get("in_truth", 0) + classes.get("confirmed_by_run", 0), classes.get("wrong", 0)


def main() -> None:
    totals: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for name in sys.argv[1:] or SMALL:
        for basis, rows in calls_by_basis(name).items():
            right, wrong = judged(name, rows)
            totals[basis][0] += right
            totals[basis][1] += wrong
    print("| basis | right | wrong | precision |\n| --- | --- | --- | --- |")
    for basis, (right, wrong) in sorted(totals.items(), key=lambda item: -item[1][0]):
        share = f"{right / (right + wrong):.4f}" if right + wrong else ""
        print(f"| {basis} | {right} | {wrong} | {share} |")


if __name__ == "__main__":
    main()
