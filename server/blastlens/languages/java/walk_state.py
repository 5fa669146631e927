"""`JavaWalk`: what the walker of Java knows while it goes through one file."""

from collections.abc import Callable
from typing import Any, Final

from blastlens.facts.file_facts import Bind, Expr, Scope, ScopeKind, Use
from blastlens.languages.protocol import Parse
from blastlens.languages.walking.state import LEVEL, MAX_DEPTH, Walking

ASSIGN: Final = Bind.ASSIGN
ANNOTATED: Final = Bind.ANNOTATED
CALL: Final = Use.CALL
CALL_ROW: Final = Expr.CALL
ATTR: Final = Expr.ATTR
INDEX: Final = Expr.INDEX
EITHER: Final = Expr.EITHER
TYPED: Final = Expr.TYPED
LAMBDA_ROW: Final = Expr.LAMBDA
BLOCK_SCOPE: Final = ScopeKind.BLOCK

METHOD: Final = b"()"
"""Behind the names under which methods are bound: a field, a variable and a method may share a name."""
CONSTRUCTOR: Final = b"<init>()"
ARRAY: Final = b"array[]"

Handler = Callable[["JavaWalk", Any], int]


class JavaWalk(Walking):
    """State of one pass. `scope`, `block` and `order` say where the walk stands; `here()` is their context."""

    __slots__ = (
        "block_open",
        "class_def",
        "components",
        "constructed",
        "expressions",
        "lambda_returns",
        "lambdas",
        "result_type",
        "statements",
        "superclass",
        "switch_values",
        "type_variables",
        "wanting",
    )

    def __init__(
        self, source: bytes, parse: Parse, expressions: dict[str, Handler], statements: dict[str, Handler]
    ) -> None:
        super().__init__(source, parse)
        self.expressions = expressions
        self.statements = statements
        self.class_def = -1  # class whose body is being read
        self.block_open = True  # whether the block being read has a scope of its own, or needs none
        self.lambdas: dict[int, int] = {}  # LAMBDA row -> its scope, where its parameters want types
        self.wanting: dict[
            int, list[tuple[int, int]]
        ] = {}  # row of a call -> scopes of lambdas that are arguments of it, which
        self.lambda_returns: list[int] | None = None  # what the lambda being read returns; None in a method
        self.result_type = (
            -1
        )  # expr of what the method being read is expected to return, to be evaluated where it stands
        self.components: Any = None  # node of the fields in the head of the record being read
        self.constructed: set[int] = set()  # enumerations with a constructor, which their constants call
        self.superclass = -1  # of that class: expr of the name, to be evaluated where the class stands

        self.switch_values: list[int] | None = None  # what the arms of the switch being read give

        self.type_variables: frozenset[bytes] = frozenset()  # in scope

    # -- visiting

    def expression(self, node: Any) -> int:
        """The row of an expression."""
        handler = self.expressions.get(self.kinds[node.kind_id])
        if handler is None:
            return self.other(node)
        if self.depth > MAX_DEPTH:
            return self.too_deep(node)
        self.depth += LEVEL
        row = handler(self, node)
        self.depth -= LEVEL
        return row

    def other(self, node: Any) -> int:
        """A node that is no expression: error recovery puts anything anywhere."""
        handler = self.statements.get(self.kinds[node.kind_id])
        if self.depth > MAX_DEPTH:
            return self.too_deep(node)
        self.depth += LEVEL
        if handler is not None:
            handler(self, node)
        else:
            for child in node.named_children:
                self.expression(child)
        self.depth -= LEVEL
        return self.unknown

    def other_children(self, node: Any) -> int:
        """A node that lacks what makes it what it says it is."""
        for child in node.named_children:
            self.statement(child)
        return self.unknown

    def statement(self, node: Any) -> None:
        handler = self.statements.get(self.kinds[node.kind_id])
        if handler is None:
            self.expression(node)
            return
        if self.depth > MAX_DEPTH:
            self.too_deep(node)
            return
        self.depth += LEVEL
        handler(self, node)
        self.depth -= LEVEL

    # -- scopes of blocks

    def declare(self, name: bytes, kind: int, a: int) -> None:
        """Binds a local name; opens the scope of the block around when this is the first."""
        if not self.block_open:
            self.open_scope(BLOCK_SCOPE)
            self.block_open = True
        self.bind(name, kind, a)

    def enter_block(self) -> tuple[int, bool]:
        """Enters a block that gets a scope with the first name it declares; gives what `leave_block` needs."""
        left = (self.scope, self.block_open)
        self.block_open = False
        return left

    def leave_block(self, left: tuple[int, bool]) -> None:
        if self.scope != left[0]:
            self.close_scope(left[0])
        self.block_open = left[1]

    # -- rows

    def array_of(self, element: int, dimensions: int) -> int:
        for _ in range(dimensions):
            element = self.exprs[INDEX, self.name_rows[ARRAY], element]
        return element

    def expect(self, row: int, expected: int, context: int) -> None:
        """Tells the parameters of a lambda what type stands where it does; `expected` gives instances of it."""
        if expected == self.unknown:
            return
        scope = self.lambdas.pop(row, -1)
        if scope >= 0:
            _tell(self, self.scopes[scope], expected, context)
        for inner, argument in self.wanting.pop(row, ()):
            # What is expected of a call says more of what it hands to the lambdas among its arguments.
            _tell(self, self.scopes[inner], self.exprs[Expr.ARGUMENT, row, argument, expected], context)


def _tell(walk: JavaWalk, scope: Scope, expected: int, context: int) -> None:
    for position, rows in enumerate(scope.bindings.values()):
        kind, a, b, _, block, order = rows[0]
        del a
        if kind == ASSIGN and order == 0:
            row = walk.exprs[Expr.PARAMETER, expected, position]
            rows[0] = (kind, row, b, context, block, order)
