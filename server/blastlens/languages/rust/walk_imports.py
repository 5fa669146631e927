"""`use`: a name for a path. The path is read like any other, so that it leads through modules, types and other `use`.

Beside the name an import is noted for each path, which tells the files that are used.
"""

from typing import Any, Final

from blastlens.facts.file_facts import EVERYTHING, Bind, Import, ImportFlag
from blastlens.languages.rust.walk_attributes import taken
from blastlens.languages.rust.walk_state import ASSIGN, BLANK, CRATE, EXTERN, OWN, SUPER, Handler, Walk

_COMMENTS: Final = frozenset(("line_comment", "block_comment"))
Path = list[bytes]


def use(walk: Walk, node: Any) -> int:
    found = taken(walk, node)
    kept, walk.is_out = walk.is_out, walk.is_out or found.is_left_out
    argument = node.child_by_field_name("argument")
    if argument is not None:
        walk.room_for_items()
        _read(walk, argument, [], node)
    walk.is_out = kept
    return walk.unknown


def _read(walk: Walk, node: Any, before: Path, whole: Any) -> None:
    kind = walk.kinds[node.kind_id]
    if walk.too_nested(node):
        return
    if kind == "use_list":
        for child in node.named_children:
            if walk.kinds[child.kind_id] not in _COMMENTS:
                _read(walk, child, before, child)
    elif kind == "scoped_use_list":
        path, listed = node.child_by_field_name("path"), node.child_by_field_name("list")
        if listed is not None:
            _read(walk, listed, [*before, *_segments(walk, path)], whole)
    elif kind == "use_as_clause":
        path, alias = node.child_by_field_name("path"), node.child_by_field_name("alias")
        segments = _segments(walk, path)
        if segments and segments[-1] == b"self" and before:
            segments.pop()
        _bind(walk, [*before, *segments], walk.text(alias) if alias is not None else BLANK, node)
    elif kind == "use_wildcard":
        _glob(walk, [*before, *_segments(walk, node.named_children[0] if node.named_children else None)], node)
    elif kind == "self" and before:
        _bind(walk, before, before[-1], node)
    elif kind not in _COMMENTS:
        segments = [*before, *_segments(walk, node)]
        _bind(walk, segments, segments[-1] if segments else BLANK, node)
    walk.leave()


def _segments(walk: Walk, node: Any) -> Path:
    if node is None:
        return []
    return [part.strip() for part in walk.text(node).split(b"::")]


def _start(walk: Walk, segments: Path) -> tuple[int, int, Path, int]:
    """(level, row, what is left, how many inline modules are around) of the beginning of a path."""
    depth = len(walk.namespaces)
    first = segments[0]
    if first == b"crate":
        return 0, walk.module(CRATE, 0, b"crate"), segments[1:], 0
    if first == b"":
        name = segments[1] if len(segments) > 1 else b"?"
        return 0, walk.module(EXTERN + name, 0, name), segments[2:], 0
    if first in (b"self", b"super"):
        above = 0
        rest = segments
        while rest and rest[0] in (b"self", b"super"):
            above += rest[0] == b"super"
            rest = rest[1:]
        if above < depth:
            return -1, walk.row((31, walk.namespaces[depth - above - 1])), rest, depth - above
        level = above - depth + 1
        name = OWN if level == 1 else SUPER * (level - 1)
        return level, walk.module(name, level, b""), rest, 0
    return -2, walk.unknown, segments[1:], 0


def _bind(walk: Walk, segments: Path, alias: bytes, node: Any) -> None:
    if not segments:
        return
    level, row, rest, _ = _start(walk, segments)
    if level == -2:
        first = segments[0]
        if not rest and alias == first and not walk.scopes[walk.scope].bindings.get(walk.names[first]):
            walk.module(EXTERN + first, 0, first)
            row = walk.name_rows[EXTERN + first]
        elif alias == first:
            row = walk.module(EXTERN + first, 0, first)
        else:
            walk.firsts.setdefault(first, node.start_byte + walk.offset)
            row = walk.name_rows[first]
    for part in rest:
        row = walk.attribute(row, part)
    _note(walk, level, segments, rest, node)
    if alias != BLANK:
        walk.imported.add(alias)
        place = (walk.scope, alias, ASSIGN, row, walk.at_end(walk.scope))
        if walk.is_out:
            walk.left_out.append(place)
        else:
            walk.bind_first(*place[:4], -1, place[4])


def _note(walk: Walk, level: int, segments: Path, rest: Path, node: Any) -> None:
    """Notes the import for the files it uses."""
    if level == -1 or not segments:
        return
    if level == -2:
        module, member = segments[:-1] or segments, segments[-1] if len(segments) > 1 else b""
        level = 0
    elif level == 0:
        module, member = [segments[0] or rest[0] if rest else segments[0], *rest[:-1]], rest[-1] if rest else b""
    else:
        module, member = rest[:-1], rest[-1] if rest else b""
    dotted = walk.names[b".".join(module)]
    flags = ImportFlag.DEFERRED if walk.owner >= 0 and not walk.namespaces else 0
    number = walk.names[member] if member else -1
    walk.add_import(Import(level, dotted, number, -1, flags, walk.scope), node.start_byte, node.end_byte)


def _glob(walk: Walk, segments: Path, node: Any) -> None:
    """`use a::*`: of a module, or of an enumeration."""
    if not segments:
        return
    level, row, rest, _ = _start(walk, segments)
    if level == -1 and not rest:
        return  # what an inline module around has is seen anyway
    if level == -2:
        walk.firsts.setdefault(segments[0], node.start_byte + walk.offset)
        row = walk.name_rows[segments[0]]
        level, module = 0, segments
    elif level == 0:
        module = [segments[0] or segments[1], *rest]
    else:
        level, module = max(level, 1), rest
    if level == 1 and not rest:
        return
    for part in rest:
        row = walk.attribute(row, part)
    flags = ImportFlag.STAR | ImportFlag.BY_PATH
    dotted = walk.names[b".".join(module)]
    number = walk.add_import(Import(level, dotted, -1, -1, flags, walk.scope), node.start_byte, node.end_byte)
    context = walk.at_end(walk.scope)
    walk.bind_first(0, EVERYTHING.encode(), Bind.IMPORT, number, row, context)
    if walk.namespaces:
        inner = walk.defs[walk.namespaces[-1]].scope
        walk.bind_first(inner, EVERYTHING.encode(), Bind.IMPORT, number, row, context)


def extern_crate(walk: Walk, node: Any) -> int:
    name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    taken(walk, node)
    if name is not None:
        text = walk.text(name)
        row = walk.module(CRATE if text == b"self" else EXTERN + text, 0, b"crate" if text == b"self" else text)
        bound = walk.text(alias) if alias is not None else text
        walk.bind_first(walk.scope, bound, ASSIGN, row, -1, walk.here())
    return walk.unknown


HANDLERS: Final[dict[str, Handler]] = {
    "use_declaration": use,
    "extern_crate_declaration": extern_crate,
}
