"""Where a value comes from that was handed over: back along variables, attributes, containers and parameters to the calls and
decorators that name a function.

Ordinary evaluation stops at a parameter without a type, since what a callee means would depend on all its callers. Here a call is
at hand that leads nowhere otherwise: `self.handlers[event](…)` after `def on(self, event, handler): self.handlers[event] = handler`.

A *path* says which part of a container is meant, from the outside in: `ELEMENT`, or the number of a part of a tuple.
"""

from abc import ABC
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from blastlens.facts.file_facts import END, Bind, Expr, ScopeKind
from blastlens.link.outlines import Outlines
from blastlens.link.sites import Site
from blastlens.link.unit import Unit
from blastlens.link.values import Value, Values
from blastlens.link.visibility import Row, unbound_yet, visible

Path = tuple[int, ...]
ELEMENT: Final = -1
KEPT: Final = 1  # mark of what went through a container
MOST_ORIGINS: Final = 400  # more functions for one call are not told one by one
CROWDED: Final[Value] = ("crowded",)  # among origins: there are more
_DEEPEST: Final = 24  # steps back within one entry
_LONGEST: Final = 3  # paths: containers in containers
_ENTERED: Final = frozenset({"func", "bound", "class", "generic", "partial", "decorated", "inst", "self"})
_ITERABLES: Final = frozenset({"sequence", "reversed"})


class Entered(NamedTuple):
    """A function that is followed into for one call: its parameters are that call's arguments."""

    unit: Unit
    definition: int
    offset: int
    site: Site
    outer: Any  # another context, or None


class Seen(NamedTuple):
    """What is traced belongs to an object of a class: who made an object of another one handed nothing to it."""

    place: tuple[int, int]


Context = Entered | Seen | None


