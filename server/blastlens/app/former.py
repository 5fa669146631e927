"""Who used a definition that is gone: the files that name it are linked as they would be had it stayed."""

from collections.abc import Iterable, Sequence

from blastlens.app.changes import Changed, TwoVersions
from blastlens.facts.file_facts import DefFlag, FileFacts
from blastlens.link.linker import Linker
from blastlens.model.definitions import base_names
from blastlens.model.edge import CALL_LIKE, Edge, EdgeKind
from blastlens.model.graph import Graph
from blastlens.session.deep_stack import run_deep
from blastlens.session.session import Session

_KINDS = CALL_LIKE | {EdgeKind.REFERENCES}


class Before:
    """The `Program` of the current files, with some of them as they were."""

    def __init__(self, session: Session, graph: Graph, old: dict[str, FileFacts]) -> None:
        self._session = session
        self._graph = graph
        self._old = old
        self._facts: dict[str, FileFacts | None] = dict(old)
        present = {record.path for record in graph.files() if record.state in ("indexed", "partial")}
        self._paths = sorted(present | set(old))

    def facts(self, path: str) -> FileFacts | None:
        if path not in self._facts:
            self._facts[path] = self._session.facts(path)
        return self._facts[path]

    def paths(self) -> Sequence[str]:
        return self._paths

    def members_named(self, name: str) -> Sequence[tuple[str, int]]:
        paths = {symbol.file for symbol in self._graph.symbols_named(name)} | set(self._old)
        return sorted((path, index) for path in paths for index in self._methods(path, name))

    def derived_from(self, name: str) -> Sequence[tuple[str, int]]:
        found = []
        for path in self._paths:
            facts = self.facts(path)
            if facts is not None:
                found += [(path, index) for index, base in base_names(facts) if base == name]
        return sorted(found)

    def _methods(self, path: str, name: str) -> Iterable[int]:
        facts = self.facts(path)
        for index, row in enumerate(facts.defs if facts is not None else ()):
            in_class = facts is not None and row.parent >= 0 and facts.defs[row.parent].is_class
            if in_class and facts is not None and row.primary == index and not row.is_class:
                if facts.names[row.name] == name:
                    yield index

    def has_getter(self, name: str) -> bool:
        if any(symbol.flags & DefFlag.PROPERTY for symbol in self._graph.symbols_named(name)):
            return True
        return any(
            row.flags & DefFlag.PROPERTY and facts.names[row.name] == name
            for facts in self._old.values()
            for row in facts.defs
        )


def former_edges(session: Session, graph: Graph, files: Iterable[TwoVersions], gone: Sequence[Changed]) -> list[Edge]:
    """Edges to deleted definitions from definitions that are still there."""
    wanted = {one.symbol for one in gone}
    names = {one.deleted.name for one in gone if one.deleted is not None}
    if not wanted:
        return []
    old = {}
    for file in files:
        facts = session.facts_of(file.old_path, file.old) if file.old_path and file.old is not None else None
        if file.old_path is not None and facts is not None:
            old[file.old_path] = facts
    program = Before(session, graph, old)
    naming = [path for path in program.paths() if _names_one(session.facts(path), names)]

    definers = {path for path in old if any(one.symbol.startswith(f"{path}::") for one in gone)}

    def link() -> list[Edge]:
        found: list[Edge] = []
        for path in naming:
            # The file of the definition is asked as it was; any other as it is now, changed too or not.
            others = {name: facts for name, facts in old.items() if name in definers and name != path}
            here = program if path in definers else Before(session, graph, others)
            found += [e for e in Linker(here).link(path).edges if e.target in wanted and e.kind in _KINDS]
        return found

    return [edge for edge in run_deep(link) if graph.symbol(edge.source) is not None]


def _names_one(facts: FileFacts | None, names: set[str]) -> bool:
    return facts is not None and not names.isdisjoint(facts.names)
