"""Where the index is kept, and what happens when it cannot be."""

import contextlib
import errno
import os
import resource
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from session_files import git, write

from blastlens.session.errors import SessionError
from blastlens.session.session import Session

Open = Callable[..., Session]


def test_the_folder_hides_the_index_but_not_the_settings(root: Path, open_session: Open) -> None:
    git(root, "init", "-q")
    write(root, ".code-graph/config.json", "{}")
    open_session().refresh()
    assert git(root, "status", "--porcelain", "-uall", ".code-graph").splitlines() == [
        "?? .code-graph/config.json",
    ]


def test_an_index_adds_nothing_to_commit(root: Path, open_session: Open) -> None:
    git(root, "init", "-q")
    former = (
        "# The index is made anew from the sources; the settings are worth keeping.\n*\n!.gitignore\n!config.json\n"
    )
    write(root, ".code-graph/.gitignore", former)
    open_session().refresh()
    assert git(root, "status", "--porcelain", "-uall", ".code-graph") == ""


def test_work_trees_of_a_repository_share_facts(root: Path, tmp_path: Path, open_session: Open) -> None:
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "x")
    open_session().refresh()
    assert (root / ".git/blastlens/facts.db").exists()
    git(root, "worktree", "add", "-q", str(tmp_path / "second"))
    done = open_session(tmp_path / "second").refresh()
    assert (done.extracted, len(done.relinked)) == ((), 3)


