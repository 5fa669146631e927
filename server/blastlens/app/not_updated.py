"""Callers that a change of signatures left behind."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final, NamedTuple

from blastlens.analyses.callers_not_updated import takes_all
from blastlens.analyses.constructing import is_constructor
from blastlens.analyses.hops import is_fixture_request
from blastlens.app.call_checks import CallChecks
from blastlens.app.changes import Changed, TwoVersions
from blastlens.app.chosen_otherwise import chosen_otherwise
from blastlens.app.doubts import Doubts
from blastlens.app.fields_left_behind import Gone, gone_fields, literals_left_behind
from blastlens.app.followers import Followers
from blastlens.app.half_read import half_read, stands_in_damage
from blastlens.app.left_behind import imports_left_behind, left_behind, planned_edges
from blastlens.app.moved_files import out_of_reach
from blastlens.app.rewritten_calls import RewrittenCalls
from blastlens.app.signature_changes import (
    Key,
    SignatureChange,
    differing,
    edited_ids,
    facts_of_versions,
    removed_ids,
    removed_names,
    signature_changes,
)
from blastlens.app.turned import Turned, turned, turned_uses
from blastlens.facts.file_facts import DefFlag, FileFacts
from blastlens.link.call_shapes import CallAt, CallShapes
from blastlens.link.linkers import Linkers
from blastlens.link.ports import Program
from blastlens.model import thresholds
from blastlens.model.definitions import symbol_ids
from blastlens.model.edge import Edge, EdgeKind, Site
from blastlens.model.graph import Graph
from blastlens.model.signature import in_words
from blastlens.model.symbol import SymbolKind, file_of, qualname_of
from blastlens.session.deep_stack import run_deep
from blastlens.session.session import Session

Row = dict[str, Any]

_CALLS: Final = frozenset({EdgeKind.CALLS, EdgeKind.DECORATES})
_NAMES: Final = frozenset({EdgeKind.REFERENCES})
_CLASSES: Final = (SymbolKind.CLASS, SymbolKind.INTERFACE)


class NotUpdated(NamedTuple):
    """Rows of callers: those that cannot fit any more, and those that may not, each with the reason. By file and place."""

    sure: list[Row]
    possible: list[Row]
    changes: int = 0  # how many functions take something else
    calls: int = 0  # how many calls of them were checked
    narrowed: tuple[str, ...] = ()  # symbol ids of functions that do not take every call that they took
    half_read: tuple[str, ...] = ()  # paths of files of which nothing was judged (`app.half_read`)


def not_updated(
    session: Session,
    graph: Graph,
    files: Sequence[TwoVersions],
    former: Sequence[Edge] = (),
    min_confidence: float = thresholds.REVIEW,
    changed: Sequence[Changed] = (),
) -> NotUpdated:
    """Compares both versions of `files`, and checks what calls, in the new version, whatever takes other arguments in it.
    `former`: edges to what is gone (`app.former`); `changed` tells what of it has another name or place now. What is less certain than `min_confidence` only may not fit."""
    old, new, both = facts_of_versions(session, files)
    unread = half_read(session, files)
    readable = [one for one in files if one.new_path not in unread]
    if unread:  # what is said of definitions is said of the other files
        former = [edge for edge in former if file_of(edge.target) not in _both_paths(files, unread)]
        both = [one for one in both if one[0].new_path not in unread]
    changes, removed = signature_changes(both), removed_names(both)
    others = differing(session, new)
    moved = any(one.new_path not in (None, one.old_path) for one in files if one.old_path is not None)
    turns, lost = turned(both), gone_fields(both)
    if not changes and not former and not removed and not others and not moved and not turns and not lost:
        return NotUpdated([], [], half_read=tuple(unread))
    work = _Work(
        session,
        graph,
        changes,
        others,
        min_confidence,
        former,
        removed,
        edited_ids(both),
        {**_moved(files, new), **_renamed(changed)},
    )
    work.files, work.old, work.turned = readable, old, turns
    work.lost = lost
    work.rewritten = RewrittenCalls(files, old)
    work.texts = {one.new_path: one.new for one in files if one.new_path is not None and one.new is not None}

    def found() -> NotUpdated:
        gone = removed_ids(readable, old, new) if others else []
        planned = planned_edges(session, graph, gone, old, others)
        work.former = [*former, *(edge for edge in planned if edge.target not in turns.properties)]
        return work.done()._replace(half_read=tuple(unread))

    return run_deep(found)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is known of one place in a file before its call is read."""

    change: Key
    confidence: float
    kind: EdgeKind
    site: Site
    source: str


