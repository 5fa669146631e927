"""`Walking`: where a walker stands in one file, and what it has found; a language's walker builds on it."""

from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, Final

from blastlens.facts.file_facts import END, Bind, Def, Expr, Extension, Import, Param, Scope, ScopeKind
from blastlens.languages.protocol import Parse
from blastlens.languages.walking.tables import Tables

ATTR: Final = Expr.ATTR
EITHER: Final = Expr.EITHER
TYPED: Final = Expr.TYPED
FUNCTION_SCOPE: Final = ScopeKind.FUNCTION
CLASS_SCOPE: Final = ScopeKind.CLASS
LAMBDA_SCOPE: Final = ScopeKind.LAMBDA
BLOCK_SCOPE: Final = ScopeKind.BLOCK

Noted = tuple[int, int, int, int, int]
"""A use as it is met: context, expr, `Use`, `MAY_BE_VALUE` or `MAY_BE_TYPE`, first byte, end."""
MAY_BE_VALUE: Final = -1
"""A name that is handed on: a use where it turns out to name a definition, once all bindings are known."""
MAY_BE_TYPE: Final = -2
"""A name in a type: the same."""

LEVEL: Final = 6
MAX_DEPTH: Final = 600
"""Deepest nesting followed and what one level of it counts, in stack frames of the walker: well below the interpreter's
limit of 1,000, and the same wherever the walker is called from, so that equal bytes give equal facts."""


