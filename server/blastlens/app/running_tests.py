"""The repository as those see it who say how its tests are run (`languages.running`)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from blastlens.languages.registry import language_for
from blastlens.languages.rules import TestRules
from blastlens.languages.running import RunCommand, RunnableTest
from blastlens.model.edge import EdgeKind
from blastlens.model.graph import Graph
from blastlens.model.symbol import MODULE_NAME, Symbol
from blastlens.session.session import Session
from blastlens.session.workspace import Blob, read_blob

_MOST_BYTES: Final = 1_000_000
_INHERITS: Final = frozenset({EdgeKind.EXTENDS})


class SessionProject:
    """The `RunnerProject` of an open root. Nothing of it is run."""

    def __init__(self, session: Session, graph: Graph) -> None:
        self._root, self._graph = session.root, graph
        self._texts: dict[str, str] = {}
        self._tests: dict[str, frozenset[tuple[str, ...]]] = {}

    def text(self, path: str) -> str:
        found = self._texts.get(path)
        if found is None:
            blob = read_blob(self._root, path) if self.has(path) else None
            small = isinstance(blob, Blob) and len(blob.data) <= _MOST_BYTES
            found = self._texts[path] = blob.data.decode("utf-8", "replace") if small and isinstance(blob, Blob) else ""
        return found

    def has(self, path: str) -> bool:
        return (self._root / path).is_file()

    def tests_in(self, path: str) -> frozenset[tuple[str, ...]]:
        found = self._tests.get(path)
        if found is None:
            tests = (one for one in self._graph.symbols_in(path) if one.is_test)
            found = self._tests[path] = frozenset(tuple(one.qualname.split(".")) for one in tests)
        return found


def commands(session: Session, graph: Graph, tests: Sequence[Symbol]) -> list[RunCommand]:
    """What to type to run some tests, one command a runner and place, in the order in which their tests come up."""
    project = SessionProject(session, graph)
    by_family: dict[str, list[RunnableTest]] = {}
    rules: dict[str, TestRules] = {}
    for test in tests:
        language = language_for(test.file)
        if language is not None:
            rules.setdefault(language.rules.family, language.rules.tests)
            by_family.setdefault(language.rules.family, []).extend(_runnable(graph, test))
    return [one for family, some in by_family.items() for one in rules[family].commands(_distinct(some), project)]


def _distinct(tests: Iterable[RunnableTest]) -> list[RunnableTest]:
    return list(dict.fromkeys(tests))


def _runnable(graph: Graph, test: Symbol) -> Iterator[RunnableTest]:
    """The test, and what classes below its class have of it: a runner runs it for each of them."""
    if test.qualname == MODULE_NAME:
        yield RunnableTest(test.file, ())
        return
    yield RunnableTest(test.file, tuple(test.qualname.split(".")))
    todo = [test.parent] if test.parent is not None else []
    for here in todo:
        for edge in graph.incoming(here, _INHERITS):
            below = graph.symbol(edge.source)
            if below is not None and below.id not in todo and graph.symbol(f"{below.id}.{test.name}") is None:
                todo.append(below.id)
                yield RunnableTest(below.file, (*below.qualname.split("."), test.name))
