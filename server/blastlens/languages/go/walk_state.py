"""`Walk`: where the walk of a Go file stands, and the names its blocks declare.

A name means what the text above says: declarations hold from where they stand to the end of their block. So every
scope binds a name at most once, from its start, and a declaration whose name was used further up in its block opens a
scope of its own for the rest of the block: what stands above keeps its meaning, and no order has to be told.
"""

from collections.abc import Callable
from typing import Any, Final

from blastlens.facts.file_facts import Bind, Expr, Use
from blastlens.languages.protocol import Parse
from blastlens.languages.walking.state import BLOCK_SCOPE, MAY_BE_VALUE, Walking

Handler = Callable[["Walk", Any], int]

ASSIGN: Final = Bind.ASSIGN
DEF: Final = Bind.DEF
CLASS: Final = Bind.CLASS
TYPED: Final = Expr.TYPED
VALUE: Final = Use.VALUE
BLANK: Final = b"_"

Place = tuple[int, int, bool]
"""What `open_braces` leaves, for `close_braces`."""


class Walk(Walking):
    __slots__ = ("base", "fresh", "handlers", "named", "quiet", "types", "used", "variables")

    def __init__(self, source: bytes, parse: Parse, handlers: dict[str, Handler]) -> None:
        super().__init__(source, parse)
        self.handlers = handlers
        self.used: set[bytes] = set()  # names met in the function at hand
        self.base: int = -1  # the scope around the block at hand
        self.fresh: bool = False  # whether the block at hand has no scope of its own yet
        self.types: dict[bytes, int] = {}  # types of the package level declared so far
        self.variables: dict[bytes, list[tuple[int, int, int]]] = {}  # of generic types: name, bound, context of each
        self.named: set[tuple[int, int]] = set()  # (context, type expr) noted as a use: the first place is enough
        self.quiet: bool = False  # whether a type is read that something else notes

    def expression(self, node: Any) -> int:
        """Reads any node; gives its row."""
        return self.visit(self.handlers, node)

    def value(self, node: Any) -> int:
        """Reads an expression that is handed on: it may name a function."""
        if self.kinds[node.kind_id] != "identifier":
            return self.visit(self.handlers, node)
        start, end = node.start_byte, node.end_byte
        name = self.source[start:end]
        self.used.add(name)
        row = self.name_rows[name]
        self.use(MAY_BE_VALUE, row, start, end - start)
        return row

    def each(self, node: Any) -> int:
        """Reads the children of a node of which nothing else is known."""
        return self.each_child(self.handlers, node)

    def note_type(self, row: int, start: int, end: int) -> None:
        """Notes that a declaration names a type, once for each context."""
        if self.quiet:
            return
        key = (self.here(), row)
        if key not in self.named:
            self.named.add(key)
            self.use(VALUE, row, start, end - start)

    # -- blocks and what they declare
    def open_braces(self) -> Place:
        """Enters a block; its scope is made when something is declared in it."""
        left = (self.scope, self.base, self.fresh)
        self.base, self.fresh = self.scope, True
        return left

    def close_braces(self, left: Place) -> None:
        self.close_scope(left[0])
        self.base, self.fresh = left[1], left[2]

    def is_declared_here(self, name: bytes) -> bool:
        """Whether the block at hand has declared a name."""
        index = self.names.get(name)
        at = self.scope
        while index is not None and at != self.base:
            if index in self.scopes[at].bindings:
                return True
            at = self.scopes[at].parent
        return False

    def make_room(self, name: bytes) -> None:
        """Sees to it that what is declared next does not change the meaning of what stands above."""
        if self.fresh or name in self.used:
            self.open_scope(BLOCK_SCOPE)
            self.fresh = False

    def declare(self, name: bytes, row: int, context: int) -> None:
        """Declares a variable with the value, or the type, that `row` has in `context`."""
        if name == BLANK:
            return
        self.make_room(name)
        self.bind_first(self.scope, name, ASSIGN, row, -1, context)
