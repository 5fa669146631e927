"""What the calls at given places of a file pass, and which definitions they enter by themselves, before any overriding."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from blastlens.facts.file_facts import DefFlag, Expr, Use
from blastlens.languages.arguments import Arguments
from blastlens.languages.registry import language_for
from blastlens.link.linker import Linker
from blastlens.link.signatures import (
    fields,
    merged_fields,
    shape_of,
    signatures,
    spreads,
    takes_fields,
)
from blastlens.link.unit import Unit
from blastlens.link.values import Value
from blastlens.model.definitions import last_name
from blastlens.model.signature import REST, REST_KEYWORDS, CallShape, Parameter, Signature

_CALLS: Final = frozenset({Use.CALL, Use.MAKE, Use.DECORATOR})
_CLASSES: Final = frozenset({"class", "generic", "selfclass"})
_PLAIN_DECORATOR: Final = CallShape(1)
_ANYTHING: Final = (Parameter("", REST, required=False), Parameter("", REST_KEYWORDS, required=False))
Place = tuple[str, int]  # path, def


class Entered(NamedTuple):
    """What a call may enter: functions of one name, or a class that is made of its fields. `places`: where they are defined.
    `bound`: the receiver is not among the arguments. `doubt`: why it may be something else."""

    places: tuple[Place, ...]
    bound: bool
    doubt: str = ""


class CallAt(NamedTuple):
    """A call in the text. `known`: all of what it may enter is in `entered`. `doubt`: why it may pass something else than `shape`."""

    line: int
    column: int
    end_column: int
    source: str  # symbol id of the code it stands in
    shape: CallShape
    entered: tuple[Entered, ...]
    known: bool
    doubt: str = ""
    name: str = ""  # the last one of what is called


class CallShapes:
    """Reads calls with the evaluator of one linker."""

    def __init__(self, linker: Linker) -> None:
        self._linker = linker

    def calls(self, path: str, places: Iterable[tuple[int, int]]) -> list[CallAt]:
        """The calls whose names stand at these (line, column) places."""
        unit = self._linker.enter_file(path)
        wanted = set(places)
        return list(self._calls(unit, wanted)) if unit is not None else []

    def types(self, path: str) -> Iterator[tuple[int, int]]:
        """The (line, column) places at which a type is named."""
        unit = self._linker.enter_file(path)
        for (_, _, kind), span in zip(unit.facts.uses, unit.facts.use_spans, strict=True) if unit is not None else ():
            if kind == Use.TYPE:
                yield from ((span[at], span[at + 1]) for at in range(0, len(span), 3))

    def _calls(self, unit: Unit, wanted: set[tuple[int, int]]) -> Iterator[CallAt]:
        for (ctx, expr, kind), span in zip(unit.facts.uses, unit.facts.use_spans, strict=True):
            if kind not in _CALLS:
                continue
            for at in range(0, len(span), 3):
                if (span[at], span[at + 1]) in wanted:
                    yield self._call(unit, ctx, expr, span[at : at + 3])

    def _call(self, unit: Unit, ctx: int, expr: int, span: tuple[int, ...]) -> CallAt:
        row = unit.exprs[expr]
        is_call = row[0] == Expr.CALL
        callee = row[1] if is_call else expr
        values = self._linker.called(unit.exprs[callee], self._linker.evaluate(unit, ctx, callee))
        found: dict[tuple[Place, ...], Entered] = {}
        known = True
        for value in values:
            entered = self._entered(value)
            if entered is None:
                known = False
            else:
                found[entered.places] = entered
        if len(found) > 1 and self._linker.scoping.package == "linkage":
            found = {places: one for places, one in found.items() if self._is_declared(places)} or found
        shape = shape_of(unit.facts, expr) if is_call else _PLAIN_DECORATOR
        doubt = ""
        if is_call and self._arguments(unit.path).spread_results and spreads(unit.facts, expr):
            doubt = "its only argument is a call, which may give several"
        source = unit.source_id(unit.contexts[ctx][0])
        name = last_name(unit.facts, callee)
        return CallAt(
            span[0], span[1], span[2], source, shape, tuple(found.values()), known and bool(found), doubt, name
        )

    def _is_declared(self, places: Sequence[Place]) -> bool:
        """Whether functions are only declared there: what calls of them may leave out stands there too."""
        units = ((self._linker.unit(path), number) for path, number in places)
        return any(unit is not None and unit.has_flag(number, DefFlag.SIGNATURE) for unit, number in units)

    # -- what is entered -------------------------------------------------------------------------------------------
    def _entered(self, value: Value) -> Entered | None:
        tag = value[0]
        if tag in _CLASSES:
            return self._made(self._linker.units[value[1]], value[2])
        if tag not in ("func", "bound") or value[1] < 0:
            return None
        unit = self._linker.units[value[1]]
        receiver = value[3] if tag == "bound" else None
        return self._function(unit, value[2], receiver, bound=tag == "bound")

    def _function(self, unit: Unit, definition: int, receiver: Value | None, *, bound: bool) -> Entered:
        places = [(unit.index, definition)]
        if self._linker.scoping.overloads:
            places = list(self._linker.same_named(unit, definition, receiver))
        arguments = self._arguments(unit.path)
        named = tuple((self._linker.units[index].path, number) for index, number in places)
        return Entered(named, bound or not arguments.explicit_receiver, self._wrapped(unit, definition, arguments))

    def _made(self, unit: Unit, definition: int) -> Entered | None:
        """What making an instance of a class enters: its constructor, or else the class that is made of its fields, or itself."""
        if unit.index < 0:
            return None
        names = self._linker.forms.constructors
        order = self._linker.linearization(unit, definition)
        doubt = "its metaclass may make instances in another way" if order.metaclass is not None else ""
        makers = [place for place in (self._constructor(unit, definition, name) for name in names) if place is not None]
        if not makers:
            return Entered((self._made_of_fields(unit, definition) or (unit.path, definition),), True, doubt)
        if len(makers) > 1:
            doubt = doubt or f"both `{names[0]}` and `{names[-1]}` take its arguments"
        owner, number = makers[0]
        entered = self._function(owner, number, None, bound=True)
        return entered._replace(doubt=doubt or entered.doubt)

    def _made_of_fields(self, unit: Unit, definition: int) -> Place | None:
        """The nearest class, of a class and those above it, that is made of its fields."""
        for index, number in self._linker.linearization(unit, definition).order:
            owner = self._linker.units[index]
            if index >= 0 and takes_fields(owner.facts, number, self._arguments(owner.path)):
                return owner.path, number
        return None

    def _constructor(self, unit: Unit, definition: int, name: str) -> tuple[Unit, int] | None:
        if not name:
            return None
        place = self._linker.find_member(unit, definition, name)
        if place is None or place[0] < 0:
            return None
        for value in self._linker.raw_member(place, name):
            if value[0] == "func" and value[1] >= 0:
                return self._linker.units[value[1]], value[2]
        return None

    def _wrapped(self, unit: Unit, definition: int, arguments: Arguments) -> str:
        """Why what is called is perhaps not the function that is written."""
        row = unit.defs[definition]
        for expr in row.decorators if arguments.wraps else ():
            callee = unit.exprs[expr][1] if unit.exprs[expr][0] == Expr.CALL else expr
            name = last_name(unit.facts, callee)
            if name not in arguments.keeping and not self._keeps(unit, row.ctx, expr, callee):
                return f"its decorator `{name}` may change what it takes"
        return ""

    def _keeps(self, unit: Unit, ctx: int, expr: int, callee: int) -> bool:
        """Whether a decorator declares that it gives back what it is given: `def d(f: F) -> F`."""
        values = self._linker.evaluate(unit, ctx, callee)
        return bool(values) and all(self._gives_back(value, called=callee != expr) for value in values)

    def _gives_back(self, value: Value, *, called: bool) -> bool:
        if value[0] not in ("func", "bound") or value[1] < 0:
            return False
        unit = self._linker.units[value[1]]
        row = unit.defs[value[2]]
        if row.returns < 0:
            return False
        if not called:
            params = row.params[1 if value[0] == "bound" and unit.is_method(value[2]) else 0 :]
            return bool(params) and params[0].annotation == row.returns and unit.exprs[row.returns][0] == Expr.NAME
        # `Callable[[F], F]`
        declared = unit.exprs[row.returns]
        if declared[0] != Expr.INDEX or len(declared) < 4:
            return False
        taken = unit.exprs[declared[2]]
        return taken[0] == Expr.LIST and taken[1:] == (declared[3],) and unit.exprs[declared[3]][0] == Expr.NAME

    # -- what is taken ---------------------------------------------------------------------------------------------
    def taken(self, place: Place, *, bound: bool) -> tuple[Signature, ...]:
        """What a function takes, or making an instance of a class."""
        unit = self._linker.unit(place[0])
        if unit is None:
            return ()
        if not unit.defs[place[1]].is_class:
            return signatures(unit.facts, place[1], self._arguments(unit.path), bound=bound)
        return self.made(place)

    def made(
        self, place: Place, others: Mapping[Place, Sequence[Parameter]] = MappingProxyType({})
    ) -> tuple[Signature, ...]:
        """What making an instance of a class takes that has no constructor of its own: its fields, or what those above it take.
        `others`: fields of classes as they are to be thought of."""
        unit = self._linker.unit(place[0])
        if unit is None:
            return ()
        if takes_fields(unit.facts, place[1], self._arguments(unit.path)):
            return (self._fields(unit, place[1], others),)
        order = self._linker.linearization(unit, place[1])
        for index, number in order.order[1:]:
            for name in self._linker.forms.constructors if index >= 0 else ():
                above = self._constructor(self._linker.units[index], number, name)
                if above is not None:
                    return signatures(above[0].facts, above[1], self._arguments(above[0].path), bound=True)
        if order.is_open:
            return (Signature(_ANYTHING, "a base that is not known may take its arguments"),)
        return (Signature(()),)

    def _fields(self, unit: Unit, definition: int, others: Mapping[Place, Sequence[Parameter]]) -> Signature:
        inherited: dict[str, Parameter] = {}
        own: Sequence[Parameter] = ()
        for index, number in self._linker.linearization(unit, definition).order[::-1]:
            owner = self._linker.units[index]
            if index < 0 or not takes_fields(owner.facts, number, self._arguments(owner.path)):
                continue
            inherited.update((one.name, one) for one in own)
            place = (owner.path, number)
            own = others[place] if place in others else fields(owner.facts, number, self._arguments(owner.path))
        return merged_fields(list(inherited.values()), own)

    # -- names of definitions --------------------------------------------------------------------------------------
    def qualified_name(self, place: Place) -> str:
        """Without ordinals."""
        unit = self._linker.unit(place[0])
        return unit.quals[place[1]] if unit is not None else ""

    def is_class(self, place: Place) -> bool:
        unit = self._linker.unit(place[0])
        return unit is not None and unit.defs[place[1]].is_class

    def above(self, place: Place) -> list[Place]:
        """A class of the repository, then those above it, in the order in which they are asked for members."""
        unit = self._linker.unit(place[0])
        order = self._linker.linearization(unit, place[1]).order if unit is not None else ()
        return [(self._linker.units[index].path, number) for index, number in order if index >= 0]

    def defined(self, place: Place) -> list[str]:
        """Symbol ids of the definitions that a declaration stands for; of itself where it stands for none."""
        unit = self._linker.enter_file(place[0])
        if unit is None or self._linker.scoping.package != "linkage":
            return []
        return [self._linker.units[index].ids[number] for index, number in self._linker.settled(unit, place[1])]

    def _arguments(self, path: str) -> Arguments:
        language = language_for(path)
        assert language is not None
        return language.arguments