class Origins(Outlines, ABC):
    def origins(self, unit: Unit, ctx: int, expr: int) -> Values:
        """The functions that an expression may be, by where it comes from; `CROWDED` where they are too many."""
        found: Values = {}
        self.trace(unit, ctx, expr, (), None, found, 0)
        return found if CROWDED not in found and len(found) <= MOST_ORIGINS else {CROWDED: 0}

    def handed(self, unit: Unit, definition: int, index: int, path: Path, seen: Seen | None) -> Values:
        """What the calls of a function hand over for a parameter; see `link.handed`."""
        raise NotImplementedError

    def trace(self, unit: Unit, ctx: int, expr: int, path: Path, context: Context, found: Values, depth: int) -> None:
        """Add to `found` what the part `path` of an expression may be."""
        if depth > _DEEPEST or len(path) > _LONGEST or len(found) > MOST_ORIGINS or unit.index < 0:
            return
        row = unit.exprs[expr]
        kind = row[0]
        if not path and kind in (Expr.NAME, Expr.ATTR, Expr.CALL):
            self._add_functions(self.evaluate(unit, ctx, expr), found)
        if kind == Expr.NAME:
            self._trace_name(unit, ctx, row[1], path, context, found, depth)
        elif kind == Expr.ATTR:
            self._trace_attribute(unit, ctx, row, path, found)
        elif kind == Expr.CALL:
            self._trace_call(unit, ctx, row, path, context, found, depth)
        elif kind in (Expr.INDEX, Expr.ITER, Expr.STAR, Expr.UNPACK):
            part = row[2] if kind == Expr.UNPACK else ELEMENT
            held: Values = {}
            self.trace(unit, ctx, row[1], (part, *path), context, held, depth + 1)
            found.update(dict.fromkeys(held, KEPT))
        elif kind == Expr.AWAIT:
            self.trace(unit, ctx, row[1], path, context, found, depth + 1)
        elif kind == Expr.WITHIN:
            self.trace(unit, row[1], row[2], path, context, found, depth + 1)
        else:
            for item, rest in _parts(unit, row, path):
                self.trace(unit, ctx, item, rest, context, found, depth + 1)

    def _add_functions(self, values: Values, found: Values) -> None:
        for value in values:
            if value[0] in _ENTERED and (value[0] == "partial" or value[1] >= 0):
                found.setdefault(value, 0)

    # -- names ---------------------------------------------------------------------------------------------------
    def _trace_name(
        self, unit: Unit, ctx: int, name: int, path: Path, context: Context, found: Values, depth: int
    ) -> None:
        scope, block, order = _home(unit, ctx, name)
        if scope < 0:
            return
        if scope == 0:
            self.read("bind", unit.path, unit.names[name])
        for row in visible(unit, scope, name, block, order):
            self._trace_binding(unit, row, path, context, found, depth)
        self._trace_elements(unit, scope, name, path, context, found, depth)

    def _trace_elements(
        self, unit: Unit, scope: int, name: int, path: Path, context: Context, found: Values, depth: int
    ) -> None:
        """What is put into the container that a variable holds."""
        if path and path[0] == ELEMENT:
            for row in unit.scopes[scope].bindings.get(unit.contents(name), ()):
                self.trace(unit, row[3], row[1], path[1:], context, found, depth + 1)

    def _trace_binding(self, unit: Unit, row: Row, path: Path, context: Context, found: Values, depth: int) -> None:
        kind = row[0]
        if kind == Bind.ASSIGN:
            self.trace(unit, row[3], row[1], path, context, found, depth + 1)
        elif kind == Bind.ANNOTATED and row[2] >= 0:
            self.trace(unit, row[3], row[2], path, context, found, depth + 1)
        elif kind == Bind.PARAM:
            within = context
            while isinstance(within, Entered) and (within.unit is not unit or within.definition != row[1]):
                within = within.outer
            if isinstance(within, Entered):
                self._trace_argument(within, row[2], path, found, depth)
            else:
                self._merge_origins(self.handed(unit, row[1], row[2], path, within), found)
        elif kind == Bind.IMPORT:
            self._trace_import(unit, row[1], path, found)

    def _trace_argument(self, entered: Entered, index: int, path: Path, found: Values, depth: int) -> None:
        site = entered.site
        for item, rest in given_at(entered.unit, entered.definition, index, entered.offset, site, path):
            self.trace(site.unit, site.ctx, item, rest, entered.outer, found, depth + 1)

    def _trace_import(self, unit: Unit, index: int, path: Path, found: Values) -> None:
        """A variable of another module."""
        row = unit.facts.imports[index]
        if row.member < 0:
            return
        module = self.import_module(unit, row.level, unit.names[row.module])
        if module is not None and module.path is not None:
            self._merge_origins(self._of_module(module.path, unit.names[row.member], path), found)

    def _of_module(self, module: str, name: str, path: Path) -> Values:
        other = self.unit(module)
        if other is None or other.index < 0:
            return {}
        self.read("bind", other.path, name)
        return self.named(("hv", other.index, name, path), self._trace_variable, other, name, path)

    def _trace_variable(self, unit: Unit, name: str, path: Path) -> Values:
        self.read("bind", unit.path, name)
        found: Values = {}
        index = unit.name_id(name)
        if index in unit.scopes[0].bindings:
            for row in visible(unit, 0, index, -1, END):
                self._trace_binding(unit, row, path, None, found, 0)
            self._trace_elements(unit, 0, index, path, None, found, 0)
        return packed(found)

    # -- attributes ----------------------------------------------------------------------------------------------
    def _trace_attribute(self, unit: Unit, ctx: int, row: tuple[int, ...], path: Path, found: Values) -> None:
        name = unit.names[row[2]]
        for value in self.evaluate(unit, ctx, row[1]):
            tag = value[0]
            if tag == "module" and value[2] is not None:
                self._merge_origins(self._of_module(value[2], name, path), found)
            elif tag in ("self", "inst", "class", "selfclass", "generic", "super") and value[1] >= 0:
                key = ("hm", value[1], value[2], name, path)
                held = self.named(key, self._trace_member, self.units[value[1]], value[2], name, path)
                self._merge_origins(held, found)

    def _trace_member(self, unit: Unit, definition: int, name: str, path: Path) -> Values:
        """What is stored under an attribute: by the class, by those above it, by those below it."""
        found: Values = {}
        seen = Seen((unit.index, definition))
        above = self.linearization(unit, definition).order
        for place in dict.fromkeys((*above, *self.few_subclasses(unit, definition))):
            if place[0] >= 0:
                self._trace_own_member(self.units[place[0]], place[1], name, path, seen, found)
        return packed(found)

    def _trace_own_member(self, unit: Unit, definition: int, name: str, path: Path, seen: Seen, found: Values) -> None:
        self.read("member", unit.path, unit.quals[definition], name)
        row = unit.defs[definition]
        index = unit.name_id(name)
        bindings = unit.scopes[row.scope].bindings
        for expr, ctx in row.attributes.get(index, ()):
            self.trace(unit, ctx, expr, path, seen, found, 1)
        for binding in bindings.get(index, ()):
            self._trace_binding(unit, binding, path, seen, found, 1)
        if path and path[0] == ELEMENT:
            stores = unit.contents(index)
            for expr, ctx in row.attributes.get(stores, ()):
                self.trace(unit, ctx, expr, path[1:], seen, found, 1)
            for binding in bindings.get(stores, ()):
                self.trace(unit, binding[3], binding[1], path[1:], seen, found, 1)

    # -- calls ---------------------------------------------------------------------------------------------------
    def _trace_call(
        self,
        unit: Unit,
        ctx: int,
        row: tuple[int, ...],
        path: Path,
        context: Context,
        found: Values,
        depth: int,
    ) -> None:
        site = Site(unit, ctx, row)
        known = False
        for value in self.evaluate(unit, ctx, row[1]):
            if value[0] in ("func", "bound") and value[1] >= 0:
                known = True
                bound = value[0] == "bound" and not self._is_static(value)
                step = Entered(self.units[value[1]], value[2], int(bound), site, context)
                self._trace_result(step, path, found, depth)
            elif value[0] == "ext" or (value[0] in ("func", "bound", "class") and value[1] < 0):
                for item, rest in self._through_library(site, value, path):
                    self.trace(unit, ctx, item, rest, context, found, depth + 1)
        callee = unit.exprs[row[1]]
        if callee[0] == Expr.ATTR and not known:
            held: Values = {}
            for item, rest in self._through_method(site, unit.names[callee[2]], callee[1], path):
                self.trace(unit, ctx, item, rest, context, held, depth + 1)
            found.update(dict.fromkeys(held, KEPT))

    def _is_static(self, value: Value) -> bool:
        return not self.takes_receiver(self.units[value[1]], value[2])

    def _trace_result(self, step: Entered, path: Path, found: Values, depth: int) -> None:
        """What a function of the repository returns, its parameters standing for the arguments of the call."""
        unit, definition = step.unit, step.definition
        self.read("evidence", unit.path, unit.quals[definition])
        row = unit.defs[definition]
        if row.yields:
            if path and path[0] == ELEMENT:
                for expr, ctx in row.yields:
                    delegates = unit.exprs[expr][0] == Expr.YIELD_FROM
                    item = unit.exprs[expr][1] if delegates else expr
                    self.trace(unit, ctx, item, path if delegates else path[1:], step, found, depth + 2)
            return
        for expr, ctx in row.returned:
            self.trace(unit, ctx, expr, path, step, found, depth + 2)

    def _through_method(self, site: Site, name: str, base: int, path: Path) -> Iterable[tuple[int, Path]]:
        """What a method of a container gives, in terms of the container."""
        library = self.library
        if name in library.mapping_value or name in library.sequence_element:
            yield base, (ELEMENT, *path)
            if name in library.mapping_value and len(site.positional) > 1:
                yield site.positional[1], path
        elif path and path[0] == ELEMENT:
            if name == "items":
                if len(path) > 1 and path[1] == 1:
                    yield base, (ELEMENT, *path[2:])
            elif name == "values" or name in library.sequence_same:
                yield base, path
        elif name == "copy":
            yield base, path

    def _through_library(self, site: Site, value: Value, path: Path) -> Iterable[tuple[int, Path]]:
        """What a function of a library gives, in terms of its arguments."""
        dotted = value[1] if value[0] == "ext" else self.library_name(value)
        operation, at = self.library.calls.get(dotted, ("", 0))
        if dotted.rpartition(".")[2] == self.forms.cast:
            operation, at = "same", 1
        given = site.positional
        if operation == "chain":
            through_one = dotted.endswith("from_iterable")
            for item in given:
                yield item, ((ELEMENT, *path) if through_one else path)
        elif at >= len(given):
            return
        elif operation == "same":
            yield given[at], path
        elif operation == "next":
            yield given[at], (ELEMENT, *path)
        elif path and path[0] == ELEMENT:
            if operation in _ITERABLES or operation == "dict":
                yield given[at], path
            elif operation == "enumerate" and len(path) > 1 and path[1] == 1:
                yield given[at], (ELEMENT, *path[2:])
            elif operation == "zip" and len(path) > 1 and 0 <= path[1] < len(given):
                yield given[path[1]], (ELEMENT, *path[2:])

    # -- entries -------------------------------------------------------------------------------------------------
    def _merge_origins(self, held: Values, found: Values) -> None:
        for value in held:
            for origin, kept in value[1]:
                found[origin] = max(kept, found.get(origin, 0))

    def takes_receiver(self, unit: Unit, definition: int) -> bool:
        """Whether the first parameter of a function is what it is called on."""
        raise NotImplementedError


