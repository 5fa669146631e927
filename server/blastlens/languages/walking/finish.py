"""What can only be said once the whole file has been read, and the tables as `FileFacts`."""

from bisect import bisect_right
from typing import Any, Final, cast

from blastlens.facts.file_facts import END, Bind, Expr, FileFacts, ImportFlag, Use
from blastlens.languages.walking.state import CLASS_SCOPE, MAY_BE_VALUE, Walking

NAME: Final = Expr.NAME
VALUE: Final = Use.VALUE
TYPE: Final = Use.TYPE
_STAR: Final = ImportFlag.STAR
_BINDS_ALL: Final = ImportFlag.STAR | ImportFlag.REEXPORT
_NAMES_A_DEFINITION: Final = frozenset((Bind.DEF, Bind.CLASS, Bind.IMPORT))
_MAX_PROBLEMS: Final = 20


def finish(walk: Walking, language: str, *, class_scopes_close: bool = False) -> FileFacts:
    """The facts of a file that has been walked. `class_scopes_close`: functions in a class do not see its names."""
    uses = _placed(walk, class_scopes_close)
    package = -1 if walk.package is None else walk.name(walk.package)
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
        uses=cast("list[tuple[int, int, int]]", list(uses)),
        def_spans=walk.def_spans,
        use_spans=list(map(tuple, uses.values())),
        import_spans=walk.import_spans,
        line_count=_line_count(walk.source),
        problems=sorted(set(walk.problems))[:_MAX_PROBLEMS],
        mentioned=mentioned,
        signals=walk.signals,
        loops=walk.loops,
        continued=walk.continued,
        package=package,
        extensions=walk.extensions,
        started=walk.started,
    )


def _placed(walk: Walking, closes: bool) -> dict[tuple[int, ...], Any]:
    """The uses, equal ones as one, with their places. Of the names handed on, which come last, those are uses that may
    name a function, class or module: bound as such in the nearest scope that binds them, or bound by nobody where a
    star import may do so."""
    starts = walk.line_starts
    defining = _defining(walk)
    starred = walk.package is not None or any(row.flags & _BINDS_ALL == _STAR for row in walk.imports)
    uses: dict[tuple[int, ...], Any] = {}
    handed: list[tuple[int, ...]] = []
    line, begin, after = 0, 0, -1  # the line of the use before
    # Rows of unknown length to compiled code, which would make new numbers of the parts of others.
    for noted in cast("list[tuple[int, ...]]", walk.uses):
        if noted[2] < 0:
            if starred or noted[1] in defining:
                handed.append(noted)
            continue
        start, end = noted[3], noted[4]
        if not begin <= start < after:
            line = bisect_right(starts, start)
            begin = starts[line - 1]
            after = starts[line] if line < len(starts) else END
        key = noted[:3]
        spans = uses.get(key)
        if spans is None:
            uses[key] = (line, start - begin, end - begin)
        elif type(spans) is tuple:
            uses[key] = [*spans, line, start - begin, end - begin]
        else:  # a list, since generated files repeat one use by the ten thousand
            spans += (line, start - begin, end - begin)
    contexts = list(walk.contexts)
    for context, row, kind, start, end in handed:
        name = walk.names[walk.source[start:end]]
        if _names_definition(walk, name, contexts[context][0], (starred, closes)):
            line, column = walk.place(start)
            # Nothing else notes a plain name as that.
            spans = uses.setdefault((context, row, VALUE if kind == MAY_BE_VALUE else TYPE), [])
            spans += (line, column, column + end - start)
    return uses


def _defining(walk: Walking) -> set[int]:
    """NAME rows of what is bound to a definition somewhere."""
    exprs = walk.exprs
    defining: set[int] = set()
    for scope in walk.scopes:
        for name, bindings in scope.bindings.items():
            for binding in bindings:
                if binding[0] in _NAMES_A_DEFINITION:
                    defining.add(exprs.get((NAME, name), -1))
                    break
    return defining


def _names_definition(walk: Walking, name: int, scope: int, rules: tuple[bool, bool]) -> bool:
    starred, closes = rules
    scopes = walk.scopes
    first = True
    while scope >= 0:
        at = scopes[scope]
        bindings = at.bindings.get(name)
        if bindings is not None and (first or not closes or at.kind != CLASS_SCOPE):
            return any(binding[0] in _NAMES_A_DEFINITION for binding in bindings)
        first = False
        scope = at.parent
    return starred


def _line_count(source: bytes) -> int:
    return source.count(b"\n") + (0 if source.endswith(b"\n") or not source else 1)
