"""Which files are looked at, inside git and outside."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from session_files import git, write

from blastlens.session.listing import Lister
from blastlens.session.session import Session
from blastlens.session.workspace import DOUBTFUL

ODD = [
    "-dash.tiny", "100%/a b.tiny", "100%/a%20b.tiny", "docs#1/c#.tiny", "naïve/größe.tiny", "q?/x&y=1;z+w.tiny",
    "quote's \"x\".tiny", "tree.tiny/inner.tiny", "[id]/(group)/page.tiny", "名前/模块.tiny", "back\\slash.tiny",
    "new\nline.tiny", "a::b.tiny", ":(top)x.tiny", "star*.tiny", " lead.tiny",
]  # fmt: skip


@pytest.fixture(params=[False, True], ids=["walk", "git"])
def in_git(request: pytest.FixtureRequest, tmp_path: Path) -> bool:
    (tmp_path / "root").mkdir()
    if request.param:
        git(tmp_path / "root", "init", "-q")
    return bool(request.param)


def lister(root: Path, *exclude: str) -> Lister:
    return Lister(root, lambda path: path.endswith(".tiny"), exclude)


@pytest.mark.usefixtures("in_git")
class TestBoth:
    def test_odd_paths_are_kept_as_they_are(self, tmp_path: Path) -> None:
        root = tmp_path / "root"
        for path in ODD:
            write(root, path, "def x\n")
        assert sorted(lister(root).list_all().files) == sorted(ODD)
        for path in ODD:
            assert list(lister(root).list_some([path]).files) == [path]

    def test_ignored_files_are_left_out_silently(self, tmp_path: Path) -> None:
        root = tmp_path / "root"
        write(root, ".gitignore", "/build\n*.out.tiny\n!keep.out.tiny\n")
        write(root, "sub/.gitignore", "local.tiny\n!x.out.tiny\n")
        for path in (
            "build/a.tiny",
            "x/build/a.tiny",
            "a.out.tiny",
            "keep.out.tiny",
            "sub/local.tiny",
            "sub/x.out.tiny",
        ):
            write(root, path, "def x\n")
        found = lister(root).list_all()
        assert sorted(found.files) == ["keep.out.tiny", "sub/x.out.tiny", "x/build/a.tiny"]
        assert found.skipped == {}
        assert lister(root).list_some(["build/a.tiny", "sub/local.tiny"]).files == {}

    def test_left_out_folders_are_named_once(self, tmp_path: Path) -> None:
        root = tmp_path / "root"
        for path in (
            "node_modules/x/a.tiny", "node_modules/b.tiny", "lib/vendor/c.tiny", ".hidden/d.tiny", "env/lib/e.tiny",
            ".mypy_cache/x.tiny", "ok/f.tiny",
        ):  # fmt: skip
            write(root, path, "def x\n")
        write(root, "env/pyvenv.cfg", "")
        found = lister(root).list_all()
        assert list(found.files) == ["ok/f.tiny"]
        assert found.skipped == {
            "node_modules/": "vendored folder",
            "lib/vendor/": "vendored folder",
            ".hidden/": "hidden folder",
            "env/": "virtual environment",
        }
        assert lister(root).list_some(["env/lib/e.tiny", "node_modules/b.tiny"]).files == {}

    def test_the_user_may_leave_out_more(self, tmp_path: Path) -> None:
        root = tmp_path / "root"
        for path in ("a.tiny", "gen/b.tiny", "gen/c.tiny", "x_pb.tiny"):
            write(root, path, "def x\n")
        found = lister(root, "gen/", "*_pb.tiny").list_all()
        assert list(found.files) == ["a.tiny"]
        assert found.skipped == {"gen/": "excluded by the settings", "x_pb.tiny": "excluded by the settings"}

    def test_links_pipes_and_other_things_are_said(self, tmp_path: Path) -> None:
        root = tmp_path / "root"
        write(root, "real.tiny", "def x\n")
        write(tmp_path, "outside/secret.tiny", "def y\n")
        (root / "in.tiny").symlink_to("real.tiny")
        (root / "out.tiny").symlink_to(tmp_path / "outside/secret.tiny")
        (root / "loop.tiny").symlink_to("loop.tiny")
        (root / "folder").symlink_to(tmp_path / "outside")
        (root / "back").symlink_to(root)
        found = lister(root).list_all()
        assert list(found.files) == ["real.tiny"]
        assert found.skipped == {
            "in.tiny": "symbolic link to real.tiny",
            "out.tiny": "symbolic link that leads outside the root",
            "loop.tiny": "symbolic link that leads nowhere",
        }

    def test_a_name_that_is_no_utf8_is_said(self, tmp_path: Path) -> None:
        root = tmp_path / "root"
        handle = os.open(os.fsencode(root) + b"/caf\xe9.tiny", os.O_CREAT | os.O_WRONLY)
        os.close(handle)
        found = lister(root).list_all()
        assert found.files == {}
        assert found.skipped == {"caf�.tiny": "the path is not UTF-8"}

    def test_other_suffixes_are_counted(self, tmp_path: Path) -> None:
        root = tmp_path / "root"
        for path in ("a.go", "b.GO", "noext", ".hidden"):
            write(root, path, "")
        assert lister(root).list_all().other == {".go": 2}

    def test_nothing_outside_the_root_is_listed(self, tmp_path: Path) -> None:
        root = tmp_path / "root"
        write(tmp_path, "beside.tiny", "def x\n")
        assert lister(root).list_some(["../beside.tiny", "/etc/passwd", ""]).files == {}


def test_a_pipe_is_no_file_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.tiny")
    assert lister(tmp_path).list_all().skipped == {"pipe.tiny": "not a regular file"}


def test_a_tracked_file_that_is_gone_is_not_listed(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    write(tmp_path, "a.tiny", "def x\n")
    git(tmp_path, "add", "a.tiny")
    (tmp_path / "a.tiny").unlink()
    assert lister(tmp_path).list_all().files == {}


def test_a_root_that_git_ignores_is_walked(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    write(tmp_path, ".gitignore", "inner/\n")
    write(tmp_path, "inner/a.tiny", "def x\n")
    assert list(lister(tmp_path / "inner").list_all().files) == ["a.tiny"]


def test_repositories_inside_are_said(tmp_path: Path) -> None:
    root = tmp_path / "root"
    for inner in ("nested", "deep/in.tiny", "vendor/lib", "origin"):
        write(root, f"{inner}/x.tiny", "def x\n")
        git(root / inner, "init", "-q")
        git(root / inner, "add", ".")
        git(root / inner, "commit", "-qm", "x")
    git(root, "init", "-q")
    for name in ("module", "module.tiny"):
        git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "./origin", name)
    write(root, "a.tiny", "def a\n")
    listing = lister(root).list_all()
    assert list(listing.files) == ["a.tiny"]
    own = "a git repository of its own"
    inside = {"nested/", "deep/in.tiny/", "origin/", "module/", "module.tiny/"}
    assert listing.skipped == {**dict.fromkeys(inside, own), "vendor/": "vendored folder"}
    assert own in DOUBTFUL
    for path in ("nested/x.tiny", "module/x.tiny", "module.tiny/x.tiny"):
        assert not lister(root).list_some([path]).files
    assert lister(root).list_some(["nested", "module"]).skipped == {"nested/": own, "module/": own}


def test_repositories_inside_a_plain_folder_are_said_too(tmp_path: Path) -> None:
    write(tmp_path, "a.tiny", "def a\n")
    write(tmp_path, "deep/inner/x.tiny", "def x\n")
    write(tmp_path, "tree/x.tiny", "def x\n")
    git(tmp_path / "deep/inner", "init", "-q")
    write(tmp_path, "tree/.git", "gitdir: elsewhere\n")
    listing = lister(tmp_path).list_all()
    own = "a git repository of its own"
    assert list(listing.files) == ["a.tiny"]
    assert listing.skipped == {"deep/inner/": own, "tree/": own}
    assert lister(tmp_path).list_some(["tree/x.tiny", "deep"]).skipped == listing.skipped


def test_a_repository_inside_is_in_the_status(tmp_path: Path, open_session: Callable[..., Session]) -> None:
    root = tmp_path / "root"
    write(root, "nested/x.tiny", "def x\n")
    git(root / "nested", "init", "-q")
    git(root / "nested", "add", ".")
    git(root / "nested", "commit", "-qm", "x")
    git(root, "init", "-q")
    session = open_session(root)
    session.refresh()
    assert session.status().skipped == (("nested/", "a git repository of its own"),)
    assert not session.refresh(["nested/x.tiny"]).changed and not session.refresh().changed


def test_a_folder_of_a_work_tree_has_paths_of_its_own(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    write(tmp_path, "inner/a.tiny", "def x\n")
    write(tmp_path, "b.tiny", "def x\n")
    git(tmp_path, "add", ".")
    assert list(lister(tmp_path / "inner").list_all().files) == ["a.tiny"]


def test_a_folder_that_cannot_be_listed_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "shut/a.tiny", "def x\n")
    write(tmp_path, "b.tiny", "def x\n")
    scandir = os.scandir

    def refuse(path: str) -> object:
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    found = lister(tmp_path).list_all()
    assert (list(found.files), found.unreadable) == (["b.tiny"], {"shut/": "permission denied"})


def test_odd_paths_through_a_whole_session(tmp_path: Path, open_session: Callable[..., Session]) -> None:
    for number, path in enumerate(ODD):
        write(tmp_path, path, f"def f{number}\ncall f{(number + 1) % len(ODD)}\n")
    session = open_session(tmp_path)
    session.refresh()
    graph = session.graph()
    for number, path in enumerate(ODD):
        caller = ODD[(number - 1) % len(ODD)]
        assert [edge.source for edge in graph.incoming(f"{path}::f{number}")] == [f"{caller}::<module>"]
    for path in ODD:
        (tmp_path / path).unlink()
        assert session.refresh([path]).removed == (path,)
