"""How many examples the properties try: few by default, `BLASTLENS_EXAMPLES=N` for a long run."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

_FEW = 30

settings.register_profile(
    "properties",
    deadline=None,
    max_examples=int(os.environ.get("BLASTLENS_EXAMPLES") or _FEW),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("properties")


@pytest.fixture(scope="module")
def session_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for sessions that only extract."""
    return tmp_path_factory.mktemp("root")
