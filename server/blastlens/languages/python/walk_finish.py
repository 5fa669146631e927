"""What can only be said once the whole file has been read, and the tables as `FileFacts`."""

from bisect import bisect_right
from typing import Any, Final

from blastlens.facts.file_facts import END, Bind, Def, DefFlag, FileFacts, ImportFlag
from blastlens.languages.python.walk_state import CLASS_SCOPE, MAY_BE_VALUE, VALUE, Noted, Walk

_STAR: Final = ImportFlag.STAR
_OVERLOAD: Final = DefFlag.OVERLOAD
_ACCESSOR: Final = DefFlag.ACCESSOR
_NAMES_A_DEFINITION: Final = frozenset((Bind.DEF, Bind.CLASS, Bind.IMPORT))
_MAX_PROBLEMS: Final = 20


def finish(walk: Walk, language: str, line_count: int) -> FileFacts:
    _join_parts(walk)
    uses = _placed(walk)
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
        uses=list(uses),
        def_spans=walk.def_spans,
        use_spans=list(map(tuple, uses.values())),
        import_spans=walk.import_spans,
        line_count=line_count,
        problems=sorted(set(walk.problems))[:_MAX_PROBLEMS],
        mentioned=mentioned,
        signals=walk.signals,
        loops=walk.loops,
        continued=walk.continued,
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


def _placed(walk: Walk) -> dict[tuple[int, int, int], Any]:
    """The uses, equal ones as one, with their places. Of the names handed on, which come last, those are uses that may
    name a function, class or module: bound as such in the nearest scope that binds them, or bound by nobody where a
    star import may do so."""
    starts = walk.line_starts
    defining = _defining(walk)
    starred = any(row.flags & _STAR for row in walk.imports)
    uses: dict[tuple[int, int, int], Any] = {}
    handed: list[Noted] = []
    line, begin, after = 0, 0, -1  # the line of the use before
    for noted in walk.uses:
        context, row, kind, start, end = noted
        if kind == MAY_BE_VALUE:
            if row in defining or starred:
                handed.append(noted)
            continue
        if not begin <= start < after:
            line = bisect_right(starts, start)
            begin = starts[line - 1]
            after = starts[line] if line < len(starts) else END
        key = (context, row, kind)
        spans = uses.get(key)
        if spans is None:
            uses[key] = (line, start - begin, end - begin)
        elif type(spans) is tuple:
            uses[key] = [*spans, line, start - begin, end - begin]
        else:  # a list, since generated files repeat one use by the ten thousand
            spans += (line, start - begin, end - begin)
    contexts = list(walk.contexts)
    for context, row, _, start, end in handed:
        name = walk.names[walk.source[start:end]]
        if _names_definition(walk, name, contexts[context][0], starred):
            line, column = walk.place(start)
            spans = uses.setdefault((context, row, VALUE), [])  # nothing else notes a plain name as that
            spans += (line, column, column + end - start)
    return uses


def _defining(walk: Walk) -> set[int]:
    """NAME rows of what is bound to a definition somewhere."""
    name_rows = walk.name_rows
    texts = list(walk.names)
    defining: set[int] = set()
    for scope in walk.scopes:
        for name, bindings in scope.bindings.items():
            for binding in bindings:
                if binding[0] in _NAMES_A_DEFINITION:
                    defining.add(name_rows.get(texts[name], -1))
                    break
    return defining


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
