"""A session keeps the graph true to the files."""

import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from fake_tools import tiny_tools
from session_files import write

from blastlens.model.edge import EdgeKind
from blastlens.model.symbol import SymbolKind
from blastlens.session.errors import SessionError
from blastlens.session.session import Session
from blastlens.session.verify import verify

Open = Callable[..., Session]


def callers(session: Session, symbol: str) -> list[str]:
    return sorted(edge.source for edge in session.graph().incoming(symbol))


@pytest.fixture(params=[False, True], ids=["sqlite", "resident"])
def session(request: pytest.FixtureRequest, open_session: Open) -> Session:
    return open_session(resident=request.param)


def test_first_refresh_indexes_everything(session: Session) -> None:
    done = session.refresh()
    assert (done.revision, done.total_files) == (1, 3)
    assert done.extracted == done.relinked == ("a.tiny", "pkg/b.tiny", "pkg/c.tiny")
    assert callers(session, "pkg/b.tiny::beta") == ["a.tiny::<module>", "pkg/c.tiny::<module>"]


def test_nothing_changed_makes_no_revision(session: Session) -> None:
    session.refresh()
    done = session.refresh()
    assert (done.revision, done.extracted, done.relinked, done.changed) == (1, (), (), False)


def test_a_save_relinks_the_file_and_the_readers_of_what_changed(session: Session, root: Path) -> None:
    session.refresh()
    write(root, "pkg/b.tiny", "class Box\n  def get\n")
    done = session.refresh(["pkg/b.tiny"])
    assert done.extracted == ("pkg/b.tiny",)
    assert done.relinked == ("a.tiny", "pkg/b.tiny", "pkg/c.tiny")
    assert callers(session, "pkg/b.tiny::beta") == []
    write(root, "pkg/b.tiny", "class Box\n  def get\ncall alpha\n")
    assert session.refresh(["pkg/b.tiny"]).relinked == ("pkg/b.tiny",)


def test_more_than_the_caller_waits_for_is_left_undone(session: Session, root: Path) -> None:
    session.refresh()
    write(root, "pkg/b.tiny", "class Box\n  def get\n")
    done = session.refresh(["pkg/b.tiny"], most=2)
    assert (done.is_wide, done.revision, done.relinked) == (True, 1, ())
    assert session.stale() == ("pkg/b.tiny",)
    assert callers(session, "pkg/b.tiny::beta") == ["a.tiny::<module>", "pkg/c.tiny::<module>"]
    done = session.refresh(["pkg/b.tiny"], most=3)
    assert (done.is_wide, len(done.relinked)) == (False, 3)


def test_a_miss_becomes_a_hit(session: Session, root: Path) -> None:
    session.refresh()
    assert [use.name for use in session.graph().unresolved("gone")] == ["gone"]
    write(root, "late.tiny", "def gone\n")
    assert session.refresh().relinked == ("late.tiny", "pkg/c.tiny")
    assert callers(session, "late.tiny::gone") == ["pkg/c.tiny::<module>"]
    assert session.graph().unresolved("gone") == []


def test_a_deleted_file_leaves_no_trace(session: Session, root: Path) -> None:
    session.refresh()
    (root / "pkg/c.tiny").unlink()
    done = session.refresh(["pkg/c.tiny"])
    assert (done.removed, done.relinked) == (("pkg/c.tiny",), ())
    assert callers(session, "pkg/b.tiny::beta") == ["a.tiny::<module>"]
    assert session.graph().symbols_named("gamma") == []
    assert verify(session, reads=True) == []


def test_a_deleted_target_keeps_no_edge(session: Session, root: Path) -> None:
    session.refresh()
    (root / "pkg/b.tiny").rename(root / "moved.tiny")
    done = session.refresh(["pkg/b.tiny", "moved.tiny"])
    assert done.extracted == ()  # same bytes, same facts
    assert done.relinked == ("a.tiny", "moved.tiny", "pkg/c.tiny")
    assert callers(session, "moved.tiny::beta") == ["a.tiny::<module>", "pkg/c.tiny::<module>"]
    assert callers(session, "pkg/b.tiny::beta") == []
    assert verify(session, reads=True) == []


def test_a_folder_that_went_or_came_counts_as_its_files(session: Session, root: Path) -> None:
    session.refresh()
    (root / "pkg").rename(root / "other")
    done = session.refresh(["pkg", "other"])
    assert done.removed == ("pkg/b.tiny", "pkg/c.tiny")
    assert callers(session, "other/b.tiny::beta") == ["a.tiny::<module>", "other/c.tiny::<module>"]


