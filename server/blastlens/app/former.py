"""Who used a definition that is gone: the files that name it are linked as they would be had it stayed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from blastlens.app.changes import Changed, ChangeKind, TwoVersions
from blastlens.facts.file_facts import DefFlag, FileFacts
from blastlens.languages.registry import language_for
from blastlens.link.linkers import Linkers
from blastlens.model.edge import CALL_LIKE, Edge, EdgeKind
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind, file_of, module_id
from blastlens.session.deep_stack import run_deep
from blastlens.session.session import Session

_KINDS = CALL_LIKE | {EdgeKind.REFERENCES, EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS, EdgeKind.IMPORTS}


def former_edges(
    session: Session, graph: Graph, files: Iterable[TwoVersions], changed: Sequence[Changed]
) -> list[Edge]:
    """Edges to deleted definitions from definitions that are still there, to overloads with other parameters, and to what a file that
    moved had at its old path."""
    gone = [one for one in (_former(one) for one in changed) if one is not None and graph.symbol(one.id) is None]
    gone += [one.before for one in changed if one.before is not None and _is_chosen_otherwise(one)]
    moved = _moved(changed)
    staying = [path for path in moved if graph.file(path) is not None]
    return [*_linked_as_before(session, graph, files, gone, moved), *_to_what_will_move(graph, staying)]


def as_told(edges: Iterable[Edge], changed: Sequence[Changed]) -> list[Edge]:
    """Former edges to what is told as changed: of a file that moved that is the `<module>` at its old path."""
    moved = _moved(changed)
    return [one._replace(target=module_id(path)) if (path := file_of(one.target)) in moved else one for one in edges]


def _moved(changed: Sequence[Changed]) -> set[str]:
    """Paths where files were that moved."""
    return {file_of(one.symbol) for one in changed if one.renamed_to is not None}


def _to_what_will_move(graph: Graph, paths: Iterable[str]) -> Iterator[Edge]:
    """For a change that is not made yet."""
    for path in paths:
        for symbol in graph.symbols_in(path):
            for edge in graph.incoming(symbol.id, _KINDS):
                if file_of(edge.source) != path:
                    yield edge._replace(target=module_id(path))


def _linked_as_before(
    session: Session, graph: Graph, files: Iterable[TwoVersions], gone: Sequence[Symbol], moved: Set[str]
) -> list[Edge]:
    wanted = {one.id for one in gone}
    if not wanted:
        return []
    old = {}
    for file in files:
        facts = session.facts_of(file.old_path, file.old) if file.old_path and file.old is not None else None
        if file.old_path is not None and facts is not None:
            old[file.old_path] = facts
    program = session.program(old)
    names = _names(gone, old, moved)
    naming = [path for path in program.paths() if _names_one(path, session.facts(path), names)]

    definers = {path for path in old if any(one.file == path for one in gone)}

    def link() -> list[Edge]:
        found: list[Edge] = []
        # The file of the definition is asked as it was; any other as it is now, changed too or not.
        before = Linkers(program, session.frameworks)
        now = Linkers(session.program({path: old[path] for path in definers}), session.frameworks)
        for path in naming:
            for edge in (before if path in definers else now).link(path).edges:
                is_wanted = edge.target in wanted or file_of(edge.target) in moved
                if is_wanted and edge.kind in _KINDS:
                    found.append(edge)
        return found

    return [edge for edge in run_deep(link) if graph.symbol(edge.source) is not None]


def _former(one: Changed) -> Symbol | None:
    """What was at an id that the change gives up."""
    return one.deleted if one.deleted is not None else one.before if one.former_id is not None else None


def _is_chosen_otherwise(one: Changed) -> bool:
    """Whether calls that meant it may mean another one now: where functions of one name differ by their parameters."""
    return ChangeKind.SIGNATURE in one.kinds and any(
        side is not None and side.flags & DefFlag.SEVERAL for side in (one.before, one.now)
    )


def _names(gone: Sequence[Symbol], old: Mapping[str, FileFacts], moved: Set[str]) -> set[str]:
    """What a file that used something gone must spell: its name, or that of its file or of the file's folder."""
    names = set()
    for one in gone:
        if one.kind is SymbolKind.MODULE:
            folder, _, name = one.file.rpartition("/")
            names |= {name.rpartition(".")[0] or name, folder.rpartition("/")[2]}
        else:
            names.add(one.name)
    # Definitions that moved may have been handed on by a file between.
    for path in moved & old.keys():
        names |= {old[path].names[row.name] for row in old[path].defs}
    return names - {""}


def _names_one(path: str, facts: FileFacts | None, names: set[str]) -> bool:
    language = language_for(path)
    if facts is None or language is None:
        return False
    methods = language.rules.scoping.methods  # behind the names of methods, where variables may have them too
    spelled = (name.removesuffix(methods) for name in facts.names)
    return any(name in names or name.rpartition(".")[2] in names for name in spelled)
