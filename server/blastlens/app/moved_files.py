"""What a file that moved asked for where it was, and does not reach from where it is."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from blastlens.app.changes import TwoVersions
from blastlens.app.left_behind import LeftBehind
from blastlens.facts.file_facts import FileFacts, ImportFlag
from blastlens.link.dangling import GONE, Dangling
from blastlens.link.linkers import Linkers
from blastlens.link.ports import FileLinks
from blastlens.model.edge import EdgeKind, Site
from blastlens.model.symbol import MODULE_NAME, file_of, module_id, qualname_of
from blastlens.session.session import Session

Key = tuple[int, str, str]  # leading dots, module, member


def out_of_reach(
    session: Session, linkers: Linkers, files: Sequence[TwoVersions], old: Mapping[str, FileFacts]
) -> Iterator[LeftBehind]:
    """`linkers`: of the files as the change leaves them; `old`: facts of its old sides by path."""
    moved = [one for one in files if one.old_path in old and one.new_path not in (None, one.old_path)]
    if not moved:
        return
    # As it was: what came is gone, what went is back.
    came = {one.new_path: None for one in files if one.new_path is not None and one.new_path not in old}
    before = Linkers(session.program({**came, **old}), session.frameworks)
    for one in moved:
        path, facts = one.new_path, session.facts_of(one.new_path or "", one.new) if one.new is not None else None
        if path is None or one.old_path is None or facts is None:
            continue
        was, now = before.link(one.old_path), linkers.link(path)
        yield from _imports(path, facts, _reached(old[one.old_path], was), _reached(facts, now))
        yield from _names(linkers, path, was)


def _reached(facts: FileFacts, links: FileLinks) -> dict[Key, set[str]]:
    """The files that each import of a file reaches."""
    targets: dict[tuple[int, int], set[str]] = {}
    for edge in links.edges:
        for site in edge.sites if edge.kind == EdgeKind.IMPORTS else ():
            targets.setdefault((site.line, site.column), set()).add(file_of(edge.target))
    out: dict[Key, set[str]] = {}
    for number, span in enumerate(facts.import_spans):
        out.setdefault(_key(facts, number), set()).update(targets.get((span[0], span[1]), ()))
    return out


def _key(facts: FileFacts, number: int) -> Key:
    row = facts.imports[number]
    return row.level, facts.names[row.module], facts.names[row.member] if row.member >= 0 else ""


def _imports(
    path: str, facts: FileFacts, was: Mapping[Key, set[str]], now: Mapping[Key, set[str]]
) -> Iterator[LeftBehind]:
    for number, (row, span) in enumerate(zip(facts.imports, facts.import_spans, strict=True)):
        key = _key(facts, number)
        lost = was.get(key, set())
        if not lost or (len(now[key]) >= len(lost) and _has_named(now[key], key[2]) >= _has_named(lost, key[2])):
            continue
        sure = not row.flags & ImportFlag.GUARDED
        dotted = "." * key[0] + key[1]
        named = f"`{key[2]}` from `{dotted}`" if key[2] else f"`{dotted}`"
        why = f"imports {named}, which is not there from where the file is now"
        site = Site(span[0], span[1], span[3] if span[2] == span[0] else span[1] + 1)
        target = min(lost - now[key] or lost, key=lambda one: (key[2] not in one, one))
        yield LeftBehind(
            module_id(path), site, module_id(target), why + ("" if sure else "; the import is guarded"), sure, 1.0
        )


def _has_named(paths: Iterable[str], name: str) -> bool:
    """Whether a file or a folder is named so."""
    parts = (part.partition(".")[0] for path in paths for part in path.split("/")[-2:])
    return name in parts


def _names(linkers: Linkers, path: str, was: FileLinks) -> Iterator[LeftBehind]:
    """Names that a file uses without importing them: of its package, say."""
    linker = linkers.linker_for(path)
    imported = {file_of(edge.target) for edge in was.edges if edge.kind == EdgeKind.IMPORTS}
    edges = {
        (edge.source.partition("::")[2], _last(edge.target)): edge
        for edge in was.edges
        if edge.kind != EdgeKind.IMPORTS
        and file_of(edge.target) not in (was.path, *imported)
        and qualname_of(edge.target) != MODULE_NAME
    }
    if linker is None or not edges:
        return
    for source, (line, column), end, name, comes in Dangling(linker).named(path, {one for _, one in edges}):
        edge = edges.get((source.partition("::")[2], name))
        if edge is not None and comes.state == GONE:
            why = f"uses `{name}`, which is not there from where the file is now"
            yield LeftBehind(source, Site(line, column, end), edge.target, why, True, edge.confidence)


def _last(target: str) -> str:
    return qualname_of(target).rpartition(".")[2].partition("#")[0]
