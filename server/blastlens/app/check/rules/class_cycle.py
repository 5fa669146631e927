"""`class-cycle`: classes that need one another."""

from blastlens.analyses.new_cycles import Links, class_links
from blastlens.app.annotated import annotated
from blastlens.app.ask.context import Context
from blastlens.app.check.change import Change
from blastlens.app.check.cycles import judge_symbols
from blastlens.app.check.judgement import Judgement


def judge(change: Change) -> Judgement:
    """One finding a component of classes, on the new use that stands first."""
    now = _links(change.after, change.threshold)
    before = _links(change.before, change.threshold) if change.before is not None else {}
    return judge_symbols(change, "class-cycle", now, before, "uses")


def _links(context: Context, threshold: float) -> Links:
    return class_links(context.snapshot.graph, threshold, annotated(context))
