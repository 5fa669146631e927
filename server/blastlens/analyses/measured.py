"""What coverage data says of functions, as long as their text is the one that was run."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from blastlens.analyses.tests_of import TestState
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol

_PARAMETERS: Final = re.compile(r"\[.*\]$", re.DOTALL)
_PHASE: Final = re.compile(r"\|(?:setup|run|call|teardown)$")

NOT_RUN: Final = "nothing of it was run in the test run that was measured"
OUTDATED: Final = "what was measured is an earlier text of it"


class Measurement(Protocol):
    """Of one function (`store.measurements`)."""

    @property
    def content_hash(self) -> int: ...
    @property
    def was_run(self) -> bool: ...
    @property
    def tests(self) -> Sequence[int]: ...


class Data(Protocol):
    """Of one report. `tests`: those of the whole run, as the tool spells them."""

    @property
    def functions(self) -> Mapping[str, Measurement]: ...
    @property
    def tests(self) -> Sequence[str]: ...


class Told(NamedTuple):
    """`tests`: names of tests that ran it, where the data has them, ids for those that the graph knows."""

    was_run: bool
    tests: tuple[str, ...]


class Measured:
    """Over any number of reports: what one of them saw run was run."""

    def __init__(self, graph: Graph, reports: Iterable[Data]) -> None:
        self._graph = graph
        self._reports = tuple(reports)
        self._names: dict[str, str] = {}
        self._known: dict[int, frozenset[str]] = {}  # by the identity of reports, which live as long

    @property
    def any(self) -> bool:
        return bool(self._reports)

    def of(self, symbol: Symbol) -> Told | None:
        """Nothing where no report knows the function as it is now."""
        found = [
            (known, report)
            for report in self._reports
            if (known := report.functions.get(symbol.id)) is not None and known.content_hash == symbol.content_hash
        ]
        if not found:
            return None
        names = {self.test_named(report.tests[one]) for known, report in found for one in known.tests}
        return Told(any(known.was_run for known, _ in found), tuple(sorted(names)))

    def is_outdated(self, symbol: Symbol) -> bool:
        """Whether reports know a function of this name, but all of them with another text."""
        known = [found for report in self._reports if (found := report.functions.get(symbol.id)) is not None]
        return bool(known) and all(one.content_hash != symbol.content_hash for one in known)

    def ran_before(self, symbol_id: str) -> tuple[str, ...]:
        """Tests that ran a function of this name, whatever its text was."""
        names = {
            self.test_named(report.tests[one])
            for report in self._reports
            if (known := report.functions.get(symbol_id)) is not None
            for one in known.tests
        }
        return tuple(sorted(names))

    def knows_test(self, test_id: str) -> bool:
        """Whether the runs that were measured held a test, or do not tell which tests they held."""
        return any(not report.tests or test_id in self._tests_of(report) for report in self._reports)

    def _tests_of(self, report: Data) -> frozenset[str]:
        key = id(report)
        if key not in self._known:
            self._known[key] = frozenset(map(self.test_named, report.tests))
        return self._known[key]

    def test_named(self, name: str) -> str:
        """The id of the test that a context means; the name itself where the graph has none."""
        found = self._names.get(name)
        if found is None:
            found = self._names[name] = self._find(_PHASE.sub("", name))
        return found

    def _find(self, name: str) -> str:
        path, separator, rest = name.partition("::")
        bare = _PARAMETERS.sub("", rest if separator else name)
        names = bare.split("::" if separator else ".")
        tests = [one for one in self._graph.symbols_named(names[-1]) if one.is_test]
        if separator:
            wanted = f"/{path}::{'.'.join(names)}"
            meant = [one.id for one in tests if f"/{one.id}".endswith(wanted)]
        else:
            meant = [one.id for one in tests if _dotted(one).endswith(f".{bare}")]
        return meant[0] if len(meant) == 1 else name


def _dotted(test: Symbol) -> str:
    module = test.file.rpartition(".")[0].replace("/", ".")
    return f".{module}.{test.qualname}"


def join(
    measured: Measured, symbol: Symbol, path: Sequence[str], state: TestState
) -> tuple[TestState, str, tuple[str, ...]] | None:
    """(state, why, tests) of a function by what is measured; None where data say nothing of it as it is now. `path`, `state`: what the
    graph knows. A test that was not in the measured run may run it all the same: then the graph is believed."""
    told = measured.of(symbol)
    if told is None:
        return None
    if told.was_run:
        return TestState.MEASURED, "", told.tests
    if state is TestState.INFERRED and path and not measured.knows_test(path[-1]):
        return None
    return TestState.NOT_RUN, NOT_RUN, ()
