"""Facts as text that a person can read and a test can state."""

from blastlens.facts.file_facts import (
    END,
    Bind,
    Def,
    DefFlag,
    Expr,
    FileFacts,
    ImportFlag,
    Narrow,
    ScopeKind,
    Use,
    code_names,
)


class FactsText:
    def __init__(self, facts: FileFacts) -> None:
        self.facts = facts

    def name(self, index: int) -> str:
        return self.facts.names[index] if index >= 0 else ""

    def where(self, context: int) -> str:
        """The scope of a context, with `@END` when it sees everything."""
        scope, _, order = self.facts.contexts[context]
        return self.scope(scope) + ("@END" if order == END else "")

    def scope(self, index: int) -> str:
        scope = self.facts.scopes[index]
        if scope.owner >= 0:
            return self.qualified(scope.owner)
        if scope.kind == ScopeKind.MODULE:
            return "<module>"
        kind = "lambda" if scope.kind == ScopeKind.LAMBDA else "for"
        return f"{self.scope(scope.parent)}/{kind}"

    def qualified(self, index: int) -> str:
        definition = self.facts.defs[index]
        own = self.name(definition.name)
        return f"{self.qualified(definition.parent)}.{own}" if definition.parent >= 0 else own

    def expr(self, index: int) -> str:
        if index < 0:
            return ""
        kind, *rest = self.facts.exprs[index]
        return _RENDERERS[kind](self, rest)

    def exprs(self, rows: list[int]) -> str:
        return ", ".join(self.expr(row) for row in rows)

    def call(self, rest: list[int]) -> str:
        callee, count, *given = rest
        shown = [self.expr(row) for row in given[:count]]
        pairs = given[count:]
        for name, row in zip(pairs[::2], pairs[1::2], strict=True):
            shown.append(f"{self.name(name)}={self.expr(row)}")
        return f"{self.expr(callee)}({', '.join(shown)})"

    def dictionary(self, rest: list[int]) -> str:
        pairs = [
            f"**{self.expr(item)}" if key < 0 else f"{self.expr(key)}: {self.expr(item)}"
            for key, item in zip(rest[::2], rest[1::2], strict=True)
        ]
        return "{" + ", ".join(pairs) + "}"

    def const(self, rest: list[int]) -> str:
        kind, text = self.name(rest[0]), rest[1]
        if text < 0:
            return f"<{kind}>"
        return repr(self.name(text)) if kind == "str" else self.name(text)

    # -- the parts of a file

    def uses(self, *kinds: int) -> list[str]:
        out = []
        for (context, row, kind), spans in zip(self.facts.uses, self.facts.use_spans, strict=True):
            if not kinds or kind in kinds:
                lines = ",".join(str(line) for line in spans[::3])
                out.append(f"{lines} {self.where(context)}: {code_names(Use)[kind]} {self.expr(row)}")
        return out

    def places(self, kind: int) -> list[tuple[int, int, int]]:
        return [
            (spans[at], spans[at + 1], spans[at + 2])
            for (_, _, own), spans in zip(self.facts.uses, self.facts.use_spans, strict=True)
            for at in range(0, len(spans), 3)
            if own == kind
        ]

    def bindings(self, scope: int | None = None) -> list[str]:
        out = []
        for index, found in enumerate(self.facts.scopes):
            if scope is None or scope == index:
                for name, bindings in found.bindings.items():
                    out += [f"{self.scope(index)}: {self.name(name)} {self.binding(row)}" for row in bindings]
        return out

    def binding(self, row: tuple[int, int, int, int, int, int]) -> str:
        kind, a, b, _, block, order = row
        late = " late" if order == END - 1 else ""
        first = " first" if block < 0 and order == 0 else ""
        shown = {
            Bind.DEF: lambda: self.name(self.facts.defs[a].name),
            Bind.CLASS: lambda: self.name(self.facts.defs[a].name),
            Bind.IMPORT: lambda: self.imported(a),
            Bind.ANNOTATED: lambda: self.expr(a) + (f" = {self.expr(b)}" if b >= 0 else ""),
            Bind.PARAM: lambda: f"{self.name(self.facts.defs[a].name)}[{b}]",
            Bind.LAMBDA_PARAM: lambda: f"{self.expr(a)} {b // 256 if b >= 0 else -1}.{b % 256 if b >= 0 else -1}",
            Bind.TYPE_VARIABLE: lambda: self.name(a),
            Bind.DELETED: lambda: "",
        }.get(kind, lambda: self.expr(a))()
        return f"{code_names(Bind)[kind]} {shown}{late}{first}".strip()

    def imported(self, index: int) -> str:
        row = self.facts.imports[index]
        module = "." * row.level + self.name(row.module)
        member = f":{self.name(row.member)}" if row.member >= 0 else ""
        flags = "|".join(name for bit, name in code_names(ImportFlag).items() if row.flags & bit)
        alias = self.name(row.alias) if row.alias >= 0 else "*"
        return f"{module}{member} as {alias}" + (f" [{flags}]" if flags else "")

    def narrowings(self) -> list[str]:
        out = []
        for index, scope in enumerate(self.facts.scopes):
            for path, rows in scope.narrowings.items():
                out += [
                    f"{self.scope(index)}: {self.name(path)} {code_names(Narrow)[r[0]]} {self.expr(r[1])}" for r in rows
                ]
        return out

    def flags(self, definition: Def) -> str:
        return "|".join(name for bit, name in code_names(DefFlag).items() if definition.flags & bit)

    def definitions(self) -> list[str]:
        out = []
        for index, definition in enumerate(self.facts.defs):
            span = self.facts.def_spans[index]
            kind = "class" if definition.is_class else "def"
            part = f" part of {definition.primary}" if definition.primary != index else ""
            flags = f" [{self.flags(definition)}]" if definition.flags else ""
            out.append(f"{kind} {self.qualified(index)} {span[0]}-{span[1]} name {span[2]}:{span[3]}{part}{flags}")
        return out

    def find(self, qualified: str) -> Def:
        return next(d for i, d in enumerate(self.facts.defs) if self.qualified(i) == qualified)

    def parameters(self, qualified: str) -> list[str]:
        kinds = ("/", "", "*", "kw ", "**")
        out = []
        for parameter in self.find(qualified).params:
            text = kinds[parameter.kind] + self.name(parameter.name)
            text += f": {self.expr(parameter.annotation)}" if parameter.annotation >= 0 else ""
            text += f" = {self.expr(parameter.default)}" if parameter.default >= 0 else ""
            out.append(text)
        return out

    def attributes(self, qualified: str) -> list[str]:
        definition = self.find(qualified)
        out = [f"{self.name(name)} = {self.expr(e)}" for name, rows in definition.attributes.items() for e, _ in rows]
        return out + [f"{self.name(name)}: {self.expr(e)}" for name, e in definition.declared.items()]

    def returned(self, qualified: str) -> list[str]:
        return [self.expr(row) for row, _ in self.find(qualified).returned]

    def yields(self, qualified: str) -> list[str]:
        return [self.expr(row) for row, _ in self.find(qualified).yields]


