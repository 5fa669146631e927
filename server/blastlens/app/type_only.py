"""An import of a cycle that only type checkers need: the edit that keeps it from running."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from blastlens.app.errors import UserError
from blastlens.app.snapshot import Snapshot
from blastlens.facts.file_facts import ImportFlag
from blastlens.languages.registry import language_for
from blastlens.languages.typed_imports import NOTHING, DefersImports, lines_of
from blastlens.model.edge import EdgeKind
from blastlens.model.symbol import file_of, module_id
from blastlens.session.session import Session
from blastlens.session.workspace import Blob, content_hash, read_blob
from blastlens.views.actions import Change

_IMPORTS = frozenset({EdgeKind.IMPORTS})


def type_only(session: Session, snapshot: Snapshot, path: str, data: bytes, line: int) -> tuple[Change, ...]:
    """Edits of the file's text, which must be the one that the graph knows; none where it is not proved that nothing needs what the
    import on the line binds, here or in another file that takes it from here."""
    changes, names, module = _in_file(session, snapshot, path, data, line)
    if not changes or not module:
        return changes
    taken = snapshot.kept(
        ("taken elsewhere", path, names), lambda: _is_taken_elsewhere(session, snapshot, path, module, names)
    )
    return () if taken else changes


def may_be_type_only(session: Session, snapshot: Snapshot, path: str, data: bytes, line: int) -> bool:
    """As `type_only`, as far as the file itself tells: no other file is looked at, which takes long in a large repository."""
    return bool(_in_file(session, snapshot, path, data, line).changes)


def import_for_types(session: Session, snapshot: Snapshot, path: str, data: bytes, line: int) -> tuple[Change, ...]:
    """As `type_only`. Raises `UserError` where there are none."""
    record = snapshot.graph.file(path)
    if record is None or record.content_hash != content_hash(data):
        raise UserError("the text is not the one that was looked at", "save the file and ask again")
    changes = type_only(session, snapshot, path, data, line)
    if not changes:
        raise UserError(
            "another file may take what is imported here from this one, and needs it when it runs",
            "have that file import it from where it is defined, then ask again",
        )
    return changes


class _InFile(NamedTuple):
    """What the file itself proves. `names`: what the import binds; `module`: see `DefersImports.taken_by`."""

    changes: tuple[Change, ...] = ()
    names: frozenset[str] = frozenset()
    module: str = ""


def _in_file(session: Session, snapshot: Snapshot, path: str, data: bytes, line: int) -> _InFile:
    language, record = language_for(path), snapshot.graph.file(path)
    if not isinstance(language, DefersImports) or record is None or record.content_hash != content_hash(data):
        return _InFile()
    return snapshot.kept(("type_only", path, line), lambda: _proved(session, language, path, data, line))


def _proved(session: Session, language: DefersImports, path: str, data: bytes, line: int) -> _InFile:
    try:
        source = data.decode("utf-8")
    except UnicodeDecodeError:
        return _InFile()
    facts = session.facts(path)
    edits, names = language.for_types_alone(source, line, facts) if facts is not None else NOTHING
    changes = tuple(Change(one.first, 0, one.end, 0, one.text) for one in edits)
    if not changes or not _is_for_types(session, path, _edited(source, changes), names):
        return _InFile()
    return _InFile(changes, names, language.taken_by(path))


def _is_taken_elsewhere(session: Session, snapshot: Snapshot, path: str, module: str, names: frozenset[str]) -> bool:
    """Whether another file may take one of the names from this one: by an import, as an attribute of the module, or in a text that
    spells it so (to replace it in a test, say)."""
    importers = {file_of(edge.source) for edge in snapshot.graph.incoming(module_id(path), _IMPORTS)}
    if any(_takes(session, one, module, names) for one in importers):
        return True
    spelled = re.compile(rb"\b%s\.(?:%s)\b" % (_escaped(module), b"|".join(map(_escaped, names))))
    for record in snapshot.files:
        found = read_blob(session.root, record.path) if record.state in ("indexed", "partial") else None
        if isinstance(found, Blob) and record.path != path and spelled.search(found.data):
            return True
    return False


def _takes(session: Session, importer: str, module: str, names: frozenset[str]) -> bool:
    facts = session.facts(importer)
    if facts is None:
        return True
    for row in facts.imports:
        spelled = facts.names[row.module].rpartition(".")[2]
        if spelled == module or not spelled:
            named = facts.names[row.member] if row.member >= 0 else ""
            if row.flags & ImportFlag.STAR or named in names:
                return True
    return False


def _escaped(name: str) -> bytes:
    return re.escape(name.encode())


def _edited(source: str, changes: Iterable[Change]) -> bytes:
    lines = lines_of(source)
    for one in sorted(changes, key=lambda change: -change.line):
        lines[one.line - 1 : one.end_line - 1] = [one.text]
    return "".join(lines).encode()


def _is_for_types(session: Session, path: str, data: bytes, names: Iterable[str]) -> bool:
    """Whether the text after the edits has the names for type checkers alone."""
    facts = session.facts_of(path, data)
    if facts is None or facts.problems:
        return False
    wanted = set(names)
    found = [
        row.flags & ImportFlag.TYPE_ONLY
        for row in facts.imports
        if row.alias >= 0 and facts.names[row.alias].partition(".")[0] in wanted
    ]
    return bool(found) and all(found)
