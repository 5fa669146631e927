"""`blastlens.graph`: what a panel with an interactive map draws."""

from typing import Any, Final

from pygls.exceptions import JsonRpcInvalidParams

from blastlens.app.questions import GraphMap, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import GRAPH
from blastlens.faces.lsp.commands.command import Envelope, QuestionCommand, threshold_of
from blastlens.faces.lsp.commands.sources import revisions_of
from blastlens.model.symbol import MODULE_NAME, split_id
from blastlens.views.wording import plural

_FEWEST: Final = 10
_MOST: Final = 50_000


def ask(arguments: Arguments) -> Question:
    """`symbol`, `file`, or what stands at `uri` and `position`: what a change of it reaches; a diff, commits or a branch; `workingTree`: what is
    not committed, where nothing of the former is given or stands there; else the modules. `beside`: list of symbols and files to show more
    of; `maxNodes`."""
    beside = arguments.given.get("beside") or ()
    if not isinstance(beside, (list, tuple)) or not all(isinstance(one, str) for one in beside):
        raise JsonRpcInvalidParams(f'"beside" must be a list of symbols and files, not {beside!r}')
    most = int(arguments.number("maxNodes", GraphMap().max_nodes))
    return GraphMap(
        **_source(arguments),
        beside=tuple(beside),
        max_nodes=min(max(most, _FEWEST), _MOST),
        min_confidence=threshold_of(arguments),
    )


def _source(arguments: Arguments) -> dict[str, Any]:
    if revisions := revisions_of(arguments):
        return revisions
    if named := arguments.text("symbol") or arguments.text("file"):
        return {"symbols": (named,)}
    here = arguments.symbol()
    # Between definitions stands top-level code, which nobody means by putting the cursor there.
    if here is not None and split_id(here)[1] != MODULE_NAME:
        return {"symbols": (here,)}
    return {"working_tree": True} if arguments.given.get("workingTree") else {}


def summary(answer: Envelope) -> str:
    totals = answer.get("totals") or {}
    return plural(totals.get("shown", 0), "symbol") + " to draw"


COMMAND = QuestionCommand(GRAPH, "graph_map", ask, "symbol", (), summary)
