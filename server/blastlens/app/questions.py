"""Questions a face can ask; each is answered by `Blastlens.ask` with an `Answer`."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from blastlens.app.errors import UserError
from blastlens.model import thresholds

# What may be known of a function's tests (`analyses.tests_of.TestState`).
STATES: Final = ("MEASURED", "NOT RUN", "INFERRED", "NONE FOUND", "UNKNOWN")
# Those of functions that may be called untested.
UNTESTED: Final = ("NONE FOUND", "NOT RUN")
_ALL: Final = "ALL"


def states_named(typed: Iterable[str]) -> tuple[str, ...]:
    """States as answers write them; they may be typed in any capitals, with "-" or "_" for the blank, and "all" means every
    one. Raises `UserError` for what is no state."""
    found: list[str] = []
    for one in typed:
        state = one.upper().replace("-", " ").replace("_", " ")
        if state not in (*STATES, _ALL):
            raise UserError(f"no such state of tests: {one}", f"one of {', '.join(STATES)}, or all")
        found += STATES if state == _ALL else [state]
    return tuple(dict.fromkeys(found))


# What may be known of a definition that no sure edge reaches.
DEAD: Final = "dead"
POSSIBLY_DEAD: Final = "possibly dead"
UNKNOWN_LIFE: Final = "unknown"
TIERS: Final = (DEAD, POSSIBLY_DEAD, UNKNOWN_LIFE)


def tiers_named(typed: Iterable[str]) -> tuple[str, ...]:
    """Tiers as answers write them, typed as states are (`states_named`). Raises `UserError` for what is no tier."""
    found: list[str] = []
    for one in typed:
        tier = one.lower().replace("-", " ").replace("_", " ")
        if tier not in (*TIERS, _ALL.lower()):
            raise UserError(f"no such tier of dead code: {one}", f"one of {', '.join(TIERS)}, or all")
        found += TIERS if tier == _ALL.lower() else [tier]
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class Callers:
    """Who calls a symbol (calls, decorations, property reads; constructing a class calls it and its `__init__`). `complexity`: with
    the complexity around each call, the most complex first; `min_complexity`: only callers of this cognitive complexity or more,
    `min_branch_depth`: only calls that stand this deep in choices and loops or deeper, both with `complexity`; `untested`: only direct
    callers that no test reaches."""

    symbol: str  # id or any suffix a user may type
    transitive: bool = False
    depth: int | None = None  # hops at most; None = all
    min_confidence: float = thresholds.REVIEW
    complexity: bool = False
    min_complexity: int = 0
    min_branch_depth: int = 0
    untested: bool = False


@dataclass(frozen=True, slots=True)
class Dependents:
    """Files that import a file."""

    file: str
    transitive: bool = False


@dataclass(frozen=True, slots=True)
class Imports:
    """Files of the repository that a file imports directly."""

    file: str


@dataclass(frozen=True, slots=True)
class Symbols:
    """Symbols of a file (when `query` is an indexed path), of a name (exact), or all (None)."""

    query: str | None = None


@dataclass(frozen=True, slots=True)
class SearchSymbols:
    """Symbols whose qualified name contains the words of `query`, best match first."""

    query: str
    limit: int = 20


@dataclass(frozen=True, slots=True)
class BlastRadius:
    """What a change reaches. Exactly one of the sources is given; `head` goes with `base` alone. `likely_tests`: tell of tests
    too that reach it only over paths below `min_confidence`, down to `thresholds.TESTED`; there may be many."""

    symbols: tuple[str, ...] = ()  # files too: all that they define, and their top-level code
    working_tree: bool = False
    diff: str | None = None  # text of a unified diff against the working tree
    commits: str | None = None  # "A..B", "A...B", or one commit
    base: str | None = None  # what a branch adds since it left this revision
    head: str | None = None  # the branch; None is HEAD
    min_confidence: float = thresholds.REVIEW
    likely_tests: bool = False


@dataclass(frozen=True, slots=True)
class AffectedTests:
    """The tests to run for a change, and how to run them. The sources are those of `BlastRadius`."""

    symbols: tuple[str, ...] = ()
    working_tree: bool = False
    diff: str | None = None
    commits: str | None = None
    base: str | None = None
    head: str | None = None
    coverage: tuple[str, ...] = ()  # reports to read beside those at the usual places


@dataclass(frozen=True, slots=True)
class NotUpdated:
    """Callers that a change left behind: they fitted what they call, and do not fit what it is now. At most one source is given;
    without one it is the working tree. `symbol`: only callers of this one (its id, or as the change leaves it)."""

    diff: str | None = None  # text of a unified diff against the working tree
    commits: str | None = None
    base: str | None = None
    head: str | None = None
    min_confidence: float = thresholds.REVIEW
    symbol: str | None = None


@dataclass(frozen=True, slots=True)
class Members:
    """Which members of a class are used, by whom, from which files, outside the class; and the interfaces that this use amounts to."""

    symbol: str  # of a class
    min_confidence: float = thresholds.REVIEW


@dataclass(frozen=True, slots=True)
class Untested:
    """Functions outside test code that no test reaches. `path`: only below this file or folder; `states`: those to list, as
    in `states_named`; `depth`: a path from a test of more hops does not count."""

    path: str | None = None
    states: tuple[str, ...] = UNTESTED
    depth: int | None = None
    coverage: tuple[str, ...] = ()  # reports to read beside those at the usual places


@dataclass(frozen=True, slots=True)
class Cycles:
    """Strongly connected components. level "import", "class" or "call"; include "load_time" or "all" (imports);
    `min_confidence` of classes and calls."""

    level: str = "import"
    include: str = "load_time"
    min_confidence: float = thresholds.REVIEW


@dataclass(frozen=True, slots=True)
class OfNetwork:
    """What a question of structure looks at. level "function", "class" or "file"; `limit`: of the rows; `tests`: count test code
    too."""

    level: str = "function"
    limit: int = 50
    tests: bool = False
    min_confidence: float = thresholds.REVIEW


@dataclass(frozen=True, slots=True)
class Hubs(OfNetwork):
    """What most else uses or what uses most else. by "in", "out" or "both"."""

    by: str = "both"


@dataclass(frozen=True, slots=True)
class Bridges(OfNetwork):
    """What the shortest paths between others lead over."""


@dataclass(frozen=True, slots=True)
class Communities(OfNetwork):
    """Parts of the code that use themselves more than the rest. `name`: the members of those whose name contains it."""

    name: str | None = None


@dataclass(frozen=True, slots=True)
class Flows:
    """What runs from entry points on, the most critical first. `entry`: only those whose symbol or reason contains it; `tests`: those
    of tests, which are left out otherwise."""

    entry: str | None = None
    limit: int = 20
    tests: bool = False
    min_confidence: float = thresholds.REVIEW


@dataclass(frozen=True, slots=True)
class RepoMap:
    """The signatures to know first, within so many `tokens`. `focus`: files, and `names`: of symbols, that weigh more."""

    focus: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    tokens: int = 1000
    tests: bool = False
    min_confidence: float = thresholds.REVIEW


@dataclass(frozen=True, slots=True)
class ContextPack:
    """The source that a review of a change must read, within so many `tokens`. Exactly one source of the change is given, as for
    `BlastRadius`."""

    symbols: tuple[str, ...] = ()
    working_tree: bool = False
    diff: str | None = None
    commits: str | None = None
    base: str | None = None
    tokens: int = 2000
    min_confidence: float = thresholds.REVIEW


@dataclass(frozen=True, slots=True)
class DeadCode:
    """Classes, functions and modules that no entry point reaches. `entry_points`: globs over symbol ids, beside the rules; `path`:
    only below this file or folder; `min_lines`: only what is at least so long, dead code by islands; `tiers`: those to list, as in
    `tiers_named`."""

    entry_points: tuple[str, ...] = ()
    path: str | None = None
    min_lines: int = 1
    tiers: tuple[str, ...] = (DEAD,)


@dataclass(frozen=True, slots=True)
class Explain:
    """Why there is (or is no) edge between two symbols."""

    caller: str
    callee: str


@dataclass(frozen=True, slots=True)
class Describe:
    """All that is known of one symbol: who calls it, by risk, its reach and tests, how central it is, its last change."""

    symbol: str
    min_confidence: float = thresholds.REVIEW


@dataclass(frozen=True, slots=True)
class Central:
    """The places of functions among hubs and bridges."""

    min_confidence: float = thresholds.REVIEW


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of the code the graph can see: what calls lead to, by folder, and the places that hide something. Not to be
    mistaken for which code tests run. `path`: only below this file or folder; `depth`: of the folders that are told."""

    path: str | None = None
    depth: int = 2