class Walking(Tables):
    """State of one pass. `scope`, `block` and `order` say where the walk stands; `here()` is their context."""

    __slots__ = (
        "block",
        "block_ended",
        "block_parents",
        "cognitive",
        "context",
        "continued",
        "cyclomatic",
        "def_spans",
        "defs",
        "depth",
        "exported",
        "exported_known",
        "extensions",
        "import_flags",
        "import_spans",
        "imports",
        "kinds",
        "loops",
        "named_types",
        "nesting",
        "order",
        "owner",
        "package",
        "parse",
        "problems",
        "scope",
        "scopes",
        "signals",
        "started",
        "uses",
    )

    def __init__(self, source: bytes, parse: Parse) -> None:
        super().__init__(source)
        self.parse = parse
        self.kinds: Mapping[int, str] = parse.kinds
        self.scopes: list[Scope] = [Scope(ScopeKind.MODULE, -1, -1, {}, {}, {})]
        self.block_parents: list[int] = [-1]
        self.block_ended: list[bool] = [False]
        self.loops: dict[int, int] = {}
        self.continued: list[int] = []
        self.defs: list[Def] = []
        self.def_spans: list[tuple[int, int, int, int, int]] = []
        self.imports: list[Import] = []
        self.import_spans: list[tuple[int, int, int, int]] = []
        self.import_flags: int = 0
        self.extensions: list[Extension] = []
        self.package: bytes | None = None
        self.uses: list[Noted] = []  # in the order they are met; `finish` gives them lines and makes equal ones one
        self.exported: list[bytes] | None = None
        self.exported_known: bool = True
        self.named_types: set[tuple[int, int]] | None = (
            set()
        )  # (context, type expr) noted; None: something else notes them
        self.problems: list[tuple[int, str]] = []
        self.signals: int = 0
        self.started: list[tuple[int, int, int, int]] = []  # see `FileFacts.started`
        self.scope: int = 0
        self.block: int = 0
        self.order: int = 0
        self.context: int = -1
        self.depth: int = 0
        self.owner: int = -1  # def whose body is being read
        self.cyclomatic: int = 1
        self.cognitive: int = 0
        self.nesting: int = 0

    # -- where the walk stands

    def here(self) -> int:
        """Context of an expression evaluated now."""
        context = self.context
        if context < 0:
            self.context = context = self.contexts[self.scope, self.block, self.order]
        return context

    def at_end(self, scope: int) -> int:
        """Context of an annotation written now: it sees all bindings of `scope`."""
        return self.contexts[scope, self.block, END]

    def step(self) -> None:
        """Moves the order on, so that what was read so far does not see what is recorded next."""
        self.order += 1
        self.context = -1

    def note_started(self, node: Any) -> None:
        """What a node has runs only where the file is started as a program."""
        self.started.append((*self.place(node.start_byte), *self.place(node.end_byte)))

    def open_block(self) -> int:
        """Enters a new block; gives the block left, for `close_block`."""
        left = self.block
        self.block_parents.append(left)
        self.block_ended.append(False)
        self.block = len(self.block_parents) - 1
        self.context = -1
        return left

    def close_block(self, left: int) -> None:
        self.block = left
        self.context = -1

    def open_scope(self, kind: int, owner: int = -1) -> int:
        """Enters a new scope; gives the scope left, for `close_scope`."""
        left = self.scope
        self.scopes.append(Scope(kind, left, owner, {}, {}, {}))
        self.scope = len(self.scopes) - 1
        self.context = -1
        return left

    def close_scope(self, left: int) -> None:
        self.scope = left
        self.context = -1

    def holding_scope(self) -> int:
        """Nearest scope that is no comprehension, block or lambda: narrowings and `:=` bind there."""
        index = self.scope
        scopes = self.scopes
        while scopes[index].kind >= LAMBDA_SCOPE:
            index = scopes[index].parent
        return index

    def enclosing(self, name: bytes) -> int:
        """The nearest scope that binds a name already; -1 for none."""
        index = self.names.get(name)
        if index is None:
            return -1
        at = self.scope
        while at >= 0 and index not in self.scopes[at].bindings:
            at = self.scopes[at].parent
        return at

    # -- bindings, narrowings, uses

    def note_type(self, row: int, start: int, end: int) -> None:
        """Notes that a type names another one, once in each context: the first place is enough."""
        context = self.context if self.context >= 0 else self.here()
        if self.named_types is not None and (context, row) not in self.named_types:
            self.named_types.add((context, row))
            self.uses.append((context, row, MAY_BE_TYPE, start, end))

    def quietly(self, read: Callable[[Any, Any], int], node: Any) -> int:
        """The row of a type that something else notes: a base, what is made."""
        left, self.named_types = self.named_types, None
        row = read(self, node)
        self.named_types = left
        return row

    def bind(self, name: bytes, kind: int, a: int, b: int = -1, context: int = -1, scope: int = -1) -> None:
        """Binds a name in the current scope (or `scope`). `a` and `b` are evaluated in `context`; by default that is where the
        walk stands before the binding."""
        order = self.order
        if context < 0:
            context = self.context
            if context < 0:
                context = self.contexts[self.scope, self.block, order]
        if scope < 0:
            scope = self.scope
        self.order = order = order + 1
        self.context = -1
        self.scopes[scope].bindings.setdefault(self.names[name], []).append((kind, a, b, context, self.block, order))

    def bind_first(self, scope: int, name: bytes, kind: int, a: int, b: int, context: int) -> None:
        """Binds what is there from the start of its scope: parameters, type variables, what is hoisted."""
        self.scopes[scope].bindings.setdefault(self.name(name), []).append((kind, a, b, context, -1, 0))

    def bind_element(self, name: bytes, expr: int) -> None:
        """`name[k] = e`: evidence for what the container `name` holds, kept in the scope that binds it."""
        at = self.enclosing(name)
        if at < 0:
            return
        # Evidence is not overwritten by what is stored later, so the order stays as it is.
        here = at == self.scope
        row = (Bind.ELEMENT, expr, -1, self.here(), self.block if here else -1, self.order if here else END - 1)
        self.scopes[at].bindings.setdefault(self.name(b"[]" + name), []).append(row)

    def narrow(self, path: bytes, kind: int, a: int, context: int) -> None:
        """Narrows a dotted path from now on in the current block; `step` first where the block has been read from."""
        narrowings = self.scopes[self.holding_scope()].narrowings
        narrowings.setdefault(self.name(path), []).append((kind, a, context, self.block, self.order))

    def use(self, kind: int, expr: int, start: int, length: int) -> None:
        """Notes a use whose name stands at byte `start`."""
        context = self.context
        self.uses.append((context if context >= 0 else self.here(), expr, kind, start, start + length))

    # -- definitions

    def define(self, name: bytes, node: Any, name_node: Any, flags: int, *, is_class: bool) -> int:
        """A new def of the text of `node` under `owner`, bound by nobody yet; notes its span. `scope`, `type_ctx`, parameters
        and the like are the caller's to set."""
        index = len(self.defs)
        digest = blake2b(self.source[node.start_byte : node.end_byte], digest_size=8).digest()
        self.defs.append(
            Def(
                self.names[name],
                is_class,
                self.owner,
                self.scope,
                -1,
                self.here(),
                self.at_end(self.scope),
                flags,
                index,
                [],
                [],
                -1,
                [],
                [],
                [],
                [],
                [],
                {},
                {},
                0,
                0,
                int.from_bytes(digest, "big") >> 4,
            )
        )
        first = self.place(node.start_byte)[0]
        last, last_column = self.place(node.end_byte)
        line, column = self.place(name_node.start_byte)
        last = last if last_column or last == line else last - 1
        length = name_node.end_byte - name_node.start_byte
        self.def_spans.append((first, last, line, column, column + length))
        return index

    def bind_parameters(self, index: int) -> None:
        """Binds a def's parameters in its own scope."""
        definition = self.defs[index]
        bindings = self.scopes[definition.scope].bindings
        for position, parameter in enumerate(definition.params):
            row = (Bind.PARAM, index, position, definition.ctx, -1, 0)
            bindings.setdefault(parameter.name, []).append(row)

    def parameter(self, name: bytes, annotation: int = -1, default: int = -1, kind: int = 0) -> Param:
        """kind: 0 by position, 1 by position or name, 2 the rest, 3 by name, 4 the rest by name."""
        return Param(self.names[name], annotation, default, kind)

    # -- rows

    def attribute(self, base: int, name: bytes) -> int:
        return self.exprs[ATTR, base, self.names[name]]

    def typed(self, row: int) -> int:
        """An instance of a type expr; nothing for none."""
        return self.exprs[TYPED, row] if row >= 0 and row != self.unknown else self.unknown

    def either(self, rows: list[int]) -> int:
        """One of several: of those that say something."""
        known = [row for row in dict.fromkeys(rows) if row != self.unknown]
        if not known:
            return self.unknown
        return known[0] if len(known) == 1 else self.exprs[(EITHER, *known)]

    # -- visiting

    def text(self, node: Any) -> bytes:
        return self.source[node.start_byte : node.end_byte]

    def too_nested(self, node: Any) -> bool:
        """Whether a node is too deep to be entered; if not, counts the level until `leave`."""
        if self.depth > MAX_DEPTH:
            self.too_deep(node)
            return True
        self.depth += LEVEL
        return False

    def leave(self) -> None:
        self.depth -= LEVEL

    def too_deep(self, node: Any) -> int:
        problem = (self.place(node.start_byte)[0], "nested too deeply; not read further")
        if not self.problems or self.problems[-1] != problem:
            self.problems.append(problem)
        return self.unknown

    def each_child(self, handlers: Mapping[str, Callable[[Any, Any], int]], node: Any) -> int:
        """Reads the children of a node of which nothing else is known."""
        if self.too_nested(node):
            return self.unknown
        for child in node.named_children:
            self.visit(handlers, child)
        self.leave()
        return self.unknown

    def visit(self, handlers: Mapping[str, Callable[[Any, Any], int]], node: Any) -> int:
        """The expr row of a node by its handler; of a node without one, its children are visited and nothing is said."""
        if self.depth > MAX_DEPTH:
            return self.too_deep(node)
        self.depth += LEVEL
        handler = handlers.get(self.kinds[node.kind_id])
        row = self.unknown
        if handler is not None:
            row = handler(self, node)
        else:
            for child in node.named_children:
                self.visit(handlers, child)
        self.depth -= LEVEL
        return row
