"""How much of the code the graph can see: what calls lead to, by folder, and the places that hide something.

This has nothing to do with which code tests run.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from blastlens.model.blind_spot import FEW_CALLS, MINOR, BlindKind, BlindSpot
from blastlens.model.graph import FileRecord, Graph
from blastlens.model.symbol import file_of, module_id

# The first hides most.
_ORDER: Final = (
    BlindKind.BEHIND_FACADE,
    BlindKind.COMPUTED_CALL,
    BlindKind.ONE_OF_MANY,
    BlindKind.RUNS_TEXT,
    BlindKind.COMPUTED_IMPORT,
    BlindKind.COMPUTED_MEMBER,
    BlindKind.REPLACED,
    BlindKind.FOREIGN_STAR,
    BlindKind.COMPUTED_ATTRIBUTE,
    BlindKind.GENERATED,
)


@dataclass(slots=True)
class Share:
    """The calls of some files, by what they lead to; the five kinds add up to `uses`."""

    files: int = 0
    uses: int = 0
    resolved: int = 0
    inferred: int = 0
    ambiguous: int = 0
    unresolved: int = 0
    external: int = 0

    def add(self, record: FileRecord) -> None:
        self.files += 1
        self.uses += record.uses
        self.resolved += record.resolved
        self.inferred += record.inferred
        self.ambiguous += record.ambiguous
        self.unresolved += record.unresolved
        self.external += record.external

    @property
    def followed(self) -> int:
        """Calls of which it is known where they lead."""
        return self.resolved + self.inferred + self.external


class Hidden(NamedTuple):
    """What one file hides in one way. `lines`: where; `times`: places, or calls behind a façade. `spot` stands for all."""

    file: str
    lines: tuple[int, ...]
    spot: BlindSpot
    times: int
    is_test: bool
    is_minor: bool


@dataclass(frozen=True, slots=True)
class Coverage:
    """`folders`: those with most calls that cannot be followed first. `hidden`: what hides most first, tests last; `minor`
    ones are at the end."""

    total: Share
    folders: tuple[tuple[str, Share], ...]
    hidden: tuple[Hidden, ...]


def coverage(graph: Graph, files: Iterable[FileRecord], depth: int) -> Coverage:
    """Of these files; folders are told to this depth (1: the topmost)."""
    total, folders = Share(), dict[str, Share]()
    records = {record.path: record for record in files}
    for record in records.values():
        if record.state in ("indexed", "partial"):
            total.add(record)
            folders.setdefault(folder_of(record.path, depth), Share()).add(record)
    ranked = sorted(folders.items(), key=lambda item: (item[1].followed - item[1].uses, item[0]))
    return Coverage(total, tuple(ranked), tuple(sorted(_hidden(graph, records), key=_rank)))


def folder_of(path: str, depth: int) -> str:
    """The folder of a file, its first `depth` parts; `.` for the root."""
    return "/".join(path.split("/")[:-1][:depth]) or "."


def _hidden(graph: Graph, records: dict[str, FileRecord]) -> Iterator[Hidden]:
    groups: dict[tuple[str, BlindKind, str, str], list[BlindSpot]] = {}
    for spot in graph.blind_spots():
        # A façade is told of where it stands, whoever uses it; the others one by one.
        behind = spot.kind is BlindKind.BEHIND_FACADE
        file, pattern = (file_of(spot.about), "") if behind else (file_of(spot.source), spot.pattern)
        groups.setdefault((file, spot.kind, pattern, spot.about), []).append(spot)
    for (file, kind, _, about), spots in groups.items():
        record = records.get(file)
        if record is None or (kind is BlindKind.BEHIND_FACADE and len(spots) < FEW_CALLS):
            continue
        lines = _facade_lines(graph, about) if kind is BlindKind.BEHIND_FACADE else (spot.line for spot in spots)
        minor = kind in MINOR or (kind is BlindKind.REPLACED and record.is_test)
        yield Hidden(file, tuple(sorted(set(lines))), spots[0], len(spots), record.is_test, minor)


def _facade_lines(graph: Graph, about: str) -> Sequence[int]:
    symbol = graph.symbol(about) or graph.symbol(module_id(file_of(about)))
    return (symbol.line,) if symbol is not None else (1,)


def _rank(one: Hidden) -> tuple[bool, bool, int, int, str, tuple[int, ...]]:
    kind = _ORDER.index(one.spot.kind)
    times = one.times if one.spot.kind is BlindKind.BEHIND_FACADE else 0
    return (one.is_minor, one.is_test, kind, -times, one.file, one.lines)


def counted(hidden: Iterable[Hidden]) -> dict[BlindKind, int]:
    """Places of each kind; of façades, themselves."""
    found: Counter[BlindKind] = Counter()
    for one in hidden:
        found[one.spot.kind] += 1 if one.spot.kind is BlindKind.BEHIND_FACADE else len(one.lines)
    return {kind: found[kind] for kind in _ORDER if found[kind]}
