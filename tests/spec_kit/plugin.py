"""Collects `*.md` below a folder named `spec` as tests: a file is a module, a heading an item."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from spec_kit.parser import known_bugs, parse
from spec_kit.rewrites import Rewrites
from spec_kit.spec import Case, CaseError, SpecError

UPDATE_VARIABLE = "BLASTLENS_UPDATE_SPECS"
_rewrites_key = pytest.StashKey[dict[Path, Rewrites]]()
_bugs_key = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_rewrites_key] = {}
    config.stash[_bugs_key] = []


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == ".md" and "spec" in file_path.parts and file_path.name != "README.md":
        collector: pytest.Collector = SpecFile.from_parent(parent, path=file_path)
        return collector
    return None


class SpecFile(pytest.File):
    def collect(self) -> Iterable["SpecCase"]:
        try:
            cases = parse(self.path.read_text(encoding="utf-8"))
        except SpecError as error:
            raise pytest.Collector.CollectError(f"{self.path.name}: {error}") from error
        for case in cases:
            self.config.stash[_bugs_key].extend(f"{self.path.name}: {case.title}: {bug}" for bug in known_bugs(case))
            yield SpecCase.from_parent(self, name=case.title, case=case)


class SpecCase(pytest.Item):
    def __init__(self, *, case: Case, **rest: Any) -> None:
        super().__init__(**rest)
        self.case = case
        # pytest-lsp breaks on items that have none.
        self.funcargs: dict[str, Any] = {}

    def runtest(self) -> None:
        # Late, so that other tests can be run while a part of the product does not even import.
        from spec_kit.runner import run_case

        factory: pytest.TempPathFactory = self.config._tmp_path_factory  # type: ignore[attr-defined]
        rewrites = None
        if os.environ.get(UPDATE_VARIABLE) == "1":
            rewrites = self.config.stash[_rewrites_key].setdefault(self.path, Rewrites())
        run_case(self.case, factory.mktemp("spec"), rewrites)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, CaseError | SpecError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.case.spec_line - 1, self.case.title


def pytest_sessionfinish(session: pytest.Session) -> None:
    for path, rewrites in session.config.stash[_rewrites_key].items():
        path.write_text(rewrites.apply(path.read_text(encoding="utf-8")), encoding="utf-8")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for line in _summary(config.stash[_bugs_key]):
        terminalreporter.write_line(line)


def _summary(bugs: list[str]) -> Iterator[str]:
    if bugs:
        yield f"{len(bugs)} known wrong answers are asserted by specs:"
        yield from (f"  {bug}" for bug in bugs)
