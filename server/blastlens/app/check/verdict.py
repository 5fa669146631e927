"""From what the rules find to what is told: suppressed by comments, known from a baseline, or new."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from blastlens.app.check.baseline import Known
from blastlens.app.check.change import Change
from blastlens.app.check.judgement import Judgement, fingerprint, numbered
from blastlens.app.check.registry import NAMES, RULES, SUPPRESSION, Level, judge
from blastlens.app.findings import suppression_finding
from blastlens.app.suppressions import MARK, Suppression, matching, suppressions_in
from blastlens.views.findings import Finding


@dataclass(frozen=True, slots=True)
class Told:
    """A finding with its level and what it is known by. `by`: the comment that suppresses it; `known`: it is in the baseline."""

    finding: Finding
    level: Level
    fingerprint: str
    by: Suppression | None = None
    known: bool = False

    @property
    def counts(self) -> bool:
        return self.by is None and not self.known


@dataclass(frozen=True, slots=True)
class Verdict:
    """In order: errors first, then by place. `stale`: of the baseline what no longer holds; `unjudged`: rule -> why it could not
    judge everything; `unknown`: rule -> what it could not tell."""

    told: tuple[Told, ...]
    stale: tuple[Known, ...]
    unjudged: Mapping[str, str]
    unknown: Mapping[str, str]


def verdict(change: Change, levels: Mapping[str, Level], baseline: Sequence[Known]) -> Verdict:
    """`levels`: of every rule."""
    wanted = [rule for rule in RULES.values() if levels[rule.name] != "off" and rule.name != SUPPRESSION]
    judged = {rule.name: judge(rule, change) for rule in wanted}
    found = [finding for one in judged.values() for finding in one.findings]
    comments = _Comments(change)
    if levels[SUPPRESSION] != "off":
        found += _wrong(change, comments, judged)
    known = {one.fingerprint for one in baseline}
    told = []
    for finding, mark in _marked(found):
        by = comments.about(finding)
        told.append(Told(finding, levels[finding.code], mark, by, by is None and mark in known))
    told.sort(key=lambda one: (one.level != "error", one.finding.file, one.finding.line, one.finding.code))
    stale = _stale(change, baseline, judged, {one.fingerprint for one in told}) if baseline else ()
    unjudged = {name: one.unjudged for name, one in judged.items() if one.unjudged}
    unknown = {name: one.unknown for name, one in judged.items() if one.unknown}
    return Verdict(tuple(told), tuple(stale), unjudged, unknown)


def _marked(found: Iterable[Finding]) -> Iterator[tuple[Finding, str]]:
    """With fingerprints; those that are the same are told apart by their order."""
    seen: dict[str, int] = {}
    for finding in sorted(found, key=lambda one: (one.code, one.file, one.line, one.column)):
        mark = fingerprint(finding)
        seen[mark] = seen.get(mark, 0) + 1
        yield finding, numbered(mark, seen[mark])


class _Comments:
    """Suppressions of the files that are asked about, read once."""

    def __init__(self, change: Change) -> None:
        self._change = change
        self._known: dict[str, list[Suppression]] = {}

    def of(self, path: str) -> list[Suppression]:
        if path not in self._known:
            data = self._change.text(path)
            graph = self._change.after.snapshot.graph
            self._known[path] = (
                suppressions_in(path, data, graph.symbols_in(path), NAMES) if data is not None and MARK in data else []
            )
        return self._known[path]

    def about(self, finding: Finding) -> Suppression | None:
        return matching(self.of(finding.file), finding.code, finding.file, finding.line)

    def changed(self) -> Iterator[Suppression]:
        """Those of changed files; of all files where everything is new."""
        change = self._change
        if change.before is None:
            paths = [record.path for record in change.after.snapshot.files]
        else:
            paths = [file.new_path for file in change.files if file.new_path is not None]
        for path in sorted(paths):
            yield from self.of(path)


def _wrong(change: Change, comments: _Comments, judged: Mapping[str, Judgement]) -> Iterator[Finding]:
    """Findings about the comments themselves."""
    before = _before(change)
    standing: dict[str, list[Finding]] = {}
    edited = {symbol.id for symbol in change.edited()}
    for one in comments.changed():
        if one.problem:
            if (one.file, one.text) not in before:
                yield suppression_finding(one, one.problem)
            continue
        for rule in one.rules:
            if rule not in judged or judged[rule].unjudged or (RULES[rule].of_change and one.symbol not in edited):
                continue  # it may suppress something at another time
            if rule not in standing:
                standing[rule] = [*judged[rule].findings, *judged[rule].standing()]
            if not any(one.speaks_of(rule, finding.file, finding.line) for finding in standing[rule]):
                yield suppression_finding(one, f"there is nothing that {rule} would find here", rule)


def _before(change: Change) -> set[tuple[str, str]]:
    """(file, text) of the comments that were there before."""
    found = set()
    for file in change.files:
        if file.old_path is not None and file.old is not None:
            for one in suppressions_in(file.old_path, file.old, (), NAMES):
                found.add((change.path_now(file.old_path), one.text))
    return found


def _stale(
    change: Change, baseline: Sequence[Known], judged: Mapping[str, Judgement], told: set[str]
) -> Iterator[Known]:
    """What a rule that could tell does not find any more."""
    edited = {symbol.id for symbol in change.edited()}
    graph = change.after.snapshot.graph
    marks: dict[str, set[str]] = {}
    for known in baseline:
        if known.fingerprint in told or known.rule not in judged or judged[known.rule].unjudged:
            continue
        if RULES[known.rule].of_change:
            if known.symbol in edited or (known.symbol and graph.symbol(known.symbol) is None):
                yield known
            continue
        if known.rule not in marks:
            marks[known.rule] = {fingerprint(one) for one in judged[known.rule].standing()}
        if known.fingerprint.partition("-")[0] not in marks[known.rule]:
            yield known
