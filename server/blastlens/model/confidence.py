"""How far to trust an edge: the expected precision of its basis, from the packaged data file."""

import json
from functools import cache
from importlib.resources import files

from blastlens.model.edge import Basis


@cache
def confidences() -> dict[Basis, float]:
    """Confidence per basis; every basis has one."""
    data = json.loads(files("blastlens.model").joinpath("confidence.json").read_text(encoding="utf-8"))
    return {Basis(name): float(value) for name, value in data["confidence"].items()}


def confidence_of(basis: Basis, candidates: int = 1) -> float:
    """Confidence of an edge; ambiguous ones share theirs among the candidates."""
    return round(confidences()[basis] / max(candidates, 1), 4)
