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


def test_confidences_are_those_of_the_stored_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every basis has a figure with its evidence, made by `bench/calibrate`: a new one needs a calibration first."""
    monkeypatch.syspath_prepend(str(ACCURACY))
    monkeypatch.delitem(sys.modules, "counts", raising=False)
    import calibration  # type: ignore[import-not-found]
    import counts  # type: ignore[import-not-found]

    text = counts.CONFIDENCES.read_text("utf-8")
    assert set(json.loads(text)["languages"]["python"]) == {basis.value for basis in Basis}
    figures = {basis.value: calibration.figure(basis.value, counts.stored()) for basis in Basis}
    assert counts.packaged("python", figures, text) == text


def test_no_basis_is_below_its_confidence_on_any_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ACCURACY))
    import calibration
    import counts

    below = []
    for basis, figure in json.loads(counts.CONFIDENCES.read_text("utf-8"))["languages"]["python"].items():
        for corpus, count in calibration.judged(basis, counts.stored())[1].items():
            if count.judged > calibration.FEW and count.share < figure["confidence"] - calibration.TOLERANCE:
                below.append((basis, corpus, count))
    assert below == []
