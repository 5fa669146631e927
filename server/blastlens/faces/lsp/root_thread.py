"""The one thread of a root: calls run in their order, and background work in small steps while no call waits."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")
_END: Final = object()


@dataclass(slots=True, eq=False)
class _Call(Generic[T]):
    function: Callable[[], T]
    done: "Future[T]" = field(default_factory=Future)

    def run(self) -> None:
        if not self.done.set_running_or_notify_cancel():
            return
        try:
            result = self.function()
        except BaseException as error:
            self.done.set_exception(error)
        else:
            self.done.set_result(result)


@dataclass(slots=True, eq=False)
class _Work:
    """`is_wanted` is asked before each step."""

    steps: Iterator[Any]
    is_wanted: Callable[[], bool]
    done: "Future[bool]" = field(default_factory=Future)

    def run(self, has_to_wait: Callable[[], bool]) -> bool:
        """Whether it came to an end, instead of having to wait."""
        try:
            while self.is_wanted() and not self.done.cancelled():
                if next(self.steps, _END) is _END:
                    return self._end(True)
                if has_to_wait():
                    return False
        except BaseException as error:
            if self.done.set_running_or_notify_cancel():
                self.done.set_exception(error)
            return True
        return self._end(False)

    def _end(self, through: bool) -> bool:
        if self.done.set_running_or_notify_cancel():
            self.done.set_result(through)
        return True


class RootThread:
    """Methods may be called from any thread. What a step takes is the longest that a call waits for background work."""

    def __init__(self, name: str) -> None:
        self._calls: deque[_Call[Any]] = deque()
        self._works: deque[_Work] = deque()  # the first is gone on with until it ends
        self._closed = False
        self._lock = threading.Lock()
        # Every turn does the next call, or goes on with background work; there is one for each call and for each work.
        self._turns = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    def call(self, function: Callable[[], T]) -> "Future[T]":
        """Run it after the calls that came before it."""
        call = _Call(function)
        self._queue(call, self._calls)
        return call.done

    def in_steps(self, steps: Iterator[Any], is_wanted: Callable[[], bool]) -> "Future[bool]":
        """Take step after step while no call waits; whether it came to the end, and was not given up because nobody wanted it any
        more."""
        work = _Work(steps, is_wanted)
        self._queue(work, self._works)
        return work.done

    def close(self) -> None:
        """Give up what waits; what is running runs to its end, and background work to that of its step."""
        with self._lock:
            self._closed = True
            waiting: list[Future[Any]] = [call.done for call in self._calls] + [work.done for work in self._works]
            self._calls.clear()
            self._works.clear()
        self._turns.shutdown(wait=False, cancel_futures=True)
        for done in waiting:
            done.cancel()

    def _queue(self, one: Any, queue: "deque[Any]") -> None:
        with self._lock:
            if self._closed:
                one.done.cancel()
                return
            queue.append(one)
            self._turns.submit(self._turn)

    def _turn(self) -> None:
        with self._lock:
            call = self._calls.popleft() if self._calls else None
            work = self._works.popleft() if call is None and self._works else None
        if call is not None:
            call.run()
        elif work is not None and not work.run(self._has_to_wait):
            self._go_on_later(work)

    def _has_to_wait(self) -> bool:
        return bool(self._calls) or self._closed

    def _go_on_later(self, work: _Work) -> None:
        with self._lock:
            if not self._closed:
                self._works.appendleft(work)
                self._turns.submit(self._turn)
                return
        work.done.cancel()
