"""What frameworks do at run time, from tables: attributes no source defines, fields, injected parameters, tasks."""

from abc import ABC
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from blastlens.facts.file_facts import Bind, Expr
from blastlens.languages.shapes import Shape
from blastlens.link.linearization import Linearization
from blastlens.link.sites import Site
from blastlens.link.types import Types
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, Values, at_least, freeze, merge
from blastlens.model.edge import Basis

_FRAMEWORK: Final = RANK[Basis.FRAMEWORK]
_Rows = tuple[tuple[str, Shape], ...]


class Frameworks(Types, ABC):
    # -- where the tables are asked ------------------------------------------------------------------------------
    def framework_attribute(self, value: Value, name: str) -> Values:
        """An attribute that a framework gives the instances, or the class, of a value; empty where a class below the
        framework's defines it."""
        rows = self.frameworks.attributes.get(name)
        if rows is None:
            return {}
        unit = self.units[value[1]]
        order = self.linearization(unit, value[2])
        out: Values = {}
        for owner, shape in rows:
            at = self._place_of(order, owner)
            if at < 0:
                continue
            place = self.find_member(unit, value[2], name)
            if place is not None and place[0] >= 0 and order.order.index(place) < at:
                continue
            if shape[0] == "call":
                out["shape", shape[1], unit.index, value, self._method_at(place, name)] = _FRAMEWORK
            else:
                merge(out, self._shaped(shape, unit, value, None), _FRAMEWORK)
        return out

    def _method_at(self, place: tuple[int, int] | None, name: str) -> frozenset[Value]:
        """The functions of a class of the repository that a call enters, whatever it gives."""
        if place is None or place[0] < 0:
            return frozenset()
        return frozenset(value for value in self.raw_member(place, name) if value[0] == "func")

    def framework_field(self, unit: Unit, definition: int, bindings: Sequence[tuple[int, ...]]) -> Values:
        """What reading an attribute from an instance gives that the class body assigns a call of a framework's:
        `author = ForeignKey(Author)`."""
        out: Values = {}
        for binding in bindings:
            if binding[0] != Bind.ASSIGN:
                continue
            for shape in self._shapes_of_call(self.frameworks.fields, unit, binding[3], binding[1]):
                site = Site(unit, binding[3], unit.exprs[binding[1]])
                merge(out, self._shaped(shape, unit, ("inst", unit.index, definition, ()), site), _FRAMEWORK)
        return out

    def framework_owned(self, unit: Unit, definition: int, values: Values) -> Values:
        """Values of a class attribute, with what belongs to the class told so: a manager in a model is one of that model."""
        if len(values) != 1:
            return values
        for value, rank in values.items():
            if value[0] != "inst" or any(value[3]):
                continue
            for thing, owner in self.frameworks.owned:
                if self._is_instance(value, thing):
                    order = self.linearization(unit, definition)
                    if self._place_of(order, owner) >= 0:
                        own: Value = ("inst", unit.index, definition, ())
                        return {("inst", value[1], value[2], (frozenset({own}),)): rank}
        return values

    def framework_default(self, unit: Unit, ctx: int, expr: int) -> Values:
        """What a function gets for a parameter whose default is a call of a framework's: `db=Depends(get_db)`."""
        out: Values = {}
        for shape in self._shapes_of_call(self.frameworks.defaults, unit, ctx, expr):
            merge(out, self._shaped(shape, unit, None, Site(unit, ctx, unit.exprs[expr])), _FRAMEWORK)
        return out

    def framework_result(self, dotted: str, receiver: Value | None, site: Site | None) -> Values:
        """What calling a function or method of a framework gives, where its types leave that open."""
        if site is None:
            return {}
        out: Values = {}
        for name, shape in self.frameworks.results.get(dotted.rpartition(".")[2], ()):
            if _is_same(name, dotted):
                merge(out, self._shaped(shape, site.unit, receiver, site), _FRAMEWORK)
        return out

    def framework_runner(self, value: Value, name: str) -> Values:
        """`task.delay`: an attribute that a decorator gives a function, and that runs it."""
        unit = self.units[value[1]]
        row = unit.defs[value[2]]
        self.read("sig", unit.path, unit.quals[value[2]])
        wanted = self.frameworks.runners[name]
        for expr in row.decorators:
            callee = unit.exprs[expr][1] if unit.exprs[expr][0] == Expr.CALL else expr
            if any(self._is_named(unit, row.ctx, callee, decorator) for decorator in wanted):
                return {("runs", value[1], value[2]): _FRAMEWORK}
        return {}

    def call_shape(self, value: Value, site: Site | None) -> Values:
        """What calling a ("shape", …) gives."""
        return at_least(self._shaped(value[1], self.units[value[2]], value[3], site), _FRAMEWORK)

    # -- names ---------------------------------------------------------------------------------------------------
    def _place_of(self, order: Linearization, owner: str) -> int:
        """Where in a class's order the class is that a dotted name means; after all others where no source has it; -1: nowhere."""
        for at, place in enumerate(order.order):
            if self._defines(self.units[place[0]], place[1], owner):
                return at
        return len(order.order) if any(_is_same(owner, name) for name in order.external) else -1

    def _defines(self, unit: Unit, definition: int, dotted: str) -> bool:
        """Whether a definition is the one a dotted name means: of that name, in a file of that package."""
        if not dotted.endswith(unit.names[unit.defs[definition].name]):
            return False
        package, _, rest = dotted.partition(".")
        qual = unit.quals[definition]
        return (rest == qual or rest.endswith("." + qual)) and package in unit.path.replace(".", "/").split("/")

    def _shapes_of_call(self, table: Mapping[str, _Rows], unit: Unit, ctx: int, expr: int) -> Iterator[Shape]:
        row = unit.exprs[expr]
        if row[0] != Expr.CALL:
            return
        callee = unit.exprs[row[1]]
        if callee[0] not in (Expr.NAME, Expr.ATTR):
            return
        for dotted, shape in table.get(unit.names[callee[-1]], ()):
            if self._is_named(unit, ctx, row[1], dotted):
                yield shape

    def _is_named(self, unit: Unit, ctx: int, expr: int, dotted: str) -> bool:
        """Whether an expression names what a dotted name means, which may be a method of an object."""
        owner, _, last = dotted.rpartition(".")
        row = unit.exprs[expr]
        if row[0] in (Expr.NAME, Expr.ATTR) and unit.names[row[-1]] != last and row[0] == Expr.ATTR:
            return False
        if any(self._means(value, dotted) for value in self.evaluate(unit, ctx, expr)):
            return True
        return row[0] == Expr.ATTR and any(
            self._is_instance(value, owner) for value in self.evaluate(unit, ctx, row[1])
        )

    def _means(self, value: Value, dotted: str) -> bool:
        if value[0] == "ext":
            return _is_same(dotted, value[1])
        if value[0] in ("class", "func", "bound"):
            unit = self.units[value[1]]
            return self._defines(unit, value[2], dotted) or (
                value[0] == "func" and value[1] < 0 and self._is_other_name(unit, value[2], dotted)
            )
        return False

    def _is_other_name(self, unit: Unit, definition: int, dotted: str) -> bool:
        """Whether a dotted name is another one that a stub module gives a function: `ib = attrib`."""
        package, _, last = dotted.partition(".")
        rows = unit.scopes[0].bindings.get(unit.name_id(last), ())
        named = any(
            row[0] == Bind.ASSIGN and unit.exprs[row[1]] == (Expr.NAME, unit.defs[definition].name) for row in rows
        )
        return named and package in unit.path.replace(".", "/").split("/")

    def _is_instance(self, value: Value, dotted: str) -> bool:
        if value[0] == "extinst":
            return _is_same(dotted, value[1])
        if value[0] in ("inst", "self"):
            return self._place_of(self.linearization(self.units[value[1]], value[2]), dotted) >= 0
        return False

    # -- shapes --------------------------------------------------------------------------------------------------
    def _shaped(self, shape: Shape, unit: Unit, receiver: Value | None, site: Site | None) -> Values:
        kind = shape[0]
        if kind == "self":
            return _instance(receiver)
        if kind == "either":
            out: Values = {}
            for part in shape[1]:
                merge(out, self._shaped(part, unit, receiver, site))
            return out
        if kind == "type":
            return _classes(self._shaped(shape[1], unit, receiver, site))
        if kind == "call":
            return {("shape", shape[1], unit.index, receiver, frozenset()): 0}
        if kind == "argument":
            return self._instance_named_by(shape, receiver, site)
        if kind == "result":
            return self._result_of_argument(shape, site)
        if kind == "parameter":
            given = receiver[3] if receiver is not None and receiver[0] == "inst" else ()
            return dict.fromkeys(given[shape[1]], 0) if shape[1] < len(given) else {}
        return self._named_type(shape, unit, receiver, site)

    def _named_type(self, shape: Shape, unit: Unit, receiver: Value | None, site: Site | None) -> Values:
        arguments = tuple(freeze(self._shaped(part, unit, receiver, site)) for part in shape[2])
        name = shape[1].rpartition(".")[2]
        if name in self.forms.sequences and arguments:
            return {("seq", arguments[0]): 0}
        if name in self.forms.mappings and len(arguments) > 1:
            return {("map", arguments[0], arguments[1]): 0}
        out: Values = {}
        for value in self.object_named(unit, shape[1]):
            if value[0] == "class":
                out["inst", value[1], value[2], arguments] = 0
            elif value[0] == "ext":
                out["extinst", value[1]] = 0
        return out

    def object_named(self, unit: Unit, dotted: str) -> Values:
        """What a dotted name means that a file of the repository could import."""
        parts = dotted.split(".")
        for end in range(len(parts) - 1, 0, -1):
            module = self.import_module(unit, 0, ".".join(parts[:end]))
            if module is None:
                continue
            values: Values = {("module", *module): 0}
            for name in parts[end:]:
                step: Values = {}
                for value in values:
                    merge(step, self.attribute(value, name))
                values = step
            if values:
                return values
        return {("ext", dotted): 0}

    def _instance_named_by(self, shape: Shape, receiver: Value | None, site: Site | None) -> Values:
        """An instance of the class that an argument names, spells, or holds instances of."""
        expr = _argument(shape, site)
        if expr < 0 or site is None:
            return {}
        text = site.unit.string(expr)
        values = self.evaluate(site.unit, site.ctx, expr) if text is None else self._spelled(site.unit, text, receiver)
        out: Values = {}
        for value, rank in values.items():
            if value[0] == "lambda":
                for made in self.call(value, None):
                    merge(out, self.instance_of(made), rank)
            elif value[0] in ("inst", "self", "seq"):
                merge(out, self.elements({value: rank}))
            elif value[0] in ("class", "generic", "selfclass"):
                merge(out, self.instance_of(value), rank)
        return out

    def _spelled(self, unit: Unit, text: str, receiver: Value | None) -> Values:
        """Classes that a text means: of this file, or of an application's models (`app.Model`)."""
        if text == "self":
            return _classes(_instance(receiver))
        head, _, name = text.rpartition(".")
        index = unit.name_id(name)
        if index in unit.scopes[0].bindings:
            return self.name_at_end(unit, 0, index)
        if not head or not name.isidentifier():
            return {}
        folders = unit.path.split("/")[:-1]
        for end in range(len(folders), -1, -1):
            above = ".".join(folders[:end])
            module = self.layout.find(unit.path, f"{above}.{head}.models".lstrip("."), self.read_module)
            if module is not None:
                return self.module_attribute(module.path, module.name, name)
        return {}

    def _result_of_argument(self, shape: Shape, site: Site | None) -> Values:
        expr = _argument(shape, site)
        if expr < 0 or site is None:
            return {}
        out: Values = {}
        for value, rank in self.evaluate(site.unit, site.ctx, expr).items():
            if value[0] == "func":
                merge(out, self.fixture_value(self.units[value[1]], value[2]), rank)
            else:
                merge(out, self.awaited(self.call(value, None)) or self.call(value, None), rank)
        return out


def _argument(shape: Shape, site: Site | None) -> int:
    """The expression of the argument that a shape names; -1 when it is not given."""
    if site is None:
        return -1
    if shape[1] < len(site.positional):
        return site.positional[shape[1]]
    return site.keywords.get(shape[2], -1)


def _is_same(dotted: str, other: str) -> bool:
    """Whether two names may mean one thing of another repository: packages offer what they define under several names."""
    return dotted.rpartition(".")[2] == other.rpartition(".")[2] and dotted.partition(".")[0] == other.partition(".")[0]


def _instance(receiver: Value | None) -> Values:
    if receiver is None:
        return {}
    if receiver[0] in ("class", "generic"):
        return {("inst", receiver[1], receiver[2], ()): 0}
    if receiver[0] == "selfclass":
        return {("self", receiver[1], receiver[2]): 0}
    return {receiver: 0}


def _classes(values: Values) -> Values:
    out: Values = {}
    for value, rank in values.items():
        if value[0] == "inst":
            out["class", value[1], value[2]] = rank
        elif value[0] == "self":
            out["selfclass", value[1], value[2]] = rank
        elif value[0] == "extinst":
            out["ext", value[1]] = rank
    return out
