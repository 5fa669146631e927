"""What a coverage report says, whatever its format."""

from collections.abc import Mapping
from dataclasses import dataclass, field


class ReportError(Exception):
    """A file that is no coverage report, or a damaged one; the message says why."""


@dataclass(frozen=True, slots=True)
class FileLines:
    """One file. Lines are 1-based. `lines`: whether a line was run; `functions`: the same of functions, by the line on which the
    format says that they begin; `contexts`: the names of the tests that ran a line, as the tool spells them; `anchors`: lines
    that must hold code if the report fits the file; `names`: the names of `functions`."""

    path: str  # as the report spells it, with "/" between folders
    lines: Mapping[int, bool] = field(default_factory=dict)
    functions: Mapping[int, bool] = field(default_factory=dict)
    contexts: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    anchors: frozenset[int] = frozenset()
    names: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Report:
    """`says_missed`: lines that were not run are listed too; else what is not listed was not run or holds no code. `contexts`: tests
    of the whole run, where the format tells them."""

    format: str
    files: tuple[FileLines, ...]
    says_missed: bool = True
    contexts: tuple[str, ...] = ()


class Lines:
    """Gathers the lines of one file; what one record saw run was run."""

    def __init__(self) -> None:
        self.lines: dict[int, bool] = {}
        self.functions: dict[int, bool] = {}
        self.names: dict[int, str] = {}

    def line(self, number: int, was_run: bool) -> None:
        if number > 0:
            self.lines[number] = was_run or self.lines.get(number, False)

    def function(self, number: int, was_run: bool, name: str = "") -> None:
        if number > 0:
            self.names[number] = name
            self.functions[number] = was_run or self.functions.get(number, False)

    def file(self, path: str, contexts: Mapping[int, tuple[str, ...]] | None = None) -> FileLines:
        # Where functions are told, some tools list every line between, blank or not.
        anchors = frozenset(self.functions or self.lines)
        return FileLines(plain(path), self.lines, self.functions, contexts or {}, anchors, self.names)


def plain(path: str) -> str:
    """A path with "/" between folders, whatever the machine it was written on."""
    return path.replace("\\", "/").removeprefix("./")
