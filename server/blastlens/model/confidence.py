"""How far to trust an edge: the measured precision of its basis, from the packaged data file that `bench/calibrate` writes."""

import json
from functools import cache
from importlib.resources import files

from blastlens.model.edge import Basis


@cache
def confidences(family: str | None = None) -> dict[Basis, float]:
    """Confidence per basis, of one family of languages; of one that was not measured, or where none is named, the lowest that
    any has. Every basis has one; a basis that the file does not have is an error of the package."""
    data = json.loads(files("blastlens.model").joinpath("confidence.json").read_text(encoding="utf-8"))
    measured = data["languages"]
    tables = [measured[family]] if family in measured else measured.values()
    return {basis: min(float(table[basis.value]["confidence"]) for table in tables) for basis in Basis}


def confidence_of(basis: Basis, candidates: int = 1, family: str | None = None) -> float:
    """Confidence of an edge; ambiguous ones share theirs among the candidates."""
    return round(confidences(family)[basis] / max(candidates, 1), 4)
