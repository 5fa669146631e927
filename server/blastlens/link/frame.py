"""`Frame`: what one evaluation has found and read, see `machine`."""

from typing import Any

from blastlens.link.values import Value, Values


class Frame:
    __slots__ = ("attributes", "depth", "memo", "merged", "own", "reads")

    def __init__(self, own: str = "") -> None:
        # the file being linked, whose own keys need no record; empty in the frame of an entry
        self.own = own
        self.depth = 0  # of expressions within expressions
        self.memo: dict[int, Values] = {}
        self.attributes: dict[tuple[Value, str], Values] = {}  # of values, in the frame of a file alone
        self.merged: set[Any] = set()
        self.reads: set[int] = set()


class Tainted(dict[Value, int]):
    """Values whose evaluation met a cycle."""
