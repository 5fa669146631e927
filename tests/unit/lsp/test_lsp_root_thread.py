"""The order of work in the one thread of a root."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

from blastlens.faces.lsp.root_thread import RootThread
from blastlens.faces.lsp.roots import Root


class Bench:
    """A thread that is held until it is let go, so that what is queued meanwhile has a known order."""

    def __init__(self) -> None:
        self.thread = RootThread("test")
        self.done: list[str] = []
        self._held, self._go = threading.Event(), threading.Event()
        self.holding = self.thread.call(self._hold)
        self._held.wait(30)

    def _hold(self) -> None:
        self._held.set()
        self._go.wait()

    def let_go(self) -> None:
        self._go.set()

    def note(self, what: str) -> None:
        self.done.append(what)

    def steps(self, name: str, count: int) -> Iterator[None]:
        for number in range(count):
            self.note(f"{name}{number}")
            yield


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.let_go()
    made.thread.close()


def test_calls_go_before_background_work_that_was_queued_earlier(bench: Bench) -> None:
    work = bench.thread.in_steps(bench.steps("piece", 2), lambda: True)
    bench.thread.call(lambda: bench.note("first"))
    bench.thread.call(lambda: bench.note("second"))
    bench.let_go()
    assert work.result(30)
    assert bench.done == ["first", "second", "piece0", "piece1"]


def test_background_work_gives_way_after_the_step_in_which_a_call_comes(bench: Bench) -> None:
    def steps() -> Iterator[None]:
        bench.note("one")
        bench.thread.call(lambda: bench.note("call"))
        yield
        bench.note("two")
        yield

    work = bench.thread.in_steps(steps(), lambda: True)
    after = bench.thread.in_steps(bench.steps("later", 1), lambda: True)
    bench.let_go()
    assert work.result(30) and after.result(30)
    assert bench.done == ["one", "call", "two", "later0"]


def test_what_nobody_wants_any_more_is_given_up_before_its_next_step(bench: Bench) -> None:
    wanted = True

    def steps() -> Iterator[None]:
        nonlocal wanted
        bench.note("one")
        wanted = False
        yield
        bench.note("two")
        yield

    work = bench.thread.in_steps(steps(), lambda: wanted)
    bench.let_go()
    assert work.result(30) is False
    assert bench.done == ["one"]


def test_a_failure_in_a_step_is_told_to_who_waits_and_nobody_else(bench: Bench) -> None:
    def steps() -> Iterator[None]:
        yield
        raise ValueError("inside")

    work = bench.thread.in_steps(steps(), lambda: True)
    call = bench.thread.call(lambda: 3)
    after = bench.thread.in_steps(bench.steps("later", 1), lambda: True)
    bench.let_go()
    with pytest.raises(ValueError, match="inside"):
        work.result(30)
    assert call.result(30) == 3 and after.result(30)


def test_what_waits_when_it_is_closed_is_cancelled(bench: Bench) -> None:
    call = bench.thread.call(lambda: bench.note("call"))
    work = bench.thread.in_steps(bench.steps("piece", 1), lambda: True)
    bench.thread.close()
    late = bench.thread.call(lambda: bench.note("late"))
    bench.let_go()
    bench.holding.result(30)
    for one in (call, work, late):
        with pytest.raises(CancelledError):
            one.result(30)
    assert not bench.done


def test_work_of_a_root_is_of_one_generation(tmp_path: Path) -> None:
    taken: list[int] = []

    async def scenario() -> None:
        root = Root(tmp_path.as_uri(), tmp_path)

        def steps() -> Iterator[None]:
            for number in range(3):
                taken.append(number)
                if number == 1:
                    root.generation += 1
                yield

        try:
            assert await root.in_steps(steps()) is False
            assert await root.in_steps(iter([None]))
        finally:
            root.close()

    asyncio.run(scenario())
    assert taken == [0, 1]
