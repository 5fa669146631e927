"""`call-cycle`: functions that call one another (mutual recursion)."""

from blastlens.analyses.new_cycles import call_links
from blastlens.app.check.change import Change
from blastlens.app.check.cycles import judge_symbols
from blastlens.app.check.judgement import Judgement


def judge(change: Change) -> Judgement:
    """One finding a component of functions, on the new call that stands first."""
    now = call_links(change.after.snapshot.hops, change.threshold)
    before = call_links(change.before.snapshot.hops, change.threshold) if change.before is not None else {}
    return judge_symbols(change, "call-cycle", now, before, "calls")
