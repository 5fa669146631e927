"""`CWalk`: what the walker of C and C++ knows while it goes through one file."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from blastlens.facts.file_facts import Bind, DefFlag, Expr, Extend, Extension, ScopeKind, Use
from blastlens.languages.protocol import Parse
from blastlens.languages.walking.state import LEVEL, MAX_DEPTH, MAY_BE_VALUE, Walking

ASSIGN: Final = Bind.ASSIGN
ANNOTATED: Final = Bind.ANNOTATED
CALL: Final = Use.CALL
CALL_ROW: Final = Expr.CALL
ATTR: Final = Expr.ATTR
INDEX: Final = Expr.INDEX
EITHER: Final = Expr.EITHER
TYPED: Final = Expr.TYPED
BLOCK_SCOPE: Final = ScopeKind.BLOCK

NAMESPACE: Final = DefFlag.NAMESPACE
ARRAY: Final = b"array[]"
CONSTRUCTOR: Final = b"<init>"
HELD: Final = b"="
"""Before the name of a member that is no pointer: what holds it makes it."""
USED: Final = b"*"
"""The name under which a scope binds the namespaces whose names it sees as its own."""

Handler = Callable[["CWalk", Any], int]
Parameters = list[tuple[bytes, int]]


class CWalk(Walking):
    """State of one pass. `scope`, `block` and `order` say where the walk stands; `here()` is their context."""

    __slots__ = (
        "attributed",
        "base",
        "block_open",
        "by_macro",
        "class_def",
        "class_name",
        "expressions",
        "filled",
        "frames",
        "headed",
        "hidden",
        "is_cpp",
        "is_header",
        "lambda_returns",
        "statements",
        "tags",
        "template",
    )

    def __init__(
        self,
        source: bytes,
        parse: Parse,
        expressions: dict[str, Handler],
        statements: dict[str, Handler],
        by_macro: Callable[["CWalk", Any, Any], bool],
    ) -> None:
        super().__init__(source, parse)
        self.by_macro = by_macro
        self.expressions = expressions
        self.statements = statements
        self.is_cpp: bool = True
        self.is_header: bool = False
        self.class_def: int = -1  # class whose body is being read
        self.block_open: bool = True  # whether the block being read has a scope of its own, or needs none
        self.lambda_returns: list[int] | None = None  # what the lambda being read returns; None in a function
        self.hidden: int = 0  # how many nameless namespaces stand around
        self.template: list[tuple[bytes, int]] = []  # parameters of the template whose declaration comes next
        self.tags: dict[bytes, int] = {}  # names of structures that C keeps apart from other names
        self.headed: set[int] = set()  # lines of macros that stand before a block, where no semicolon is missing
        self.class_name: bytes = b""
        self.attributed: set[bytes] = (
            set()
        )  # functions of which an attribute says that they run, or are linked, without being called
        self.base: int = 0  # of the member that was read last
        self.filled: int = -1  # type of what an initialiser fills in
        self.frames: list[tuple[int, bool, list[int] | None, int, int, int, int]] = []  # of the functions around

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
        if self.depth > MAX_DEPTH:
            return self.too_deep(node)
        handler = self.statements.get(self.kinds[node.kind_id])
        self.depth += LEVEL
        if handler is not None:
            handler(self, node)
        else:
            self.children(node)
        self.depth -= LEVEL
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

    def define_tagged(self, node: Any) -> None:
        """Walks a structure that stands as the type of something, where it has a body."""
        handler = self.statements.get(self.kinds[node.kind_id])
        if handler is not None and not self.too_nested(node):
            handler(self, node)
            self.leave()

    def children(self, node: Any) -> int:
        """Walks what stands in a node; a macro with a block behind it defines something."""
        self.all_of(node.named_children)
        return self.unknown

    def all_of(self, nodes: Sequence[Any]) -> None:
        skipped = -1
        for at, child in enumerate(nodes):
            if at == skipped:
                continue
            if self.kinds[child.kind_id] == "expression_statement" and at + 1 < len(nodes):
                behind = nodes[at + 1]
                if self.kinds[behind.kind_id] == "compound_statement":
                    self.headed.add(self.place(child.end_byte)[0])
                    if self.by_macro(self, child, behind):
                        skipped = at + 1
                        continue
            self.statement(child)

    def value(self, node: Any) -> int:
        """The row of an expression that is handed on: a name that stands for itself may be that of a function."""
        for _ in range(MAX_DEPTH):
            kind = self.kinds[node.kind_id]
            if kind == "parenthesized_expression" and len(node.named_children) == 1:
                node = node.named_children[0]
            elif (
                kind == "pointer_expression" and len(node.children) == 2 and self.kinds[node.children[0].kind_id] == "&"
            ):
                node = node.children[1]
            else:
                break
        if kind == "identifier":
            start = node.start_byte
            row = self.name_rows[self.source[start : node.end_byte]]
            self.uses.append((self.here(), row, MAY_BE_VALUE, start, node.end_byte))
            return row
        row = self.expression(node)
        if kind == "qualified_identifier":
            name = last_name(self, node)
            self.use(Use.VALUE, row, name.start_byte, name.end_byte - name.start_byte)
        return row

    # -- scopes of blocks

    def declare(self, name: bytes, kind: int, a: int, b: int = -1) -> None:
        """Binds a local name; opens the scope of the block around when this is the first."""
        if not self.block_open:
            self.open_scope(BLOCK_SCOPE)
            self.block_open = True
        self.bind(name, kind, a, b)

    def enter_block(self) -> tuple[int, bool]:
        """Enters a block that gets a scope with the first name it declares; gives what `leave_block` needs."""
        left = (self.scope, self.block_open)
        self.block_open = False
        return left

    def leave_block(self, left: tuple[int, bool]) -> None:
        if self.scope != left[0]:
            self.close_scope(left[0])
        self.block_open = left[1]

    def is_namespace(self, scope: int) -> bool:
        owner = self.scopes[scope].owner
        return owner >= 0 and bool(self.defs[owner].flags & NAMESPACE)

    # -- rows

    def pointed(self, index: int) -> int:
        """`*x`: pointers are what they point to."""
        return index

    def hold(self, name: bytes, base: int, value: int) -> None:
        """Notes what a member of `base` is assigned."""
        if base != self.unknown and value != self.unknown:
            row = Extension(Extend.MEMBER, base, self.names[name], value, self.here())
            self.extensions.append(row)

    def array_of(self, element: int, dimensions: int) -> int:
        for _ in range(dimensions):
            element = self.exprs[INDEX, self.name_rows[ARRAY], element]
        return element

    def globally(self, expr: int) -> int:
        """An expression as it is read outside every namespace."""
        return self.within(self.contexts[0, 0, (1 << 30)], expr)

    def called(self, callee: int, arguments: list[int], name: Any) -> int:
        """The row of a call, which is noted as a use at the node of the called name."""
        row = self.exprs[(CALL_ROW, callee, len(arguments), *arguments)]
        start = name.start_byte
        self.use(CALL, row, start, name.end_byte - start)
        return row


def last_name(walk: CWalk, node: Any) -> Any:
    """The node of the last name of a path, without template arguments."""
    for _ in range(MAX_DEPTH):
        kind = walk.kinds[node.kind_id]
        children = node.named_children
        if not children:
            return node
        if kind == "qualified_identifier":
            node = children[-1]
        elif kind in ("template_type", "template_function", "template_method"):
            node = children[0]
        elif kind in ("dependent_name", "dependent_type"):
            node = children[-1]
        else:
            return node
    return node
