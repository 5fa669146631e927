"""Values that the parser makes and the runner reads. Lines of the Markdown file are 1-based."""

from dataclasses import dataclass, field


class SpecError(Exception):
    """The Markdown itself is wrong; the message names the line."""


class CaseError(Exception):
    """What did not hold, one message a line."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim about a place of a source file.

    `line` is the 1-based line of the *cut* file (claim lines removed); `start` and `end` are 0-based UTF-8 byte
    columns. `verb` is an edge kind, or "unresolved", "external", "lens", "hover", "finding", "defines".
    """

    path: str
    line: int
    start: int
    end: int
    verb: str
    what: str
    basis: str
    negated: bool
    bug: str
    spec_line: int


@dataclass(frozen=True, slots=True)
class Source:
    """A file as it is written to disk, and the claims that stood in it."""

    path: str
    text: str
    claims: tuple[Claim, ...]


@dataclass(slots=True)
class Expect:
    """The content lines of an `expect` block and where they stand: `first` is the line after the opening fence,
    `last` the line of the closing fence."""

    lines: list[str]
    first: int
    last: int


@dataclass(slots=True)
class Query:
    """A question as a user types it on the command line, without `--json`."""

    text: str
    spec_line: int
    expect: Expect


@dataclass(slots=True)
class Step:
    """What happens to the tree, then what must hold. The first step of a case lays the files out."""

    verb: str  # "start", "save", "delete", "rename", "commit"
    paths: tuple[str, ...]
    spec_line: int
    sources: list[Source] = field(default_factory=list)
    queries: list[Query] = field(default_factory=list)
    report: Expect | None = None  # extracted, relinked and the edges that came and went


@dataclass(slots=True)
class Case:
    """One heading of a spec."""

    title: str
    spec_line: int
    steps: list[Step] = field(default_factory=list)
    bugs: list[str] = field(default_factory=list)
