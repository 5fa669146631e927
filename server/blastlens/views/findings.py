"""Findings (diagnostics) as plain data."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from blastlens.views.wording import plural

_MOST_NAMED: Final = 5


class Severity(enum.StrEnum):
    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class RelatedPlace:
    """Lines 1-based, columns 0-based UTF-8 bytes."""

    file: str
    line: int
    column: int
    end_column: int
    message: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding in a file. `code`: the name of a rule (`app.check.registry`); places as in `RelatedPlace`. `symbol`: id of what it
    is about, "" for none; `key`: names that tell it from others of its code wherever lines move; `related`: the first of
    `related_total` places; `confidence`: of the weakest edge it rests on."""

    code: str
    severity: Severity
    message: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    related: tuple[RelatedPlace, ...] = ()
    symbol: str = ""
    key: tuple[str, ...] = ()
    confidence: float = 1.0
    related_total: int = 0


def cycle_message(way: Sequence[str], members: int) -> str:
    """`way`: the files of the elementary cycle in order, the file of the finding last."""
    text = (
        f"import cycle: {' → '.join([*way[-1:], *way])}"
        if len(way) <= _MOST_NAMED
        else (f"import cycle over {len(way)} files: {way[-1]} → {way[0]} → … → {way[-1]}")
    )
    return text + (f" (part of a knot of {members} files)" if members > len(way) else "")


def untested_message(name: str, callers: Sequence[str], total: int, *, changed: bool = True) -> str:
    """`callers`: names of those of the `total` callers that no test reaches and that are no test code."""
    named = ", ".join(callers[:_MOST_NAMED]) + (", …" if len(callers) > _MOST_NAMED else "")
    if not changed:
        what = "the only caller" if total == 1 else f"{len(callers)} of the {total} callers"
        return f"no test reaches {what} of {name}: {named}"
    what = "its only caller" if total == 1 else f"{len(callers)} of its {total} callers"
    return f"{name} is changed, and no test reaches {what}: {named}"


def symbol_cycle_message(what: str, way: Sequence[str], members: int) -> str:
    """As `cycle_message`, of definitions: `what` is "call cycle" or "class cycle"."""
    return cycle_message(way, members).replace("import cycle", what, 1).replace(" files", " definitions")


def not_updated_message(callee: str, misfit: str) -> str:
    """`misfit`: in words."""
    return f"not updated for the change of {callee}: {misfit}"


def dead_message(name: str, *, was_there: bool | None, others: int = 0) -> str:
    """`was_there`: before the change, None where no change is told of; `others`: more definitions that only it uses."""
    with_it = f"; with it {others:,} more {'goes' if others == 1 else 'go'} unused" if others else ""
    if was_there is None:
        return f"nothing reaches {name}{with_it}"
    return (
        f"{name} is no longer reached by anything{with_it}"
        if was_there
        else f"{name} is new, and nothing reaches it{with_it}"
    )


def radius_message(name: str, symbols: int, files: int, limit: int, *, changed: bool = True) -> str:
    number = f"{plural(symbols, 'definition')} in {plural(files, 'file')}"
    if not changed:
        return f"{number} depend on {name}, more than the {limit:,} allowed"
    depend = f"{number} depend on it"
    return f"{name} is changed, and {depend}, more than the {limit:,} allowed"


def unresolved_import_message(module: str, place: str, *, type_only: bool) -> str:
    """`module`: as it is spelled; `place`: where it would be, without suffix."""
    when = "; a type checker will not find it" if type_only else "; it fails when it runs"
    return f"`{module}` leads nowhere: there is no {place} in this repository{when}"


def stale_finding(file: str, why: str) -> Finding:
    """On the first line of a file whose present content the index could not take in. `why`: in words, with what to do."""
    message = f"counts and findings here are of an older version of this file: {why}"
    return Finding("stale-index", Severity.WARNING, message, file, 1, 0, 1, 0, key=(file,))
