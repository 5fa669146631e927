"""The modules of `bench/accuracy` are scripts' neighbours, found by path."""

import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).resolve().parents[3] / "bench"


@pytest.fixture(autouse=True)
def bench_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCH))
    monkeypatch.syspath_prepend(str(BENCH / "accuracy"))
    assert str(BENCH / "accuracy") in sys.path
