"""What can only be said once the whole file has been read, and the tables as `FileFacts`."""

from typing import Final

from blastlens.facts.file_facts import Bind, Def, DefFlag, FileFacts, ImportFlag
from blastlens.languages.python.walk_state import CLASS_SCOPE, VALUE, Walk

_STAR: Final = ImportFlag.STAR
_OVERLOAD: Final = DefFlag.OVERLOAD
_ACCESSOR: Final = DefFlag.ACCESSOR
_NAMES_A_DEFINITION: Final = frozenset((Bind.DEF, Bind.CLASS, Bind.IMPORT))
_MAX_PROBLEMS: Final = 20


def finish(walk: Walk, language: str, line_count: int) -> FileFacts:
    _join_parts(walk)
    _keep_values(walk)
    exported = walk.exported if walk.exported_known else None
    exported_rows = None if exported is None else [walk.name(name) for name in exported]
    mentioned = [walk.name(name) for name in walk.mentioned]
    return FileFacts(
        language=language,
        names=[name.decode("utf-8", "replace") for name in walk.names],
        exprs=list(walk.exprs),
        contexts=list(walk.contexts),
        scopes=walk.scopes,
        block_parents=walk.block_parents,
        block_ended=walk.block_ended,
        defs=walk.defs,
        imports=walk.imports,
        exported=exported_rows,
        uses=list(walk.uses),
        def_spans=walk.def_spans,
        use_spans=[tuple(spans) for spans in walk.uses.values()],
        import_spans=walk.import_spans,
        line_count=line_count,
        problems=sorted(set(walk.problems))[:_MAX_PROBLEMS],
        mentioned=mentioned,
        signals=walk.signals,
    )


def _join_parts(walk: Walk) -> None:
    """Overload stubs and accessors are parts of the implementation or the getter of their name and scope."""
    groups: dict[tuple[int, int], list[int]] = {}
    for index, definition in enumerate(walk.defs):
        if not definition.is_class:
            groups.setdefault((definition.outer, definition.name), []).append(index)
    for group in groups.values():
        if len(group) > 1:
            _join_group(walk.defs, group)


def _join_group(defs: list[Def], group: list[int]) -> None:
    stubs: list[int] = []
    whole = -1  # the def that accessors belong to
    for index in group:
        flags = defs[index].flags
        if flags & _OVERLOAD:
            stubs.append(index)
            continue
        if flags & _ACCESSOR and whole >= 0:
            defs[index].primary = whole
            continue
        for stub in stubs:
            defs[stub].primary = index
        stubs = []
        whole = index
    for stub in stubs:
        defs[stub].primary = stubs[0]


def _keep_values(walk: Walk) -> None:
    """Of the names used as values keep those that may name a function, class or module: bound as such in the nearest
    scope that binds them, or bound by nobody where a star import may do so."""
    names, name_rows = walk.names, walk.name_rows
    texts = list(names)
    defining: set[int] = set()
    for scope in walk.scopes:
        for name, bindings in scope.bindings.items():
            for binding in bindings:
                if binding[0] in _NAMES_A_DEFINITION:
                    defining.add(name_rows.get(texts[name], -1))
                    break
    starred = any(row.flags & _STAR for row in walk.imports)
    contexts = list(walk.contexts)
    for context, row, text, start in walk.values:
        if row in defining or starred:
            if _names_definition(walk, names[text], contexts[context][0], starred):
                walk.context = context
                walk.use(VALUE, row, start, len(text))


def _names_definition(walk: Walk, name: int, scope: int, starred: bool) -> bool:
    scopes = walk.scopes
    first = True
    while scope >= 0:
        at = scopes[scope]
        bindings = at.bindings.get(name)
        if bindings is not None and (first or at.kind != CLASS_SCOPE):
            return any(binding[0] in _NAMES_A_DEFINITION for binding in bindings)
        first = False
        scope = at.parent
    return starred
