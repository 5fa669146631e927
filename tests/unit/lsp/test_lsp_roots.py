"""Workspace folders and the events of their files."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from lsprotocol import types as t

from blastlens.app.errors import UserError
from blastlens.faces.lsp.documents import LspWorkspace
from blastlens.faces.lsp.file_events import concerns_all, take_in
from blastlens.faces.lsp.indexing import MOST_LINKED, catch_up
from blastlens.faces.lsp.refreshing import DEBOUNCE, WIDE, refresh_now, refresh_soon
from blastlens.faces.lsp.roots import Root, Roots, RootState
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.session.diff import FileDiff


def test_the_innermost_folder_owns_a_document(tmp_path: Path) -> None:
    outer, inner = tmp_path, tmp_path / "a b" / "inner"
    inner.mkdir(parents=True)
    roots = Roots()
    assert roots.add(outer.as_uri()) is not None
    assert roots.add(f"{inner.as_uri()}/") is not None
    assert roots.add(inner.as_uri()) is None
    assert len(roots) == 2
    owner = roots.owner((inner / "x.py").as_uri())
    assert owner is not None
    assert (owner[0].path, owner[1]) == (inner, "x.py")
    owner = roots.owner((outer / "a b" / "x.py").as_uri())
    assert owner is not None
    assert (owner[0].path, owner[1]) == (outer, "a b/x.py")
    assert roots.owner(outer.as_uri()) is None
    assert roots.owner(outer.parent.as_uri()) is None
    containing = roots.containing(inner.as_uri())
    assert containing is not None
    assert containing.path == inner
    removed = roots.remove(f"{inner.as_uri()}/")
    assert removed is not None
    owner = roots.owner((inner / "x.py").as_uri())
    assert owner is not None
    assert owner[1] == "a b/inner/x.py"
    assert roots.add("untitled:folder") is None
    assert roots.remove("untitled:folder") is None


def test_a_root_behind_a_link_is_the_same_folder(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    (real / "a.py").touch()
    link.symlink_to(real, target_is_directory=True)
    root = Root(link.as_uri(), link)
    assert root.relative(link / "a.py") == "a.py"
    assert root.relative(real / "a.py") == "a.py"
    assert root.relative(tmp_path / "a.py") is None
    assert Root(real.as_uri(), real).relative(link / "a.py") == "a.py"


def test_work_of_a_root_is_done_in_order_and_not_after_its_end(tmp_path: Path) -> None:
    async def scenario() -> list[int]:
        root = Root(tmp_path.as_uri(), tmp_path)
        order: list[int] = []
        await asyncio.gather(*(root.submit(order.append, number) for number in range(20)))
        closed: list[str] = []
        root.on_close(lambda: closed.append("watcher"))
        root.close()
        root.close()
        root.on_close(lambda: closed.append("late watcher"))
        assert closed == ["watcher", "late watcher"]
        with pytest.raises(UserError, match="is not open any more"):
            await root.submit(order.append, 99)
        return order

    assert asyncio.run(scenario()) == list(range(20))


@pytest.mark.parametrize(
    ("path", "all_of_it"),
    [
        (".git/HEAD", True),
        (".git/refs/heads/feature/x", True),
        (".git/packed-refs", True),
        (".git/index", False),
        (".git/refs/remotes/origin/x", False),
        (".git/objects/ab/cd", False),
        (".code-graph/config.json", True),
        (".code-graph/graph.db", False),
        ("pyproject.toml", True),
        ("pkg/.gitignore", True),
        ("pkg/a.py", False),
    ],
)
def test_some_files_decide_about_others(path: str, all_of_it: bool) -> None:
    assert concerns_all(path) is all_of_it


class _App:
    """Notes what is refreshed."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []
        self.linked = 1
        self.loading: Iterator[None] = iter(())

    def close(self) -> None:
        pass

    def read_changes(self) -> list[FileDiff]:
        return []

    def load_steps(self, _changes: list[FileDiff] | None, _shown: list[str]) -> Iterator[None]:
        return self.loading

    def refresh(self, paths: list[str] | None = None, *, most: int | None = None) -> Any:
        self.asked.append(["*"] if paths is None else list(paths))
        wide = self.linked > (most or self.linked)

        class Result:
            changed = False
            is_wide = wide
            note = ""
            stale = ()
            revision = 1
            total_files = 1

        return Result()


class _Bulk:
    def __init__(self) -> None:
        self.runs = 0
        self.go_on = threading.Event()

    def run(self, *_: Any) -> None:
        self.runs += 1
        self.go_on.wait(5)


