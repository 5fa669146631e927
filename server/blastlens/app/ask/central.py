"""`Central`."""

from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.networks import TESTS_LEFT_OUT
from blastlens.app.questions import Central
from blastlens.app.ranks import ranks


def answer_central(context: Context, question: Central) -> Answer:
    """`results`: by id; `hub` and `bridge`: places from 1, None where it is none of the first."""
    found = ranks(context, question.min_confidence)
    rows = [
        {"symbol": one, "hub": found.hubs.get(one), "bridge": found.bridges.get(one)}
        for one in sorted(found.hubs.keys() | found.bridges.keys())
    ]
    return context.answer("central", question, rows, [TESTS_LEFT_OUT], extra={"functions": found.of})
