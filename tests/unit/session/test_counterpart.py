"""The graph with other contents of some files is the one that an index of those files would have."""

from pathlib import Path

import pytest
from session_files import git, write

from blastlens.session import git_trees
from blastlens.session.counterpart import counterpart
from blastlens.session.errors import SessionError
from blastlens.session.session import Session

FILES = {
    "a.py": "from b import f\n\n\ndef g():\n    return f()\n",
    "b.py": "def f():\n    return 1\n",
    "pkg/c.py": "import a\n\n\nclass C:\n    def m(self):\n        return a.g()\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    folder.mkdir()
    for path, text in FILES.items():
        write(folder, path, text)
    return folder


def rows(session: Session) -> tuple[list[object], list[object], list[str]]:
    graph = session.graph()
    return sorted(graph.symbols()), sorted(graph.edges()), [record.path for record in graph.files()]


def test_it_is_the_graph_of_those_files(root: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    changed = {
        "b.py": None,
        "new/b.py": FILES["b.py"].encode(),
        "a.py": FILES["a.py"].replace("from b", "from new.b").encode(),
    }
    for path, data in {**{path: text.encode() for path, text in FILES.items()}, **changed}.items():
        if data is not None:
            write(other, path, data)
    with Session.open(root) as live, Session.open(other) as wanted:
        live.refresh()
        wanted.refresh()
        before = rows(live)
        with counterpart(live, changed) as found:
            assert rows(found) == rows(wanted)
            assert found.stale() == ()
            assert found.facts("new/b.py") is not None and found.facts("b.py") is None
        assert rows(live) == before
        assert live.refresh().relinked == ()


def test_paths_that_the_rules_leave_out_are_not_there(root: Path) -> None:
    big = b"def big():\n    return 1\n" + b"#" * 3_000_000
    given = {"node_modules/x.py": b"def x(): ...\n", ".hidden/y.py": b"y = 1\n", "notes.txt": b"z", "big.py": big}
    with Session.open(root) as live:
        live.refresh()
        with counterpart(live, given) as found:
            states = {record.path: record.state for record in found.graph().files()}
        assert states == {**dict.fromkeys(FILES, "indexed"), "big.py": "skipped"}


def test_neither_the_index_nor_the_work_tree_is_touched(root: Path) -> None:
    git(root, "init", "-q", "-b", "main")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    with Session.open(root) as live:
        live.refresh()
        index = (root / ".git/index").read_bytes()
        database = (root / ".code-graph/graph.db").read_bytes()
        with counterpart(live, {"a.py": b"x = 1\n"}):
            pass
        assert (root / ".git/index").read_bytes() == index
        assert (root / ".code-graph/graph.db").read_bytes() == database
        assert git(root, "status", "--porcelain") == ""


def change(root: Path, commit: str) -> set[tuple[str | None, str | None]]:
    return {(one.old_path, one.new_path) for one in git_trees.changes_since(root, commit)}


def test_changes_since_a_commit_and_what_files_held(root: Path) -> None:
    git(root, "init", "-q", "-b", "main")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    first = git(root, "rev-parse", "HEAD").strip()
    git(root, "mv", "b.py", "moved ünder.py")
    (root / "a.py").unlink()
    (root / "a.py").symlink_to("pkg/c.py")
    write(root, "new.py", "1\n")
    git(root, "rm", "-q", "--cached", "pkg/c.py")
    assert change(root, first) == {
        ("a.py", None),
        ("b.py", "moved ünder.py"),
        ("pkg/c.py", "pkg/c.py"),
        (None, "new.py"),
    }
    objects = [one.old_object for one in git_trees.changes_since(root, first) if one.old_object]
    assert set(git_trees.contents(root, objects).values()) == {text.encode() for text in FILES.values()}
    assert change(root, "") == {(None, "moved ünder.py"), (None, "pkg/c.py"), (None, "new.py")}
    assert change(root / "pkg", first) == {("c.py", "c.py")}


def test_the_fork_of_two_branches_and_what_there_is_to_say_where_there_is_none(root: Path) -> None:
    git(root, "init", "-q", "-b", "main")
    with pytest.raises(SessionError, match="there is no commit yet"):
        git_trees.fork_of(root, "main")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    first = git(root, "rev-parse", "HEAD").strip()
    with pytest.raises(SessionError) as unborn:
        git_trees.fork_of(root, "HEAD~1")
    assert "first commit" in unborn.value.hint
    git(root, "checkout", "-qb", "side")
    git(root, "commit", "-q", "--allow-empty", "-m", "on the side")
    git(root, "checkout", "-q", "main")
    git(root, "commit", "-q", "--allow-empty", "-m", "on main")
    git(root, "checkout", "-q", "--detach", "side")
    assert git_trees.fork_of(root, "main") == first
    git(root, "merge", "-q", "--no-edit", "main")
    assert git_trees.fork_of(root, "main") == git(root, "rev-parse", "main").strip()
    git(root, "checkout", "-q", "--orphan", "apart")
    git(root, "commit", "-qm", "apart")
    with pytest.raises(SessionError, match="main and HEAD have no common ancestor"):
        git_trees.fork_of(root, "main")


def test_a_shallow_clone_says_what_to_fetch(root: Path, tmp_path: Path) -> None:
    git(root, "init", "-q", "-b", "main")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    git(root, "commit", "-q", "--allow-empty", "-m", "second")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{root}", str(clone))
    with pytest.raises(SessionError) as unknown:
        git_trees.fork_of(clone, "HEAD~1")
    assert "fetch-depth: 0" in unknown.value.hint


def test_outside_of_git(root: Path) -> None:
    with pytest.raises(SessionError) as nowhere:
        git_trees.fork_of(root, "main")
    assert nowhere.value.code == "no-git"


def test_an_object_that_is_not_here_is_told(root: Path) -> None:
    git(root, "init", "-q", "-b", "main")
    with pytest.raises(SessionError, match="does not have what files were"):
        git_trees.contents(root, ["0123456789012345678901234567890123456789"])
