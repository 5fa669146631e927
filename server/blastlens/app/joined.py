"""Coverage data of a root as answers use it: what it says, and what is to be said of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from blastlens.analyses.measured import Measured
from blastlens.model.graph import Graph
from blastlens.views.wording import plural

if TYPE_CHECKING:
    from blastlens.app.measuring import Source

_MOST_NAMED: Final = 3


@dataclass(frozen=True, slots=True)
class Joined:
    measured: Measured
    rows: tuple[dict[str, Any], ...] = ()  # one a report
    notes: tuple[str, ...] = ()


def joined(graph: Graph, sources: "Sequence[Source]") -> Joined:
    """Reports that could not be read are told, and say nothing."""
    rows, notes = [], []
    for source in sources:
        found = source.found
        if found is None:
            notes.append(f"{source.name} is not read: {source.problem}")
            continue
        rows.append(
            {
                "report": source.name,
                "format": found.format,
                "functions": len(found.functions),
                "contexts": len(found.tests),
                "stale": found.stale,
                "ambiguous": found.ambiguous,
                "unknown": found.unknown,
            }
        )
        if found.stale:
            them = plural(len(found.stale), "file")
            notes.append(f"{source.name} does not fit {them} as they are ({_some(found.stale)})")
        if found.ambiguous:
            several = plural(len(found.ambiguous), "path")
            notes.append(f"{several} in {source.name} could be several files ({_some(found.ambiguous)})")
        if not found.functions and not found.stale:
            notes.append(f"{source.name} says nothing of any function")
    reports = [source.found for source in sources if source.found is not None]
    return Joined(Measured(graph, reports), tuple(rows), tuple(notes))


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:_MOST_NAMED]) + (", …" if len(names) > _MOST_NAMED else "")
