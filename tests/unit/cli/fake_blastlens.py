"""A stand-in for the app: canned answers, and a record of what was asked."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from blastlens.app.answer import Answer
from blastlens.app.questions import (
    AffectedTests,
    BlastRadius,
    Check,
    Coverage,
    Cycles,
    Members,
    NotUpdated,
    Question,
    Report,
)
from blastlens.app.settings import Settings
from blastlens.session.ports import IndexStatus, Progress, ProgressListener, Refresh
from blastlens.views.lenses import Lens

Run = Callable[..., tuple[int, str, str]]  # a command line -> exit code, standard output, standard error
ROW = {"symbol": "shop/pay.py::Till.pay", "line": 4, "confidence": 0.93, "basis": "import"}


@dataclass
class FakeBlastlens:
    root: Path
    asked: list[Question] = field(default_factory=list)
    refreshed: int = 0
    note: str = ""
    failure: Exception | None = None
    results: list[dict[str, Any]] = field(default_factory=lambda: [dict(ROW)])
    complete: bool = True
    note_in_answers: str | None = None
    parts: dict[str, Any] = field(default_factory=dict)  # of a blast radius
    closed: bool = False
    settings: Settings = field(default_factory=Settings)

    def opener(self) -> Callable[..., "FakeBlastlens"]:
        def open_(
            root: Path, *, refresh: bool = True, progress: object = None, resident: bool = False, one_shot: bool = False
        ) -> "FakeBlastlens":
            del refresh, progress, resident, one_shot
            self.root = root
            return self

        return open_

    def refresh(self, paths: object = None, *, progress: ProgressListener | None = None) -> Refresh:
        del paths
        self.refreshed += 1
        if progress is not None:
            progress(Progress("extract", 1, 2))
        return Refresh(7, ("a.py",), ("a.py",), (), 2, 0.25, self.note)

    reindex = refresh

    def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        if self.failure is not None:
            raise self.failure
        name = type(question).__name__
        about = {"kind": name.lower(), **{k: getattr(question, k) for k in question.__slots__}}
        extra: dict[str, Any] = {}
        results = self.results
        if isinstance(question, BlastRadius):
            extra = {part: list(results) for part in ("changed", "direct", "transitive", "tests", "untested")}
            extra["files"] = [{"file": "shop/pay.py", "line": 1, "confidence": 1.0}]
            extra |= self.parts
        if isinstance(question, AffectedTests):
            results = [{**row, "hops": 1, "why": "calls it"} for row in results]
            extra = {"total_tests": 4, "commands": []}
        if isinstance(question, Members):
            results = [{**row, "name": "pay", "state": "used", "uses": 2, "files": ["a.py"]} for row in results]
            extra = {"target": {"symbol": "shop/pay.py::Till"}, "clients": []}
        if isinstance(question, NotUpdated):
            extra = {"may_not_fit": [], "total_callers": len(results)}
        if isinstance(question, Check):
            results = []
            extra = {"since": "abc", "commit": "abc", "changed": 1, "files": 1, "folder": "", "rules": {}}
            extra |= {part: [] for part in ("suppressed", "known", "stale_baseline")}
            extra["totals"] = dict.fromkeys(("error", "warning", "suppressed", "known", "stale_baseline"), 0)
        if isinstance(question, Cycles):
            results = [{"members": ["a.py", "b.py"], "line": 1, "confidence": 1.0}]
        if isinstance(question, Coverage):
            counts = {
                "files": 2,
                "calls": 10,
                "resolved": 6,
                "inferred": 1,
                "ambiguous": 1,
                "unresolved": 0,
                "external": 2,
            }
            extra = {"total": counts, "directories": [{"directory": "shop", **counts}], "minor": [], "kinds": {}}
            why = "runs text as code"
            row = {"file": "shop/pay.py", "line": 3, "lines": [3, 9], "kind": "runs_text", "why": why, "test": False}
            results = [row] * len(self.results)
        if isinstance(question, Report):
            extra = {"languages": {"python": 2}, "kinds": {"function": 5}, "functions": 4, "tests": 1, "untested": 3}
            extra |= {"untested_unknown": 1, "import_cycles": 2, "hubs": list(results), "widest": []}
        reason = self.note_in_answers if self.complete else "dynamic look-ups"
        return Answer(about, results, self.complete, reason, 7, [], extra)

    def lenses(self, path: str, text: bytes | None = None) -> list[Lens]:
        del text
        return [Lens(f"{path}::pay", 2, 4, 7)]

    def resolve_lens(self, symbol_id: str) -> Lens | None:
        return Lens(symbol_id, 2, 4, 7, "2 callers · no test", 2, 3)

    def status(self) -> IndexStatus:
        return IndexStatus(
            root=str(self.root),
            database=str(self.root / ".code-graph/graph.db"),
            database_bytes=4096,
            revision=7,
            head="",
            branch="",
            files=2,
            symbols=5,
            edges=3,
            uses=10,
            resolved=6,
            external=3,
            unresolved=1,
            skipped=(("dist/app.min.py", "minified"),),
            partial=(),
            unreadable=(),
            other_languages=((".go", 2),),
            stale=(),
            note=self.note,
            languages=(("python", 2),),
            blind=(("computed_call", 1), ("runs_text", 2)),
        )

    def verify(self) -> Answer:
        return Answer({"kind": "verify"}, self.results, True, None, 7)

    def export_edges(self, *, walked: bool = False) -> list[dict[str, object]]:
        place = {"file": "a.py", "line": 1, "name": "<module>"}
        row = {"caller": place, "callee": place, "kind": "call", "confidence": 1.0, "sites": [3]}
        return [{**row, "basis": basis} for basis in ("lexical", "override")[: 1 + walked]]

    def close(self) -> None:
        self.closed = True
