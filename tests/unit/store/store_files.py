"""Small stores, made through the writer."""

from collections.abc import Sequence

from blastlens.facts.file_facts import Def, FileFacts, Scope, ScopeKind
from blastlens.link.ports import FileLinks
from blastlens.model.blind_spot import BlindSpot
from blastlens.model.edge import Edge, UnresolvedUse
from blastlens.store.graph_store import GraphStore
from blastlens.store.rows import INDEXED, FileRow, LinkedFile


def facts_with(*names: str) -> FileFacts:
    """`C` is a class, `C.m` a method of it, anything else a function; one line each."""
    defs: list[Def] = []
    table: list[str] = []
    classes: dict[str, int] = {}
    for index, name in enumerate(names):
        owner, _, last = name.rpartition(".")
        is_class = last[0].isupper()
        if is_class:
            classes[name] = index
        parent = classes[owner] if owner else -1
        defs.append(
            Def(index, is_class, parent, 0, 0, 0, 0, 0, index, [], [], -1, [], [], [], [], [], {}, {}, 1, 0, index)
        )
        table.append(last)
    spans = [(line, line, line, 4, 8) for line in range(1, len(names) + 1)]
    scopes = [Scope(ScopeKind.MODULE, -1, -1, {}, {}, {})]
    return FileFacts("tiny", table, [], [], scopes, [], [], defs, [], None, [], spans, [], [], len(names), [], [], 0)


def row(path: str, state: str = INDEXED, reason: str = "") -> FileRow:
    return FileRow(path, "tiny", f"hash of {path}", 1, 2, 3, 4, 5, 0, 0, 0, False, state, reason)


def linked(
    path: str,
    names: Sequence[str],
    edges: Sequence[Edge] = (),
    *,
    unresolved: Sequence[UnresolvedUse] = (),
    tests: frozenset[int] = frozenset(),
    entry_points: tuple[tuple[int, str], ...] = (),
    reads: bytes = b"",
    blind: Sequence[BlindSpot] = (),
) -> LinkedFile:
    links = FileLinks(
        path, tuple(edges), tuple(unresolved), tests, frozenset(), entry_points, bool(tests), 0, 0, 0, reads,
        blind=tuple(blind),
    )  # fmt: skip
    return LinkedFile(row(path), facts_with(*names), links)


def put(store: GraphStore, *files: LinkedFile, anew: bool = False, removed: Sequence[str] = ()) -> int:
    with store.writing() as writer:
        if anew:
            writer.begin_anew()
        writer.remove(removed)
        for file in files:
            writer.link(file)
        return writer.finish({})
