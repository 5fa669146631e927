"""What past commits say about a blast radius: functions that were changed together, and those that the next fix had to touch.

One work tree walks back through the history; at the parent of each chosen commit the index is brought up to date, and the radius of
functions that the commit changes is compared with the others that it changes. What is chosen stands in `chosen`, what is
counted in `Score`.
"""

import re
import statistics
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Final, NamedTuple

from blastlens.app import change_sources
from blastlens.app.ask.blast_radius import answer_blast_radius
from blastlens.app.ask.context import Context
from blastlens.app.changes import Versions
from blastlens.app.classifying import classified
from blastlens.app.owners import owners_of
from blastlens.app.questions import BlastRadius
from blastlens.app.settings import load_settings
from blastlens.app.snapshot import Snapshot
from blastlens.languages.registry import language_for
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind
from blastlens.session.session import Session

FEWEST: Final = 2
# Larger commits are mass edits (formatting, renaming everywhere), of which studies of history leave out those of over 30 items
# too (T. Zimmermann and others, 2004).
MOST: Final = 30
FIRST: Final = 10
# A fix is looked for among so many commits that follow.
FOLLOWING: Final = 30
_FIX: Final = re.compile(r"\b(fix(es|ed)?|bug|regression|revert(s|ed)?|broken|crash(es)?)\b", re.IGNORECASE)
_WORD: Final = re.compile(rb"[^\W\d]\w*")
_FUNCTIONS: Final = (SymbolKind.FUNCTION, SymbolKind.METHOD)


class Commit(NamedTuple):
    name: str
    parent: str
    subject: str
    files: tuple[str, ...]

    @property
    def is_fix(self) -> bool:
        return _FIX.search(self.subject) is not None

    @property
    def sources(self) -> tuple[str, ...]:
        return tuple(path for path in self.files if language_for(path) is not None and "test" not in path)


@dataclass
class Score:
    """Of one way to predict. A *question* is one function, or all but one, of a commit; `wanted` the others it should lead to."""

    questions: int = 0
    wanted: int = 0
    found: int = 0
    found_first: int = 0  # among the first `FIRST` of an ordered prediction
    of_fixes: int = 0  # functions that only the next fix touched
    found_of_fixes: int = 0
    right: int = 0  # of what is predicted: what the commit or its fix touches
    sizes: list[int] = field(default_factory=list)

    def count(self, predicted: Sequence[str], wanted: set[str], of_fix: set[str]) -> None:
        self.questions += 1
        self.sizes.append(len(predicted))
        known = set(predicted)
        self.wanted += len(wanted)
        self.found += len(wanted & known)
        self.found_first += len(wanted & set(predicted[:FIRST]))
        self.of_fixes += len(of_fix)
        self.found_of_fixes += len(of_fix & known)
        self.right += len((wanted | of_fix) & known)

    @property
    def recall(self) -> float:
        return self.found / self.wanted if self.wanted else 0.0

    @property
    def recall_first(self) -> float:
        return self.found_first / self.wanted if self.wanted else 0.0

    @property
    def recall_of_fixes(self) -> float:
        return self.found_of_fixes / self.of_fixes if self.of_fixes else 0.0

    @property
    def precision(self) -> float:
        return self.right / sum(self.sizes) if sum(self.sizes) else 0.0

    @property
    def median(self) -> float:
        return statistics.median(self.sizes) if self.sizes else 0.0

    @property
    def mean(self) -> float:
        return statistics.fmean(self.sizes) if self.sizes else 0.0


class Measured(NamedTuple):
    """`scores`: (way to predict, what from) -> its score. `pairs`: of functions that one commit changed; `linked`: those of which
    one lies in the blast radius of the other, whichever."""

    commits: int
    functions: int
    fixes: int
    oldest: str
    pairs: int
    linked: int
    scores: dict[tuple[str, str], Score]


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)
    return done.stdout.decode("utf-8", "replace")


