"""`untested-callers`: a function is changed, and no test reaches some that call it."""

from blastlens.analyses.untested import is_subject
from blastlens.app.check.change import Change
from blastlens.app.check.judgement import Judgement
from blastlens.app.findings import untested_callers


def judge(change: Change) -> Judgement:
    """Of functions that were there before: who calls a new one is changed itself. Nothing is claimed of a graph that is not
    whole."""
    snapshot = change.after.snapshot
    if snapshot.doubt:
        return Judgement((), unjudged=snapshot.doubt)
    subjects = [symbol for symbol in change.edited() if is_subject(symbol)]
    return Judgement([one for symbol in subjects for one in untested_callers(snapshot, symbol, change.threshold)])
