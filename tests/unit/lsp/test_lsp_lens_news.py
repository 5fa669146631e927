"""What is found out about shown lenses after a save, while nobody waits for it."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from lsprotocol import types as t

from blastlens.app.answer import Answer
from blastlens.app.errors import UserError
from blastlens.app.leaving import MayLeave
from blastlens.faces.lsp.handlers import code_lens
from blastlens.faces.lsp.lens_news import finish_lenses
from blastlens.faces.lsp.lens_rows import way_of
from blastlens.faces.lsp.lines import LineTable
from blastlens.faces.lsp.roots import Root, RootState, Target
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.shown_lenses import LeftBehind, Look, Row
from blastlens.views.lenses import CALLERS, Lens, LensPart

F = "a.py::f"
ONE = (LensPart(CALLERS, CALLERS, "1 caller"),)


class App:
    """One changed function that takes other arguments now."""

    def __init__(self, no_git: str = "") -> None:
        self.no_git = no_git
        self.finished: list[str] = []

    def lens_steps(self, path: str) -> Iterator[None]:
        self.finished.append(path)
        yield

    def read_changes(self) -> list[object]:
        if self.no_git:
            raise UserError("git cannot be asked", code=self.no_git)
        return []

    def may_leave_behind(self, _changes: object) -> Iterator[MayLeave]:
        yield MayLeave()
        yield MayLeave(True, frozenset({F}))


class Server:
    """Answers the question for callers left behind with `answer`, and counts how often it is asked."""

    def __init__(self, answer: Callable[[], Answer]) -> None:
        self.answer = answer
        self.asked = 0
        self.logged: list[str] = []
        self.beside = self

    def ask(self, *_given: object) -> Answer:
        self.asked += 1
        return self.answer()

    def log(self, message: str, _kind: object = None) -> None:
        self.logged.append(message)


def left_one() -> Answer:
    return Answer({}, [], True, None, 1, extra={"callers": {F: 2}})


def refused() -> Answer:
    raise UserError("the process ended", "ask again")


def finished(place: Path, server: Server, app: App, before: LeftBehind | None = None, times: int = 1) -> Root:
    """The root after its shown lenses are finished, so many times at once."""

    async def scenario() -> Root:
        root = Root(place.as_uri(), place)
        root.state, root.generation = RootState.READY, 1
        root.attach(cast(Any, app))
        root.lenses.sent("a.py", [Row(F, None)])
        root.lenses.left = before or root.lenses.left
        ls = cast(BlastlensServer, server)
        assert all(await asyncio.gather(*(finish_lenses(ls, root) for _ in range(times))))
        root._app = None
        root.close()
        return root

    return asyncio.run(scenario())


def test_callers_left_behind_are_looked_for_once_a_generation(tmp_path: Path) -> None:
    server = Server(left_one)
    root = finished(tmp_path, server, App(), times=3)
    assert server.asked == 1
    assert way_of(root).left == {F: 2} and not way_of(root).awaited and not server.logged


def test_a_look_that_fails_is_told_and_not_taken_for_none(tmp_path: Path) -> None:
    server = Server(refused)
    root = finished(tmp_path, server, App(), LeftBehind(0, {F: 1}, Look.DONE))
    assert way_of(root).unknown == {F} and not way_of(root).left
    assert "could not be looked for: the process ended" in server.logged[0]


def test_without_git_nothing_is_known_to_be_changed(tmp_path: Path) -> None:
    server = Server(refused)
    root = finished(tmp_path, server, App(no_git="no-git"))
    assert root.lenses.left.is_over and not way_of(root).unknown and not server.logged and not server.asked


def test_when_git_fails_it_is_told_as_well(tmp_path: Path) -> None:
    server = Server(left_one)
    root = finished(tmp_path, server, App(no_git="git-failed"), LeftBehind(0, {F: 1}, Look.DONE))
    assert way_of(root).unknown == {F} and server.logged


def test_what_was_known_is_shown_until_the_new_is(tmp_path: Path) -> None:
    root = Root(tmp_path.as_uri(), tmp_path)
    root.lenses.left = LeftBehind(0, {F: 1}, Look.DONE)
    root.generation = 1
    assert way_of(root).left == {F: 1} and way_of(root).awaited == {F}


def test_a_file_that_is_finished_is_not_finished_again(tmp_path: Path) -> None:
    app = App()
    finished(tmp_path, Server(left_one), app)
    assert app.finished == ["a.py"]


class Asked(Server):
    """A server for which another generation comes while it makes the lenses of a file."""

    def __init__(self, root: Root) -> None:
        super().__init__(left_one)
        self.root = root
        self.spawned = 0
        self.client = SimpleNamespace(encoding="utf-16")

    def target(self, _uri: str) -> Target:
        return Target(self.root, "a.py", cast(Any, SimpleNamespace(language_id="python", unsaved=False)))

    def buffer_table(self, _target: Target) -> LineTable:
        return LineTable("def f(): pass\n")

    def places(self, _root: Root) -> Any:
        return SimpleNamespace(uri=lambda file: f"file:///{file}")

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self.spawned += 1
        work.close()

    # Not `ask` of `Beside`: that of the handlers.
    async def ask(self, root: Root, *_given: object) -> Any:  # type: ignore[override]
        root.generation += 1
        return [Lens(F, 1, 4, 5)], [Row(F, ONE)]


def test_lenses_that_were_made_while_a_generation_came_are_compared_with_it(tmp_path: Path) -> None:
    root = Root(tmp_path.as_uri(), tmp_path)
    root.state = RootState.READY
    root.attach(cast(Any, App()))
    server = Asked(root)
    params = t.CodeLensParams(t.TextDocumentIdentifier("file:///a.py"))
    asyncio.run(code_lens.handle(cast(BlastlensServer, server), params))
    assert root.lenses.shows("a.py", F) == ONE and server.spawned == 1
