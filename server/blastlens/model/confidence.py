"""How far to trust an edge: the measured precision of its basis, from the packaged data file that `bench/calibrate` writes."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from blastlens.model.edge import Basis

_UNMEASURED: Final = 0.6


@cache
def confidences(family: str | None = None) -> dict[Basis, float]:
    """Confidence per basis, of one family of languages. A basis that was not measured there has the lowest that any family
    gives it, and so has every basis where no family is named. One that no table has is not trusted: it stays below the
    threshold of review answers until `bench/calibrate` was run."""
    data = json.loads(files("blastlens.model").joinpath("confidence.json").read_text(encoding="utf-8"))
    measured = data["languages"]
    own = measured.get(family, {})
    return {basis: _confidence(own, measured.values(), basis.value) for basis in Basis}


def _confidence(own: Mapping[str, Any], tables: Iterable[Mapping[str, Any]], basis: str) -> float:
    tables = [own] if basis in own else [table for table in tables if basis in table]
    return min((float(table[basis]["confidence"]) for table in tables), default=_UNMEASURED)


def confidence_of(basis: Basis, candidates: int = 1, family: str | None = None) -> float:
    """Confidence of an edge; ambiguous ones share theirs among the candidates."""
    return round(confidences(family)[basis] / max(candidates, 1), 4)
