"""What a file provides under each look-up key, as digests that know neither positions nor numbers of definitions."""

from collections.abc import Sequence

from blastlens.facts.file_facts import (
    END,
    Bind,
    DefFlag,
    Expr,
    Extend,
    FileFacts,
    ImportFlag,
    Narrow,
    ScopeKind,
    Signal,
)
from blastlens.languages.registry import language_named
from blastlens.languages.rules import LinkRules
from blastlens.link.hashing import digest, key_hash
from blastlens.link.lazy_names import lazy_tables, spelled_texts
from blastlens.link.machine import DEEPEST_EXPRESSION
from blastlens.link.members import declared_names
from blastlens.link.surveyed import bound_names, defined_names
from blastlens.link.unit import Unit
from blastlens.link.visibility import Row, holding, unbound_yet, visible
from blastlens.model.definitions import (
    DEFINED_MARK,
    EXTENDS_MARK,
    HELD_MARK,
    MADE_MARK,
    PACKAGE_MARK,
    listed_names,
    made_attributes,
)
from blastlens.model.folders import folder_of
from blastlens.model.handing import HANDED_MARK, called_name, handing

# (scope, name, number of the binding) or (scope, dotted path, -1 - number of the narrowing)
Local = tuple[int, int, int]


def provided(path: str, facts: FileFacts) -> dict[int, int]:
    """Key -> digest of everything others can look up in this file."""
    rules = language_named(facts.language).rules
    source = rules.source_of(path)
    out = _Provider(Unit(0, source, facts, scoping=rules.scoping), rules).provide()
    if source != path:
        out[key_hash(("declared", source))] = digest(repr(sorted(out.items())))
    return out


