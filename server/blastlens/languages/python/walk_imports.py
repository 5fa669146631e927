"""Import statements."""

from typing import Any, Final

from blastlens.facts.file_facts import EVERYTHING, Bind, Import, ImportFlag, Signal
from blastlens.languages.python.walk_state import StatementHandler, Walk

_IMPORT: Final = Bind.IMPORT
_DEFERRED: Final = ImportFlag.DEFERRED
_STAR: Final = ImportFlag.STAR
_EVERYTHING: Final = EVERYTHING.encode()
_CONDITIONAL: Final = ImportFlag.CONDITIONAL
_TEST_FRAMEWORKS: Final = frozenset((b"pytest", b"unittest"))


def import_(walk: Walk, node: Any) -> None:
    """`import a.b, c as d`."""
    for child in node.named_children:
        kind = child.type
        if kind == "dotted_name":
            module = _dotted(walk, child)
            _record(walk, child, 0, module, b"", module.partition(b".")[0])
        elif kind == "aliased_import":
            module, alias = _aliased(walk, child)
            parent, _, last = module.rpartition(b".")
            if parent and module.partition(b".")[0] == alias:
                # `import a.b as a` binds a.b, `import a.b` binds a: tell them apart by the form
                _record(walk, child, 0, parent, last, alias)
            else:
                _record(walk, child, 0, module, b"", alias)


def from_import(walk: Walk, node: Any) -> None:
    """`from ..a import b as c, d`, `from a import *`."""
    source = node.child_by_field_name("module_name")
    if source is None:
        walk.children(node)
        return
    text = b"".join(walk.source[source.start_byte : source.end_byte].split())
    module = text.lstrip(b".")
    level = len(text) - len(module)
    start = source.start_byte
    for child in node.named_children:
        kind = child.type
        if child.start_byte == start:
            continue
        if kind == "dotted_name":
            member = _dotted(walk, child)
            _record(walk, child, level, module, member, member)
        elif kind == "aliased_import":
            member, alias = _aliased(walk, child)
            _record(walk, child, level, module, member, alias)
        elif kind == "wildcard_import":
            _record(walk, child, level, module, b"", b"")


def _dotted(walk: Walk, node: Any) -> bytes:
    return b"".join(walk.source[node.start_byte : node.end_byte].split())


def _aliased(walk: Walk, node: Any) -> tuple[bytes, bytes]:
    children = node.children
    return _dotted(walk, children[0]), _dotted(walk, children[-1])


def _record(walk: Walk, node: Any, level: int, module: bytes, member: bytes, alias: bytes) -> None:
    """One imported name; without an alias it is a star."""
    flags = walk.import_flags
    if walk.function_depth:
        flags = (flags | _DEFERRED) & ~_CONDITIONAL
    if not alias:
        flags |= _STAR
    index = len(walk.imports)
    name = walk.name
    walk.imports.append(
        Import(level, name(module), name(member) if member else -1, name(alias) if alias else -1, flags, walk.scope)
    )
    walk.import_spans.append((*walk.place(node.start_byte), *walk.place(node.end_byte)))
    if level == 0 and module.partition(b".")[0] in _TEST_FRAMEWORKS:
        walk.signals |= Signal.TEST_FRAMEWORK
    if alias or walk.scope == 0:
        walk.bind(alias or _EVERYTHING, _IMPORT, index)


HANDLERS: Final[dict[str, StatementHandler]] = {
    "import_statement": import_,
    "import_from_statement": from_import,
}
