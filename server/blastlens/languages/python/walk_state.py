"""`Walk`: what the walker knows while it goes through one file, and what it has found."""

from collections.abc import Callable
from typing import Any, Final

from blastlens.facts.file_facts import END, Bind, LambdaParam, Scope, ScopeKind, Use
from blastlens.languages.protocol import Parse
from blastlens.languages.walking.normal_names import NormalNames
from blastlens.languages.walking.state import LEVEL, MAX_DEPTH, Noted, Walking

# Module constants, since they are read in the innermost loops.
VALUE: Final = Use.VALUE
FUNCTION_SCOPE: Final = ScopeKind.FUNCTION
CLASS_SCOPE: Final = ScopeKind.CLASS
LAMBDA_SCOPE: Final = ScopeKind.LAMBDA
COMPREHENSION_SCOPE: Final = ScopeKind.COMPREHENSION
ASSIGN: Final = Bind.ASSIGN
ELEMENT: Final = Bind.ELEMENT
LAMBDA_PARAM: Final = Bind.LAMBDA_PARAM

Handler = Callable[["Walk", Any], int]
"""Evaluates a node in expression position and gives its expr row."""

StatementHandler = Callable[["Walk", Any], object]

Known = tuple[int, int, list[Noted]]
"""What an expression said when its text was met first: row, first byte, uses."""

Callee = tuple[int, int, list[Noted], bytes, bool]
"""Like `Known`, of a called path; and its last name, and whether it is an attribute."""

_SAME_NAME: Final = "NFKC"  # PEP 3131

REPLAY_LENGTH: Final = 80
REPLAY_DEPTH: Final = MAX_DEPTH - LEVEL * REPLAY_LENGTH
"""What is said again must not be nested too deeply where it is said again; a level takes a byte at least."""


