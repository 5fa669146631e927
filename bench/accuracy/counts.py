"""Where calibration keeps its counts, and the packaged file that it makes of them."""

import json
from pathlib import Path

from calibration import FEW, MOST, TOLERANCE, UNMEASURED, Count, Counts, Evidence, Figure

HERE = Path(__file__).resolve().parent
COUNTS = HERE / "counts.json"
CONFIDENCES = HERE.parents[1] / "server" / "blastlens" / "model" / "confidence.json"
_ABOUT = (
    "Made by bench/calibrate; do not edit. confidence: the share of edges of the basis that are right, as a cautious estimate "
    f"(lower end of a one-sided 90 % Wilson interval, at most {MOST}, and at most {TOLERANCE} above the share on any corpus with "
    f"more than {FEW} judged edges). evidence: static (a type checker's edges), executed (test runs, where the static truth has no "
    f"opinion, no fair sample or too few edges), none (no judged edge; {UNMEASURED})."
)


def stored() -> Counts:
    data = json.loads(COUNTS.read_text(encoding="utf-8"))
    return {
        corpus: {
            basis: Evidence(each["edges"], Count(*each["static"]), Count(*each["executed"]))
            for basis, each in sorted(bases.items())
        }
        for corpus, bases in sorted(data.items())
    }


def keep(counts: Counts) -> None:
    lines = []
    for corpus, bases in sorted(counts.items()):
        rows = [f"  {json.dumps(basis)}: {json.dumps(each._asdict())}" for basis, each in sorted(bases.items())]
        lines.append(f" {json.dumps(corpus)}: {{\n" + ",\n".join(rows) + "\n }")
    COUNTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def publish(language: str, figures: dict[str, Figure]) -> None:
    """Write the figures of a language; those of others stay."""
    CONFIDENCES.write_text(packaged(language, figures, CONFIDENCES.read_text(encoding="utf-8")), encoding="utf-8")


def packaged(language: str, figures: dict[str, Figure], former: str) -> str:
    """The text of the packaged file."""
    languages = json.loads(former).get("languages", {})
    languages[language] = {basis: figure._asdict() for basis, figure in figures.items()}
    tables = []
    for name, table in sorted(languages.items()):
        rows = [f"   {json.dumps(basis)}: {json.dumps(figure)}" for basis, figure in table.items()]
        tables.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(rows) + "\n  }")
    return f'{{\n "about": {json.dumps(_ABOUT)},\n "languages": {{\n' + ",\n".join(tables) + "\n }\n}\n"
