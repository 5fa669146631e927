"""`untested-callers`: a function is changed, and no test reaches some that call it."""

from blastlens.analyses.untested import is_subject
from blastlens.app.check.change import Change
from blastlens.app.check.judgement import Judgement
from blastlens.app.findings import callers_of_unknown_state, untested_callers
from blastlens.views.wording import plural


def judge(change: Change) -> Judgement:
    """Of functions that were there before: who calls a new one is changed itself. Where everything is judged, of all. Nothing is
    claimed where something that may call them could not be read."""
    snapshot = change.after.snapshot
    edited = [symbol for symbol in change.subjects() if is_subject(symbol)]
    doubts = dict.fromkeys(doubt for symbol in edited if (doubt := snapshot.doubt_about(symbol.file)))
    subjects = [symbol for symbol in edited if not snapshot.doubt_about(symbol.file)]
    unknown = {one.id for symbol in subjects for one in callers_of_unknown_state(snapshot, symbol, change.threshold)}
    return Judgement(
        [
            one
            for symbol in subjects
            for one in untested_callers(snapshot, symbol, change.threshold, changed=change.before is not None)
        ],
        unjudged="; ".join(doubts),
        unknown=f"of {plural(len(unknown), 'caller')} it is unknown whether a test reaches them" if unknown else "",
    )
