"""Where calibration keeps its counts, and the packaged file that it makes of them."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent)]

from calibration import FEW, MOST, TOLERANCE, UNMEASURED, Count, Counts, Evidence, figures  # noqa: E402
from corpora import CORPORA  # noqa: E402
from families import family_of  # noqa: E402

COUNTS = HERE / "counts.json"
CONFIDENCES = HERE.parents[1] / "server" / "blastlens" / "model" / "confidence.json"
_ABOUT = (
    "Made by bench/calibrate; do not edit. One table a family of languages. confidence: the share of edges of the basis that are "
    f"right, as a cautious estimate (lower end of a one-sided 90 % Wilson interval, at most {MOST}, and at most {TOLERANCE} above the "
    f"share on any corpus with more than {FEW} judged edges). evidence: static (a type checker's edges), executed (test runs, where "
    "the static truth has no opinion, no fair sample or too few edges), none (too few judged edges in this family: the lowest "
    f"figure of the families that have more, and {UNMEASURED} where none has)."
)
_LANGUAGE = "language"


def stored() -> Counts:
    """Corpus -> basis -> evidence, of all languages."""
    data = json.loads(COUNTS.read_text(encoding="utf-8"))
    return {
        corpus: {
            basis: Evidence(each["edges"], Count(*each["static"]), Count(*each["executed"]))
            for basis, each in sorted(bases.items())
            if basis != _LANGUAGE
        }
        for corpus, bases in sorted(data.items())
    }


def keep(counts: Counts) -> None:
    """Write them, each corpus with the language of its truth."""
    lines = []
    for corpus, bases in sorted(counts.items()):
        rows = [f"  {json.dumps(_LANGUAGE)}: {json.dumps(CORPORA[corpus].language)}"]
        rows += [f"  {json.dumps(basis)}: {json.dumps(each._asdict())}" for basis, each in sorted(bases.items())]
        lines.append(f" {json.dumps(corpus)}: {{\n" + ",\n".join(rows) + "\n }")
    COUNTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def by_family(counts: Counts) -> dict[str, Counts]:
    """The counts of each family of languages."""
    found: dict[str, Counts] = {}
    for corpus, bases in sorted(counts.items()):
        found.setdefault(family_of(CORPORA[corpus].language), {})[corpus] = bases
    return found


def packaged(counts: Counts, bases: Iterable[str]) -> str:
    """The text of the packaged file that the counts give."""
    tables = []
    for family, table in sorted(figures(list(bases), by_family(counts)).items()):
        rows = [f"   {json.dumps(basis)}: {json.dumps(each._asdict())}" for basis, each in table.items()]
        tables.append(f"  {json.dumps(family)}: {{\n" + ",\n".join(rows) + "\n  }")
    return f'{{\n "about": {json.dumps(_ABOUT)},\n "languages": {{\n' + ",\n".join(tables) + "\n }\n}\n"