@dataclass(slots=True)
class _Work:
    session: Session
    graph: Graph
    changes: Mapping[Key, SignatureChange]
    others: Mapping[str, FileFacts | None]
    min_confidence: float
    former: Sequence[Edge]
    removed: Mapping[str, set[str]]
    edited: Set[str]
    renamed: Mapping[str, str]
    files: Sequence[TwoVersions] = ()
    lost: Gone = field(default_factory=dict)
    turned: Turned = field(default_factory=lambda: Turned(frozenset(), frozenset()))
    old: Mapping[str, FileFacts] = field(default_factory=dict)
    rewritten: RewrittenCalls = field(default_factory=lambda: RewrittenCalls((), {}))
    texts: Mapping[str, bytes] = field(default_factory=dict)
    sure: list[Row] = field(default_factory=list)
    possible: list[Row] = field(default_factory=list)
    calls: int = 0
    program: Program | None = None

    def done(self) -> NotUpdated:
        program = self.program = self.session.program(self.others)
        linkers = Linkers(program, self.session.frameworks)
        doubts = self._doubts(linkers, program)
        asked = self._asked(linkers)
        for path, places in sorted(asked.items()):
            linker = linkers.linker_for(path)
            if linker is not None:
                self._check_file(CallShapes(linker), path, places)
        self._drop_caught(doubts)
        followers = Followers(self.session, self.graph, program, self.old)
        for change in self.changes.values():
            for one in followers.left_behind(change):
                self.possible.append(self._row(one.source, one.site, one.target, one.why, one.confidence))
        for one in turned_uses(linkers, program, self.turned, self.edited) if self.turned else ():
            self.possible.append(self._row(one.source, one.site, one.target, one.why, one.confidence))
        other = chosen_otherwise(self.changes, self.former, lambda source: self._edges_of(source, linkers))
        gone = left_behind(doubts, self.former, self.min_confidence, self.texts.keys())
        imports = imports_left_behind(linkers, program, self.graph, self.removed, self.others)
        edges = self._edges(dict.fromkeys(self.lost, ("", "")), linkers)
        literals = literals_left_behind(doubts, self.lost, edges, self.min_confidence)
        for one in chain(other, gone, imports, literals, out_of_reach(self.session, linkers, self.files, self.old)):
            new_name = self.renamed.get(one.target)
            why = one.why if new_name is None else one.why.replace("which is gone", f"which is `{new_name}` now")
            self._tell(self._row(one.source, one.site, one.target, why, one.confidence), one.source, sure=one.sure)
        sure, possible = (sorted(rows, key=_by_place) for rows in (self.sure, self.possible))
        return NotUpdated(sure, possible, len(self.changes), self.calls, self._narrowed())

    def _doubts(self, linkers: Linkers, program: Program) -> Doubts:
        names = frozenset(qualname_of(edge.target).rpartition(".")[2].partition("#")[0] for edge in self.former)
        return Doubts(self.session, self.graph, linkers, program, self.others, self.texts, names)

    def _narrowed(self) -> tuple[str, ...]:
        return tuple(one for change in self.changes.values() if not _is_wider(change) for one in change.ids)

    # -- where to look ---------------------------------------------------------------------------------------------
    def _asked(self, linkers: Linkers) -> dict[str, list[_Asked]]:
        """The places, by file, that may call what has changed."""
        targets = {target: key for key, change in self.changes.items() for target in self._targets(change, linkers)}
        found: dict[str, list[_Asked]] = {}
        for edge in self._edges(targets, linkers):
            if edge.kind in _CALLS or (edge.kind in _NAMES and not is_fixture_request(edge)):
                places = found.setdefault(file_of(edge.source), [])
                key = targets[edge.target]
                places += [_Asked(key, edge.confidence, edge.kind, site, edge.source) for site in edge.sites]
        return found

    def _edges(self, targets: Mapping[str, Key], linkers: Linkers) -> Iterator[Edge]:
        for target in targets:
            yield from (edge for edge in self.graph.incoming(target) if file_of(edge.source) not in self.others)
        for path, facts in self.others.items():
            if facts is not None and targets:
                yield from (edge for edge in linkers.link(path).edges if edge.target in targets)

    def _edges_of(self, source: str, linkers: Linkers) -> Iterable[Edge]:
        path = file_of(source)
        if path not in self.others:
            return self.graph.outgoing(source)
        return [edge for edge in linkers.link(path).edges if edge.source == source]

    def _targets(self, change: SignatureChange, linkers: Linkers) -> list[str]:
        """What edges to calls of it lead to: of a constructor also the classes that it makes, of a declaration what it declares."""
        out = dict.fromkeys(change.ids)
        for one, number in zip(change.ids, change.new.definitions, strict=True):
            symbol = self.graph.symbol(one)
            if symbol is not None and symbol.kind in _CLASSES:
                out.update(dict.fromkeys(_below(self.graph, one)))
            elif symbol is not None and symbol.parent is not None and is_constructor(symbol):
                out.update(dict.fromkeys([symbol.parent, *_below(self.graph, symbol.parent)]))
            elif change.new.facts.defs[number].flags & DefFlag.SIGNATURE:
                linker = linkers.linker_for(change.key[0])
                out.update(dict.fromkeys(CallShapes(linker).defined((change.key[0], number)) if linker else ()))
        return list(out)

    # -- calls -----------------------------------------------------------------------------------------------------
    def _check_file(self, shapes: CallShapes, path: str, places: Iterable[_Asked]) -> None:
        by_place: dict[tuple[int, int], list[_Asked]] = {}
        for one in places:
            by_place.setdefault((one.site.line, one.site.column), []).append(one)
        read = set(shapes.types(path))  # what a type names is not called from there
        checks = CallChecks(shapes, self.changes, self.rewritten)
        for call in shapes.calls(path, by_place):
            read.add((call.line, call.column))
            self._check_call(checks, call, by_place[call.line, call.column])
        for place, several in by_place.items():
            for one in {one.change: one for one in several}.values() if place not in read else ():
                self._leave_open(one)

    def _check_call(self, checks: CallChecks, call: CallAt, asked: Sequence[_Asked]) -> None:
        found = checks.verdict(call)
        if found is None:
            for one in {one.change: one for one in asked if one.kind in _CALLS and not call.known}.values():
                self._leave_open(one)
            return
        self.calls += 1
        wrong = found.misfit
        # Whoever wrote the call anew for this change meant it so.
        if wrong is None or (wrong.binds and call.source in self.edited):
            return
        confidence = max((one.confidence for one in asked if one.change == found.change.key), default=0.0)
        words = wrong.why
        if wrong.sure and confidence < self.min_confidence:
            words += f"; it calls that with confidence {confidence:.2f}"
        site = Site(call.line, call.column, call.end_column)
        row = self._row(call.source, site, found.change.ids[0], words, confidence)
        row["takes"] = " or ".join(dict.fromkeys(map(in_words, found.new)))
        self._tell(row, call.source, sure=wrong.sure and confidence >= self.min_confidence)

    def _tell(self, row: Row, source: str, *, sure: bool) -> None:
        """What stands in damaged text may not be what it seems."""
        path = row["file"]
        facts = self.program.facts(path) if sure and self.program is not None else None
        if stands_in_damage(path, facts, source, row["line"]):
            row["misfit"] += "; the text around it could only partly be parsed"
            sure = False
        (self.sure if sure else self.possible).append(row)

    def _leave_open(self, one: _Asked) -> None:
        """A place that reaches for what has changed in a way that shows no arguments."""
        change = self.changes[one.change]
        if _is_wider(change):
            return
        why = "named as a value: how it is called from there is not known"
        if one.kind in _CALLS:
            why = "what it passes is not known: the call does not name it"
        self.possible.append(self._row(one.source, one.site, change.ids[0], why, one.confidence))

    def _drop_caught(self, doubts: Doubts) -> None:
        """Of the calls that surely do not fit, those whose failing is caught may be meant so."""
        places: dict[str, list[tuple[int, int]]] = {}
        for row in self.sure:
            places.setdefault(row["file"], []).append((row["line"], row["column"]))
        caught = {path: doubts.of_places(path, some, of_calls=True) for path, some in places.items()}
        for row in list(self.sure):
            if why := caught[row["file"]].get((row["line"], row["column"])):
                row["misfit"] += f"; {why}"
                self.sure.remove(row)
                self.possible.append(row)

    # -- rows ------------------------------------------------------------------------------------------------------
    def _row(self, source: str, site: Site, target: str, why: str, confidence: float) -> Row:
        symbol = self.graph.symbol(source)
        callee = self.graph.symbol(target)
        return {
            "symbol": symbol.display_id if symbol is not None else source,
            "file": file_of(source),
            "line": site.line,
            "column": site.column,
            "kind": symbol.kind.value if symbol is not None else SymbolKind.FUNCTION.value,
            "confidence": round(confidence, 4),
            "callee": callee.display_id if callee is not None else target,
            "misfit": why,
        }


