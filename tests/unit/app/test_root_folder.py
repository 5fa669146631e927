"""Which folder is meant where none is named."""

from collections.abc import Callable
from pathlib import Path

import pytest

from blastlens.app.errors import UserError
from blastlens.app.root_folder import check_opened, find_root

Make = Callable[[str], Path]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Makes a file, or a folder where the name ends with "/"; gives the folder."""

    def made(name: str) -> Path:
        path = tmp_path / name
        if name.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
            return path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        return path.parent

    return made


def refused(folder: Path) -> UserError:
    with pytest.raises(UserError) as caught:
        find_root(folder)
    assert caught.value.code == "not-a-repository"
    return caught.value


def test_the_work_tree_around_a_folder_is_its_root(make: Make) -> None:
    repository = make("shop/.git/").parent
    inner = make("shop/packages/pay/pyproject.toml")
    assert find_root(inner) == find_root(repository) == repository


def test_an_index_in_a_work_tree_is_nearer_than_its_top(make: Make) -> None:
    make("shop/.git/")
    package = make("shop/packages/.code-graph/").parent
    assert find_root(make("shop/packages/pay/pyproject.toml")) == package


def test_a_file_marks_a_work_tree_too(make: Make) -> None:
    tree = make("tree/.git")
    assert find_root(make("tree/inner/")) == tree


def test_an_index_further_up_takes_in_no_repository_and_no_project(make: Make) -> None:
    above = make(".code-graph/").parent
    repository = make("shop/.git/").parent
    project = make("tool/pyproject.toml")
    assert find_root(repository) == repository
    assert find_root(make("tool/src/")) == project
    assert find_root(make("scratch/")) == above


def test_an_index_of_a_project_takes_in_the_projects_below(make: Make) -> None:
    make(".code-graph/")
    above = make("package.json")
    assert find_root(make("parts/one/package.json")) == above


@pytest.mark.parametrize("mark", ["pyproject.toml", "package.json", "go.mod", "Cargo.toml", "pom.xml", ".hg/"])
def test_the_nearest_project_is_a_root_outside_git(make: Make, mark: str) -> None:
    make("package.json")
    project = make(f"parts/tool/{mark}")
    project = project.parent if mark.endswith("/") else project
    assert find_root(make("parts/tool/src/deep/")) == project


def test_a_folder_of_nothing_but_folders_is_no_root(make: Make) -> None:
    make("src/some/deep/a.py")
    error = refused(make("src/"))
    assert "which is in no repository" in error.message
    assert "--root" in error.hint and "blastlens index ." in error.hint


def test_a_folder_of_repositories_is_no_root(make: Make) -> None:
    make("src/one/.git/")
    make("src/two/.git/")
    assert "others lie below it (one, …)" in refused(make("src/scratch.py")).message


def test_sources_in_the_folder_itself_make_it_a_root(make: Make) -> None:
    assert find_root(make("loose/a.py")) == make("loose/")


def test_a_folder_that_everything_lies_below_is_no_root(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    home = make("home/.code-graph/").parent
    make("home/a.py")
    make("home/package.json")
    monkeypatch.setenv("HOME", str(home))
    assert "holds more" in refused(home).message
    refused(make("home/notes/"))
    with pytest.raises(UserError):
        check_opened(home)
    loose = make("home/loose/a.py")
    assert find_root(loose) == loose
    project = make("home/tool/go.mod")
    make("home/.git/")
    assert find_root(home) == find_root(loose) == home
    assert find_root(project) == project
    check_opened(home)
