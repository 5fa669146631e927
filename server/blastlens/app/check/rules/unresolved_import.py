"""`unresolved-import`: an import names a module of the repository that is not there."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from blastlens.app.ask.context import Context
from blastlens.app.check.change import Change
from blastlens.app.check.judgement import Judgement
from blastlens.app.half_read import in_words
from blastlens.languages.registry import language_for
from blastlens.link.linkers import Linkers
from blastlens.link.missing_imports import MissingImport, missing_imports
from blastlens.model.edge import EdgeKind
from blastlens.model.symbol import file_of, module_id
from blastlens.session.deep_stack import run_deep
from blastlens.session.git import ignored
from blastlens.session.session import Session
from blastlens.views.findings import Finding, Severity, unresolved_import_message

_NAME: Final = "unresolved-import"
_IMPORTS: Final = frozenset({EdgeKind.IMPORTS})


def judge(change: Change) -> Judgement:
    """One finding an import, in what is changed and in what imported a file that is gone. What lies on the disk without being read
    (an asset, a compiled module) is there, and so may be what git ignores: it is made when it is needed. What a half-read file imports is not
    known."""
    after = change.after
    unread = set(change.half_read)
    records = [record for record in after.snapshot.files if record.path not in unread]
    indexed = [record.path for record in records if record.state in ("indexed", "partial")]
    if change.before is None:
        return Judgement(_findings(after.session, indexed), unjudged=in_words(sorted(unread)))
    concerned = _concerned(change, change.before).intersection(indexed)
    former = {new: old for old, new in change.renamed.items()}
    before = [former.get(path, path) for path in sorted(concerned)]
    known = {(change.path_now(one.file), one.module) for one in _missing(change.before.session, before)}
    found = _findings(after.session, sorted(concerned))
    new = [one for one in found if one.key not in known]
    return Judgement(new, lambda: _findings(after.session, indexed), in_words(sorted(unread)))


def _concerned(change: Change, before: Context) -> set[str]:
    """Paths as they are now: what is changed, and what imported a file that is not there any more."""
    found = {file.new_path for file in change.files if file.new_path is not None}
    for file in change.files:
        if file.old_path is not None and file.old_path != file.new_path:
            importing = before.snapshot.graph.incoming(module_id(file.old_path), _IMPORTS)
            found |= {change.path_now(file_of(edge.source)) for edge in importing}
    return found


def _findings(session: Session, paths: Iterable[str]) -> list[Finding]:
    missing = [one for one in _missing(session, paths) if not _is_there(session.root, one.place)]
    made = ignored(session.root, [place for one in missing for place in _places(one)])
    return [_finding(one) for one in missing if not made.intersection(_places(one))]


def _missing(session: Session, paths: Iterable[str]) -> list[MissingImport]:
    program = session.program({})
    known = set(program.paths())

    def found() -> list[MissingImport]:
        linkers = Linkers(program, session.frameworks)
        return [one for path in paths if path in known for one in missing_imports(linkers, path)]

    return run_deep(found)


def _is_there(root: Path, place: str) -> bool:
    """Whether the disk has a file or folder of the name, whatever its suffix."""
    above, _, name = place.rpartition("/")
    try:
        with os.scandir(root / above) as entries:
            return any(entry.name == name or entry.name.startswith(name + ".") for entry in entries)
    except OSError:
        return False


def _places(one: MissingImport) -> list[str]:
    language = language_for(one.file)
    suffixes = sorted(language.suffixes) if language is not None else []
    return [one.place, *(one.place + suffix for suffix in suffixes)]


def _finding(one: MissingImport) -> Finding:
    site = one.site
    message = unresolved_import_message(one.module, one.place, type_only=one.type_only)
    place = (site.line, site.column, site.line, site.end_column)
    return Finding(_NAME, Severity.WARNING, message, one.file, *place, key=(one.file, one.module))