_RENDERERS = {
    Expr.UNKNOWN: lambda _t, _r: "?",
    Expr.NAME: lambda t, r: t.name(r[0]),
    Expr.ATTR: lambda t, r: f"{t.expr(r[0])}.{t.name(r[1])}",
    Expr.CALL: FactsText.call,
    Expr.INDEX: lambda t, r: f"{t.expr(r[0])}[{t.exprs(r[1:])}]",
    Expr.TUPLE: lambda t, r: f"({t.exprs(r)},)",
    Expr.LIST: lambda t, r: f"[{t.exprs(r)}]",
    Expr.DICT: FactsText.dictionary,
    Expr.EITHER: lambda t, r: "either(" + t.exprs(r) + ")",
    Expr.BINARY: lambda t, r: f"({t.expr(r[1])} {t.name(r[0])} {t.expr(r[2])})",
    Expr.AWAIT: lambda t, r: f"await {t.expr(r[0])}",
    Expr.ITER: lambda t, r: f"iter({t.expr(r[0])})",
    Expr.UNPACK: lambda t, r: f"{t.expr(r[0])}#{r[1]}",
    Expr.FIELD: lambda t, r: f"{t.expr(r[0])}@{r[1]}",
    Expr.SENT: lambda _t, _r: "sent()",
    Expr.RETURNED: lambda t, r: f"returned({t.expr(r[0])})",
    Expr.ENTER: lambda t, r: f"enter({t.expr(r[0])})",
    Expr.CAUGHT: lambda t, r: f"caught({t.expr(r[0])})",
    Expr.STAR: lambda t, r: f"*{t.expr(r[0])}",
    Expr.LAMBDA: lambda t, r: f"lambda: {t.expr(r[1])}",
    Expr.CONST: FactsText.const,
    Expr.WITHIN: lambda t, r: f"<{t.where(r[0])}>{t.expr(r[1])}",
    Expr.TYPE: lambda t, r: f"type {t.expr(r[0])}",
    Expr.YIELD_FROM: lambda t, r: f"from {t.expr(r[0])}",
}
