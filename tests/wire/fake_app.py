"""A toy behind the server: enough of the app's contract to test the wire by itself, slow and broken on demand.

Definitions and calls come from the standard library's parser and are matched by bare name. The names of functions steer it:
asking for the callers of `slow_*` takes until a file `hold-callers` in the root is gone, the title of `late_*` a tenth of a second;
hovering over `broken_*` fails inside.
"""

from __future__ import annotations

import ast
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from blastlens.app.answer import Answer
from blastlens.app.errors import UserError
from blastlens.app.leaving import MayLeave
from blastlens.app.questions import BlastRadius, Callers, Central, Question
from blastlens.app.reports import Seen
from blastlens.app.wanted_findings import Stage, Wanted
from blastlens.model.edge import Basis, Edge, EdgeKind, Site
from blastlens.model.symbol import Symbol, SymbolKind, make_id
from blastlens.session.diff import FileDiff
from blastlens.session.ports import IndexStatus, Progress, ProgressListener, Refresh
from blastlens.views.findings import Finding, RelatedPlace, Severity
from blastlens.views.hovers import HoverCard
from blastlens.views.lenses import Lens, LensPart


def _text(data: bytes) -> str:
    return data.decode("utf-8-sig", "replace")


class _File:
    def __init__(self, path: str, text: str) -> None:
        self.symbols: list[Symbol] = []
        self.calls: list[tuple[str, str, Site]] = []  # caller id, called name, site
        self.text = text
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            return
        self._walk(path, tree, "", make_id(path, "<module>"))

    def _walk(self, path: str, node: ast.AST, prefix: str, owner: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner_prefix, inner_owner = prefix, owner
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                symbol = self._symbol(path, child, prefix)
                self.symbols.append(symbol)
                inner_prefix, inner_owner = f"{symbol.qualname}.", symbol.id
            elif isinstance(child, ast.Call) and isinstance(child.func, ast.Name):
                site = Site(child.func.lineno, child.func.col_offset, child.func.end_col_offset or 0)
                self.calls.append((owner, child.func.id, site))
            self._walk(path, child, inner_prefix, inner_owner)

    def _symbol(self, path: str, node: ast.FunctionDef | ast.ClassDef, prefix: str) -> Symbol:
        kind = SymbolKind.CLASS if isinstance(node, ast.ClassDef) else SymbolKind.FUNCTION
        column = node.col_offset + len("class " if kind is SymbolKind.CLASS else "def ")
        return Symbol(
            make_id(path, prefix + node.name), kind, node.name, path, node.lineno, column, column + len(node.name.encode()),
            node.lineno, node.end_lineno or node.lineno, None, 0, False, 1, 0, 0,
        )  # fmt: skip


class FakeApp:
    """Contract of `Blastlens`, as far as the tests go."""

    def __init__(self, root: Path) -> None:
        if not root.is_dir():
            raise UserError(f"{root} is not a directory", "open a folder", code="not-a-directory")
        self.root = root
        self.revision = 0
        self.files: dict[str, _File] = {}
        self.closed = False

    def look_around(self) -> bool:
        return False

    def refresh(
        self,
        paths: Iterable[str] | None = None,
        *,
        progress: ProgressListener | None = None,  # noqa: ARG002
        cancelled: Callable[[], bool] | None = None,  # noqa: ARG002
        most: int | None = None,  # noqa: ARG002
    ) -> Refresh:
        wanted = self._on_disk() if paths is None else sorted(paths)
        if (self.root / "disk-is-full").exists():
            return Refresh(self.revision, (), (), (), len(self.files), 0.0, "the disk is full", tuple(wanted))
        relinked, removed = [], []
        for path in sorted({*wanted, *(self.files if paths is None else ())}):
            place = self.root / path
            if not path.endswith(".py") or not place.is_file():
                if self.files.pop(path, None) is not None:
                    removed.append(path)
                continue
            text = _text(place.read_bytes())
            if path not in self.files or self.files[path].text != text:
                self.files[path] = _File(path, text)
                relinked.append(path)
        self.revision += bool(relinked or removed)
        return Refresh(self.revision, tuple(relinked), tuple(relinked), tuple(removed), len(self.files), 0.0)

    def _on_disk(self) -> list[str]:
        found = []
        for place, _, names in os.walk(self.root):
            found += [(Path(place) / name).relative_to(self.root).as_posix() for name in names]
        return found

    def lenses(self, path: str, text: bytes | None = None) -> list[Lens]:
        file = _File(path, _text(text)) if text is not None else self.files.get(path)
        return [Lens(s.id, s.line, s.column, s.end_column) for s in file.symbols] if file else []

    def resolve_lens(self, symbol_id: str, _how: object = None) -> Lens | None:
        symbol = self._find(symbol_id)
        if symbol is None:
            return None
        if symbol.name.startswith("late_"):
            time.sleep(0.1)
        callers = {edge.source for _, edge in self.incoming_calls(symbol_id)}
        title = f"{len(callers)} caller{'' if len(callers) == 1 else 's'}"
        place = (symbol.line, symbol.column, symbol.end_column)
        return Lens(symbol.id, *place, title, len(callers), parts=(LensPart("callers", "callers", title),))

    def lens_steps(self, _path: str) -> Iterator[None]:
        return iter(())

    def read_changes(self) -> list[FileDiff]:
        return []

    def may_leave_behind(self, _changes: Sequence[FileDiff]) -> Iterator[MayLeave]:
        yield MayLeave()

    def changed_in(self, _path: str) -> frozenset[str]:
        return frozenset()

    def is_lens_at_hand(self, _symbol_id: str) -> bool:
        return False

    def load_steps(self, _changes: object = None, _shown: object = ()) -> Iterator[None]:
        return iter(())

    def rehearsal(self, _path: str, _changes: object = None) -> Iterator[None]:
        return iter(())

    def settle(self, *, quiet: bool = True) -> None:
        """Nothing is left to be collected, quiet or not."""

    def coverage_reports(self) -> Seen:
        return ()

    def take_reports(self, _seen: Seen) -> bool:
        return False

    def hover(
        self, path: str, line: int, column: int, text: bytes | None = None, _beside: object = None
    ) -> HoverCard | None:
        symbol = self.symbol_at(path, line, column, text)
        if symbol is None:
            return None
        if symbol.name.startswith("broken_"):
            raise RuntimeError("the inside is broken")
        return HoverCard(symbol.id, f"**{symbol.name}**", line, symbol.column, symbol.end_column, symbol.name)

    def line_of(self, finding: Finding) -> bytes:
        return self.files[finding.file].text.split("\n")[finding.line - 1].encode()

    def findings(self, path: str) -> list[Finding]:
        """A function that calls itself stands for a cycle."""
        file = self.files.get(path)
        found = []
        for owner, name, site in file.calls if file else ():
            if owner.endswith(f"::{name}"):
                symbol = self._find(owner)
                assert symbol is not None
                related = RelatedPlace(path, symbol.line, symbol.column, symbol.end_column, "defined here")
                found.append(
                    Finding(
                        "import-cycle",
                        Severity.WARNING,
                        f"{name} calls itself",
                        path,
                        *site[:2],
                        site[0],
                        site[2],
                        (related,),
                    )
                )
        return found

    def differs(self, path: str) -> bool:
        return path in self.files and self.files[path].text != _text((self.root / path).read_bytes())

    def symbol_at(self, path: str, line: int, column: int, text: bytes | None = None) -> Symbol | None:
        file = _File(path, _text(text)) if text is not None else self.files.get(path)
        for symbol in file.symbols if file else ():
            if symbol.line == line and symbol.column <= column <= symbol.end_column:
                return symbol
        for _, name, site in file.calls if file else ():
            if site.line == line and site.column <= column <= site.end_column:
                return next((s for f in self.files.values() for s in f.symbols if s.name == name), None)
        return None

    def enclosing(self, path: str, line: int) -> Symbol | None:
        file = self.files.get(path)
        inside = [s for s in file.symbols if s.first_line <= line <= s.last_line] if file else []
        return inside[-1] if inside else None

    def is_known(self, symbol_id: str) -> bool:
        return self._find(symbol_id) is not None

    def incoming_calls(self, symbol_id: str) -> Sequence[tuple[Symbol, Edge]]:
        target = self._find(symbol_id)
        rows = []
        for file in self.files.values():
            for owner, name, site in file.calls:
                caller = self._find(owner)
                if target is not None and name == target.name and caller is not None:
                    sure = caller.file == target.file
                    basis, confidence = (Basis.LEXICAL, 1.0) if sure else (Basis.OVERRIDE, 0.6)
                    rows.append((caller, Edge(owner, EdgeKind.CALLS, target.id, confidence, basis, (site,))))
        return rows

    def call_sites(self, symbol_id: str) -> Sequence[tuple[str, Site]]:
        return [(symbol.file, site) for symbol, edge in self.incoming_calls(symbol_id) for site in edge.sites]

    def ask(self, question: Question) -> Answer:
        if isinstance(question, Callers):
            symbol = self._named(question.symbol)
            while symbol.name.startswith("slow_") and (self.root / "hold-callers").exists():
                time.sleep(0.02)
            rows = {
                s.id: {"symbol": s.id, "line": s.line, "confidence": 1.0} for s, _ in self.incoming_calls(symbol.id)
            }
            return Answer({"kind": "callers", "symbol": symbol.id}, list(rows.values()), True, None, self.revision)
        asked: dict[str, Any] = {"kind": type(question).__name__}
        extra: dict[str, Any] = {"functions": 0} if isinstance(question, Central) else {}
        if isinstance(question, BlastRadius):
            extra = {"changed": [], "direct": [], "transitive": []}
            asked |= {"working_tree": question.working_tree}
            for name in question.symbols:
                asked["symbol"] = self._named(name).id
        return Answer(asked, [], True, None, self.revision, [], extra)

    def _named(self, typed: str) -> Symbol:
        symbol = self._find(typed)
        if symbol is None:
            raise UserError(f"There is no symbol {typed!r}", "save the file first", ("total", "order"))
        return symbol

    def status(self) -> IndexStatus:
        return IndexStatus(
            str(self.root), "", 0, self.revision, "", "", len(self.files), 0, 0, 0, 0, 0, 0, (), (), (), (), (), ""
        )

    def close(self) -> None:
        self.closed = True

    def _find(self, symbol_id: str) -> Symbol | None:
        return next((s for f in self.files.values() for s in f.symbols if symbol_id in (s.id, s.qualname)), None)


class FakeBulk:
    """Counts to ten in `seconds`, and leaves the index to the next refresh. A file `hold-index` in the root holds it up."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._never = threading.Event()

    def run(
        self,
        root: Path,
        exclude: Sequence[str],  # noqa: ARG002
        rebuild: bool,  # noqa: ARG002
        progress: ProgressListener,
        cancelled: Callable[[], bool],
    ) -> None:
        for done in range(10):
            progress(Progress("extract", done, 10))
            self._never.wait(self.seconds / 10)
            while (root / "hold-index").exists() and not cancelled():
                self._never.wait(0.02)
            if cancelled():
                return


class FakeBeside:
    """Asks the toy app itself. A file `hold-answers` in the root holds answers up; `asked` and `stopped` tell of it."""

    def __init__(self) -> None:
        self.apps: dict[Path, FakeApp] = {}
        self._never = threading.Event()

    def open_app(self, root: Path) -> FakeApp:
        """The app of a root. A file `hold-opening` in the root holds it up."""
        while (root / "hold-opening").exists():
            self._never.wait(0.02)
        self.apps[root] = FakeApp(root)
        return self.apps[root]

    def ask(self, root: Path, settings: object, question: Question, cancelled: Callable[[], bool]) -> Answer:  # noqa: ARG002
        while (root / "hold-answers").exists():
            (root / "asked").touch()
            self._never.wait(0.02)
            if cancelled():
                (root / "stopped").touch()
                raise UserError("stopped")
        return self.apps[root].ask(question)

    def judge(
        self,
        root: Path,
        settings: object,  # noqa: ARG002
        wanted: Wanted,  # noqa: ARG002
        listen: Callable[[Stage], None],
        cancelled: Callable[[], bool],  # noqa: ARG002
    ) -> None:
        app = self.apps[root]
        found = tuple(one for path in sorted(app.files) for one in app.findings(path))
        listen(Stage(found, tuple(app.line_of(one) for one in found), {}, "", last=True))