class Walk(Walking):
    """State of one pass. `scope`, `block` and `order` say where the walk stands; `here()` is their context."""

    __slots__ = (
        "callees",
        "calls",
        "effects",
        "expression_handlers",
        "function_depth",
        "handed",
        "lambda_scope",
        "loads",
        "main_guarded",
        "own_name",
        "paths",
        "recursive",
        "replays",
        "self_class",
        "self_name",
        "statement_handlers",
        "strings",
        "value_handlers",
    )

    def __init__(
        self,
        source: bytes,
        parse: Parse,
        expression_handlers: dict[str, Handler],
        value_handlers: dict[str, Handler],
        statement_handlers: dict[str, StatementHandler],
    ) -> None:
        super().__init__(source, parse)
        if not source.isascii():
            self.use_names(NormalNames(_SAME_NAME))
        self.expression_handlers = expression_handlers
        self.value_handlers = value_handlers
        self.statement_handlers = statement_handlers
        self.effects = 0  # counts what expressions do besides noting uses
        self.replays = True  # off in damaged text, where equal text may be read differently
        # What has been read, by its text: what is called; calls; attributes that are read, handed on, or neither.
        self.callees: dict[bytes, Callee] = {}
        self.calls: dict[bytes, Known] = {}
        self.loads: dict[bytes, Known] = {}
        self.handed: dict[bytes, Known] = {}
        self.paths: dict[bytes, Known] = {}
        self.strings: dict[bytes, int] = {}  # string annotations already parsed
        self.self_class = -1  # class def whose instance `self_name` is
        self.self_name = b""
        self.function_depth = 0
        self.main_guarded = False
        self.lambda_scope = -1  # scope of the lambda read last
        self.own_name = b""  # of the function being read, where a plain call of it is recursion
        self.recursive = False

    # -- bindings, narrowings, uses

    def bind(self, name: bytes, kind: int, a: int, b: int = -1, context: int = -1, scope: int = -1) -> None:
        """Binds a name in the current scope (or `scope`), or where `global`/`nonlocal` say. `a` and `b` are
        evaluated in `context`; by default that is where the walk stands before the binding."""
        order = self.order
        if context < 0:
            context = self.context
            if context < 0:
                context = self.contexts[self.scope, self.block, order]
        if scope < 0:
            scope = self.scope
        self.order = order = order + 1
        self.context = -1
        index = self.names[name]
        holder = self.scopes[scope]
        if holder.declared and index in holder.declared:
            target = self._declared_scope(index, scope)
            target.bindings.setdefault(index, []).append((kind, a, b, context, -1, END - 1))
            return
        found = holder.bindings.get(index)
        if found is None:
            holder.bindings[index] = [(kind, a, b, context, self.block, order)]
        else:
            found.append((kind, a, b, context, self.block, order))

    def _declared_scope(self, name: int, scope: int) -> Scope:
        scopes = self.scopes
        if scopes[scope].declared[name] == 0:
            return scopes[0]
        nearest: Scope | None = None
        index = scopes[scope].parent
        while index > 0:
            candidate = scopes[index]
            if candidate.kind != CLASS_SCOPE:
                if name in candidate.bindings:
                    return candidate
                nearest = nearest or candidate
            index = candidate.parent
        return nearest or scopes[scope]

    def replay(self, known: Known, start: int) -> int:
        """Says what an expression of the same text said; this one begins at `start`."""
        row, first, uses = known
        if uses:
            context = self.context
            if context < 0:
                context = self.here()
            by = start - first
            note = self.uses.append
            for _, expr, kind, begin, end in uses:
                note((context, expr, kind, begin + by, end + by))
        return row

    def use_at(self, kind: int, expr: int, node: Any) -> None:
        """Notes a use of a node: at its last name, or at the beginning of a node without one."""
        start, end = node.start_byte, node.end_byte
        if node.type == "attribute":
            last = node.children[-1]
            start, end = last.start_byte, last.end_byte
        elif node.type != "identifier":
            line_end = self.source.find(b"\n", start, end)
            end = start if line_end >= 0 else end
        self.use(kind, expr, start, end - start)

    def lambda_argument(self, scope: int, call: int, argument: int) -> None:
        """Tells the parameters of the lambda with this scope that it is an argument of `call`."""
        context = self.here()
        for parameter, bindings in enumerate(self.scopes[scope].bindings.values()):
            for index, (kind, _a, _b, _context, block, order) in enumerate(bindings):
                if kind == LAMBDA_PARAM:
                    packed = LambdaParam.pack(argument, parameter)
                    bindings[index] = (kind, call, packed, context, block, order)

    def attribute_of_self(self, name: bytes, expr: int, context: int) -> None:
        """`self.name = expr`."""
        attributes = self.defs[self.self_class].attributes
        attributes.setdefault(self.name(name), []).append((expr, context))

    # -- visiting

    def expression(self, node: Any) -> int:
        """Evaluates any node in expression position."""
        handler = self.expression_handlers.get(self.kinds[node.kind_id])
        if handler is None:
            return self.misplaced(node)
        if self.depth > MAX_DEPTH:
            return self.too_deep(node)
        self.depth += LEVEL
        row = handler(self, node)
        self.depth -= LEVEL
        return row

    def misplaced(self, node: Any) -> int:
        """A node that is no expression: error recovery puts statements anywhere."""
        self.effects += 1
        if self.statement_handlers.get(node.type) is None:
            return self.children(node)
        self.statement(node)
        return self.unknown

    def children(self, node: Any) -> int:
        """Evaluates the children of a node of which nothing else is known."""
        if self.depth > MAX_DEPTH:
            return self.too_deep(node)
        self.depth += LEVEL
        for child in node.named_children:
            self.expression(child)
        self.depth -= LEVEL
        return self.unknown

    def last_child(self, node: Any) -> int:
        """Evaluates the operand of a node that has one."""
        row = self.unknown
        for child in node.named_children:
            if child.type != "comment":
                row = self.expression(child)
        return row

    def too_deep(self, node: Any) -> int:
        self.effects += 1
        problem = (self.place(node.start_byte)[0], "nested too deeply; not read further")
        if not self.problems or self.problems[-1] != problem:
            self.problems.append(problem)
        return self.unknown

    def statement(self, node: Any) -> None:
        """Reads any node in statement position."""
        handler = self.statement_handlers.get(node.type)
        if handler is None:
            self.expression(node)
            return
        if self.depth > MAX_DEPTH:
            self.too_deep(node)
            return
        self.depth += LEVEL
        handler(self, node)
        self.depth -= LEVEL
