#!/usr/bin/env python3
"""Tests that `affected-tests` tells against those that coverage saw run, for each function as the one that changed.

usage: bench/affected_tests.py [CORPUS …] [--corpus NAME=FOLDER:TRUTH_PREFIX] [--missed N]

Of every function outside test code that tests run: *recall* is the share of the tests which ran it that are told, *size* the share of the
suite that is told. Both are means over the functions, each counting the same; the suite are the tests that the truth saw run.
In JavaScript and TypeScript, where runners take files, a test is a file.
The *truth* is the share of the suite that ran the function, which is the least size at full recall.

Tests that are told because a file is loaded for them whose top-level code runs the function are left out: coverage counts what runs
while files are loaded for no test.

--missed N   list the N functions of least recall, with how many tests ran them and how many are told
"""

import argparse
import statistics
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "accuracy")]

from corpora import copied_folder  # noqa: E402
from places import SMALL, Place  # noqa: E402
from tests_cover import covers, function_of, test_name  # noqa: E402

from blastlens.app.api import Blastlens  # noqa: E402
from blastlens.app.questions import STATES, AffectedTests, Untested  # noqa: E402


@dataclass(frozen=True, slots=True)
class Told:
    """Of one function. Shares are of the suite."""

    function: str
    ran: int
    told: int
    recall: float
    size: float
    truth: float


def measure(folder: Path, prefix: Path) -> list[Told]:
    """Every function of a checkout, in which the index is written."""
    truth = {function: ran.tests for function, ran in covers(prefix).items() if ran.tests}
    suite = {test for tests in truth.values() for test in tests}
    app = Blastlens.open(folder, resident=True)
    try:
        known: dict[tuple[str, str], list[str]] = {}
        for row in app.ask(Untested(states=STATES)).results:
            known.setdefault(function_of(row["symbol"]), []).append(row["symbol"])
        found = []
        for function, ran in truth.items():
            if function not in known:
                continue
            rows = app.ask(AffectedTests(symbols=tuple(known[function]))).results
            told = {test_name(row["symbol"]) for row in rows if "loads" not in row} & suite
            shares = (len(told & ran) / len(ran), len(told) / len(suite), len(ran) / len(suite))
            found.append(Told("::".join(function), len(ran), len(told), *shares))
        return found
    finally:
        app.close()


def row(name: str, found: list[Told]) -> str:
    sizes = sorted(one.size for one in found)
    cells = (
        name,
        f"{len(found)}",
        f"{statistics.mean(one.recall for one in found):.3f}",
        f"{sum(one.recall == 1 for one in found) / len(found):.3f}",
        f"{statistics.mean(sizes):.3f}",
        f"{statistics.median(sizes):.3f}",
        f"{sizes[int(0.9 * (len(sizes) - 1))]:.3f}",
        f"{statistics.mean(one.truth for one in found):.3f}",
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="*")
    parser.add_argument("--corpus", action="append", default=[], metavar="NAME=FOLDER:TRUTH_PREFIX")
    parser.add_argument("--missed", type=int, default=0)
    given = parser.parse_args()
    added = dict(each.split("=", 1) for each in given.corpus)
    print("| corpus | functions | recall | with all tests told | size | median | 90 % below | truth |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    missed: list[str] = []
    for name in [*(given.corpora or ([] if added else SMALL)), *added]:
        place = Place(name, added.get(name, ""))
        with copied_folder(place.folder) as copy:
            found = measure(copy, place.prefix)
        print(row(name, found), flush=True)
        worst = sorted(found, key=lambda one: (one.recall, -one.ran))[: given.missed]
        missed += [f"{one.recall:.2f} {one.function}: {one.ran} ran it, {one.told} told" for one in worst]
    for line in missed:
        print(line)


if __name__ == "__main__":
    main()
