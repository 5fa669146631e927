"""Progress of an index run on standard error."""

from contextlib import suppress
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Final

from blastlens.faces.cli.console import Console

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from blastlens.session.ports import Progress

# A refresh that is done sooner shows nothing, and costs no import of the terminal library.
PATIENCE_SECONDS: Final = 0.4
_PHASES: Final = {"read": "reading", "extract": "parsing", "link": "linking", "store": "storing"}


class ProgressLine:
    """A progress listener that draws one line on a terminal, and nothing elsewhere."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._since = monotonic()
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def __call__(self, progress: "Progress") -> None:
        if not self._console.err_is_terminal or monotonic() - self._since < PATIENCE_SECONDS:
            return
        if self._bar is None:
            self._start()
        if self._bar is not None and self._task is not None:
            phase = _PHASES.get(progress.phase, progress.phase)
            self._bar.update(self._task, description=phase, completed=progress.done, total=progress.total or None)

    def _start(self) -> None:
        with suppress(ImportError):
            from rich.console import Console as RichConsole
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

            self._bar = Progress(
                TextColumn("{task.description:<8}"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("files"),
                console=RichConsole(file=self._console.err),
                transient=True,
            )
            self._task = self._bar.add_task("reading")
            self._bar.start()

    def __enter__(self) -> "ProgressLine":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
