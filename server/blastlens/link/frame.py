"""`Frame`: what one evaluation has found and read, see `machine`."""

from typing import Any

from blastlens.link.values import Value, Values


class Frame:
    __slots__ = ("attributes", "depth", "memo", "merged", "nowhere", "own", "reads")

    def __init__(self, own: str = "") -> None:
        # the file being linked, whose own keys need no record; empty in the frame of an entry
        self.own = own
        self.depth = 0  # of expressions within expressions
        self.memo: dict[int, Values] = {}
        # of values, at least at a rank; in the frame of a file alone
        self.attributes: dict[tuple[Value, str, int], Values] | None = {} if own else None
        # pairs of names, of what is called and what it is called on -> see `Targets.leads_nowhere`; where there are attributes
        self.nowhere: dict[int, bool] | None = {} if own else None
        self.merged: set[Any] = set()
        self.reads: set[int] = set()


class Tainted(dict[Value, int]):
    """Values whose evaluation met a cycle."""