@dataclass(frozen=True, slots=True)
class Check:
    """What a change brings with it that a build may be failed for. Exactly one of `base` (a revision: the working tree is compared
    with where HEAD parts from it), `working_tree` (compared with HEAD), `diff` and `whole` (all there is, as if it were new) is
    given. `levels`: (rule, "error" | "warning" | "off"), before those of the settings; `max_radius`: None for that of the
    settings; `baseline`: a file of known findings, absolute or below the root, None for that of the settings; `limit`: findings
    that are listed of each rule, 0 for all."""

    base: str | None = None
    working_tree: bool = False
    diff: str | None = None  # text of a unified diff, applied to the working tree or not yet
    whole: bool = False
    levels: tuple[tuple[str, str], ...] = ()
    max_radius: int | None = None
    baseline: str | None = None
    limit: int = 50


@dataclass(frozen=True, slots=True)
class Report:
    """The repository at a glance."""


@dataclass(frozen=True, slots=True)
class GraphMap:
    """What an interactive map is drawn from: what a change reaches (its source as in `BlastRadius`), or without a source the modules.
    `beside`: symbols whose neighbours are wanted too, and files whose symbols are. `max_nodes`: the others are left out, the furthest
    and the least connected first, and counted."""

    symbols: tuple[str, ...] = ()
    working_tree: bool = False
    diff: str | None = None
    commits: str | None = None
    base: str | None = None
    head: str | None = None
    beside: tuple[str, ...] = ()
    max_nodes: int = 2000
    min_confidence: float = thresholds.REVIEW


Question = (
    Callers
    | Dependents
    | Imports
    | Symbols
    | SearchSymbols
    | BlastRadius
    | AffectedTests
    | NotUpdated
    | Members
    | Untested
    | Cycles
    | Hubs
    | Bridges
    | Communities
    | Flows
    | RepoMap
    | ContextPack
    | DeadCode
    | Explain
    | Describe
    | Central
    | Coverage
    | Check
    | Report
    | GraphMap
)
