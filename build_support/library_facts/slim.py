"""Facts of a library module without what only matters in the file being linked: uses, places, complexities."""

from collections.abc import Iterable
from typing import Final

from blastlens.facts.file_facts import END, Bind, Def, Expr, FileFacts, Import, Param, Scope, ScopeKind

# Where the operands of an expression row are exprs, names, contexts or plain numbers.
_ALL_EXPRS: Final = frozenset(
    {Expr.INDEX, Expr.TUPLE, Expr.LIST, Expr.DICT, Expr.EITHER, Expr.AWAIT, Expr.ITER, Expr.ENTER, Expr.CAUGHT,
     Expr.STAR, Expr.TYPE, Expr.YIELD_FROM, Expr.SENT, Expr.RETURNED, Expr.TYPED, Expr.FUNCTION_TYPE, Expr.RESULT,
     Expr.TYPE_OF, Expr.CLASS_OF}
)  # fmt: skip
_EXPR_AND_NUMBER: Final = frozenset({Expr.UNPACK, Expr.FIELD, Expr.ARGUMENT, Expr.PARAMETER})
_DEFINITIONS: Final = frozenset({Expr.OBJECT, Expr.FUNCTION})
_DEFINING: Final = frozenset({Bind.DEF, Bind.CLASS, Bind.IMPORT, Bind.PARAM})
_VALUE_BINDINGS: Final = frozenset({Bind.ASSIGN, Bind.ELEMENT, Bind.LAMBDA_PARAM})