def log(folder: Path, start: str) -> list[Commit]:
    """Commits with one parent from `start` back, the newest first."""
    shown = git(folder, "log", "--no-merges", "--no-renames", "--format=%x01%H%x02%P%x02%s%x03", "--name-only", start)
    commits = []
    for entry in shown.split("\x01")[1:]:
        head, _, files = entry.partition("\x03")
        name, parents, subject = head.split("\x02")
        if len(parents.split()) == 1:
            commits.append(Commit(name, parents, subject, tuple(filter(None, files.split("\n")))))
    return commits


class Past:
    """One work tree and its index, at one commit of its history at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.session = Session.open(folder, resident=True)
        self._settings = load_settings(folder)
        self._words: dict[tuple[str, str], dict[str, frozenset[bytes]]] = {}
        self._changes: dict[str, frozenset[str]] = {}
        self._functions: dict[str, int] = {}
        self._radii: dict[tuple[str, ...], list[str]] = {}

    def go(self, commit: str) -> None:
        git(self.folder, "checkout", "-q", "--force", "--detach", commit)
        self.session.refresh()
        self._radii.clear()
        snapshot = Snapshot(self.session.graph())
        self.context = Context(self.session, snapshot, self._settings, list, lambda _: snapshot.joined)

    @property
    def graph(self) -> Graph:
        return self.context.snapshot.graph

    def is_function(self, symbol: Symbol | None) -> bool:
        """Whether it is a function or method outside test code."""
        return symbol is not None and symbol.kind in _FUNCTIONS and not symbol.in_test_code

    def changed(self, commit: Commit) -> frozenset[str]:
        """Ids that definitions had before the commit which changed, moved, renamed or removed them."""
        if commit.name not in self._changes:
            files = change_sources.commits(self.session, f"{commit.parent}..{commit.name}")
            found = classified(Versions(self.session), files).changed
            before = [one.before for one in found if one.before is not None]
            self._changes[commit.name] = frozenset(one.id for one in before)
            self._functions[commit.name] = len({one.id for one in before if one.kind in _FUNCTIONS})
        return self._changes[commit.name]

    def most_functions(self, commit: Commit) -> int:
        """No fewer than the functions outside test code that a commit changed. No look at the work tree is needed for that."""
        self.changed(commit)
        return self._functions[commit.name]

    def here(self, ids: Iterable[str]) -> set[str]:
        """Those that are functions outside test code in the graph as it stands."""
        return {one for one in ids if self.is_function(self.graph.symbol(one))}

    def radius(self, starts: Sequence[str]) -> list[str]:
        """What the blast radius reaches, the riskiest first: functions outside test code."""
        key = tuple(starts)
        if key not in self._radii:
            self._radii[key] = self._radius(key)
        return self._radii[key]

    def _radius(self, starts: tuple[str, ...]) -> list[str]:
        extra = answer_blast_radius(self.context, BlastRadius(symbols=starts)).extra
        rows = [row for part in ("direct", "transitive", "subtypes") for row in extra[part]]
        rows.sort(key=lambda row: -row["risk"])
        found = (self._id(row["symbol"], row["line"]) for row in rows)
        return [one for one in dict.fromkeys(found) if self.is_function(self.graph.symbol(one)) and one not in starts]

    def _id(self, display: str, line: int) -> str:
        bare, at, _ = display.rpartition("@")
        if not at:
            return display
        same = (one.id for one in self.graph.symbols_in(bare.rpartition("::")[0]) if one.line == line)
        return next(same, display)

    def same_file(self, starts: Sequence[str]) -> list[str]:
        paths = dict.fromkeys(one.rpartition("::")[0] for one in starts)
        found = (one for path in paths for one in self.graph.symbols_in(path) if self.is_function(one))
        return [one.id for one in found if one.id not in starts]

    def same_name(self, starts: Sequence[str]) -> list[str]:
        """Functions whose own text has the name of one of the starts as a word."""
        names = {one.name.encode() for one in map(self.graph.symbol, starts) if one is not None}
        found = []
        for record in self.graph.files():
            if not record.is_test and record.state in ("indexed", "partial"):
                known = self._words_in(record.path, record.content_hash)
                found += [one for one, words in known.items() if not names.isdisjoint(words) and one not in starts]
        return [one for one in found if self.is_function(self.graph.symbol(one))]

    def _words_in(self, path: str, content: str) -> dict[str, frozenset[bytes]]:
        key = (path, content)
        if key not in self._words:
            lines = (self.folder / path).read_bytes().split(b"\n")
            found: dict[str, set[bytes]] = {}
            for line, owner in zip(lines, owners_of(self.graph.symbols_in(path), len(lines)), strict=True):
                if owner is not None:
                    found.setdefault(owner, set()).update(_WORD.findall(line))
            self._words[key] = {one: frozenset(words) for one, words in found.items()}
        return self._words[key]


def chosen(past: Past, history: Sequence[Commit], most: int) -> Iterator[tuple[int, Commit, set[str]]]:
    """(place in the history, commit, functions it changes): the last `most` commits with one parent that change at least `FEWEST`
    and at most `MOST` functions outside test code that were there before. The work tree stands at the parent."""
    count = 0
    if history:
        past.go(history[0].name)
    for place, commit in enumerate(history):
        if not commit.sources or past.most_functions(commit) < FEWEST:
            continue
        past.go(commit.parent)
        functions = past.here(past.changed(commit))
        if FEWEST <= len(functions) <= MOST:
            yield place, commit, functions
            count += 1
            if count == most:
                return


def next_fix(past: Past, history: Sequence[Commit], place: int) -> Commit | None:
    """The first commit of those that follow which calls itself a fix and changes a function that this one changed."""
    changed = past.changed(history[place])
    paths = set(history[place].files)
    for commit in reversed(history[max(place - FOLLOWING, 0) : place]):
        if commit.is_fix and not paths.isdisjoint(commit.files) and not changed.isdisjoint(past.changed(commit)):
            return commit
    return None


WAYS: Final = ("blast radius", "same file", "same name")
FROM_ONE: Final = "one of them"
FROM_OTHERS: Final = "all but one"


def measure(folder: Path, start: str, most: int, say: Callable[[str], None]) -> Measured:
    """Of the history of a work tree, which is left somewhere in it."""
    history = log(folder, start)
    past = Past(folder)
    scores = {(way, source): Score() for way in WAYS for source in (FROM_ONE, FROM_OTHERS)}
    commits = functions = fixes = pairs = linked = 0
    oldest = ""
    try:
        for place, commit, changed in chosen(past, history, most):
            commits, functions, oldest = commits + 1, functions + len(changed), commit.name
            fix = next_fix(past, history, place)
            fixes += fix is not None
            of_fix = past.here(past.changed(fix)) - changed if fix is not None else set()
            reach = {one: set(past.radius([one])) for one in changed}
            both = list(combinations(sorted(changed), 2))
            pairs += len(both)
            linked += sum(one in reach[other] or other in reach[one] for one, other in both)
            for source, starts, wanted in questions(changed):
                for way, predict in zip(WAYS, (past.radius, past.same_file, past.same_name), strict=True):
                    scores[way, source].count(predict(starts), wanted, of_fix)
            say(f"{commits} {commit.name[:12]} {len(changed)} functions")
    finally:
        past.session.close()
    return Measured(commits, functions, fixes, oldest, pairs, linked, scores)


def questions(changed: set[str]) -> Iterator[tuple[str, list[str], set[str]]]:
    """(what from, starts, functions to be found) for each function of a commit."""
    for one in sorted(changed):
        others = sorted(changed - {one})
        yield FROM_ONE, [one], set(others)
        yield FROM_OTHERS, others, {one}
