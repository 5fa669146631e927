"""`blastlens.graph`: what a panel with an interactive map draws."""

from typing import Any, Final

from blastlens.app.questions import GraphMap, Question
from blastlens.faces.lsp.argument_kinds import Kind
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.command_names import GRAPH
from blastlens.faces.lsp.commands.command import THRESHOLD, Envelope, QuestionCommand, threshold_of
from blastlens.faces.lsp.commands.sources import SOURCES, revisions_of
from blastlens.model.symbol import MODULE_NAME, split_id
from blastlens.views.wording import plural

_FEWEST: Final = 10
_MOST: Final = 50_000


def ask(arguments: Arguments) -> Question:
    """`symbol`, `file`, or what stands at `uri` and `position`: what a change of it reaches; a diff, commits or a branch; `workingTree`: what is
    not committed, where nothing of the former is given or stands there; else the modules. `beside`: list of symbols and files to show more
    of; `maxNodes`."""
    most = arguments.whole("maxNodes", GraphMap().max_nodes)
    return GraphMap(
        **_source(arguments),
        beside=arguments.texts("beside"),
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
    return {"working_tree": True} if arguments.flag("workingTree") else {}


def summary(answer: Envelope) -> str:
    totals = answer.get("totals") or {}
    return plural(totals.get("shown", 0), "symbol") + " to draw"


_TAKES: Final = {**SOURCES, "beside": Kind.TEXTS, "maxNodes": Kind.COUNT, **THRESHOLD}
COMMAND = QuestionCommand(GRAPH, "graph_map", ask, _TAKES, "symbol", (), summary)
