"""A store of its own for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from blastlens.store.graph_store import GraphStore


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GraphStore]:
    made = GraphStore(tmp_path / "graph.db")
    yield made
    made.close()