class Slimmer:
    """Renumbers one file's tables; see `slim`."""

    def __init__(self, facts: FileFacts, is_stub: bool) -> None:
        self.facts = facts
        self.is_stub = is_stub
        self.names: dict[int, int] = {}
        self.rows: list[tuple[int, ...]] = []
        self.row_numbers: dict[int, int] = {}
        self.contexts: dict[tuple[int, int, int], int] = {(0, 0, END): 0}

    def name(self, index: int) -> int:
        return index if index < 0 else self.names.setdefault(index, len(self.names))

    def expr(self, index: int) -> int:
        """New number of an expression row; operands come before the row itself."""
        if index < 0:
            return index
        known = self.row_numbers.get(index)
        if known is None:
            row = self._row(self.facts.exprs[index])
            known = self.row_numbers[index] = len(self.rows)
            self.rows.append(row)
        return known

    def _row(self, row: tuple[int, ...]) -> tuple[int, ...]:
        kind = row[0]
        if kind == Expr.NAME:
            return (kind, self.name(row[1]))
        if kind == Expr.ATTR:
            return (kind, self.expr(row[1]), self.name(row[2]))
        if kind == Expr.CALL:
            count = row[2]
            given = [self.expr(item) for item in row[3 : 3 + count]]
            pairs = row[3 + count :]
            named = [self.expr(item) if at % 2 else self.name(item) for at, item in enumerate(pairs)]
            return (kind, self.expr(row[1]), count, *given, *named)
        if kind in _ALL_EXPRS:
            return (kind, *(self.expr(item) for item in row[1:]))
        if kind == Expr.BINARY:
            return (kind, self.name(row[1]), self.expr(row[2]), self.expr(row[3]))
        if kind == Expr.UNARY:
            return (kind, self.name(row[1]), self.expr(row[2]))
        if kind in _EXPR_AND_NUMBER:
            return (kind, self.expr(row[1]), row[2])
        if kind == Expr.LAMBDA:
            return (kind, row[1], self.expr(row[2]), self.context(row[3]))
        if kind == Expr.CONST:
            return (kind, self.name(row[1]), self.name(row[2]))
        if kind == Expr.WITHIN:
            return (kind, self.context(row[1]), self.expr(row[2]))
        if kind == Expr.MACRO:
            return (kind, *(self.name(item) for item in row[1:]))
        if kind != Expr.UNKNOWN and kind not in _DEFINITIONS:
            raise AssertionError(f"what the operands of expression kind {kind} are is not told here")
        return row

    def context(self, index: int) -> int:
        """New number of a context. Names in a stub mean what they mean at its end, wherever they stand."""
        scope, block, order = self.facts.contexts[index]
        if self.is_stub:
            block, order = 0, END
        return self.contexts.setdefault((scope, block, order), len(self.contexts))

    def placed(self, rows: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        return [(self.expr(expr), self.context(ctx)) for expr, ctx in rows]

    # -- definitions, scopes, imports
    def definition(self, row: Def) -> Def:
        params = [Param(self.name(p.name), self.expr(p.annotation), self.expr(p.default), p.kind) for p in row.params]
        return Def(
            name=self.name(row.name),
            is_class=row.is_class,
            parent=row.parent,
            outer=row.outer,
            scope=row.scope,
            ctx=self.context(row.ctx),
            type_ctx=self.context(row.type_ctx),
            flags=row.flags,
            primary=row.primary,
            decorators=[self.expr(item) for item in row.decorators],
            params=params,
            returns=self.expr(row.returns),
            returned=self.placed(row.returned) if row.returns < 0 else [],
            # that it yields at all says what an annotated result means
            yields=self.placed(row.yields) if row.returns < 0 else self.placed(row.yields[:1]),
            bases=[self.expr(item) for item in row.bases],
            keywords=[(self.name(name), self.expr(expr)) for name, expr in row.keywords],
            type_params=[self.name(item) for item in row.type_params],
            attributes={self.name(name): self.placed(rows) for name, rows in row.attributes.items()},
            declared={self.name(name): self.expr(expr) for name, expr in row.declared.items()},
            cyclomatic=0,
            cognitive=0,
            body_hash=0,
        )

    def scope(self, row: Scope) -> Scope:
        bindings = {
            self.name(name): [self._binding(binding, at) for at, binding in enumerate(bindings)]
            for name, bindings in row.bindings.items()
        }
        narrowings = {
            self.name(name): [
                (kind, self.expr(a), self.context(ctx), block, order) for kind, a, ctx, block, order in rows
            ]
            for name, rows in row.narrowings.items()
        }
        declared = {self.name(name): how for name, how in row.declared.items()}
        return Scope(row.kind, row.parent, row.owner, bindings, narrowings, declared)

    def _binding(self, row: tuple[int, int, int, int, int, int], at: int) -> tuple[int, int, int, int, int, int]:
        kind, a, b, ctx, block, order = row
        if self.is_stub:
            order = at
        if kind in _DEFINING:  # evaluated nowhere
            return (kind, a, b, 0, block, order)
        if kind in _VALUE_BINDINGS:
            a = self.expr(a)
        elif kind == Bind.ANNOTATED:
            a, b = self.expr(a), self.expr(b)
        elif kind == Bind.TYPE_VARIABLE:
            a = self.name(a)
        return (kind, a, b, self.context(ctx), block, order)

    def imported(self, row: Import) -> Import:
        return Import(
            row.level, self.name(row.module), self.name(row.member), self.name(row.alias), row.flags, row.scope
        )

    def scopes(self) -> list[Scope]:
        """Every scope; those of functions are empty unless something that is kept is evaluated in them."""
        facts = self.facts
        done: dict[int, Scope] = {}
        while True:
            inside = self._evaluated_in()
            wanted = [
                number
                for number, row in enumerate(facts.scopes)
                if number not in done and (row.kind in (ScopeKind.MODULE, ScopeKind.CLASS) or number in inside)
            ]
            if not wanted:
                break
            for number in wanted:
                done[number] = self.scope(facts.scopes[number])
        return [done.get(number) or self._emptied(row) for number, row in enumerate(facts.scopes)]

    def _evaluated_in(self) -> set[int]:
        found: set[int] = set()
        for scope, _, _ in self.contexts:
            while scope >= 0 and scope not in found:
                found.add(scope)
                scope = self.facts.scopes[scope].parent
        return found

    def _emptied(self, row: Scope) -> Scope:
        return Scope(row.kind, row.parent, row.owner, {}, {}, {})

    def slimmed(self) -> FileFacts:
        facts = self.facts
        defs = [self.definition(row) for row in facts.defs]
        imports = [self.imported(row) for row in facts.imports]
        scopes = self._share_empty(self.scopes(), defs, imports)
        exported = None if facts.exported is None else [self.name(item) for item in facts.exported]
        parents, ended = self._renumber_blocks(scopes)
        return FileFacts(
            language=facts.language,
            names=[facts.names[index] for index in self.names],
            exprs=self.rows,
            contexts=list(self.contexts),
            scopes=scopes,
            block_parents=parents,
            block_ended=ended,
            defs=defs,
            imports=imports,
            exported=exported,
            uses=[],
            def_spans=[],
            use_spans=[],
            import_spans=[],
            line_count=0,
            problems=[],
            mentioned=[],
            signals=facts.signals,
        )

    def _share_empty(self, scopes: list[Scope], defs: list[Def], imports: list[Import]) -> list[Scope]:
        """One scope for all functions in which nothing is evaluated."""
        empty = {
            number
            for number, row in enumerate(scopes)
            if row.kind == ScopeKind.FUNCTION and not (row.bindings or row.narrowings or row.declared)
        } - self._evaluated_in()
        kept = [number for number in range(len(scopes)) if number not in empty]
        numbers = {-1: -1, **dict.fromkeys(empty, len(kept)), **{old: new for new, old in enumerate(kept)}}
        rows = [scopes[number] for number in kept]
        if empty:
            rows.append(Scope(ScopeKind.FUNCTION, 0, -1, {}, {}, {}))
        for scope in rows:
            scope.parent = numbers[scope.parent]
        for definition in defs:
            definition.scope, definition.outer = numbers[definition.scope], numbers[definition.outer]
        for imported in imports:
            imported.scope = numbers[imported.scope]
        self.contexts = {(numbers[scope], block, order): at for (scope, block, order), at in self.contexts.items()}
        self.rows = [(row[0], numbers[row[1]], *row[2:]) if row[0] == Expr.LAMBDA else row for row in self.rows]
        return rows

    def _renumber_blocks(self, scopes: list[Scope]) -> tuple[list[int], list[bool]]:
        """Keeps the blocks that are named and those around them; a block's number stays above its parent's."""
        facts = self.facts
        named = {0, *(block for _, block, _ in self.contexts)}
        for scope in scopes:
            named.update(row[4] for rows in scope.bindings.values() for row in rows)
            named.update(row[3] for rows in scope.narrowings.values() for row in rows)
        for block in list(named):
            while block >= 0:
                named.add(block)
                block = facts.block_parents[block]
        named.discard(-1)
        number = {-1: -1, **{block: at for at, block in enumerate(sorted(named))}}
        for scope in scopes:
            for rows in scope.bindings.values():
                rows[:] = [(*row[:4], number[row[4]], row[5]) for row in rows]
            for narrowed in scope.narrowings.values():
                narrowed[:] = [(*row[:3], number[row[3]], row[4]) for row in narrowed]
        self.contexts = {(scope, number[block], order): at for (scope, block, order), at in self.contexts.items()}
        kept = sorted(named)
        return [number[facts.block_parents[block]] for block in kept], [facts.block_ended[block] for block in kept]


def slim(facts: FileFacts, is_stub: bool) -> FileFacts:
    """The part of facts that others look up: what a linker may ask of a library's module."""
    return Slimmer(facts, is_stub).slimmed()
