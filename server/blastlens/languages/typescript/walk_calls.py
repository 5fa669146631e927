"""Calls, and those that say more than that something is called: `require`, `import()`, mixing in, defining a property."""

from typing import Any, Final

from blastlens.facts.file_facts import Expr, Extend, Extension, Signal, Use
from blastlens.languages.typescript.walk_expressions import base_of, path, subscript_path
from blastlens.languages.typescript.walk_functions import FUNCTION_KINDS, PROMISE, lambda_
from blastlens.languages.typescript.walk_modules import loaded_module
from blastlens.languages.typescript.walk_objects import anonymous_object
from blastlens.languages.typescript.walk_state import Handler, Walk
from blastlens.languages.typescript.walk_types import instance, of_value, type_arguments
from blastlens.languages.walking.tables import ATTR

_CALL: Final = Expr.CALL
_ARGUMENT: Final = Expr.ARGUMENT
_INDEX: Final = Expr.INDEX
_CALLED: Final = Use.CALL
# Functions that give the first of their arguments what the others have.
_MIXES: Final = frozenset(
    (
        b"Object.assign",
        b"Object.setPrototypeOf",
        b"Object.defineProperties",
        b"assign",
        b"extend",
        b"inherits",
        b"merge",
        b"mergeDescriptors",
        b"mixin",
        b"setPrototypeOf",
        b"util.inherits",
        b"_.extend",
        b"_.assign",
        b"_.merge",
    )
)
_MADE_OF: Final = b"Object.create"
# Functions of test runners that are given a title and what to run.
_RUNNERS: Final = frozenset((b"describe", b"it", b"test", b"suite", b"context", b"specify", b"bench", b"Deno"))
_HANDS_ON: Final = (b".call", b".apply")
_DEFINES: Final = b"Object.defineProperty"
# What the language calls its own instances of, which hand their arguments on to the function they are read from.
_CONTEXTUAL: Final = FUNCTION_KINDS | {
    "object",
    "array",
    "parenthesized_expression",
    "ternary_expression",
    "as_expression",
}


def call(walk: Walk, node: Any) -> int:
    """`f(x)`, `new C(x)`, and a text that a function is applied to."""
    callee = arguments = given_types = None
    for child in node.children:
        kind = walk.kinds[child.kind_id]
        if kind == "arguments" or (kind == "template_string" and callee is not None):
            arguments = child
        elif kind == "type_arguments":
            given_types = child
        elif callee is None and kind not in ("comment", "optional_chain", "new"):
            callee = child
    if callee is None:
        return walk.children(node)
    return _Called(walk, callee, arguments, given_types).read(walk)