def _both_paths(files: Iterable[TwoVersions], new_paths: Sequence[str]) -> set[str | None]:
    return {path for one in files if one.new_path in new_paths for path in (one.old_path, one.new_path)}


def _moved(files: Iterable[TwoVersions], new: Mapping[str, FileFacts | None]) -> dict[str, str]:
    """Former id -> id where it is, of what files have that moved."""
    out: dict[str, str] = {}
    for file in files:
        facts = new.get(file.new_path or "")
        if facts is not None and file.old_path is not None and file.new_path not in (None, file.old_path):
            ids = symbol_ids(file.new_path or "", facts)
            out |= {f"{file.old_path}::{qualname_of(one)}": one for one in ids}
    return out


def _renamed(changed: Sequence[Changed]) -> dict[str, str]:
    """Former id -> what it is now: the name alone within one file."""
    return {
        one.former_id: qualname_of(one.symbol) if file_of(one.former_id) == file_of(one.symbol) else one.symbol
        for one in changed
        if one.former_id is not None
    }


def _is_wider(change: SignatureChange) -> bool:
    """Whether what has changed takes every call that it took."""
    return takes_all(change.old.taken(bound=True), change.new.taken(bound=True))


def _below(graph: Graph, class_id: str) -> list[str]:
    """The classes below a class, at any depth."""
    found, todo = {class_id: None}, [class_id]
    for one in todo:
        below = [edge.source for edge in graph.incoming(one, frozenset({EdgeKind.EXTENDS})) if edge.source not in found]
        found.update(dict.fromkeys(below))
        todo += below
    return list(found)[1:]


def _by_place(row: Row) -> tuple[str, int, int, str]:
    return (row["file"], row["line"], row["column"], row["misfit"])
