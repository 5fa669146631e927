"""What an editor shows of a root: the findings of `blastlens check`, of the change at hand or of all there is."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from blastlens.app.ask.context import Context
from blastlens.app.check.baseline import Known, read_baseline
from blastlens.app.check.change import Change, change_of
from blastlens.app.check.registry import RULES, SUPPRESSION, Level
from blastlens.app.check.verdict import verdict
from blastlens.app.errors import UserError
from blastlens.app.finding_lines import lines_of
from blastlens.app.questions import Check
from blastlens.app.wanted_findings import Stage, Wanted
from blastlens.session import git
from blastlens.session.errors import SessionError
from blastlens.views.findings import Finding

_SLOW: Final = frozenset({"dead-code", "call-cycle", "class-cycle"})
"""Rules that look at every definition of both sides: told last."""


def editor_findings(context: Context, wanted: Wanted) -> Iterator[Stage]:
    """What is quick to find first, then all. Outside of git and before the first commit nothing tells what is changed: there
    all is judged that is so whether or not anything is changed, whatever the scope. Raises `UserError`, `SessionError`."""
    known, problem = _baseline(context, wanted)
    rules = wanted.rules(RULES, context.settings.findings)
    limit = context.settings.check.max_radius
    everything = Check(whole=True)
    # Comments that suppress nothing are looked at beside every rule that they may speak of.
    standing = [name for name in rules if name == SUPPRESSION or not RULES[name].of_change]
    of_change = [name for name in rules if name == SUPPRESSION or RULES[name].of_change]
    if not _tells_changes(context.session.root):
        asked = [(everything, standing)]
    elif wanted.scope == "all":
        # What only a change brings, of the change; what is so whether or not anything is changed, of all.
        asked = [(Check(working_tree=True), of_change), (everything, standing)]
    else:
        asked = [(Check(working_tree=True), rules)]
    found: dict[Finding, None] = {}
    unjudged: dict[str, str] = {}
    stages = (False, True) if any(name in _SLOW for name in rules) else (False,)
    with ExitStack() as stack:
        threshold = context.settings.min_confidence
        changes = [
            (stack.enter_context(change_of(context, one, threshold, limit)), names) for one, names in asked if names
        ]
        for slow in stages:
            for change, names in changes:
                chosen = [name for name in names if (name in _SLOW) is slow or name == SUPPRESSION]
                if not slow or _SLOW.intersection(chosen):
                    found |= dict.fromkeys(_told(change, chosen, known, unjudged))
            ordered = sorted(found, key=lambda one: (one.file, one.line, one.column, one.code))
            lines = tuple(lines_of(context, ordered))
            last = slow is stages[-1]
            awaited = () if last else tuple(sorted(_SLOW.intersection(rules)))
            yield Stage(tuple(ordered), lines, dict(unjudged), problem, last, awaited)


def _tells_changes(root: Path) -> bool:
    try:
        return git.has_commits(root)
    except SessionError:
        return False


def _baseline(context: Context, wanted: Wanted) -> tuple[tuple[Known, ...], str]:
    named = context.settings.check.baseline if wanted.baseline is None else wanted.baseline
    try:
        return (read_baseline(Path(context.session.root, named)), "") if named else ((), "")
    except UserError as error:
        return (), f"{error.message}: {error.hint}"


def _told(change: Change, names: Sequence[str], known: Sequence[Known], unjudged: dict[str, str]) -> Iterator[Finding]:
    levels: dict[str, Level] = {name: "warning" if name in names else "off" for name in RULES}
    found = verdict(change, levels, known)
    unjudged.update(found.unjudged)
    return (one.finding for one in found.told if one.counts)
