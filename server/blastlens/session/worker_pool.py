"""A pool of forked workers that read and extract files.

Each worker gets chunks of paths over a pipe and answers with encoded results. A worker ends when its pipe closes, so none
outlives this process. A worker that dies loses only the file it died on: the rest of its chunk is given out again.
"""

import contextlib
import gc
import os
import select
import signal
import struct
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from blastlens.session.extraction import Extracted, FileExtractor, Read, crashed

_CHUNK_FILES: Final = 24
_HEADER: Final = struct.Struct("<I")
_PIPE_BYTES: Final = 1 << 20
_encoder: Final = msgspec.msgpack.Encoder()
_results: Final = msgspec.msgpack.Decoder(list[Extracted])
_paths: Final = msgspec.msgpack.Decoder(list[str])


def can_fork() -> bool:
    """Forking is safe only from a process with one thread."""
    return hasattr(os, "fork") and threading.active_count() == 1


@dataclass(slots=True)
class _Worker:
    process: int
    tasks: int  # pipe to it
    answers: int  # pipe from it
    chunk: list[str] = field(default_factory=list)
    received: bytearray = field(default_factory=bytearray)


def extract_in_pool(extractor: FileExtractor, paths: Sequence[str], workers: int) -> Iterator[Extracted]:
    """Results in any order, one for each path. Closing the iterator ends the workers."""
    pool = _Pool(extractor)
    try:
        yield from pool.run(paths, workers)
    finally:
        pool.close()


class _Pool:
    def __init__(self, extractor: FileExtractor) -> None:
        self._extractor = extractor
        self._workers: dict[int, _Worker] = {}  # by the descriptor their answers come from

    def run(self, paths: Sequence[str], workers: int) -> Iterator[Extracted]:
        waiting = deque(list(paths[start : start + _CHUNK_FILES]) for start in range(0, len(paths), _CHUNK_FILES))
        for _ in range(min(workers, len(waiting))):
            self._feed(self._start(), waiting)
        while self._workers:
            ready, _, _ = select.select(list(self._workers), [], [])
            for descriptor in ready:
                worker = self._workers[descriptor]
                data = os.read(descriptor, _PIPE_BYTES)
                if data:
                    yield from self._receive(worker, data, waiting)
                else:
                    yield from self._bury(worker, waiting)

    def close(self) -> None:
        for worker in list(self._workers.values()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker.process, signal.SIGKILL)
            self._forget(worker)

    def _start(self) -> _Worker:
        task_out, task_in = os.pipe()
        answer_out, answer_in = os.pipe()
        process = os.fork()
        if process == 0:
            inherited = [fd for other in self._workers.values() for fd in (other.tasks, other.answers)]
            for descriptor in (task_in, answer_out, *inherited):
                os.close(descriptor)
            _serve(task_out, answer_in, lambda path: self._extractor.extract(Read(path))[0])
        os.close(task_out)
        os.close(answer_in)
        worker = _Worker(process, task_in, answer_out)
        self._workers[answer_out] = worker
        return worker

    def _feed(self, worker: _Worker, waiting: deque[list[str]]) -> None:
        """Give the next chunk, or let the worker end."""
        if not waiting:
            self._forget(worker)
            return
        worker.chunk = waiting.popleft()
        with contextlib.suppress(BrokenPipeError):  # it has died: its answers end, and it is buried there
            _send(worker.tasks, _encoder.encode(worker.chunk))

    def _receive(self, worker: _Worker, data: bytes, waiting: deque[list[str]]) -> Iterator[Extracted]:
        received = worker.received
        received += data
        if len(received) < _HEADER.size:
            return
        (length,) = _HEADER.unpack_from(received)
        if len(received) < _HEADER.size + length:
            return
        results = _results.decode(bytes(memoryview(received)[_HEADER.size :]))
        worker.chunk = []
        worker.received = bytearray()
        self._feed(worker, waiting)
        yield from results

    def _bury(self, worker: _Worker, waiting: deque[list[str]]) -> Iterator[Extracted]:
        """A worker died in a chunk: alone on a file, the file is to blame; else each file is tried alone."""
        chunk = worker.chunk
        self._forget(worker)
        if len(chunk) == 1:
            yield crashed(chunk[0])
        else:
            waiting.extend([path] for path in chunk)
        if waiting:
            self._feed(self._start(), waiting)

    def _forget(self, worker: _Worker) -> None:
        del self._workers[worker.answers]
        os.close(worker.tasks)
        os.close(worker.answers)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(worker.process, 0)


def _serve(tasks: int, answers: int, work: Callable[[str], Extracted]) -> None:
    """A worker's life; never returns. No exit handler of the parent runs in it."""
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides, by closing the pipe
        gc.disable()
        while (message := _next(tasks)) is not None:
            _send(answers, _encoder.encode([work(path) for path in _paths.decode(message)]))
        status = 0
    finally:
        os._exit(status)


def _send(descriptor: int, message: bytes) -> None:
    view = memoryview(_HEADER.pack(len(message)) + message)
    while view:
        view = view[os.write(descriptor, view) :]


def _next(descriptor: int) -> bytes | None:
    header = _read(descriptor, _HEADER.size)
    if header is None:
        return None
    return _read(descriptor, _HEADER.unpack(header)[0])


def _read(descriptor: int, length: int) -> bytes | None:
    parts = bytearray()
    while len(parts) < length:
        data = os.read(descriptor, length - len(parts))
        if not data:
            return None
        parts += data
    return bytes(parts)
