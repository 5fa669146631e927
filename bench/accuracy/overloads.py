#!/usr/bin/env python3
"""Calls site by site, with overloads kept apart: is the definition the very one, on its line?

usage: bench/accuracy/overloads.py EDGES.jsonl --truth PREFIX [--threshold 0.7] [--list N]

The scorer compares pairs of caller and callee, and takes all definitions of one qualified name in a file for one. Here a
call is (file, line of the call, file and line of the definition); a constructor counts by its own line where it is written.
Recall is over the calls of the truth. Precision is strict: over all calls of the tool to a definition that the truth knows,
also where the truth is silent or has a method that the tool's overrides.
"""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from truth import MODULE, scorer  # noqa: E402

Row = dict[str, Any]
# File and line of the call, file and line of what is called.
Call = tuple[str, int, str, int]


def measured(prefix: Path, rows: Iterable[Row]) -> dict[str, Any]:
    """Counts and shares of a tool's call edges (`rows` of the confidence that is asked for)."""
    wanted, found = of_truth(prefix), of_tool(prefix, rows)
    right = len(wanted & found)
    return {
        "truth": len(wanted),
        "tool": len(found),
        "precision": round(right / len(found), 4) if found else None,
        "recall": round(right / len(wanted), 4) if wanted else None,
    }


def of_truth(prefix: Path) -> set[Call]:
    found = set()
    for row in scorer().rows(f"{prefix}.edges.jsonl.gz"):
        if row["kind"] == "call":
            callee = row.get("constructor") or row["callee"]
            found.add((row["caller"]["file"], row["site_line"], callee["file"], callee["line"]))
    return found


def of_tool(prefix: Path, rows: Iterable[Row]) -> set[Call]:
    definitions = scorer().Defs(str(prefix))
    found = set()
    for row in rows:
        if row.get("kind") in (None, "", "call", "calls"):
            line = _line(definitions, row["callee"])
            for site in (row.get("sites") or [row.get("site_line")]) if line is not None else ():
                found.add((row["caller"]["file"], site, row["callee"]["file"], line))
    return found


def _line(definitions: Any, callee: Row) -> int | None:
    """The line of the definition that is meant: the one that begins there, else the innermost of that name around it."""
    file, line, name = callee["file"], callee.get("line") or 1, callee.get("name") or MODULE
    base = name.replace("::", ".").split("(")[0].split(".")[-1]
    named = [row for row in definitions.by_file.get(file, ()) if row["name"] in (name, base)]
    if any(row["line"] == line for row in named):
        return int(line)
    around = [row["line"] for row in named if row.get("start_line", row["line"]) <= line <= row["end_line"]]
    return max(around, default=None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("edges", type=Path)
    parser.add_argument("--truth", type=Path, required=True, metavar="PREFIX")
    parser.add_argument("--threshold", type=float, default=0.7)
    parser.add_argument("--list", type=int, default=0)
    given = parser.parse_args()
    rows = [row for row in scorer().rows(str(given.edges)) if row.get("confidence", 1) >= given.threshold]
    print(measured(given.truth, rows))
    wanted, found = of_truth(given.truth), of_tool(given.truth, rows)
    for title, calls in (("missed", wanted - found), ("not in the truth", found - wanted)):
        for file, line, target, at in sorted(calls)[: given.list]:
            print(f"{title}: {file}:{line} -> {target}:{at}")


if __name__ == "__main__":
    main()
