"""`import-cycle`: imports that run while modules load and lead back to where they start."""

from collections.abc import Iterator

from blastlens.analyses.cycles import Cycle
from blastlens.analyses.new_cycles import Links, NewCycle, Pair, import_links, links_in_cycles, new_cycles
from blastlens.app.check.change import Change
from blastlens.app.check.cycles import cycle_finding, first_site, parsed_links
from blastlens.app.check.judgement import Judgement
from blastlens.app.half_read import in_words
from blastlens.languages.registry import language_for
from blastlens.model.symbol import file_of
from blastlens.views.findings import Finding, cycle_message
from blastlens.views.wording import plural

_NAME = "import-cycle"


def judge(change: Change) -> Judgement:
    """One finding a component of files, on the new import that stands first; a component that grew is one too. Where no change is
    told of, on the import at which loading meets a file that is still being loaded."""
    now = import_links(change.after.snapshot.graph)
    if change.before is None:
        return _of_all(change, now)
    former: Links = import_links(change.before.snapshot.graph)
    before = [(change.path_now(source), change.path_now(target)) for source, target in former]
    now, unjudged = parsed_links(now, before, change.half_read)
    found = [_finding(now, cycle) for cycle in new_cycles(now, before)]
    return Judgement(found, lambda: _standing(now), unjudged)


def _of_all(change: Change, now: Links) -> Judgement:
    """Where some of a file did not parse, it is not known which of its imports are for types alone in languages that leave those out."""
    doubtful = [path for path in change.half_read if _erases(path)]
    sure, found = [], set()
    for cycle in change.after.snapshot.import_cycles:
        files = {file_of(edge.source) for edge in cycle.hops}.intersection(doubtful)
        if files:
            found |= files
        else:
            sure.append(_finding(now, _as_new(cycle)))
    return Judgement(sure, lambda: _standing(now), in_words(sorted(found)))


def _erases(path: str) -> bool:
    language = language_for(path)
    return language is not None and language.rules.scoping.erases is not None


def _as_new(cycle: Cycle) -> NewCycle:
    pairs = [(file_of(edge.source), file_of(edge.target)) for edge in cycle.hops]
    return NewCycle(pairs[-1], tuple(pairs[:-1]), cycle.members, ())


def _finding(links: Links, cycle: NewCycle) -> Finding:
    way = [source for source, _ in cycle.way] + [cycle.closing[0]]
    message = cycle_message(way, len(cycle.members))
    if cycle.others:
        message += f"; so {'does' if len(cycle.others) == 1 else 'do'} {plural(len(cycle.others), 'more new import')}"
    return cycle_finding(_NAME, links, cycle, message, lambda pair: f"{pair[0]} imports {pair[1]}")


def _standing(links: Links) -> Iterator[Finding]:
    for pair in links_in_cycles(links):
        yield on_import(links, pair)


def on_import(links: Links, pair: Pair) -> Finding:
    """The same of any import that lies on a cycle."""
    return first_site(_NAME, links[pair], pair[0], f"{pair[0]} imports {pair[1]}, which imports it in turn", pair)
