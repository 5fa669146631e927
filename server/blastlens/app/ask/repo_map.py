"""`RepoMap`."""

from collections.abc import Iterable
from typing import Final

from blastlens.analyses.network import Level
from blastlens.analyses.repo_map import Ranked, files_of, ranked
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.networks import TESTS_LEFT_OUT, network_of
from blastlens.app.ask.rows import Row, rounded
from blastlens.app.questions import RepoMap
from blastlens.app.resolve import resolve_file
from blastlens.app.sources import Sources
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind
from blastlens.views.excerpts import Run, render_runs, runs_of, signature_lines, tokens_of
from blastlens.views.wording import plural

_MOST_OF_A_FILE: Final = 12
_MOST_MISSES: Final = 30  # in a row; then the map is full


def answer_repo_map(context: Context, question: RepoMap) -> Answer:
    """`results`: files, those with most rank first, each with the signatures of its first symbols. Raises `UserError` for a focus
    that is no indexed file."""
    graph = context.snapshot.graph
    focus = [resolve_file(graph, path) for path in question.focus]
    asked = network_of(context, Level.FUNCTION, question.min_confidence, tests=question.tests)
    found = ranked(graph, asked, focus, question.names)
    sources = Sources(context.session, graph)
    drawn = _Drawn(graph, sources, question.tokens)
    drawn.add_all(found)
    ranks = files_of(found)
    paths = sorted(drawn.lines, key=lambda path: (-round(ranks[path], 9), path))
    rows = [drawn.row(path, ranks[path], question.min_confidence) for path in paths]
    notes = [] if question.tests else [TESTS_LEFT_OUT]
    if sources.changed:
        notes.append(f"{plural(len(sources.changed), 'file')} changed since the index and left out")
    missing = [name for name in question.names if not _is_known(found, name)]
    if missing:
        notes.append(f"no symbol is named {', '.join(missing)}")
    used = sum(row["tokens"] for row in rows)
    extra = {"tokens": used, "budget": question.tokens, "shown": drawn.count, "total": len(found)}
    extra["truncated"] = drawn.count < len(found)
    return context.answer("repo_map", question, rows, notes, cut=bool(sources.changed), extra=extra)


def _is_known(found: Iterable[Ranked], name: str) -> bool:
    return any(one.symbol.qualname == name or one.symbol.qualname.endswith(f".{name}") for one in found)


class _Drawn:
    """A map that grows symbol by symbol as long as it fits."""

    def __init__(self, graph: Graph, sources: Sources, budget: int) -> None:
        self._graph = graph
        self._sources = sources
        self._left = budget
        self._cost: dict[str, int] = {}
        self._number: dict[str, int] = {}
        self.lines: dict[str, set[int]] = {}
        self.count = 0

    def add_all(self, found: Iterable[Ranked]) -> None:
        """In order of rank; what does not fit is passed over, since a shorter signature may."""
        misses = 0
        for one in found:
            if self._number.get(one.symbol.file, 0) < _MOST_OF_A_FILE:
                misses = 0 if self._add(one.symbol) else misses + 1
            if misses == _MOST_MISSES:
                return

    def _add(self, symbol: Symbol) -> bool:
        path = symbol.file
        source = self._sources.lines(path)
        if not source:
            return False
        wanted = self.lines.get(path, set()) | set(self._lines_of(symbol, source))
        cost = tokens_of(self._text(path, wanted))
        more = cost - self._cost.get(path, 0)
        if more > self._left:
            return False
        self._left -= more
        self._cost[path] = cost
        self._number[path] = self._number.get(path, 0) + 1
        self.lines[path] = wanted
        self.count += 1
        return True

    def _lines_of(self, symbol: Symbol, source: tuple[str, ...]) -> list[int]:
        """The signature, and the first lines of the classes and functions around; the type of a method may stand in another file."""
        numbers = list(signature_lines(source, symbol.line, symbol.last_line))
        above = self._graph.symbol(symbol.parent) if symbol.parent is not None else None
        while above is not None and above.kind is not SymbolKind.MODULE:
            numbers += [above.line] if above.file == symbol.file else []
            above = self._graph.symbol(above.parent) if above.parent is not None else None
        return numbers

    def _runs(self, path: str, numbers: Iterable[int]) -> tuple[Run, ...]:
        return runs_of(self._sources.lines(path), numbers)

    def _text(self, path: str, numbers: Iterable[int]) -> str:
        return f"{path}\n{render_runs(self._runs(path, numbers))}"

    def row(self, path: str, rank: float, min_confidence: float) -> Row:
        runs = self._runs(path, self.lines[path])
        return {
            "file": path,
            "line": runs[0].first,
            "confidence": min_confidence,
            "rank": rounded(rank),
            "symbols": self._number[path],
            "tokens": self._cost[path],
            "excerpt": [{"first": run.first, "last": run.last, "text": "\n".join(run.lines)} for run in runs],
        }
