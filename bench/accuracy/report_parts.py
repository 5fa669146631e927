"""What the parts of `docs/accuracy.md` are made of: tables, languages, and targets held against what was measured."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent)]

from families import folder_of  # noqa: E402

OWN = "Blastlens"
# By folder of languages.
TITLES = {
    "python": "Python",
    "typescript": "TypeScript and JavaScript",
    "go": "Go",
    "java": "Java",
    "rust": "Rust",
    "c": "C and C++",
    "": "Named on the command line",
}

Rows = list[tuple[Any, ...]]


def of_language(results: dict[str, Any], folder: str, role: str) -> list[tuple[str, dict[str, Any]]]:
    """The corpora of one kind whose truth is of a folder's languages, by name."""
    return sorted(
        (name, entry)
        for name, entry in results["corpora"].items()
        if entry["role"] == role and folder_of(entry.get("language", "python")) == folder
    )


def targets(results: dict[str, Any]) -> Iterator[str]:
    """Each target that is stated for a corpus, and what was measured."""
    rows: Rows = []
    for target in json.loads((HERE / "targets.json").read_text(encoding="utf-8")):
        for corpus in target["corpora"]:
            made = results["corpora"].get(corpus, {}).get("tools", {}).get(OWN)
            found = reached(target["measure"], made["measured"]) if made else None
            met = "" if found is None else "yes" if found >= target["at_least"] else "no"
            rows.append((corpus, target["measure"], f"≥ {target['at_least']}", shown(found) or "not measured", met))
    yield "Of call edges, as far as targets are stated. *Executed calls*: those by name that test runs made directly.\n"
    yield table(("corpus", "measure", "target", "measured", "met"), sorted(rows, key=lambda row: (row[0], row[1])))


def reached(measure: str, measured: dict[str, Any]) -> float | None:
    """The figure that a target is about."""
    if measure in ("precision", "recall"):
        return measured["calls"][measure]
    if measure == "recall, overloads apart":
        return measured.get("sites", {}).get("recall")
    return measured.get("executed_at", {}).get(measure.rpartition(" ")[2])


def shown(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)


def table(heads: tuple[str, ...], rows: Rows) -> str:
    lines = ["| " + " | ".join(heads) + " |", "| " + " | ".join("---" for _ in heads) + " |"]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join(lines) + "\n"
