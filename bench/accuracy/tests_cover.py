#!/usr/bin/env python3
"""What Blastlens says of tests against what the tests of a corpus were seen to run.

usage: bench/accuracy/tests_cover.py [CORPUS …] [--corpus NAME=FOLDER:TRUTH_PREFIX] [--missed N] [--false N]

Of each function outside test code Blastlens says: a test reaches it (INFERRED), none found, or unknown. A claim is INFERRED; it is
right when the truth has a test that ran the function, in its call or in its set-up. Functions that only imports ran count as not run.
The walk depth is the number of hops from a test down to the function; the default of the product is no limit.

Affected tests: of a change of one function, the tests told against those that ran it.

--missed N, --false N   list so many functions that a test ran and no claim was made of (most tests first), and claims of what no
                        test ran, each with the path or the reason
"""

import argparse
import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from corpora import copied_folder  # noqa: E402
from measured import share  # noqa: E402
from places import SMALL, Place  # noqa: E402

from blastlens.app.api import Blastlens  # noqa: E402
from blastlens.app.questions import STATES, BlastRadius, Explain, Untested  # noqa: E402

DEPTHS = (1, 2, 3, 5, None)
INFERRED = "INFERRED"

# In files with these endings tests have no names that a runner takes for certain: the file is what is run.
RUN_BY_FILE = (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts")
# File and qualified name, as Blastlens spells them.
Function = tuple[str, str]
Row = dict[str, Any]


@dataclass(slots=True)
class Ran:
    """Tests that ran a function; `imported`: it ran, and no test is to blame."""

    tests: set[str] = field(default_factory=set)
    imported: bool = False


def has_covers(prefix: Path) -> bool:
    return Path(f"{prefix}.covers.jsonl.gz").is_file()


def covers(prefix: Path) -> dict[Function, Ran]:
    """The truth at a prefix (`data/flask`). Parts of a function (overloads, variants) count together."""
    found: dict[Function, Ran] = {}
    with gzip.open(f"{prefix}.covers.jsonl.gz", "rt", encoding="utf-8") as rows:
        for row in map(json.loads, rows):
            ran = found.setdefault((row["file"], row["qualname"].replace(".<locals>", "")), Ran())
            ran.tests |= {unit_of(test) for test in (*row["tests"], *row.get("fixture_tests", ()))}
            ran.imported = ran.imported or bool(row.get("outside_tests"))
    return found


@dataclass(slots=True)
class Claims:
    """The functions of a corpus with what is said of them at one depth, those alone that the truth knows."""

    rows: list[Row]
    truth: dict[Function, Ran]

    def count(self, state: str) -> Counter[str]:
        return Counter(self._happened(row) for row in self.rows if row["state"] == state)

    def summary(self) -> Row:
        right = self.count(INFERRED)
        claimed = sum(right.values())
        run = sum(bool(self.ran(row).tests) for row in self.rows)
        return {
            "claims": claimed,
            "right": right["run"],
            "only imported": right["imported"],
            "never run": right["never"],
            "precision": share(right["run"], claimed),
            "run by tests": run,
            "recall": share(right["run"], run),
        }

    def missed(self) -> list[Row]:
        found = [row for row in self.rows if row["state"] != INFERRED and self.ran(row).tests]
        return sorted(found, key=lambda row: (-len(self.ran(row).tests), row["symbol"]))

    def false(self) -> list[Row]:
        found = [row for row in self.rows if row["state"] == INFERRED and not self.ran(row).tests]
        return sorted(found, key=lambda row: (-row["confidence"], row["symbol"]))

    def missed_by_reason(self) -> Counter[str]:
        """How many are missed, by state and reason without the names in it."""
        return Counter(
            f"{row['state']}: {row['reason'].rpartition(' of ')[0] or row['reason']}" for row in self.missed()
        )

    def ran(self, row: Row) -> Ran:
        return self.truth[function_of(row["symbol"])]

    def _happened(self, row: Row) -> str:
        ran = self.ran(row)
        return "run" if ran.tests else "imported" if ran.imported else "never"


def function_of(symbol: str) -> Function:
    """A shown id without the line that tells variants of one name apart."""
    path, _, name = symbol.rpartition("::")
    return path, name.partition("@")[0]


def last_step(app: Blastlens, row: Row) -> str:
    """How the last step down to a claimed function was found, as an edge or as what a walk adds."""
    function, caller = row["path"][:2]
    found = app.ask(Explain(caller, function)).results
    return str(found[0]["basis"]) if found else "no call: " + ("an object is made" if ".__" in function else "other")


def unit_of(test: str) -> str:
    """What of a test both the truth and Blastlens can name: its file in JavaScript and TypeScript, its function in Go, where the truth
    knows no files, itself elsewhere."""
    path, separator, name = test.partition("::")
    if path.endswith(RUN_BY_FILE):
        return path
    return name if separator and path.endswith(".go") else test


def test_name(symbol: str) -> str:
    path, name = function_of(symbol)
    return unit_of(f"{path}::{name.replace('.', '::')}")


def claims(app: Blastlens, truth: dict[Function, Ran], depth: int | None) -> Claims:
    answer = app.ask(Untested(states=STATES, depth=depth))
    return Claims([row for row in answer.results if function_of(row["symbol"]) in truth], truth)


def affected(app: Blastlens, found: Claims, *, likely: bool) -> Row:
    """Tests told for a change of each function, added up over all (micro) and as the mean over the functions (macro). Tests that
    the truth saw run nothing are left out."""
    seen = {test for ran in found.truth.values() for test in ran.tests}
    told, right, wanted = 0, 0, 0
    precisions, recalls = [], []
    for row in found.rows:
        ran = found.ran(row).tests
        answer = app.ask(BlastRadius(symbols=(row["symbol"],), likely_tests=likely))
        rows = [*answer.extra["tests"], *answer.extra.get("likely_tests", ())]
        tests = {test_name(each["symbol"]) for each in rows} & seen
        told, right, wanted = told + len(tests), right + len(tests & ran), wanted + len(ran)
        precisions += [len(tests & ran) / len(tests)] if tests else []
        recalls += [len(tests & ran) / len(ran)] if ran else []
    mean = {"precision": precisions, "recall": recalls}
    return {
        "precision": share(right, told),
        "recall": share(right, wanted),
        **{f"mean {name}": round(sum(each) / len(each), 4) if each else None for name, each in mean.items()},
    }


def measure(folder: Path, prefix: Path, depths: tuple[int | None, ...] = DEPTHS) -> Row:
    """All figures of a checkout of a corpus, in which the index is written. The claims at the default depth are under "claims",
    as `Claims`, for lists of the worst."""
    truth = covers(prefix)
    app = Blastlens.open(folder, resident=True)
    try:
        found = claims(app, truth, None)
        return {
            "depths": {depth or "any": claims(app, truth, depth).summary() for depth in depths},
            "states": {state: dict(found.count(state)) for state in STATES},
            "affected": {
                "surely": affected(app, found, likely=False),
                "surely or likely": affected(app, found, likely=True),
            },
            "false_by_step": Counter(last_step(app, row) for row in found.false()),
            "claims": found,
        }
    finally:
        app.close()


def table(name: str, found: Row) -> Iterator[str]:
    """The figures as Markdown."""
    yield f"\n## {name}"
    for head, rows in (("depth", found["depths"]), ("affected tests told", found["affected"])):
        columns = list(next(iter(rows.values())))
        yield f"\n| {head} | " + " | ".join(columns) + " |\n" + "| --- " * (len(columns) + 1) + "|"
        for first, row in rows.items():
            yield f"| {first} | " + " | ".join(map(str, row.values())) + " |"
    for what, rows in (("missed", found["claims"].missed_by_reason()), ("false", found["false_by_step"])):
        if rows:
            yield f"\n| {what} | functions |\n| --- | --- |"
            yield from (f"| {reason} | {count} |" for reason, count in rows.most_common())
    yield "\n| state | run by tests | only imported | never run |\n" + "| --- " * 4 + "|"
    for state, row in found["states"].items():
        yield f"| {state} | {row.get('run', 0)} | {row.get('imported', 0)} | {row.get('never', 0)} |"


def lists(found: Claims, missed: int, false: int) -> Iterator[str]:
    """The worst: by reason, and by how the last step to a function was found."""
    for row in found.missed()[:missed]:
        yield f"missed: run by {len(found.ran(row).tests)} tests, {row['symbol']}: {row['state']} {row['reason']}"
    for row in found.false()[:false]:
        yield f"false: {' <- '.join(row['path'])} ({row['confidence']:.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="*")
    parser.add_argument("--corpus", action="append", default=[], metavar="NAME=FOLDER:TRUTH_PREFIX")
    parser.add_argument("--missed", type=int, default=0)
    parser.add_argument("--false", type=int, default=0)
    given = parser.parse_args()
    added = dict(each.split("=", 1) for each in given.corpus)
    for name in [*(given.corpora or ([] if added else SMALL)), *added]:
        place = Place(name, added.get(name, ""))
        with copied_folder(place.folder) as copy:
            found = measure(copy, place.prefix)
        print("\n".join([*table(name, found), *lists(found["claims"], given.missed, given.false)]), flush=True)


if __name__ == "__main__":
    main()
