"""`Walk`: where the walk of one TypeScript or JavaScript file stands, beyond what all walkers know."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from blastlens.facts.file_facts import Use
from blastlens.languages.protocol import Parse
from blastlens.languages.walking.state import LEVEL, MAX_DEPTH, MAY_BE_VALUE, Walking
from blastlens.languages.walking.tables import ATTR, NAME

VALUE: Final = Use.VALUE
LOAD: Final = Use.LOAD
EXPORT: Final = b"export "
"""Before the names of module bindings that only importers see."""
WHOLE_EXPORT: Final = EXPORT + b"="
THIS: Final = b"this"
SUPER: Final = b"super"

Handler = Callable[[Any, Any], int]
# Kinds of expression that what stands around them tells more about than they say themselves.
_TOLD: Final = frozenset(
    (
        "arrow_function",
        "function_expression",
        "generator_function",
        "object",
        "array",
        "parenthesized_expression",
        "ternary_expression",
        "binary_expression",
        "as_expression",
        "satisfies_expression",
        "await_expression",
    )
)


class Walk(Walking):
    """`expected`: an expr of what the place of the next value expects it to be, -1 for nothing."""

    __slots__ = (
        "_rows",
        "constructed",
        "default_node",
        "expected",
        "exported_rows",
        "expressions",
        "function_depth",
        "is_async",
        "is_module",
        "made",
        "module_names",
        "named_imports",
        "naming",
        "plain_base",
        "result",
        "returned",
        "statements",
        "this_class",
        "types",
        "yields",
    )

    def __init__(
        self,
        source: bytes,
        parse: Parse,
        expressions: Mapping[str, Handler],
        statements: Mapping[str, Handler],
        types: Mapping[str, Handler],
    ) -> None:
        super().__init__(source, parse)
        self.types = types
        self.expressions = expressions
        self.statements = statements
        self.expected: int = -1
        self.returned: list[tuple[int, int]] = []  # of the function being read: (expr, ctx)
        self.yields: list[tuple[int, int]] = []
        self.result: int = -1  # what the function being read is expected to return
        self.is_async: bool = False  # whether the function being read is
        self.function_depth: int = 0
        self.this_class: int = -1  # class def whose instance `this` is
        self.constructed: frozenset[bytes] = frozenset()  # names of plain functions that make objects
        self.plain_base: dict[int, int] = {}  # row of a base with type arguments -> of the class alone
        self.exported_rows: set[int] = set()  # of names of what the file hands out, as `exports.name` is read
        self.default_node: Any = None  # the statement that exports what is read next, where that has no name of its own
        self._rows: list[tuple[int, ...]] = []  # of `exprs`, as far as they were asked for
        self.named_imports: list[int] = []  # those that statements bind names by
        self.naming: bytes = b""  # the variable that the value being read is assigned to, further up
        self.made: dict[bytes, int] = {}  # class defs by name
        self.is_module: bool = False  # whether the file imports or exports as ES modules do
        self.module_names: dict[bytes, int] = {}  # row of what expressions load -> of the modules they name

    def expression(self, node: Any) -> int:
        """The row of an expression whose result is not handed on."""
        handler = self.expressions.get(self.kinds[node.kind_id])
        if handler is None:
            return self.children(node)
        if self.depth > MAX_DEPTH:
            return self.too_deep(node)
        self.depth += LEVEL
        row = handler(self, node)
        self.depth -= LEVEL
        return row

    def value(self, node: Any, expected: int = -1) -> int:
        """The row of an expression whose result is handed on: a function or class named there is used."""
        kind = self.kinds[node.kind_id]
        if kind == "identifier" or kind == "shorthand_property_identifier":
            start, end = node.start_byte, node.end_byte
            row = self.name_rows[self.source[start:end]]
            context = self.context
            self.uses.append((context if context >= 0 else self.here(), row, MAY_BE_VALUE, start, end))
            return row
        if expected >= 0 and kind in _TOLD:
            self.expected = expected
        row = self.expression(node)
        if kind == "member_expression" and row != self.unknown:
            last = node.children[-1]
            if self.source[last.start_byte : last.end_byte] != b"prototype":
                self.use(VALUE, row, last.start_byte, last.end_byte - last.start_byte)
        return row

    def _row_at(self, index: int) -> tuple[int, ...]:
        if len(self._rows) <= index:
            self._rows.extend(list(self.exprs)[len(self._rows) :])
        return self._rows[index]

    def attribute_base(self, row: int) -> int:
        """Row of x in the row of `x.y`; -1 for any other row."""
        found = self._row_at(row)
        return found[1] if found[0] == ATTR else -1

    def dotted_path(self, row: int) -> bytes:
        """`x.y.z` as a row spells it; empty for any other row."""
        parts: list[bytes] = []
        found = self._row_at(row)
        texts = list(self.names) if found[0] in (ATTR, NAME) else []
        while found[0] == ATTR:
            parts.append(texts[found[2]])
            found = self._row_at(found[1])
        return b".".join([texts[found[1]], *parts[::-1]]) if found[0] == NAME else b""

    def take_expected(self) -> int:
        expected = self.expected
        self.expected = -1
        return expected

    def statement(self, node: Any) -> int:
        """Reads a statement; the row of what it declares, where that has one."""
        handler = self.statements.get(self.kinds[node.kind_id])
        if handler is None:
            return self.expression(node)
        if self.depth > MAX_DEPTH:
            return self.too_deep(node)
        self.depth += LEVEL
        row = handler(self, node)
        self.depth -= LEVEL
        return row

    def children(self, node: Any) -> int:
        """Visits what stands in a node of which nothing is said."""
        if self.depth > MAX_DEPTH:
            return self.too_deep(node)
        self.depth += LEVEL
        for child in node.named_children:
            self.statement(child)
        self.depth -= LEVEL
        return self.unknown
