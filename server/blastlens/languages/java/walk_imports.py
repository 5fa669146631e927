"""Imports: of types, of static members, on demand."""

from typing import Any, Final

from blastlens.facts.file_facts import Bind, Import, ImportFlag
from blastlens.languages.java.walk_expressions import operands
from blastlens.languages.java.walk_state import METHOD, Handler, JavaWalk


def _import(walk: JavaWalk, node: Any) -> int:
    is_static = is_star = False
    dotted = b""
    for child in node.children:
        kind = walk.kinds[child.kind_id]
        if kind == "static":
            is_static = True
        elif kind == "asterisk":
            is_star = True
    for child in operands(walk, node):
        if walk.kinds[child.kind_id] in ("identifier", "scoped_identifier"):
            dotted = b"".join(walk.text(child).split())
    if not dotted:
        return walk.unknown
    if is_star:
        _add(walk, node, dotted, b"", ImportFlag.STAR)
        return walk.unknown
    module, _, name = dotted.rpartition(b".")
    _add(walk, node, module, name, 0)
    if is_static:
        _add(walk, node, module, name + METHOD, 0)
    return walk.unknown


def _add(walk: JavaWalk, node: Any, module: bytes, name: bytes, flags: int) -> None:
    member = walk.name(name) if name else -1
    walk.imports.append(Import(0, walk.name(module), member, member, flags, 0))
    walk.import_spans.append((*walk.place(node.start_byte), *walk.place(node.end_byte)))
    if name:
        walk.bind(name, Bind.IMPORT, len(walk.imports) - 1)


HANDLERS: Final[dict[str, Handler]] = {"import_declaration": _import}