def test_a_root_that_cannot_be_written_has_its_index_in_the_cache(
    root: Path, tmp_path: Path, open_session: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (root / ".code-graph").write_text("in the way")
    session = open_session()
    session.refresh()
    assert session.location.folder.is_relative_to(tmp_path / "cache" / "blastlens")
    assert "cannot be written" in session.note and str(session.location.folder) in session.note
    assert session.status().note == session.note
    assert open_session().refresh().relinked == ()


def test_a_link_in_place_of_the_folder_is_not_followed(
    root: Path, tmp_path: Path, open_session: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "elsewhere").mkdir()
    (root / ".code-graph").symlink_to(tmp_path / "elsewhere")
    open_session().refresh()
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_full_disk_is_said_at_opening(open_session: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "mkdir", full)
    with pytest.raises(SessionError) as raised:
        open_session()
    assert raised.value.code == "disk-full" and raised.value.hint


def test_a_full_disk_leaves_the_old_index(root: Path, open_session: Open) -> None:
    session = open_session()
    session.refresh()
    pages = session._store._database.execute("PRAGMA page_count").fetchone()[0]
    session._store._database.execute(f"PRAGMA max_page_count={pages}")
    write(root, "large.tiny", "".join(f"def name_{i}\n" for i in range(3000)))
    done = session.refresh()
    assert (done.revision, done.relinked, done.stale) == (1, (), ("large.tiny",))
    assert "no space left" in done.note
    with pytest.raises(SessionError) as raised:
        session.reindex()
    assert raised.value.code == "disk-full"
    assert session.graph().revision == 1
    session._store._database.execute("PRAGMA max_page_count=1000000")
    assert session.refresh().relinked == ("large.tiny",)


@contextlib.contextmanager
def no_room() -> Iterator[None]:
    """No file can grow, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("resident", [False, True])
def test_an_index_on_a_full_disk_is_read(root: Path, open_session: Open, resident: bool) -> None:
    first = open_session()
    first.refresh()
    first.close()
    write(root, "a.tiny", "def alpha\n")
    with no_room():
        session = open_session(resident=resident)
        found = [edge.source for edge in session.graph().incoming("pkg/b.tiny::beta")]
        done = session.refresh()
        status = session.status()
    assert found == ["a.tiny::<module>", "pkg/c.tiny::<module>"]
    assert (done.revision, done.stale, status.stale) == (1, ("a.tiny",), ("a.tiny",))
    assert "no space left" in done.note and "1 file has changed since" in done.note
    assert "a.tiny" in session.refresh().relinked  # there is room again
    assert session.graph().revision == 2


def test_without_an_index_a_full_disk_is_an_error(open_session: Open) -> None:
    with no_room(), pytest.raises(SessionError) as raised:
        open_session().refresh()
    assert raised.value.code == "disk-full" and raised.value.hint


@pytest.mark.parametrize("harm", ["", "graph.db"], ids=["folder", "database"])
def test_an_index_that_cannot_be_written_gives_way_to_one_in_the_cache(
    root: Path, tmp_path: Path, open_session: Open, monkeypatch: pytest.MonkeyPatch, harm: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    open_session().refresh()
    # Permissions do not stop a superuser, so they are only told.
    access = os.access
    shut = root / ".code-graph" / harm
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != shut and access(path, mode))
    session = open_session()
    assert session.refresh().total_files == 3
    assert session.location.folder.is_relative_to(tmp_path / "cache")
    assert f"cannot be written ({harm or 'the folder'} is read-only)" in session.note


@pytest.mark.parametrize("harm", ["garbage", "cut", "newer", "foreign", "codes", "empty"])
def test_a_database_that_cannot_be_trusted_is_rebuilt(open_session: Open, harm: str) -> None:
    first = open_session()
    first.refresh()
    first.close()
    path = first.location.database
    if harm == "garbage":
        path.write_bytes(os.urandom(20_000))
    elif harm == "cut":
        path.write_bytes(path.read_bytes()[:9000])
    elif harm == "empty":
        path.write_bytes(b"")
    else:
        database = sqlite3.connect(path)
        statement = {
            "newer": "PRAGMA user_version=99",
            "foreign": "PRAGMA application_id=1",
            "codes": "UPDATE meta SET value = 'x' WHERE key = 'codes'",
        }[harm]
        database.execute(statement)
        database.commit()
        database.close()
    second = open_session()
    done = second.refresh()
    assert len(done.relinked) == 3 and done.extracted == ()
    assert harm == "empty" or done.note.startswith("the index was rebuilt: ")
    if harm == "newer":
        assert "newer version (layout 99" in done.note
    callers = second.graph().incoming("pkg/b.tiny::beta")
    assert sorted(e.source for e in callers) == ["a.tiny::<module>", "pkg/c.tiny::<module>"]


def test_a_damaged_page_is_rebuilt_by_the_refresh_that_meets_it(root: Path, open_session: Open) -> None:
    for number in range(200):
        write(root, f"f{number}.tiny", f"def f{number}\n")
    first = open_session()
    first.refresh()
    first.close()
    path = first.location.database
    database = sqlite3.connect(path)
    (page,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'file'").fetchone()
    (size,) = database.execute("PRAGMA page_size").fetchone()
    database.close()
    data = bytearray(path.read_bytes())
    data[(page - 1) * size : page * size] = b"\xff" * size
    path.write_bytes(data)
    second = open_session()
    done = second.refresh()
    assert done.note.startswith("the index was rebuilt: ") and done.total_files == 203


def test_a_damaged_fact_cache_is_thrown_away(root: Path, open_session: Open) -> None:
    first = open_session()
    first.refresh()
    first.close()
    for path in first.location.folder.glob("facts.db*"):
        path.write_bytes(b"\0garbage" * 1000)
    write(root, "a.tiny", "def other\n")
    second = open_session()
    done = second.refresh()
    assert "a.tiny" in done.extracted and "a.tiny" in done.relinked
    assert (second.refresh().relinked, second.note) == ((), "")


@pytest.mark.parametrize("resident", [False, True], ids=["sqlite", "resident"])
def test_damage_met_by_a_question_is_said_and_mended_by_the_next_run(
    root: Path, open_session: Open, resident: bool
) -> None:
    for number in range(400):
        write(root, f"f{number}.tiny", f"def f{number}\ncall beta\n")
    first = open_session()
    first.refresh()
    first.close()
    path = first.location.database
    database = sqlite3.connect(path)
    pages = database.execute("SELECT rootpage FROM sqlite_master WHERE name IN ('edge', 'edge_target')")
    damaged = [page for (page,) in pages]
    (size,) = database.execute("PRAGMA page_size").fetchone()
    database.close()
    data = bytearray(path.read_bytes())
    for page in damaged:
        data[(page - 1) * size : page * size] = b"\xff" * size
    path.write_bytes(data)
    second = open_session(resident=resident)
    with pytest.raises(SessionError) as raised:
        list(second.graph().incoming("pkg/b.tiny::beta"))
    assert raised.value.code == "damaged" and raised.value.hint
    second.close()
    third = open_session(resident=resident)
    assert third.refresh().note == "the index was rebuilt: a part of it could not be read"
    assert len(third.graph().incoming("pkg/b.tiny::beta")) == 402
