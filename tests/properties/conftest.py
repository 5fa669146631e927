"""What properties of whole sessions share."""

from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def session_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for sessions that only extract."""
    return tmp_path_factory.mktemp("root")
