"""`Walk`: where the walk of a Rust file stands, and the names its blocks declare.

A name means what the text above says: `let` holds from where it stands to the end of its block. So every scope binds a
name at most once, from its start, and a declaration whose name was used further up in its block opens a scope of its own
for the rest of the block. Items are seen in all of their block.

A piece of a macro's text is read as a file of its own; `offset` says where in the file it stands.
"""

from collections.abc import Callable
from typing import Any, Final

from blastlens.facts.file_facts import Bind, Expr, Import, ImportFlag
from blastlens.languages.protocol import Parse
from blastlens.languages.walking.state import BLOCK_SCOPE, MAY_BE_VALUE, Walking

Handler = Callable[["Walk", Any], int]

ASSIGN: Final = Bind.ASSIGN
TYPED: Final = Expr.TYPED
ATTR: Final = Expr.ATTR
BLANK: Final = b"_"
FIELD: Final = b"."
"""Before the names of fields, since a method may be named like a field."""
CRATE: Final = b"<crate>"
SUPER: Final = b"<super>"
OWN: Final = b"<self>"
EXTERN: Final = b"::"

Place = tuple[int, int, bool]
"""What `open_braces` leaves, for `close_braces`."""


class Walk(Walking):
    __slots__ = (
        "attributes",
        "base",
        "callables",
        "expected",
        "firsts",
        "fresh",
        "functions",
        "handlers",
        "imported",
        "in_trait",
        "is_noting",
        "is_out",
        "left_out",
        "namespaces",
        "offset",
        "own_names",
        "receiver",
        "returned",
        "testing",
        "tuples",
        "types",
        "used",
    )

    def __init__(self, source: bytes, parse: Parse, handlers: dict[str, Handler]) -> None:
        super().__init__(source, parse)
        self.handlers = handlers
        self.used: set[bytes] = set()  # names met in the function at hand
        self.base: int = -1  # the scope around the block at hand
        self.fresh: bool = False  # whether the block at hand has no scope of its own yet
        self.types: dict[bytes, int] = {}  # types declared so far in the module at hand
        self.functions: dict[bytes, int] = {}  # type parameters that are functions -> their type exprs
        self.tuples: set[int] = set()  # rows of types of tuples
        self.callables: set[int] = set()  # rows of types of functions
        self.namespaces: list[int] = []  # inline modules around
        self.firsts: dict[bytes, int] = {}  # names that paths begin with -> where the first of them stands
        self.imported: set[bytes] = set()  # names that `use` binds
        self.attributes: list[Any] = []  # that stand before the item at hand
        self.returned: list[int] = []  # what the closure at hand returns before its end
        self.receiver: int = self.unknown  # of the method call whose callee was read last
        self.testing: bool = False  # inside of what only tests compile
        self.own_names: list[bytes] = []  # of defs
        self.is_noting: bool = True  # whether a type that is named is one that is used
        self.is_out: bool = False  # inside of an implementation that a build leaves out
        self.in_trait: bool = False  # whether the function at hand stands in a trait
        # (scope, name, kind of binding, what it binds, context) of what a build with default settings leaves out
        self.left_out: list[tuple[int, bytes, int, int, int]] = []
        self.expected: int = -1  # the type that the call at hand has to give
        self.offset: int = 0

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

    def statement(self, node: Any) -> int:
        """Reads what stands in a module or a block; attributes hold for what follows them."""
        row = self.value(node)
        if self.attributes and self.kinds[node.kind_id] != "attribute_item":
            self.attributes.clear()
        return row

    def define(self, name: bytes, node: Any, name_node: Any, flags: int, *, is_class: bool) -> int:
        self.own_names.append(name)
        return super().define(name, node, name_node, flags, is_class=is_class)

    # -- where things stand
    def use(self, kind: int, expr: int, start: int, length: int) -> None:
        super().use(kind, expr, start + self.offset, length)

    def place(self, start: int) -> tuple[int, int]:
        return super().place(start + self.offset)

    # -- blocks and what they declare
    def open_braces(self) -> Place:
        """Enters a block; its scope is made when something is declared in it."""
        left = (self.scope, self.base, self.fresh)
        self.base, self.fresh = self.scope, True
        return left

    def close_braces(self, left: Place) -> None:
        self.close_scope(left[0])
        self.base, self.fresh = left[1], left[2]

    def declare(self, name: bytes, row: int, context: int) -> None:
        """Declares a variable with the value that `row` has in `context`."""
        if name == BLANK:
            return
        if self.fresh or name in self.used or self.is_declared_here(name):
            self.open_scope(BLOCK_SCOPE)
            self.fresh = False
        self.bind_first(self.scope, name, ASSIGN, row, -1, context)

    def is_declared_here(self, name: bytes) -> bool:
        index = self.names.get(name)
        return index is not None and index in self.scopes[self.scope].bindings

    def is_between_items(self) -> bool:
        """Whether the walk stands in a module, and not in a function or block of it."""
        inner = self.defs[self.namespaces[-1]].scope if self.namespaces else 0
        return self.scope == inner and not self.fresh

    def room_for_items(self) -> None:
        """Sees to it that an item gets into a scope of the block at hand."""
        if self.fresh:
            self.open_scope(BLOCK_SCOPE)
            self.fresh = False

    def item(self, scope: int, name: bytes, kind: int, a: int, is_left_out: bool) -> None:
        """Binds an item; one that a build leaves out only where nothing else has its name, see `settle`."""
        if is_left_out or self.is_out:
            self.left_out.append((scope, name, kind, a, self.here()))
        else:
            self.bind_first(scope, name, kind, a, -1, self.here())

    def settle(self) -> None:
        """Binds what is left out and has a name of its own all the same."""
        free = {one[:2] for one in self.left_out if self.name(one[1]) not in self.scopes[one[0]].bindings}
        for scope, name, kind, a, context in self.left_out:
            if (scope, name) in free:
                self.bind_first(scope, name, kind, a, -1, context)

    # -- rows
    def field(self, base: int, name: bytes) -> int:
        return self.row((ATTR, base, self.names[FIELD + name]))

    def called(self, base: int, name: bytes) -> int:
        """What a method of a value gives, called without arguments."""
        return self.row((Expr.CALL, self.attribute(base, name), 0))

    # -- modules
    def module(self, name: bytes, level: int, dotted: bytes) -> int:
        """The row of a module by a name that no text spells."""
        index = self.names[name]
        if index not in self.scopes[0].bindings:
            row = Import(level, self.names[dotted], -1, index, ImportFlag.WHOLE, 0)
            self.bind_first(0, name, Bind.IMPORT, self.add_import(row, 0, 0), -1, self.contexts[0, 0, 0])
        return self.name_rows[name]

    def add_import(self, row: Import, start: int, end: int) -> int:
        self.imports.append(row)
        self.import_spans.append((*self.place(start), *self.place(end)))
        return len(self.imports) - 1