def test_a_graph_stays_as_it_was_while_held(session: Session, root: Path) -> None:
    session.refresh()
    before = session.graph()
    write(root, "a.tiny", "def alpha\n")
    session.refresh()
    after = session.graph()
    assert (before.revision, after.revision) == (1, 2)
    assert sorted(e.source for e in before.incoming("pkg/b.tiny::beta")) == ["a.tiny::<module>", "pkg/c.tiny::<module>"]
    assert [e.source for e in after.incoming("pkg/b.tiny::beta")] == ["pkg/c.tiny::<module>"]
    assert len(list(before.edges())) == len(list(after.edges())) + 1


def test_the_graph_answers_what_was_linked(session: Session, root: Path) -> None:
    write(root, "test_x.tiny", "def test_one\ncall main\n")
    write(root, "run.tiny", "def main\n")
    session.refresh()
    graph = session.graph()
    assert graph.entry_points() == [("run.tiny::main", "main")]
    assert [s.kind for s in graph.symbols_in("test_x.tiny")] == [SymbolKind.MODULE, SymbolKind.TEST]
    assert [s.id for s in graph.symbols_in("pkg/b.tiny")] == [
        "pkg/b.tiny::<module>", "pkg/b.tiny::beta", "pkg/b.tiny::Box", "pkg/b.tiny::Box.get",
    ]  # fmt: skip
    read = graph.incoming("pkg/b.tiny::Box.get")
    assert [(e.kind, e.sites[0].line) for e in read] == [(EdgeKind.READS, 4)]
    assert graph.incoming("pkg/b.tiny::Box.get", frozenset({EdgeKind.CALLS})) == []
    assert graph.symbol("pkg/b.tiny::Box.get") == graph.symbols_named("get")[0]
    record = graph.file("pkg/c.tiny")
    assert record is not None and (record.uses, record.resolved, record.unresolved) == (3, 2, 1)
    assert graph.symbol("nothing") is None and graph.incoming("nothing") == [] and graph.file("nothing") is None


def test_another_process_sees_the_revision(open_session: Open, root: Path) -> None:
    writer, reader = open_session(), open_session(resident=True)
    writer.refresh()
    assert callers(reader, "pkg/b.tiny::beta") == ["a.tiny::<module>", "pkg/c.tiny::<module>"]
    write(root, "a.tiny", "def alpha\n")
    writer.refresh()
    assert callers(reader, "pkg/b.tiny::beta") == ["pkg/c.tiny::<module>"]
    done = reader.refresh()
    assert (done.revision, done.relinked) == (2, ())


@pytest.mark.parametrize("whole_folder", [False, True])
def test_an_index_that_was_removed_is_made_anew_with_all_files(
    session: Session, root: Path, whole_folder: bool
) -> None:
    session.refresh()
    before = session.graph()
    shutil.rmtree(session.location.folder)
    if not whole_folder:
        session.location.folder.mkdir()
    assert callers(session, "pkg/b.tiny::beta") == ["a.tiny::<module>", "pkg/c.tiny::<module>"]
    assert session.status().files == len(before.files())
    write(root, "a.tiny", "def alpha\n")
    assert session.refresh(["a.tiny"], most=1).is_wide
    done = session.refresh(["a.tiny"])
    assert done.revision == before.revision
    assert callers(session, "pkg/b.tiny::beta") == ["pkg/c.tiny::<module>"]
    assert verify(session, reads=True) == []
    assert (session.location.folder / ".gitignore").exists()


def test_facts_follow_the_revision_and_unsaved_bytes_are_not_stored(session: Session) -> None:
    session.refresh()
    facts = session.facts("a.tiny")
    assert facts is not None and facts.names == ["alpha", "beta"]
    unsaved = session.facts_of("a.tiny", b"def other\n")
    assert unsaved is not None and [s.name for s in session.symbols_of("a.tiny", unsaved)] == ["<module>", "other"]
    assert session.facts_of("a.txt", b"") is None
    assert session.facts("nothing.tiny") is None


def test_a_file_that_cannot_be_parsed_whole_is_named(session: Session, root: Path) -> None:
    write(root, "a.tiny", "def alpha\nbroken\n")
    session.refresh()
    assert session.status().partial == (("a.tiny", "line 2: syntax error"),)


def test_status_counts_and_names(session: Session, root: Path) -> None:
    write(root, "other.go", "package x\n")
    write(root, "big.tiny", "def x\n" * 400_000)
    write(root, "made.tiny", "# generated\n")
    session.refresh()
    status = session.status()
    assert (status.files, status.symbols, status.edges) == (3, 8, 3)
    assert (status.uses, status.resolved, status.unresolved) == (4, 3, 1)
    assert status.other_languages == ((".go", 1),)
    assert status.skipped == (("big.tiny", "larger than 2.0 MB (2.3 MB)"), ("made.tiny", "generated"))
    assert (status.stale, status.note, status.revision) == ((), "", 1)
    write(root, "a.tiny", "def changed\n")
    assert session.status().stale == ("a.tiny",)


