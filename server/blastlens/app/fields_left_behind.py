"""Literals that set a field which a change took from its class."""

from collections.abc import Iterable, Iterator, Mapping, Set

from blastlens.app.changes import TwoVersions
from blastlens.app.doubts import Doubts
from blastlens.app.left_behind import LeftBehind
from blastlens.facts.file_facts import Bind, DefFlag, FileFacts
from blastlens.languages.registry import language_for
from blastlens.model.definitions import qualified_names, symbol_ids
from blastlens.model.edge import Edge, Site
from blastlens.model.symbol import file_of

Gone = Mapping[str, Set[str]]
"""Symbol id of a class in the new version -> names of the fields that it lost."""


def gone_fields(versions: Iterable[tuple[TwoVersions, FileFacts, FileFacts]]) -> Gone:
    """In languages whose literals name fields; of classes that both versions define once, and the new one by its fields."""
    found: dict[str, Set[str]] = {}
    for file, old, new in versions:
        language = language_for(file.new_path or "")
        if language is None or not language.arguments.literals.kinds:
            continue
        before, after = _classes(old), _classes(new)
        ids = symbol_ids(file.new_path or "", new)
        for name in before.keys() & after.keys():
            was, now = before[name], after[name]
            lost = _fields(old, was) - _names(new, now) if len(was) == len(now) == 1 else set()
            if lost and (_fields(new, now) or not new.defs[now[0]].bases):
                found[ids[now[0]]] = lost
    return found


def literals_left_behind(
    doubts: Doubts, gone: Gone, edges: Iterable[Edge], min_confidence: float
) -> Iterator[LeftBehind]:
    """`edges`: to the classes, of every kind. No literal sets what its class does not declare, so whatever is left is sure where
    it is sure which class that is."""
    by_file: dict[str, dict[tuple[int, int], list[Edge]]] = {}
    for edge in edges:
        for site in edge.sites:
            by_file.setdefault(file_of(edge.source), {}).setdefault((site.line, site.column), []).append(edge)
    for path, places in sorted(by_file.items()):
        seen = set()
        for one in doubts.field_names(path, sorted(places)):
            for edge in places[one.of]:
                key = (one.line, one.column, edge.target)
                if one.name in gone[edge.target] and key not in seen:
                    seen.add(key)
                    site = Site(one.line, one.column, one.end_column)
                    why = f"sets field `{one.name}`, which is gone"
                    yield LeftBehind(
                        edge.source, site, edge.target, why, edge.confidence >= min_confidence, edge.confidence
                    )


def _classes(facts: FileFacts) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for number, name in enumerate(qualified_names(facts)):
        row = facts.defs[number]
        if name and row.is_class and not row.flags & (DefFlag.INTERFACE | DefFlag.UNNAMED):
            found.setdefault(name, []).append(number)
    return found


def _fields(facts: FileFacts, numbers: list[int]) -> set[str]:
    rows = facts.scopes[facts.defs[numbers[0]].scope].bindings
    return {
        facts.names[name].removeprefix(".")
        for name, bound in rows.items()
        if any(one[0] == Bind.ANNOTATED for one in bound)
    }


def _names(facts: FileFacts, numbers: list[int]) -> set[str]:
    return {facts.names[name].removeprefix(".") for name in facts.scopes[facts.defs[numbers[0]].scope].bindings}
