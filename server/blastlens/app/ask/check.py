"""`Check`."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.rows import Row, display
from blastlens.app.check.baseline import Known, read_baseline
from blastlens.app.check.change import Change, change_of
from blastlens.app.check.judgement import not_judged
from blastlens.app.check.registry import RULES, Level
from blastlens.app.check.settings import WrongSettingError, checked_level
from blastlens.app.check.verdict import Told, Verdict, verdict
from blastlens.app.errors import UserError
from blastlens.app.questions import Check
from blastlens.session.git import folder_in_work_tree
from blastlens.text.columns import from_utf8
from blastlens.text.lines import LineIndex
from blastlens.views.findings import RelatedPlace

_MOST_STALE: Final = 50
_SETTINGS: Final = ": check:"


def answer_check(context: Context, question: Check) -> Answer:
    """`results`: findings that are neither suppressed nor known, errors first, at most `limit` of each rule. Columns are 1-based
    characters. Raises `UserError` for a change that cannot be told, and for settings or a baseline that cannot be used."""
    levels = _levels(context, question)
    baseline = _baseline(context, question)
    settings = context.settings
    limit = settings.check.max_radius if question.max_radius is None else question.max_radius
    with change_of(context, question, settings.min_confidence, limit) as change:
        found = verdict(change, levels, baseline)
        rows = _Rows(change)
        counting, others = _split(found, question.limit)
        asked = replace(question, diff=None if question.diff is None else "")
        notes = not_judged(found.unjudged, context.snapshot.doubt or "")
        hidden = bool(notes)
        notes += [f"{name}: {what}" for name, what in found.unknown.items()]
        idle = [one.name for one in RULES.values() if one.needs_change and levels[one.name] != "off" and question.whole]
        if idle:
            notes.append(f"nothing is changed, so there is nothing to judge for {', '.join(idle)}")
        return context.answer(
            "check",
            asked,
            [rows.row(one) for one in counting],
            notes,
            cut=hidden,
            extra=_extra(change, found, levels, rows, others, question.limit),
        )


def _levels(context: Context, question: Check) -> dict[str, Level]:
    wrong = [problem for problem in context.settings.problems if _SETTINGS in problem or "must be a table" in problem]
    if wrong:
        raise UserError(
            "; ".join(wrong), "a gate with wrong settings would let everything pass: mend them", code="settings"
        )
    levels = {name: rule.level for name, rule in RULES.items()} | dict(context.settings.check.rules)
    try:
        return levels | {name: checked_level(name, level) for name, level in question.levels}
    except WrongSettingError as error:
        raise UserError(str(error), "write RULE=LEVEL, as in --rule dead-code=off") from error


def _baseline(context: Context, question: Check) -> tuple[Known, ...]:
    named = question.baseline if question.baseline is not None else context.settings.check.baseline
    return read_baseline(Path(context.session.root, named)) if named else ()


def _split(found: Verdict, limit: int) -> tuple[list[Told], list[Told]]:
    """What counts and what does not, each cut to `limit` of a rule."""
    kept: tuple[list[Told], list[Told]] = ([], [])
    taken: Counter[tuple[str, bool]] = Counter()
    for one in found.told:
        key = (one.finding.code, one.counts)
        taken[key] += 1
        if not limit or taken[key] <= limit:
            kept[not one.counts].append(one)
    return kept


def _extra(
    change: Change, found: Verdict, levels: Mapping[str, Level], rows: "_Rows", others: Iterable[Told], limit: int
) -> dict[str, Any]:
    counting = [one for one in found.told if one.counts]
    by_rule = Counter(one.finding.code for one in counting)
    others = list(others)
    return {
        "since": change.since,
        "commit": change.commit,
        "folder": folder_in_work_tree(change.after.session.root),
        "changed": len(change.changed),
        "files": len(change.files),
        "totals": {
            "error": sum(one.level == "error" for one in counting),
            "warning": sum(one.level == "warning" for one in counting),
            "suppressed": sum(one.by is not None for one in found.told),
            "known": sum(one.known for one in found.told),
            "stale_baseline": len(found.stale),
        },
        "rules": {name: {"level": level, "found": by_rule.get(name, 0)} for name, level in levels.items()},
        "suppressed": [rows.row(one) for one in others if one.by is not None],
        "known": [rows.row(one) for one in others if one.known],
        "stale_baseline": [one._asdict() for one in (found.stale[:_MOST_STALE] if limit else found.stale)],
    }


class _Rows:
    """Rows of findings, with columns in characters."""

    def __init__(self, change: Change) -> None:
        self._change = change
        self._lines: dict[str, LineIndex] = {}

    def row(self, told: Told) -> Row:
        finding = told.finding
        row: Row = {
            "rule": finding.code,
            "level": told.level,
            **self._names(finding.symbol),
            **self._place(finding.file, finding.line, finding.column, finding.end_column),
            "message": finding.message,
            "confidence": round(finding.confidence, 4),
            "fingerprint": told.fingerprint,
            "related": [self._related(one) for one in finding.related],
            "related_total": max(finding.related_total, len(finding.related)),
        }
        return row if told.by is None else {**row, "reason": told.by.reason, "suppressed_at": told.by.line}

    def _names(self, symbol_id: str) -> Row:
        """`id` where lines would change the name that is shown."""
        if not symbol_id:
            return {}
        shown = display(self._change.after.snapshot.graph, symbol_id)
        return {"symbol": shown} if shown == symbol_id else {"symbol": shown, "id": symbol_id}

    def _related(self, place: RelatedPlace) -> Row:
        return {**self._place(place.file, place.line, place.column, place.end_column), "message": place.message}

    def _place(self, file: str, line: int, column: int, end_column: int) -> Row:
        if file not in self._lines:
            self._lines[file] = LineIndex(self._change.text(file) or b"")
        text = self._lines[file].line(line - 1)
        start = from_utf8(text, column, "utf-32") + 1
        return {
            "file": file,
            "line": line,
            "column": start,
            "end_column": max(from_utf8(text, end_column, "utf-32") + 1, start),
        }
