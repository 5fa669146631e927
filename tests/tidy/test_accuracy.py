"""The page about accuracy is what its generator makes of the stored results."""

import json
import sys
from typing import Any

import pytest

from blastlens.model.edge import Basis
from tidy.tree import ROOT

ACCURACY = ROOT / "bench" / "accuracy"


def _json(name: str) -> Any:
    return json.loads((ACCURACY / name).read_text(encoding="utf-8"))


def test_the_page_is_generated_from_the_stored_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ACCURACY))
    monkeypatch.delitem(sys.modules, "report", raising=False)
    import report  # type: ignore[import-not-found]

    assert report.rendered(_json("results.json"), _json("rivals.json")) == (ROOT / "docs" / "accuracy.md").read_text(
        "utf-8"
    )


def test_every_figure_says_where_it_comes_from() -> None:
    results = _json("results.json")
    for corpus, entry in results["corpora"].items():
        for tool, made in entry["tools"].items():
            assert made["command"].strip(), (corpus, tool)
    assert [row for row in _json("rivals.json") if not row["source"].strip()] == []


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ACCURACY))
    monkeypatch.delitem(sys.modules, "counts", raising=False)
    import counts  # type: ignore[import-not-found]

    return counts


def test_confidences_are_those_of_the_stored_counts(counts: Any) -> None:
    """Every basis has a figure with its evidence, made by `bench/calibrate`: a new one needs a calibration first."""
    import calibration  # type: ignore[import-not-found]

    tables = json.loads(counts.CONFIDENCES.read_text("utf-8"))["languages"]
    bases = [basis.value for basis in Basis]
    made = calibration.figures(bases, counts.by_family(counts.stored()))
    assert list(tables) == sorted(made)
    for family, table in tables.items():
        figures = {basis: {**made[family][basis]._asdict()} for basis in table}
        assert json.loads(json.dumps(figures)) == table, family
    assert {basis for table in tables.values() for basis in table} == set(bases)


def test_no_basis_is_below_its_confidence_on_any_corpus(counts: Any) -> None:
    import calibration

    tables = json.loads(counts.CONFIDENCES.read_text("utf-8"))["languages"]
    below = [
        (family, basis, corpus, count)
        for family, known in counts.by_family(counts.stored()).items()
        for basis, figure in tables[family].items()
        for corpus, count in calibration.judged(basis, known)[1].items()
        if count.judged > calibration.FEW and count.share < figure["confidence"] - calibration.TOLERANCE
    ]
    assert below == []
