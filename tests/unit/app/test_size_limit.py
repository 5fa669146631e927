"""A folder with far more sources than a repository has is indexed only when that is meant."""

import json
from pathlib import Path

import pytest

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(5):
        (tmp_path / f"f{number}.py").write_text(f"def f{number}():\n    pass\n", "utf-8")
    return tmp_path


def _set(folder: Path, **settings: object) -> None:
    (folder / ".code-graph").mkdir(exist_ok=True)
    (folder / ".code-graph/config.json").write_text(json.dumps(settings), "utf-8")


def test_it_is_refused_with_what_to_do(folder: Path) -> None:
    _set(folder, max_files=4)
    with pytest.raises(UserError) as told:
        Blastlens.open(folder)
    assert told.value.code == "too-many-files"
    assert "holds more than 4 source files" in told.value.message
    assert "max_files" in told.value.hint
    assert "exclude" in told.value.hint


@pytest.mark.parametrize("settings", [{"max_files": 5}, {"max_files": 0}, {"max_files": 4, "exclude": ["f0.py"]}])
def test_settings_allow_it(folder: Path, settings: dict[str, object]) -> None:
    _set(folder, **settings)
    app = Blastlens.open(folder)
    assert app.status().files >= 4
    app.close()


def test_what_is_indexed_already_is_kept_up_to_date(folder: Path) -> None:
    Blastlens.open(folder).close()
    _set(folder, max_files=4)
    (folder / "more.py").write_text("def more():\n    pass\n", "utf-8")
    app = Blastlens.open(folder)
    assert app.status().files == 6
    app.close()