def test_a_skipped_file_that_is_mended_is_indexed(session: Session, root: Path) -> None:
    write(root, "made.tiny", "# generated\ndef x\n")
    session.refresh()
    write(root, "made.tiny", "def x\n")
    assert session.refresh().relinked == ("made.tiny",)
    write(root, "made.tiny", "# generated\n")
    session.refresh()
    assert session.graph().symbols_in("made.tiny") == []
    assert verify(session, reads=True) == []


def test_a_rewrite_within_one_tick_of_the_clock_is_seen(session: Session, root: Path) -> None:
    session.refresh()
    status = (root / "a.tiny").stat()
    write(root, "a.tiny", "def alphb\ncall beta\n")
    os.utime(root / "a.tiny", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert session.refresh().relinked == ("a.tiny",)


def test_an_old_stamp_is_trusted_and_a_touch_is_no_change(open_session: Open, root: Path) -> None:
    extractions: list[bytes] = []
    session = open_session(tools=tiny_tools(extractions=extractions))
    past = time.time_ns() - 3600 * 1_000_000_000
    for path in root.rglob("*.tiny"):
        os.utime(path, ns=(past, past))
    session.refresh()
    time.sleep(0.05)
    session.refresh()  # notes the stamps, which are settled by now
    with sqlite3.connect(session.location.database) as database:
        assert database.execute("SELECT count(*) FROM file WHERE mtime_ns = 0").fetchone() == (0,)
    database.close()
    os.utime(root / "a.tiny")
    assert session.refresh().relinked == ()
    assert len(extractions) == 3


def test_without_the_fact_cache_a_change_is_still_right(open_session: Open, root: Path) -> None:
    session = open_session()
    session.refresh()
    session.close()
    for path in session.location.folder.glob("facts.db*"):
        path.unlink()
    again = open_session()
    write(root, "pkg/b.tiny", "def delta\n")
    done = again.refresh()
    assert done.relinked == ("a.tiny", "pkg/b.tiny", "pkg/c.tiny")
    assert verify(again, reads=True) == []


def test_another_version_links_everything_again(open_session: Open) -> None:
    open_session().refresh()
    later = open_session(tools=tiny_tools(version="2"))
    done = later.refresh()
    assert (len(done.relinked), done.extracted) == (3, ())
    assert later.refresh().relinked == ()


def test_another_version_forgets_what_is_gone(open_session: Open, root: Path) -> None:
    open_session().refresh()
    (root / "a.tiny").unlink()
    later = open_session(tools=tiny_tools(version="2"))
    later.refresh()
    assert verify(later, reads=True) == []


def test_reindex_keeps_the_facts(session: Session) -> None:
    session.refresh()
    done = session.reindex()
    assert (done.revision, done.extracted, len(done.relinked)) == (2, (), 3)
    assert verify(session, reads=True) == []


def test_cancelling_changes_nothing(session: Session, root: Path) -> None:
    session.refresh()
    write(root, "a.tiny", "def x\n")
    done = session.refresh(cancelled=lambda: True)
    assert (done.revision, done.relinked, done.note) == (1, (), "cancelled")
    assert session.refresh().relinked == ("a.tiny",)


def test_progress_names_its_phases(session: Session) -> None:
    phases: list[str] = []
    session.refresh(progress=lambda progress: phases.append(progress.phase))
    assert list(dict.fromkeys(phases)) == ["read", "extract", "link", "store"]


def test_a_failure_while_writing_leaves_the_old_revision(session: Session, root: Path) -> None:
    session.refresh()
    write(root, "a.tiny", "def alpha\n")
    write(root, "z.tiny", "call boom\n")
    with pytest.raises(RuntimeError, match="boom"):
        session.refresh()
    assert callers(session, "pkg/b.tiny::beta") == ["a.tiny::<module>", "pkg/c.tiny::<module>"]
    assert session.graph().revision == 1
    write(root, "z.tiny", "call alpha\n")
    assert session.refresh().revision == 2
    assert callers(session, "pkg/b.tiny::beta") == ["pkg/c.tiny::<module>"]
    assert verify(session, reads=True) == []


def test_only_a_folder_can_be_opened(root: Path, open_session: Open) -> None:
    for path in (root / "a.tiny", root / "nothing"):
        with pytest.raises(SessionError) as raised:
            open_session(path)
        assert raised.value.code == "not-a-directory"


def test_many_files_are_extracted_by_workers(session: Session, root: Path) -> None:
    for number in range(120):
        write(root, f"many/f{number}.tiny", f"def f{number}\ncall f{(number * 7) % 120}\n")
    done = session.refresh(workers=2)
    assert (len(done.extracted), done.total_files) == (123, 123)
    assert callers(session, "many/f7.tiny::f7") == ["many/f1.tiny::<module>"]
    assert verify(session, reads=True) == []
