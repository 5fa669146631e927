"""Imports that lead nowhere, though what they name must be in the repository."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from blastlens.facts.file_facts import Import, ImportFlag
from blastlens.link.linker import Linker
from blastlens.link.linkers import Linkers
from blastlens.link.unit import Unit
from blastlens.model.edge import Site

_FLAT: Final = 6  # columns of a statement of several lines that are shown


class MissingImport(NamedTuple):
    """`module`: as it is spelled; `place`: where it must be, below the root and without suffix; `type_only`: it is never run."""

    file: str
    site: Site
    module: str
    place: str
    type_only: bool


def missing_imports(linkers: Linkers, path: str) -> Iterator[MissingImport]:
    """Of one file, in order; without those that the text guards or makes depend on something."""
    linker = linkers.linker_for(path)
    unit = linker.enter_file(path) if linker is not None else None
    if linker is None or unit is None:
        return
    seen = set()
    for row, span in zip(unit.facts.imports, unit.facts.import_spans, strict=True):
        name = unit.names[row.module]
        if _may_fail(row) or (name, row.level, span) in seen or linker.import_module(unit, row.level, name) is not None:
            continue
        seen.add((name, row.level, span))
        place = linker.layout.missing(path, row.level, name)
        if place:
            end = span[3] if span[2] == span[0] else span[1] + _FLAT
            site = Site(span[0], span[1], end)
            yield MissingImport(path, site, "." * row.level + name, place, _is_never_run(linker, unit, row))


def _is_never_run(linker: Linker, unit: Unit, row: Import) -> bool:
    if row.flags & ImportFlag.TYPE_ONLY:
        return True
    return bool(row.flags & ImportFlag.ERASABLE) and linker.erases(unit)


def _may_fail(row: Import) -> bool:
    """Whether the text provides for the module not being there."""
    if row.flags & ImportFlag.TYPE_ONLY:
        return bool(row.flags & ImportFlag.GUARDED)
    return bool(row.flags & (ImportFlag.GUARDED | ImportFlag.CONDITIONAL))
