"""How far to trust an edge: the measured precision of its basis, from the packaged data file that `bench/calibrate` writes."""

import json
from functools import cache
from importlib.resources import files

from blastlens.model.edge import Basis


@cache
def confidences(language: str | None = None) -> dict[Basis, float]:
    """Confidence per basis, of one language or, where none is named, the lowest that any language has. Every basis has
    one; a basis that the file does not have is an error of the package."""
    data = json.loads(files("blastlens.model").joinpath("confidence.json").read_text(encoding="utf-8"))
    tables = data["languages"].values() if language is None else [data["languages"][language]]
    return {basis: min(float(table[basis.value]["confidence"]) for table in tables) for basis in Basis}


def confidence_of(basis: Basis, candidates: int = 1) -> float:
    """Confidence of an edge; ambiguous ones share theirs among the candidates."""
    return round(confidences()[basis] / max(candidates, 1), 4)
