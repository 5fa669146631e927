"""`Blastlens`: what every face talks to."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from blastlens.app.answer import Answer
from blastlens.app.questions import Question
from blastlens.model.edge import Edge, Site
from blastlens.model.symbol import Symbol
from blastlens.session.ports import IndexStatus, ProgressListener, Refresh
from blastlens.views.findings import Finding
from blastlens.views.hovers import HoverCard
from blastlens.views.lenses import Lens


class Blastlens:
    """One root. Thread-safe: calls from several threads are serialised where they must be. Paths: relative to the root,
    POSIX. Lines 1-based, columns 0-based UTF-8 bytes. Raises `UserError` for what a person can mend."""

    root: Path

    @classmethod
    def open(cls, root: Path, *, refresh: bool = True, progress: ProgressListener | None = None) -> "Blastlens":
        """Settings come from `.code-graph/config.json` and `[tool.blastlens]`. With `refresh`, the index is brought up to
        date (built, the first time) before this returns."""

    def refresh(
        self,
        paths: Iterable[str] | None = None,
        *,
        progress: ProgressListener | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Refresh: ...

    def ask(self, question: Question) -> Answer:
        """Answer one question at the current revision (does not refresh by itself)."""

    # -- editor views ---------------------------------------------------------------------------------------
    def lenses(self, path: str, text: bytes | None = None) -> list[Lens]:
        """Unresolved lenses (placed, no title) of a file. With `text` (an unsaved buffer, UTF-8) the positions follow the
        buffer and the symbols the saved graph."""

    def resolve_lens(self, symbol_id: str) -> Lens | None:
        """The lens of a symbol with title and numbers; None when the symbol is gone."""

    def hover(self, path: str, line: int, column: int, text: bytes | None = None) -> HoverCard | None: ...

    def findings(self, path: str) -> list[Finding]:
        """Import cycle on the import that closes it, with every hop as related place; changed since HEAD with untested
        callers."""

    def files_with_findings(self) -> list[str]: ...

    def symbol_at(self, path: str, line: int, column: int, text: bytes | None = None) -> Symbol | None:
        """The symbol whose name stands there, or that a use there resolves to (highest confidence); else None."""

    def enclosing(self, path: str, line: int) -> Symbol | None: ...

    def incoming_calls(self, symbol_id: str) -> Sequence[tuple[Symbol, Edge]]:
        """Callers for a call hierarchy, one row per (caller, edge), uncertain ones too (override, candidates)."""

    def outgoing_calls(self, symbol_id: str) -> Sequence[tuple[Symbol, Edge]]: ...

    def supertypes(self, symbol_id: str) -> Sequence[Symbol]: ...

    def subtypes(self, symbol_id: str) -> Sequence[Symbol]: ...

    def call_sites(self, symbol_id: str) -> Sequence[tuple[str, Site]]:
        """(file, site) of every call of the symbol at or above the review threshold."""

    # -- the index -----------------------------------------------------------------------------------------
    def status(self) -> IndexStatus: ...

    def verify(self) -> Answer:
        """Rebuild beside the live graph and compare; results list each difference, empty when there is none."""

    def export_edges(self) -> Iterable[dict[str, object]]:
        """Rows of `export --format edges-jsonl`."""

    def reindex(self, *, progress: ProgressListener | None = None) -> Refresh:
        """Throw the graph away (not the fact cache) and build it again."""

    def close(self) -> None: ...