class _Provider:
    def __init__(self, unit: Unit, rules: LinkRules) -> None:
        self.unit = unit
        self.getter = rules.protocols.module_missing
        self.special = rules.scoping.special_prefix
        self.exports = rules.scoping.exports
        self.run_by_language = rules.protocols.methods()
        self.methods = rules.scoping.methods
        self.by_folder = rules.scoping.package == "folder"
        self.out: dict[tuple[str, ...], list[str]] = {}
        self._texts: dict[tuple[int, int], tuple[str, tuple[Local, ...]]] = {}
        self._depth = 0

    def provide(self) -> dict[int, int]:
        unit = self.unit
        names = unit.names
        for name in unit.scopes[0].bindings:
            if not names[name].startswith("[]"):
                self._add(("bind", unit.path, names[name]), self._bindings(0, name))
        # What a linker that surveyed every file left unevaluated, because no file bound the name.
        for text in bound_names(unit.facts, self.getter, self.exports):
            self._add(("binds", text), "")
        for text in defined_names(unit.facts):
            self._add(("defines", text), "")
        if unit.facts.package >= 0:
            self._add(("package", unit.path), self._package())
            imported = [(row.level, names[row.module]) for row in unit.facts.imports]
            self._add(("imports", unit.path), f"{imported}")
        owners = {
            row.scope: unit.quals[number] for number, row in enumerate(unit.defs) if row.flags & DefFlag.NAMESPACE
        }
        stars = [
            f"{self._import(row)} {owners.get(unit.facts.imports[row].scope, '')}"
            for row in range(len(unit.facts.imports))
            if unit.facts.imports[row].flags & (ImportFlag.STAR | ImportFlag.REEXPORT)
        ]
        exported = sorted(names[name] for name in unit.facts.exported) if unit.facts.exported is not None else None
        self._add(("stars", unit.path), f"{stars} {exported}")
        for path, rows in unit.scopes[0].narrowings.items():
            function, dot, _ = names[path].partition(".")
            if dot and _defines(unit.scopes[0].bindings.get(unit.name_id(function), ())):
                set_ = [(ctx, expr) for kind, expr, ctx, _, _ in rows if kind == Narrow.ASSIGNED]
                self._add(("bind", unit.path, names[path]), self._closure(set_))
        if unit.name_id(self.getter) in unit.scopes[0].bindings:
            self._add(
                ("lazy", unit.path),
                f"{self._closure(list(lazy_tables(unit, self.getter)))} {sorted(spelled_texts(unit))}",
            )
        functions = [names[name] for name, rows in unit.scopes[0].bindings.items() if _defines(rows)]
        self._add(("functions", unit.path), f"{functions}")
        for number, listed in listed_names(unit.facts):
            if not listed.startswith((MADE_MARK, HANDED_MARK)):
                text = f"{unit.path} {self._listed(number, listed)}"
                if self.by_folder and listed.startswith((EXTENDS_MARK, PACKAGE_MARK)):
                    self._add(("beside", folder_of(unit.path) + "/", listed), text)
                else:
                    self._add(("derived", listed), text)
        for place in handing(unit.facts):
            handed = unit.ids[place.decorated] if place.decorated >= 0 else ""
            text = f"{unit.path} {handed} {self._closure([(place.ctx, place.expr)])}"
            self._add(("handed", place.name), text)
        made = [(names[row.name], called_name(unit.facts, expr)) for row in unit.defs for expr, _ in row.returned]
        self._add(("makers", unit.path), f"{made}")
        for number, row in enumerate(unit.defs):
            if row.is_class:
                self._provide_class(number)
            else:
                self._provide_function(number)
        return {key_hash(key): digest("\n".join(texts)) for key, texts in self.out.items()}

    def _listed(self, number: int, listed: str) -> str:
        unit = self.unit
        if listed.startswith((EXTENDS_MARK, HELD_MARK)):
            row = unit.facts.extensions[number]
            what = unit.quals[row.a] if row.kind == Extend.METHOD else self._closure([(row.ctx, row.a)])
            name = unit.names[row.name] if row.name >= 0 else ""
            return f"{self._package()} {row.kind} {self._closure([(row.ctx, row.target)])} {name} {what}"
        if listed.startswith(DEFINED_MARK):
            row_of = unit.defs[number]
            meant = self._closure([(row_of.ctx, row_of.member_of)])
            return f"{self._space(row_of.outer)} {unit.quals[number]} {row_of.flags} {meant}"
        if listed.startswith(PACKAGE_MARK) and number >= 0:
            return unit.quals[number]
        if listed.startswith(PACKAGE_MARK):
            return self._package()
        return unit.quals[number]

    def _space(self, scope: int) -> str:
        """What stands around a scope, by name."""
        owners = []
        while scope >= 0:
            owner = self.unit.scopes[scope].owner
            owners.append(self.unit.quals[owner] if owner >= 0 else "")
            scope = self.unit.scopes[scope].parent
        return "/".join(owners)

    def _package(self) -> str:
        """The package of the file, and whether a build leaves it out: what decides who sees its names."""
        facts = self.unit.facts
        if facts.package < 0:
            return ""
        return f"{self.unit.names[facts.package]} {bool(facts.signals & Signal.LEFT_OUT)}"

    def _add(self, key: tuple[str, ...], text: str) -> None:
        self.out.setdefault(key, []).append(text)

    def _provide_class(self, number: int) -> None:
        unit = self.unit
        row, qual = unit.defs[number], unit.quals[number]
        if row.decorators:
            self._add(("decorated", unit.path), f"{qual} {self._closure([(row.ctx, expr) for expr in row.decorators])}")
        bases = self._closure([(row.ctx, expr) for expr in (*row.bases, *(expr for _, expr in row.keywords))])
        keywords = [unit.names[name] for name, _ in row.keywords]
        parameters = [unit.names[name] for name in row.type_params]
        self._add(("bases", unit.path, qual), f"{bases} {keywords} {parameters} {len(row.bases)}")
        assigned = [
            unit.names[name] for name, rows in unit.scopes[row.scope].bindings.items() if rows[0][0] == Bind.ASSIGN
        ]
        self._add(("fields", unit.path, qual), f"{declared_names(unit, number)} {assigned}")
        methods = [unit.names[name] for name, rows in unit.scopes[row.scope].bindings.items() if _defines(rows)]
        self._add(("methods", unit.path, qual), f"{methods}")
        for name, called in made_attributes(unit.facts, number):
            self._add(("getter", unit.names[name]), f"{unit.path} {qual} {called}")
        members = set(unit.scopes[row.scope].bindings) | set(row.attributes) | set(row.declared)
        for name in members:
            text = unit.names[name]
            if text.startswith("[]"):
                continue
            parts = [self._bindings(row.scope, name)]
            if name in row.declared:
                parts.append("declared " + self._closure([(row.type_ctx, row.declared[name])]))
            for attribute in (name, unit.contents(name)):
                if attribute in row.attributes:
                    parts.append("set " + self._closure([(ctx, expr) for expr, ctx in row.attributes[attribute]]))
            self._add(("member", unit.path, qual, text), "\n".join(parts))

    def _provide_function(self, number: int) -> None:
        unit = self.unit
        row, qual = unit.defs[number], unit.quals[number]
        names = unit.names
        params = [
            (
                names[param.name],
                param.kind,
                self._optional(row.type_ctx, param.annotation),
                self._optional(row.ctx, param.default),
            )
            for param in row.params
        ]
        decorators = self._closure([(row.ctx, expr) for expr in row.decorators])
        if row.decorators:
            self._add(("decorated", unit.path), f"{qual} {decorators}")
        flags = row.flags & ~(DefFlag.STUB | DefFlag.MAIN_GUARDED)
        returns = self._optional(row.type_ctx, row.returns)
        self._add(
            ("sig", unit.path, qual),
            f"{params} {decorators} {flags} {returns} {row.primary == number} {bool(row.yields)}",
        )
        evidence = self._closure([(ctx, expr) for expr, ctx in (*row.returned, *row.yields)])
        self._add(("evidence", unit.path, qual), evidence)
        name = names[row.name]
        if row.flags & DefFlag.FIXTURE:
            self._add(("fixtures", unit.path), f"{qual} {decorators}")
        in_class = row.member_of >= 0 or (row.parent >= 0 and unit.defs[row.parent].is_class)
        if in_class and row.primary == number:
            self._add(("members", name), f"{unit.path} {qual}")
            if name.startswith(self.special) or name + self.methods in self.run_by_language:
                self.out["special", name] = [""]  # that there is one is all that is asked
        if row.flags & DefFlag.PROPERTY:
            self._add(("getter", name), unit.path)

    def _optional(self, ctx: int, expr: int) -> str:
        return self._closure([(ctx, expr)]) if expr >= 0 else ""

    def _bindings(self, scope: int, name: int) -> str:
        """Every binding of a name, with what decides which of them hold at the scope's end."""
        unit = self.unit
        parts = []
        for label in (name, unit.contents(name)):
            rows = unit.scopes[scope].bindings.get(label, [])
            final = set(visible(unit, scope, label, -1, END)) if rows else set()
            for row in rows:
                pending: list[Local] = []
                text = self._row(row, pending)
                parts.append(f"{row in final} {row[0]} {text} {self._expand(pending)}")
        return "\n".join(parts)

    def _row(self, row: Row, pending: list[Local]) -> str:
        """Text of one binding; what it uses of function scopes is added to `pending`."""
        unit = self.unit
        kind, a, b, ctx = row[0], row[1], row[2], row[3]
        if kind in (Bind.DEF, Bind.CLASS):
            definition = unit.defs[a]
            return f"{unit.ids[a]} {definition.flags} {len(definition.decorators)} {definition.primary == a}"
        if kind == Bind.IMPORT:
            return self._import(a)
        if kind == Bind.PARAM:
            return f"{unit.quals[a]} {b}"
        if kind == Bind.TYPE_VARIABLE:
            return f"{unit.names[a]} {self._text(ctx, b, pending) if b >= 0 else ''}"
        texts = [self._text(ctx, expr, pending) for expr in (a, b if kind == Bind.ANNOTATED else -1) if expr >= 0]
        return f"{texts} {b if kind == Bind.LAMBDA_PARAM else ''}"

    def _import(self, index: int) -> str:
        row = self.unit.facts.imports[index]
        names = self.unit.names
        member = names[row.member] if row.member >= 0 else ""
        alias = names[row.alias] if row.alias >= 0 else ""
        return f"{row.level} {names[row.module]} {member} {alias}"

    # -- expressions with what they use of function and class scopes -----------------------------------------------
    def _closure(self, places: list[tuple[int, int]]) -> str:
        pending: list[Local] = []
        texts = [self._text(ctx, expr, pending) for ctx, expr in places]
        return f"{texts} {self._expand(pending)}"

    def _expand(self, pending: list[Local]) -> str:
        seen: set[Local] = set()
        parts = []
        queue = list(pending)
        while queue:
            local = queue.pop(0)
            if local in seen:
                continue
            seen.add(local)
            scope, name, number = local
            found: list[Local] = []
            if number >= 0:
                row = self.unit.scopes[scope].bindings[name][number]
                parts.append(f"{self.unit.names[name]}#{number} {row[0]} {self._row(row, found)}")
            else:
                kind, expr, ctx, _, _ = self.unit.scopes[scope].narrowings[name][-1 - number]
                parts.append(
                    f"{self.unit.names[name]}~{number} {kind} {self._text(ctx, expr, found) if expr >= 0 else ''}"
                )
            queue += found
        return "; ".join(parts)

    def _text(self, ctx: int, expr: int, pending: list[Local]) -> str:
        cached = self._texts.get((ctx, expr))
        if cached is None:
            if self._depth > DEEPEST_EXPRESSION:
                return "…"
            own: list[Local] = []
            self._depth += 1
            cached = self._texts[ctx, expr] = (self._spell(ctx, expr, own), tuple(own))
            self._depth -= 1
        pending += cached[1]
        return cached[0]

    def _spell(self, ctx: int, expr: int, pending: list[Local]) -> str:
        unit = self.unit
        row = unit.exprs[expr]
        kind = row[0]
        if kind == Expr.NAME:
            return "n" + self._name(ctx, row[1], pending)
        if kind == Expr.CONST:
            text = unit.names[row[2]] if row[2] >= 0 else unit.names[row[3]] if len(row) > 3 else ""
            forward = self._name_at(unit.contexts[ctx][0], -1, END, row[2], pending) if text.isidentifier() else ""
            return f"k{unit.names[row[1]]}:{text}{forward}"
        if kind == Expr.ATTR:
            narrowed = self._narrowings(unit.contexts[ctx], unit.dotted(expr), pending)
            return f"a({self._text(ctx, row[1], pending)}.{unit.names[row[2]]}{narrowed})"
        if kind == Expr.WITHIN:
            return self._text(row[1], row[2], pending)
        if kind == Expr.LAMBDA:
            return f"l({self._text(row[3], row[2], pending)})"
        if kind == Expr.BINARY:
            return f"b{unit.names[row[1]]}({self._text(ctx, row[2], pending)},{self._text(ctx, row[3], pending)})"
        if kind == Expr.UNARY:
            return f"o{unit.names[row[1]]}({self._text(ctx, row[2], pending)})"
        if kind == Expr.MACRO:
            return f"m{[unit.names[name] for name in row[1:]]}"
        if kind in (Expr.OBJECT, Expr.FUNCTION):
            return f"{int(kind)}d{unit.quals[row[1]]}"
        if kind in (Expr.UNPACK, Expr.FIELD, Expr.ARGUMENT, Expr.PARAMETER):
            wanted = self._text(ctx, row[3], pending) if len(row) > 3 else ""
            return f"{int(kind)}u{row[2]}({self._text(ctx, row[1], pending)}){wanted}"
        if kind == Expr.CALL:
            return self._spell_call(ctx, row, pending)
        items = [self._text(ctx, item, pending) if item >= 0 else "-" for item in row[1:]]
        return f"{int(kind)}({','.join(items)})"

    def _spell_call(self, ctx: int, row: tuple[int, ...], pending: list[Local]) -> str:
        count = row[2]
        callee = self._text(ctx, row[1], pending)
        items = [self._text(ctx, item, pending) for item in row[3 : 3 + count]]
        pairs = row[3 + count :]
        for at in range(0, len(pairs), 2):
            items.append(f"{self.unit.names[pairs[at]]}={self._text(ctx, pairs[at + 1], pending)}")
        return f"c({callee};{','.join(items)})"

    def _name(self, ctx: int, name: int, pending: list[Local]) -> str:
        scope, block, order = self.unit.contexts[ctx]
        return self._name_at(scope, -1 if order >= END else block, order, name, pending)

    def _name_at(self, scope: int, block: int, order: int, name: int, pending: list[Local]) -> str:
        """The name, and which of its bindings hold: those of inner scopes become part of the closure, those of the module are
        look-ups of their own."""
        unit = self.unit
        text = unit.names[name]
        first = True
        while scope >= 0:
            row = unit.scopes[scope]
            if row.kind != ScopeKind.CLASS or (first and not unbound_yet(row, name, order)):
                if block >= 0:
                    text += self._narrowings((scope, block, order), name, pending)
                if row.declared.get(name) == 0 and scope != 0:
                    return text + "g"
                if name in row.bindings:
                    return text + self._selected(scope, name, block, order, pending)
            if row.kind in (ScopeKind.FUNCTION, ScopeKind.CLASS):
                block, order = -1, END
            first = False
            scope = row.parent
        return text

    def _selected(self, scope: int, name: int, block: int, order: int, pending: list[Local]) -> str:
        unit = self.unit
        rows = unit.scopes[scope].bindings[name]
        chosen = visible(unit, scope, name, block, order)
        numbers = [rows.index(row) for row in chosen]
        if scope == 0:
            return "" if block < 0 else f"m{numbers}"
        pending += [(scope, name, number) for number in numbers]
        declared = [number for number, row in enumerate(rows) if row[0] == Bind.ANNOTATED]
        pending += [(scope, name, number) for number in declared]
        stores = unit.contents(name)
        if stores in unit.scopes[scope].bindings:
            pending += [(scope, stores, number) for number in range(len(unit.scopes[scope].bindings[stores]))]
        return f"s{numbers}"

    def _narrowings(self, context: tuple[int, int, int], path: int, pending: list[Local]) -> str:
        unit = self.unit
        own, block, order = context
        scope = unit.functional[own]
        rows = unit.scopes[scope].narrowings.get(path) if path >= 0 else None
        if not rows:
            return ""
        held = holding(unit, own, path, block, order)
        # What comes round a loop is a binding, and read with the name.
        valid = [rows.index(test) if test in rows else -1 for test in held]
        pending += [(scope, path, -1 - number) for number in valid if number >= 0]
        return f"~{valid}"


def _defines(rows: Sequence[Row]) -> bool:
    return any(row[0] == Bind.DEF for row in rows)
