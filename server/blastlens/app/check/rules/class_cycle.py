"""`class-cycle`: classes that need one another."""

from blastlens.analyses.new_cycles import class_links
from blastlens.app.check.change import Change
from blastlens.app.check.cycles import judge_symbols
from blastlens.app.check.judgement import Judgement


def judge(change: Change) -> Judgement:
    """One finding a component of classes, on the new use that stands first."""
    now = class_links(change.after.snapshot.graph, change.threshold)
    before = class_links(change.before.snapshot.graph, change.threshold) if change.before is not None else {}
    return judge_symbols(change, "class-cycle", now, before, "uses")
