"""Which calls a change wrote: what they pass is no news of old, and must fit what is called now."""

from collections.abc import Iterable, Mapping

from blastlens.app.changes import TwoVersions
from blastlens.facts.file_facts import Expr, FileFacts, Use
from blastlens.link.call_shapes import CallAt
from blastlens.link.signatures import shape_of
from blastlens.model.definitions import last_name
from blastlens.model.signature import CallShape
from blastlens.model.symbol import file_of

_CALLS = (Use.CALL, Use.MAKE)


class RewrittenCalls:
    """`old`: facts of the old sides by path."""

    def __init__(self, files: Iterable[TwoVersions], old: Mapping[str, FileFacts]) -> None:
        self._old = {one.new_path: old.get(one.old_path or "") for one in files if one.new_path is not None}
        self._shapes: dict[str, set[tuple[str, CallShape]]] = {}

    def has(self, call: CallAt) -> bool:
        """Whether no call of its name passed the same in the old version of the file; not of files that the change leaves alone."""
        path = file_of(call.source)
        return path in self._old and (call.name, call.shape) not in self._shapes_in(path)

    def _shapes_in(self, path: str) -> set[tuple[str, CallShape]]:
        found = self._shapes.get(path)
        if found is None:
            facts = self._old[path]
            found = self._shapes[path] = set(_shapes(facts)) if facts is not None else set()
        return found


def _shapes(facts: FileFacts) -> Iterable[tuple[str, CallShape]]:
    for _, expr, kind in facts.uses:
        row = facts.exprs[expr]
        if kind in _CALLS and row[0] == Expr.CALL:
            yield last_name(facts, row[1]), shape_of(facts, expr)
