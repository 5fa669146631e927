"""`DeadCode`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from blastlens.analyses.dead_code import Dead, dead_code
from blastlens.analyses.dead_islands import Island, islands
from blastlens.analyses.lives import Life
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.paths import checked_path, is_below
from blastlens.app.ask.rows import Row, placed
from blastlens.app.evidence import Gathered
from blastlens.app.questions import DEAD, POSSIBLY_DEAD, UNKNOWN_LIFE, DeadCode, tiers_named
from blastlens.app.read_uses import ReadUses
from blastlens.model import thresholds
from blastlens.model.symbol import Symbol, SymbolKind
from blastlens.views.wording import plural

_TIERS: Final = {Life.DEAD: DEAD, Life.POSSIBLY_DEAD: POSSIBLY_DEAD, Life.UNKNOWN: UNKNOWN_LIFE}
_MOST_NAMED: Final = 3
_NOTHING: Final = "nothing that runs reaches it"


def answer_dead_code(context: Context, question: DeadCode) -> Answer:
    """One row a symbol, dead ones in the order of their islands, which are told in `islands`. Raises `UserError` for a path below
    which nothing is indexed, and for a tier that is none."""
    wanted = tiers_named(question.tiers)
    question = replace(question, tiers=wanted)
    snapshot = context.snapshot
    path = checked_path(snapshot.graph, question.path)
    gathered = Gathered(context, question.entry_points)
    found = dead_code(snapshot.hops, gathered.evidence())
    lengths = {record.path: record.line_count for record in snapshot.files}
    every = islands(snapshot.graph, found.dead, lambda file: lengths.get(file, 0))
    listed = [one for one in every if one.lines >= question.min_lines and _is_in(one, path)] if DEAD in wanted else []
    rows = [_dead_row(member, island, gathered.read) for island in listed for member in island.members]
    for tier, others in ((POSSIBLY_DEAD, found.possibly), (UNKNOWN_LIFE, found.unknown)):
        rows += [_row(one) for one in others if tier in wanted and _is_listed(one, path, question.min_lines)]
    counts = {DEAD: len(found.dead), POSSIBLY_DEAD: len(found.possibly), UNKNOWN_LIFE: len(found.unknown)}
    extra = {
        "islands": [_island_row(island, rows) for island in listed],
        "lines": sum(island.lines for island in listed),
        "counts": counts,
        "alive": found.alive,
    }
    unread = gathered.unread
    hiding = [file for one in found.unknown if (file := unread.files.get(one.symbol.id))]
    notes = [*_unread_notes(hiding, unread.cut), *_notes(counts, wanted)]
    return context.answer("dead_code", question, rows, notes, cut=bool(hiding or unread.cut), extra=extra)


def _unread_notes(hiding: Sequence[str], cut: str) -> list[str]:
    """`hiding`: for each symbol of which only that keeps us from saying that it is dead, the file that has its name."""
    notes = []
    if hiding:
        files = list(dict.fromkeys(hiding))
        some = ", ".join(files[:_MOST_NAMED]) + (", …" if len(files) > _MOST_NAMED else "")
        stand = "stands" if len(hiding) == 1 else "stand"
        notes.append(f"{plural(len(hiding), 'name')} without other use {stand} in files that are not read ({some})")
    if cut:
        notes.append(
            f"files that are not read were not all searched for names ({cut} is too large, or there are too many)"
        )
    return notes


def _notes(counts: Mapping[str, int], wanted: Sequence[str]) -> list[str]:
    more = {tier: number for tier, number in counts.items() if number and tier not in wanted and tier != DEAD}
    if not more:
        return []
    words = " and ".join(f"{number:,} {tier}" for tier, number in more.items())
    return [f"{words} beside {'it' if sum(more.values()) == 1 else 'them'}, with a reason each (tier)"]


def _is_in(island: Island, path: str | None) -> bool:
    return any(is_below(member.file, path) for member in island.members)


def _is_listed(one: Dead, path: str | None, min_lines: int) -> bool:
    return is_below(one.symbol.file, path) and _size(one.symbol) >= min_lines


def _size(symbol: Symbol) -> int:
    return symbol.last_line - symbol.first_line + 1


def _dead_row(member: Symbol, island: Island, uses: ReadUses) -> Row:
    lines = island.lines if member.kind is SymbolKind.MODULE and len(island.members) == 1 else _size(member)
    imports = [f"{place.path}:{place.line}" for place in uses.imports_of(member)]
    return {
        **placed(member),
        **({"imports": imports} if imports else {}),
        "confidence": thresholds.DEAD_CODE,
        "state": DEAD,
        "why": _NOTHING,
        "lines": lines,
        "island": island.id,
    }


def _row(one: Dead) -> Row:
    return {**placed(one.symbol), "state": _TIERS[one.life], "why": one.reason, "lines": _size(one.symbol)}


def _island_row(island: Island, rows: Sequence[Row]) -> dict[str, Any]:
    """`members` in an order in which they may be deleted; `imports`: places of the statements that ask for one of them."""
    first = island.members[0]
    imports = sorted({place for row in rows if row.get("island") == island.id for place in row.get("imports", ())})
    return {
        "symbol": island.id,
        "file": first.file,
        "line": first.line,
        "lines": island.lines,
        "members": [member.display_id for member in island.members],
        **({"imports": imports} if imports else {}),
    }
