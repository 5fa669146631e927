"""From what a user types to a root and to paths below it."""

from pathlib import Path

import pytest

from blastlens.app.errors import UserError
from blastlens.faces.cli.place import find_root, path_below, symbol_below


def test_a_root_is_given_or_found_around_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = tmp_path / "repo" / "package" / "deep"
    inner.mkdir(parents=True)
    (tmp_path / "repo" / ".git").mkdir()
    monkeypatch.chdir(inner)
    assert find_root(None) == tmp_path / "repo"
    assert find_root("..") == tmp_path / "repo" / "package"
    assert find_root(str(tmp_path)) == tmp_path


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "repo" / "pkg").mkdir(parents=True)
    for name in ("a.py", "pkg/a.py", "pkg/b.py"):
        (tmp_path / "repo" / name).write_text("", encoding="utf-8")
    (tmp_path / "out.py").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path / "repo" / "pkg")
    return tmp_path / "repo"


def test_paths_are_taken_from_where_the_user_stands_then_from_the_root(root: Path) -> None:
    assert path_below(root, "a.py") == "pkg/a.py"
    assert path_below(root, "../a.py") == "a.py"
    assert path_below(root, "pkg/b.py") == "pkg/b.py"
    assert path_below(root, "gone/c.py") == "gone/c.py"
    assert path_below(root, str(root / "pkg" / "gone.py")) == "pkg/gone.py"
    assert path_below(root, ".") == "pkg"
    assert path_below(root, "..") == "."


def test_paths_through_a_link_to_the_root(root: Path) -> None:
    link = root.parent / "link"
    link.symlink_to(root)
    assert path_below(root, str(link / "pkg" / "b.py")) == "pkg/b.py"


@pytest.mark.parametrize("given", ["../../out.py", "/etc/passwd", "../.."])
def test_paths_outside_are_refused(root: Path, given: str) -> None:
    with pytest.raises(UserError, match="outside the repository"):
        path_below(root, given)


def test_paths_that_climb_out_and_do_not_exist_are_refused(root: Path) -> None:
    with pytest.raises(UserError, match="outside the repository"):
        path_below(root, "../../nothing.py")


def test_symbols_keep_their_names(root: Path) -> None:
    assert symbol_below(root, "b.py::f") == "pkg/b.py::f"
    assert symbol_below(root, "Cart.total") == "Cart.total"
    assert symbol_below(root, "::f") == "::f"
    assert symbol_below(root, "zig.py::f@3") == "zig.py::f@3"
