"""Progress of an index run as notifications."""

import threading
from typing import Any, cast

import anyio
import pytest
from anyio import to_thread

from blastlens.faces.mcp.progress_reports import ProgressReports
from blastlens.session.ports import Progress


class Recorder:
    def __init__(self) -> None:
        self.reports: list[tuple[float, str | None]] = []

    async def report_progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        assert total is None
        self.reports.append((progress, message))


def test_reports_come_from_any_thread_and_not_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 0.1, 0.7, 0.8, 1.3])
    monkeypatch.setattr("blastlens.faces.mcp.progress_reports.monotonic", lambda: next(clock))
    recorder = Recorder()

    def call() -> None:
        listener = ProgressReports(cast(Any, recorder))
        told = [Progress("extract", 1, 4), Progress("extract", 2, 4), Progress("extract", 3, 4), Progress("link", 1, 4)]
        thread = threading.Thread(target=lambda: [listener(progress) for progress in told])
        thread.start()
        thread.join()

    async def serve() -> None:
        await to_thread.run_sync(call)

    anyio.run(serve)
    assert recorder.reports == [(1, "extract 2/4 files"), (2, "link 1/4 files")]
