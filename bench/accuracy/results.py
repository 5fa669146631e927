"""What was measured last, kept beside the code: `docs/accuracy.md` is rendered from it and from nothing else.

{"threshold": 0.7,
 "corpora": {corpus: {"role", "version", "language", "tools": {tool: {"command", "measured"}}}}}
"""

import json
from pathlib import Path
from typing import Any

from corpora import CORPORA

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results.json"
RIVALS = HERE / "rivals.json"
DOCUMENT = HERE.parents[1] / "docs" / "accuracy.md"
OWN = "Blastlens"

Results = dict[str, Any]


def stored(path: Path = RESULTS) -> Results:
    found: Results = json.loads(path.read_text(encoding="utf-8"))
    return found


def published(path: Path = RIVALS) -> list[dict[str, Any]]:
    """Figures that others, or an earlier measurement, give for rivals: each with where it comes from."""
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def put(results: Results, corpus: str, tool: str, command: str, measured: dict[str, Any]) -> None:
    """Take in one measurement; a tool's former one on the corpus goes."""
    known = CORPORA.get(corpus)
    entry = results["corpora"].setdefault(corpus, {"tools": {}})
    entry["role"] = known.role.value if known else "own"
    entry["version"] = known.version if known else ""
    entry["language"] = known.language if known else ""
    entry["tools"][tool] = {"command": command, "measured": measured}


def keep(results: Results) -> None:
    """Write the results and the document made of them."""
    from report import rendered  # the tidy check renders without writing

    text = json.dumps(results, indent=1, ensure_ascii=False) + "\n"
    RESULTS.write_text(text, encoding="utf-8")
    DOCUMENT.write_text(rendered(results, published()), encoding="utf-8")
