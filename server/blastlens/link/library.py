"""Calls into libraries whose result is known from a table of facts."""

from abc import ABC, abstractmethod
from typing import Final

from blastlens.facts.file_facts import Expr
from blastlens.link.sites import Site
from blastlens.link.subclasses import Subclasses
from blastlens.link.values import GIVEN, RANK, Value, Values, at_least, freeze, merge, thaw
from blastlens.model.blind_spot import ANY_NAME
from blastlens.model.edge import Basis

_LIBRARY: Final = RANK[Basis.LIBRARY]
_ANNOTATION: Final = RANK[Basis.ANNOTATION]
_PARTIAL: Final = RANK[Basis.PARTIAL]
_HANDED_OVER: Final = RANK[Basis.HANDED_OVER]
_MOST_WRAPPED: Final = 3  # arguments that are looked at

# Operations of functions that make one which, of what it is given, calls the method, or reads the attribute, of a name.
BY_NAME: Final = ("method", "attribute")
_ALL_ATTRIBUTES: Final = ("attributes", "members")


class LibraryCalls(Subclasses, ABC):
    @abstractmethod
    def understates(self, declared: Values) -> bool:
        """Whether a type is nothing but interfaces of libraries."""

    def call_external(self, dotted: str, site: Site | None) -> Values:
        """What calling something of another library gives: a fact of the table, else an external instance."""
        last = dotted.rpartition(".")[2]
        if site is None:
            return {("extinst", dotted): 0}
        if last in self.forms.type_variables:
            return {self._variable(site): 0}
        if last == self.forms.cast and len(site) == 2:
            return self._cast(site)
        if last in self.forms.new_types and len(site) == 2:
            return {("alias", site.unit.index, site.ctx, site.positional[1]): 0}
        if last in self.forms.partial and len(site):
            return self._partial(site)
        if dotted in self.library.accessor_makers:
            return {self._accessor(site): 0}
        fact = self.library.calls.get(dotted) or self.library.any_receiver.get(last)
        if fact is not None:
            found = self.told_by_fact(dotted, fact, site)
            if found is not None:
                return found
        elif dotted in self.library.module_loaders:
            return self.loaded_module(site)
        return {("extinst", dotted): 0}

    def wrapping_of(self, site: Site) -> Values:
        """What a library may make of the functions that a call names for it."""
        out: Values = {}
        for at, expr in enumerate(site.positional[:_MOST_WRAPPED]):
            if site.unit_row(expr)[0] in (Expr.NAME, Expr.ATTR, Expr.CALL):
                for value in site.argument(self, at):
                    if value[0] in ("func", "bound", "class", "wraps") and value[1] >= 0:
                        out["wraps", value[1], value[2]] = _HANDED_OVER
        return out

    def _accessor(self, site: Site) -> Value:
        """A property made of functions: what reads it, and what is told when it is written."""
        functions: list[frozenset[Value]] = []
        for at, keyword in enumerate(self.library.accessor_parts):
            given = site.keyword(self, keyword)
            found = site.argument(self, at) if given is None else given
            functions.append(freeze({value: 0 for value in found if value[0] in ("func", "lambda")}))
        return ("accessor", *functions)

    def _variable(self, site: Site) -> Value:
        name = site.string(0) or "?"
        if len(site) < 2 and "bound" not in site.keywords and "default" not in site.keywords:
            return ("var", name, 0, 0, 0)
        return ("var", name, site.unit.index + 1, site.ctx, site.unit.row_index(site.row))

    def loaded_module(self, site: Site) -> Values:
        """The module that a literal argument names; nothing for a name made at run time."""
        name = site.string(0) or self._keyword_text(site, "name")
        if not name:
            return {}
        dotted = name.lstrip(".")
        level = len(name) - len(dotted)
        package = (site.string(1) or self._keyword_text(site, "package")) if level else None
        if package:
            above = package.split(".")
            dotted, level = ".".join([*above[: len(above) - level + 1], dotted]), 0
        module = self.import_module(site.unit, level, dotted)
        return {("module", *module) if module else ("ext", dotted): RANK[Basis.IMPORT]}

    def _keyword_text(self, site: Site, name: str) -> str | None:
        return site.unit.string(site.keywords[name]) if name in site.keywords else None

    def _top_module(self, site: Site) -> Values:
        """`__import__("a.b")` gives a, and a.b only with a list of names."""
        name = site.string(0)
        if not name:
            return {}
        if len(site) < 4 and "fromlist" not in site.keywords:
            name = name.partition(".")[0]
        module = self.import_module(site.unit, 0, name)
        return {("module", *module) if module else ("ext", name): RANK[Basis.IMPORT]}

    def _cast(self, site: Site) -> Values:
        told = at_least(self.evaluate_type(site.unit, site.ctx, site.positional[0]), _ANNOTATION)
        if not self.understates(told):
            return told
        held = site.argument(self, 1)
        return merge(told, {value: rank for value, rank in held.items() if value[0] == "inst" and value[1] >= 0})

    def _partial(self, site: Site) -> Values:
        values = site.argument(self, 0)
        return {
            ("partial", value): max(rank, _PARTIAL)
            for value, rank in values.items()
            if value[0] in ("func", "bound", "class")
        }

    def told_by_fact(self, dotted: str, fact: tuple[str, int], site: Site) -> Values | None:
        """What a call gives by an entry of the table; None where that says nothing of this one."""
        return self._apply(dotted, fact[0], fact[1], site)

    def _apply(self, dotted: str, operation: str, index: int, site: Site) -> Values | None:
        given = site.argument(self, index)
        if operation == "reversed":
            back: Values = {}
            for value, rank in given.items():
                if value[0] in ("inst", "self"):
                    merge(back, self.call_method(value, self.protocols.reversed), max(rank, _LIBRARY))
            return back or {("seq", freeze(self.elements(given))): _LIBRARY}
        if operation == "sequence":
            return {("seq", freeze(self.elements(given))): _LIBRARY}
        if operation == "same":
            # Without the argument it is a decorator that is called with it.
            return at_least(given, _LIBRARY) if len(site) else {("ext", dotted): _LIBRARY}
        if operation == "holder":
            default = site.keyword(self, "default")
            return {("holder", freeze(given if default is None else default)): _LIBRARY}
        if operation == "manager":
            return {("manager", freeze(given)): _LIBRARY}
        if operation == "type":
            return self._type_of(given) if len(site) == 1 else self._made_type(site)
        if operation == "getattr":
            return self.named_by(given, site, 1)
        if operation == "record":
            return {("fields", site.unit.index, site.ctx, site.unit.row_index(site.row)): 0} if len(site) else None
        if operation in BY_NAME:
            name = site.string(0)
            return {("by_name", name, operation == BY_NAME[0]): _LIBRARY} if name else None
        if operation == "names":
            return {("names", self.own_module(site.unit)): _LIBRARY}
        if operation == "top_module":
            return self._top_module(site)
        if operation in _ALL_ATTRIBUTES:
            table = self.attribute_table(given) if len(site) else None
            return table if table is None or operation == _ALL_ATTRIBUTES[0] else self._pairs(table)
        if operation == "external":
            return None
        return self._apply_iteration(operation, given, site)

    def attribute_table(self, given: Values) -> Values | None:
        """A mapping of what objects have by name: a call of something in it may be one of any of their methods."""
        held = self.computed_results(given, ANY_NAME)
        return {("map", self.texts, freeze(held)): _LIBRARY} if held else None

    def _pairs(self, tables: Values) -> Values:
        pairs = frozenset(("tup", (table[1], table[2])) for table in tables)
        return {("seq", pairs): _LIBRARY}

    def _apply_iteration(self, operation: str, given: Values, site: Site) -> Values | None:
        if operation == "result":
            return at_least(self._called(given), _LIBRARY)
        if operation == "called":
            return {("seq", freeze(self._called(given))): _LIBRARY}
        if operation == "defaultdict":
            return {("map", frozenset(), freeze(self._called(given))): _LIBRARY}
        if operation == "next":
            return self._next(given, site)
        if operation == "element":
            return at_least(self.elements(given), _LIBRARY)
        if operation == "extreme":
            if len(site) == 1:
                return at_least(self.elements(given), _LIBRARY)
            return merge(at_least(given, _LIBRARY), site.argument(self, 1), _LIBRARY)
        if operation == "enumerate":
            pair: Value = ("tup", (self.numbers, freeze(self.elements(given))))
            return {("seq", frozenset({pair})): _LIBRARY}
        if operation == "zip":
            parts = tuple(freeze(self.elements(site.argument(self, i))) for i in range(len(site)))
            return {("seq", frozenset({("tup", parts)})): _LIBRARY}
        if operation == "chain":
            out: Values = {}
            for i in range(len(site)):
                merge(out, self.elements(site.argument(self, i)))
            return {("seq", freeze(out)): _LIBRARY}
        if operation == "dict":
            return self._dict(given, site)
        if operation == "entered":
            return at_least(self.entered(given), _LIBRARY)
        if operation == "awaited":
            return at_least(self.awaited(given), _LIBRARY)
        if operation == "gather":
            parts = tuple(freeze(self.awaited(site.argument(self, i))) for i in range(len(site)))
            return {("await", frozenset({("tup", parts)})): _LIBRARY}
        return None

    def _made_type(self, site: Site) -> Values | None:
        """`type(name, bases, namespace)`: a class below the first of its bases."""
        for value in self.elements(site.argument(self, 1)):
            if value[0] in ("class", "selfclass"):
                return {value: _LIBRARY}
        return None

    def _type_of(self, given: Values) -> Values:
        out: Values = {}
        for value in given:
            if value[0] == "inst":
                out["class", value[1], value[2]] = _LIBRARY
            elif value[0] == "self":
                out["selfclass", value[1], value[2]] = _LIBRARY
        return out

    def _called(self, given: Values) -> Values:
        out: Values = {}
        for value in given:
            merge(out, self.call(value, None))
        return out

    def _next(self, given: Values, site: Site) -> Values:
        out = at_least(self.elements(given), _LIBRARY)
        for value in given:
            if value[0] == "inst":
                merge(out, self.call_method(value, self.protocols.step), _LIBRARY)
        return merge(out, site.argument(self, 1), _LIBRARY)

    def _dict(self, given: Values, site: Site) -> Values:
        out: Values = {value: _LIBRARY for value in given if value[0] == "map"}
        if out:
            return out
        keys: Values = {}
        held: Values = {}
        for pair in self.elements(given):
            if pair[0] == "tup" and len(pair[1]) == 2:
                merge(keys, thaw(pair[1][0], _LIBRARY))
                merge(held, thaw(pair[1][1], _LIBRARY))
        for expr in site.keywords.values():
            merge(held, self.evaluate(site.unit, site.ctx, expr))
        return {("map", freeze(keys) or (self.texts if site.keywords else frozenset()), freeze(held)): _LIBRARY}

    # -- protocols of the language -------------------------------------------------------------------------------
    def elements(self, values: Values) -> Values:
        out: Values = {}
        for value, rank in values.items():
            tag = value[0]
            if tag in ("seq", "map", "gen"):
                merge(out, thaw(value[1], RANK[Basis.CONTAINER]), rank)
            elif tag == "tup":
                for part in value[1]:
                    merge(out, thaw(part, RANK[Basis.CONTAINER]), rank)
            elif tag in ("inst", "self"):
                made_of = self.made_of(value)
                merge(out, self.elements(made_of) if made_of else self._iterated(value), rank)
            elif tag == "record":
                merge(out, self.record_item(value, None), rank)
            elif tag == "extinst" or (tag == "ext" and len(value) == 2 and not self.scoping.typed):
                out[self.held_by(value)] = rank
            elif tag == "var":
                merge(out, self.elements(self.bounds(value)), rank)
            elif tag == "class" and self.is_enum(self.units[value[1]], value[2]):
                out["inst", value[1], value[2], ()] = rank
        return out

    def held_by(self, value: Value) -> Value:
        """What an object of a library holds of which no more is known."""
        if self.scoping.typed:
            return ("extinst", "?")
        scope, dotted = self.forms.language_scope, str(value[1])
        return value if dotted.startswith(scope) and dotted[len(scope) :] in self.forms.texts else GIVEN

    def _iterated(self, value: Value) -> Values:
        fields = self.as_tuple(value)
        if fields is not None:
            return self.elements({fields: 0})
        out: Values = {}
        iterators = self.call_method(value, self.protocols.iterate[0]) or self.call_method(
            value, self.protocols.iterate_async[0]
        )
        for iterator, rank in iterators.items():
            if iterator[0] in ("seq", "tup", "map", "gen"):
                merge(out, self.elements({iterator: rank}))
            elif iterator[0] in ("inst", "self"):
                step = self.call_method(iterator, self.protocols.step) or self.awaited(
                    self.call_method(iterator, self.protocols.step_async)
                )
                merge(out, step, rank)
        return out if iterators else self.call_method(value, self.protocols.get_item)

    def awaited(self, values: Values) -> Values:
        out: Values = {}
        for value, rank in values.items():
            if value[0] == "await":
                merge(out, thaw(value[1], rank), rank)
            elif value[0] in ("inst", "self") and (made_of := self.made_of(value)):
                merge(out, self.awaited(made_of), rank)
            elif value[0] in ("inst", "self", "ext", "extinst"):
                out[value] = rank
        return out

    def entered(self, values: Values) -> Values:
        """What `with value as x` binds."""
        with_rank = RANK[Basis.WITH]
        out: Values = {}
        for value, rank in values.items():
            tag = value[0]
            if tag == "manager":
                merge(out, thaw(value[1], with_rank), rank)
            elif tag in ("inst", "self"):
                found = self.call_method(value, self.protocols.enter[0]) or self.call_method(
                    value, self.protocols.enter_async[0]
                )
                for item, own in found.items():
                    if item[0] == "await":
                        merge(out, thaw(item[1], with_rank), max(rank, own))
                    else:
                        merge(out, {item: own}, max(rank, with_rank))
            elif tag in ("ext", "extinst"):
                out[GIVEN if value == GIVEN else ("extinst", "?")] = rank
        return out
