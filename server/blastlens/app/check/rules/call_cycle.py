"""`call-cycle`: functions that call one another (mutual recursion)."""

from blastlens.analyses.new_cycles import Links, NewCycle, call_links, links_in_cycles, new_cycles
from blastlens.app.ask.rows import display
from blastlens.app.check.change import Change
from blastlens.app.check.cycles import cycle_finding, first_site
from blastlens.app.check.judgement import Judgement
from blastlens.model.graph import Graph
from blastlens.model.symbol import file_of
from blastlens.views.findings import Finding, call_cycle_message

_NAME = "call-cycle"


def judge(change: Change) -> Judgement:
    """One finding a component of functions, on the new call that stands first."""
    graph = change.after.snapshot.graph
    now = call_links(change.after.snapshot.hops, change.threshold)
    former: Links = call_links(change.before.snapshot.hops, change.threshold) if change.before is not None else {}
    before = [(change.now(source), change.now(target)) for source, target in former]
    found = [_finding(graph, now, cycle) for cycle in new_cycles(now, before)]
    return Judgement(
        found,
        lambda: (
            first_site(_NAME, now[pair], file_of(pair[0]), "it calls back", pair, pair[0])
            for pair in links_in_cycles(now)
        ),
    )


def _finding(graph: Graph, links: Links, cycle: NewCycle) -> Finding:
    way = [display(graph, source) for source, _ in cycle.way] + [display(graph, cycle.closing[0])]
    message = call_cycle_message(way, len(cycle.members))
    return cycle_finding(
        _NAME,
        links,
        cycle,
        message,
        lambda pair: f"{display(graph, pair[0])} calls {display(graph, pair[1])}",
        cycle.closing[0],
    )