def _server(root: Path) -> tuple[BlastlensServer, Root, _App, _Bulk]:
    app, bulk = _App(), _Bulk()
    server = BlastlensServer(cast(Any, None), cast(Any, bulk), cast(Any, None))
    server.protocol.writer = None
    server.log = lambda *_: None  # type: ignore[method-assign]
    server.protocol._workspace = LspWorkspace(None)  # no document is open
    opened = server.roots.add(root.as_uri())
    assert opened is not None
    opened.attach(cast(Any, app))
    opened.state = RootState.READY
    return server, opened, app, bulk


def test_a_burst_of_events_is_one_refresh(tmp_path: Path) -> None:
    for name in ("a.py", "b.py", "notes.txt"):
        (tmp_path / name).touch()
    for folder in ("__pycache__", ".pytest_cache"):
        (tmp_path / folder).mkdir()

    async def scenario() -> list[list[str]]:
        server, root, app, bulk = _server(tmp_path)
        names = ("a.py", "b.py", "notes.txt", "gone", "__pycache__/a.pyc", ".pytest_cache", ".git/index", "a.py")
        for name in names:
            await take_in(server, [(tmp_path / name).as_uri(), "untitled:x", (tmp_path.parent / "o.py").as_uri()])
        await asyncio.sleep(DEBOUNCE * 2)
        assert bulk.runs == 0
        root.close()
        return app.asked

    assert asyncio.run(scenario()) == [["a.py", "b.py", "gone"]]


def test_a_save_that_has_many_files_linked_again_is_left_to_another_process(tmp_path: Path) -> None:
    async def scenario() -> list[list[str]]:
        server, root, app, bulk = _server(tmp_path)
        await refresh_now(server, root, ["a.py"])
        assert bulk.runs == 0
        app.linked = MOST_LINKED + 1
        await refresh_now(server, root, ["a.py"])
        while not bulk.runs:
            await asyncio.sleep(0.01)
        assert root.busy
        bulk.go_on.set()
        # What has changed since has as much linked again, and goes there too, but not for ever.
        while len(app.asked) < 5:
            await asyncio.sleep(0.01)
        assert bulk.runs == 3
        root.close()
        return app.asked

    assert asyncio.run(scenario()) == [["a.py"], ["a.py"], ["*"], ["*"], ["*"]]


def test_a_first_index_answers_once_its_graph_is_loaded(tmp_path: Path) -> None:
    async def scenario() -> list[RootState]:
        server, root, app, bulk = _server(tmp_path)
        states: list[RootState] = []

        def steps() -> Iterator[None]:
            for _ in range(3):
                states.append(root.state)
                yield

        app.loading = steps()
        root.state = RootState.INDEXING
        bulk.go_on.set()
        await catch_up(server, root, "Indexing")
        states.append(root.state)
        root.close()
        return states

    assert asyncio.run(scenario()) == [RootState.INDEXING] * 3 + [RootState.READY]


@pytest.mark.parametrize("names", [[f"{number}.py" for number in range(WIDE + 1)], [".git/HEAD"], ["folder"]])
def test_wide_changes_are_left_to_another_process(tmp_path: Path, names: list[str]) -> None:
    (tmp_path / "folder").mkdir()

    async def scenario() -> list[list[str]]:
        server, root, app, bulk = _server(tmp_path)
        await take_in(server, [(tmp_path / name).as_uri() for name in names])
        while not bulk.runs:
            await asyncio.sleep(0.01)
        assert root.busy
        refresh_soon(server, root, everything=True)  # comes while the other process works: once more
        await asyncio.sleep(DEBOUNCE * 2)
        bulk.go_on.set()
        while not app.asked:
            await asyncio.sleep(0.01)
        assert bulk.runs == 2
        root.close()
        return app.asked

    assert asyncio.run(scenario()) == [["*"]]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            UserError("the folder is gone", "open it again"),
            ("the folder is gone - open it again", t.MessageType.Warning),
        ),
        (KeyError("inside"), ("KeyError: 'inside'", t.MessageType.Error)),
    ],
)
def test_work_beside_the_messages_tells_what_a_person_can_mend(
    tmp_path: Path, error: Exception, told: tuple[str, t.MessageType]
) -> None:
    async def scenario() -> list[tuple[Any, ...]]:
        server, root, _, _ = _server(tmp_path)
        logged: list[tuple[Any, ...]] = []
        server.log = lambda *said: logged.append(said)  # type: ignore[method-assign]

        async def fail() -> None:
            raise error

        await asyncio.wait([server.spawn(fail())])
        root.close()
        return logged

    assert asyncio.run(scenario()) == [told]