def packed(found: Values) -> Values:
    """Any number of values as one, which an entry can keep."""
    return {("origins", tuple(found.items())): 0} if found else {}


def given_at(
    unit: Unit, definition: int, index: int, offset: int, site: Site, path: Path
) -> Iterable[tuple[int, Path]]:
    """The arguments of a call for a parameter, with the part of each that is meant."""
    params = unit.defs[definition].params
    param = params[index]
    if param.kind == 4:
        if path and path[0] == ELEMENT:
            named = {unit.names[one.name] for one in params if one.kind != 4}
            for name, expr in site.keywords.items():
                if name == "**":
                    yield expr, path
                elif name not in named:
                    yield expr, path[1:]
        return
    at = index - offset
    if param.kind == 2:
        if path and path[0] == ELEMENT:
            for item in site.positional[at:]:
                if site.unit_row(item)[0] == Expr.STAR:
                    yield site.unit_row(item)[1], path
                else:
                    yield item, path[1:]
        return
    if param.kind != 3 and 0 <= at < site.plain_count():
        yield site.positional[at], path
    elif param.kind != 0:
        keyword = site.keywords.get(unit.names[param.name], -1)
        if keyword >= 0:
            yield keyword, path


def _parts(unit: Unit, row: tuple[int, ...], path: Path) -> Iterable[tuple[int, Path]]:
    """The parts of an expression that a path may mean."""
    kind = row[0]
    if kind == Expr.EITHER:
        for item in row[1:]:
            yield item, path
    elif kind == Expr.BINARY:
        if unit.names[row[1]] in ("+", "|"):
            yield row[2], path
            yield row[3], path
    elif path and kind in (Expr.TUPLE, Expr.LIST):
        for number, item in enumerate(row[1:]):
            if unit.exprs[item][0] == Expr.STAR:
                yield unit.exprs[item][1], (ELEMENT, *path[1:])
            elif path[0] == ELEMENT or kind == Expr.LIST or path[0] == number:
                yield item, path[1:]
    elif path and path[0] == ELEMENT and kind == Expr.DICT:
        for at in range(1, len(row) - 1, 2):
            yield row[at + 1], path[1:] if row[at] >= 0 else path


def _home(unit: Unit, ctx: int, name: int) -> tuple[int, int, int]:
    """Scope, block and order in which a name used in a context is bound; scope -1: no scope of the file binds it."""
    scope, block, order = unit.contexts[ctx]
    if order >= END:
        block = -1
    first = True
    while scope >= 0:
        row = unit.scopes[scope]
        if row.kind != ScopeKind.CLASS or (first and not unbound_yet(row, name, order)):
            if row.declared.get(name) == 0 and scope != 0:
                return (0, -1, END) if name in unit.scopes[0].bindings else (-1, -1, END)
            if name in row.bindings:
                return scope, block, order
        if row.kind in (ScopeKind.FUNCTION, ScopeKind.CLASS):
            block, order = -1, END
        first = False
        scope = row.parent
    return -1, -1, END
