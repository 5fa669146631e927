"""From a question to the file that answers it."""

from collections.abc import Callable
from importlib import import_module
from typing import Final, cast

from blastlens.app import questions
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.questions import Question

# Modules are named, not imported: a question loads only what answers it.
_ANSWERERS: Final[dict[type, tuple[str, str]]] = {
    questions.Callers: ("callers", "answer_callers"),
    questions.Dependents: ("files", "answer_dependents"),
    questions.Imports: ("files", "answer_imports"),
    questions.Symbols: ("symbols", "answer_symbols"),
    questions.SearchSymbols: ("symbols", "answer_search"),
    questions.BlastRadius: ("blast_radius", "answer_blast_radius"),
    questions.AffectedTests: ("affected_tests", "answer_affected_tests"),
    questions.Members: ("members", "answer_members"),
    questions.NotUpdated: ("not_updated", "answer_not_updated"),
    questions.Untested: ("untested", "answer_untested"),
    questions.Cycles: ("cycles", "answer_cycles"),
    questions.Hubs: ("hubs", "answer_hubs"),
    questions.Bridges: ("bridges", "answer_bridges"),
    questions.Communities: ("communities", "answer_communities"),
    questions.Flows: ("flows", "answer_flows"),
    questions.RepoMap: ("repo_map", "answer_repo_map"),
    questions.ContextPack: ("context_pack", "answer_context_pack"),
    questions.DeadCode: ("dead_code", "answer_dead_code"),
    questions.Explain: ("explain", "answer_explain"),
    questions.Describe: ("describe", "answer_describe"),
    questions.Central: ("central", "answer_central"),
    questions.Coverage: ("coverage", "answer_coverage"),
    questions.Check: ("check", "answer_check"),
    questions.Report: ("report", "answer_report"),
    questions.GraphMap: ("graph_map", "answer_graph_map"),
}


def answer(context: Context, question: Question) -> Answer:
    """Raises `UserError` for what a person can mend."""
    module, function = _ANSWERERS[type(question)]
    found = getattr(import_module(f"blastlens.app.ask.{module}"), function)
    return cast(Callable[[Context, Question], Answer], found)(context, question)
