"""The page about accuracy is what its generator makes of the stored results."""

import json
import sys
from typing import Any

import pytest

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
