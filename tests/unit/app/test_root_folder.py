"""Which folder is meant where none is named."""

from collections.abc import Callable
from pathlib import Path

import pytest

from blastlens.app.errors import UserError
from blastlens.app.root_folder import check_opened, find_root, told_of_part

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


def test_an_index_of_a_folder_of_a_work_tree_takes_no_place_of_its_top(make: Make) -> None:
    top = make("shop/.git/").parent
    make("shop/packages/.code-graph/")
    assert find_root(make("shop/packages/pay/pyproject.toml")) == top
    assert find_root(make("shop/packages/")) == top


def test_a_part_of_a_work_tree_is_told(make: Make) -> None:
    top = make("shop/.git/").parent
    make("shop/packages/pay/.code-graph/")
    part = make("shop/packages/pay/pyproject.toml")
    told = "only packages/pay of the repository shop is indexed: open the repository to see the rest"
    assert told_of_part(part) == told
    assert told_of_part(top) == ""


def test_a_work_tree_or_repository_inside_another_is_whole(make: Make) -> None:
    make("shop/.git/")
    assert told_of_part(make("shop/trees/one/.git")) == ""
    assert told_of_part(make("shop/vendor/inner/.git/").parent) == ""


def test_outside_git_a_part_of_a_project_or_of_what_is_indexed_is_told(make: Make) -> None:
    make("tool/pyproject.toml")
    make("tool/src/.code-graph/")
    assert told_of_part(make("tool/src/")).startswith("only src of the project tool is indexed")
    make("loose/.code-graph/")
    assert told_of_part(make("loose/in/")).startswith("only in of the project loose is indexed")
    assert told_of_part(make("loose/own/go.mod")) == ""
    assert told_of_part(make("alone/a.py")) == ""


def test_what_lies_in_a_folder_of_the_user_is_no_part_of_it(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(make("home/.git/").parent))
    make("home/.code-graph/")
    assert told_of_part(make("home/loose/a.py")) == ""
    assert told_of_part(make("home/tool/go.mod")) == ""


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