class _Called:
    """One call: what is called, and the nodes of its arguments."""

    __slots__ = ("arguments", "callee", "given_types", "kind", "template", "text")

    def __init__(self, walk: Walk, callee: Any, arguments: Any, given_types: Any) -> None:
        self.callee, self.given_types = callee, given_types
        self.kind = walk.kinds[callee.kind_id]
        self.text = walk.text(callee) if self.kind in ("identifier", "member_expression") else b""
        self.arguments: list[Any] = []
        self.template = None
        if arguments is None:
            return
        if walk.kinds[arguments.kind_id] == "template_string":
            self.template = arguments
        else:
            self.arguments = [child for child in arguments.named_children if walk.kinds[child.kind_id] != "comment"]

    def read(self, walk: Walk) -> int:
        if self.kind == "import" or self.text == b"require":
            loaded = self._loaded(walk)
            if loaded >= 0:
                return loaded
        naming, walk.naming = walk.naming, b""
        row, start, end = self._target(walk)
        rows, expected = self._rows(walk, row)
        made = walk.exprs[(_CALL, row, len(rows), *rows)]
        if end > start:
            walk.use(_CALLED, made, start, end - start)
        if self.kind == "member_expression" and rows and self.text.endswith(_HANDS_ON):
            self._run_through(walk, row, rows)
        if self.text.partition(b".")[0] in _RUNNERS and self._hands_function():
            walk.signals |= Signal.TEST_FRAMEWORK
        del expected
        if self.text in _MIXES:
            self._mix(walk, rows)
        elif self.text == _MADE_OF and rows:
            return anonymous_object(walk, self.callee, rows[0], naming)
        elif self.text == _DEFINES:
            self._define(walk, rows)
        return made

    def _run_through(self, walk: Walk, row: int, rows: list[int]) -> None:
        """`f.call(receiver, x)` runs f."""
        function = walk.attribute_base(row)
        named = self.callee.children[0]
        if function < 0 or walk.kinds[named.kind_id] not in ("identifier", "member_expression"):
            return
        last = named.children[-1] if named.children else named
        given = rows[1:] if self.text.endswith(b".call") else []
        made = walk.exprs[(_CALL, function, len(given), *given)]
        walk.use(_CALLED, made, last.start_byte, last.end_byte - last.start_byte)

    def _hands_function(self) -> bool:
        """Whether the last argument is a function, behind a title."""
        return len(self.arguments) > 1 and self.arguments[-1].type in FUNCTION_KINDS

    def _loaded(self, walk: Walk) -> int:
        """The module that `require("x")` or `import("x")` loads; -1 when it is not spelled."""
        if len(self.arguments) < 1 or walk.kinds[self.arguments[0].kind_id] != "string":
            return -1
        is_import = self.kind == "import"
        row = loaded_module(walk, self.arguments[0], self.callee)
        if not is_import:
            walk.use(_CALLED, walk.row((_CALL, walk.name_rows[b"require"], 0)), self.callee.start_byte, 7)
            return row
        return instance(walk, walk.row((_INDEX, walk.name_rows[PROMISE], of_value(walk, row))))

    def _target(self, walk: Walk) -> tuple[int, int, int]:
        """Row of what is called, and the place of its name; an empty place for a call that names nothing."""
        node = self.callee
        kind = self.kind
        while kind in ("parenthesized_expression", "non_null_expression") and node.named_children:
            node = node.named_children[0]
            kind = walk.kinds[node.kind_id]
        start, end = node.start_byte, node.end_byte
        if kind == "identifier":
            return walk.name_rows[walk.source[start:end]], start, end
        if kind == "member_expression":
            return path(walk, node)
        if kind == "super":
            return base_of(walk, node), start, end
        if kind in FUNCTION_KINDS:
            name = None if kind == "arrow_function" else node.child_by_field_name("name")
            if name is not None:  # called where it is written: by the name that it gives itself
                return walk.expression(node), name.start_byte, name.end_byte
            return lambda_(walk, node, -1), start, start
        if kind == "subscript_expression":
            return subscript_path(walk, node)
        row = walk.expression(node)
        return row, self.callee.end_byte - 1, self.callee.end_byte

    def _rows(self, walk: Walk, callee: int) -> tuple[list[int], int]:
        """Rows of the arguments; functions and objects last, as what the call expects of them depends on the others."""
        if self.template is not None:
            return [walk.unknown, walk.expression(self.template)][:1], -1
        rows: list[int] = []
        waiting = False
        for node in self.arguments:
            if walk.kinds[node.kind_id] in _CONTEXTUAL:
                rows.append(walk.constant(b"function") if walk.kinds[node.kind_id] in FUNCTION_KINDS else walk.unknown)
                waiting = True
            else:
                rows.append(walk.value(node))
        if not waiting:
            if self.given_types is not None:
                type_arguments(walk, self.given_types)
            return rows, -1
        known = walk.exprs[(_CALL, callee, len(rows), *rows)]
        for index, node in enumerate(self.arguments):
            if walk.kinds[node.kind_id] in _CONTEXTUAL:
                rows[index] = walk.value(node, walk.exprs[_ARGUMENT, known, index])
        return rows, known

    def _mix(self, walk: Walk, rows: list[int]) -> None:
        if len(rows) > 1 and rows[0] != walk.unknown:
            for row in rows[1:]:
                if row != walk.unknown:
                    walk.extensions.append(Extension(Extend.MIXIN, rows[0], -1, row, walk.here()))

    def _define(self, walk: Walk, rows: list[int]) -> None:
        """`Object.defineProperty(o, "name", {value: f})`."""
        if len(rows) < 3 or walk.kinds[self.arguments[1].kind_id] != "string":
            return
        name = walk.name(walk.text(self.arguments[1])[1:-1])
        value = walk.row((ATTR, rows[2], walk.name(b"value")))
        walk.extensions.append(Extension(Extend.MEMBER, rows[0], name, value, walk.here()))


HANDLERS: Final[dict[str, Handler]] = {"call_expression": call, "new_expression": call}
