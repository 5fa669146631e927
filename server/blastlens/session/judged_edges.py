"""What people say of edges: this one is right, that one is wrong. It lies in a file of the repository, which may be committed.

A judgement names the two ends of an edge. It is an input of linking the file of the first end: a confirmed edge has the
confidence 1 and the basis `confirmed`, a rejected one is not there (`link.judged`). One that fits no edge changes nothing, until there is one.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, Literal, NamedTuple

from blastlens.model.symbol import file_of
from blastlens.session.location import FOLDER

Verdict = Literal["confirmed", "rejected"]
VERDICTS: Final[tuple[Verdict, ...]] = ("confirmed", "rejected")
JUDGED_PATH: Final = f"{FOLDER}/edges.json"
JUDGED_START: Final = b'{\n  "version": 1,\n  "edges": ['
"""How the file begins."""
_VERSION: Final = 1
_MOST_BYTES: Final = 10_000_000


class JudgedEdge(NamedTuple):
    """`caller`, `callee`: symbol ids; `reason`: for people, may be ""."""

    caller: str
    callee: str
    verdict: Verdict
    reason: str = ""


class JudgedEdges:
    """Those of one root. `problem`: why some are not heeded, or ""."""

    def __init__(self, judged: Iterable[JudgedEdge] = (), problem: str = "") -> None:
        self.problem = problem
        self._known = {(one.caller, one.callee): one for one in judged}
        self._files = {file_of(one.caller) for one in self._known.values()}

    def __iter__(self) -> Iterator[JudgedEdge]:
        return iter(sorted(self._known.values()))

    def get(self, caller: str, callee: str) -> JudgedEdge | None:
        return self._known.get((caller, callee))

    def with_(self, one: JudgedEdge) -> "JudgedEdges":
        """With one more, or another one of the same ends."""
        return JudgedEdges([*(old for old in self if old[:2] != one[:2]), one])

    def without(self, caller: str, callee: str) -> "JudgedEdges":
        return JudgedEdges(one for one in self if one[:2] != (caller, callee))

    def of_file(self, path: str) -> Mapping[tuple[str, str], str]:
        """What is said of edges from a file, by their ends."""
        if path not in self._files:
            return {}
        return {ends: one.verdict for ends, one in self._known.items() if file_of(one.caller) == path}

    def digest(self) -> str:
        """What `differing` compares: all that changes edges."""
        return json.dumps([one[:3] for one in self])

    def differing(self, before: str) -> set[str]:
        """Files whose edges may be others than with the judgements of a digest."""
        known = {tuple(one) for one in json.loads(before or "[]")}
        return {file_of(one[0]) for one in known ^ {one[:3] for one in self}}

    def written(self) -> str:
        """The text of the file: sorted, one judgement a line."""
        rows = [one._asdict() for one in self]
        lines = [json.dumps({key: value for key, value in row.items() if value}, ensure_ascii=False) for row in rows]
        inside = "".join(f"\n    {line}," for line in lines)[:-1]
        return f"{JUDGED_START.decode()}{inside}{chr(10) + '  ' if lines else ''}]\n}}\n"


def read_judged(root: Path) -> JudgedEdges:
    """Never raises: what cannot be read is a problem, and judges nothing."""
    path = root / JUDGED_PATH
    try:
        if path.stat().st_size > _MOST_BYTES:
            return JudgedEdges((), f"{JUDGED_PATH} is too large to be read")
        value = json.loads(path.read_text("utf-8-sig"))
    except FileNotFoundError:
        return JudgedEdges()
    except (OSError, ValueError, RecursionError) as error:
        return JudgedEdges((), f"{JUDGED_PATH} cannot be read: {error}")
    if not isinstance(value, dict) or value.get("version") != _VERSION or not isinstance(value.get("edges"), list):
        return JudgedEdges((), f"{JUDGED_PATH} is no list of edges of version {_VERSION}")
    found = [_row(row) for row in value["edges"]]
    wrong = [number for number, one in enumerate(found, 1) if one is None]
    problem = f"{JUDGED_PATH}: edge {wrong[0]} has not the fields caller, callee and verdict" if wrong else ""
    return JudgedEdges([one for one in found if one is not None], problem)


def _row(row: object) -> JudgedEdge | None:
    if not isinstance(row, Mapping):
        return None
    caller, callee, reason = row.get("caller"), row.get("callee"), row.get("reason", "")
    for verdict in VERDICTS:
        if verdict == row.get("verdict") and isinstance(caller, str) and isinstance(callee, str):
            return JudgedEdge(caller, callee, verdict, reason if isinstance(reason, str) else "")
    return None
