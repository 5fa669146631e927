"""Values the evaluator reasons about: interned tuples, first the tag.

    ("func", unit, def)              a function as written
    ("bound", unit, def, receiver)   a method with its receiver value (or None)
    ("class", unit, def)             a class;  ("generic", unit, def, args) the same with type arguments
    ("inst", unit, def, args)        an instance; args: a tuple of frozen value sets
    ("self", unit, def)              the receiver of a method of the class, replaced by the real receiver
    ("selfclass", unit, def)         its class
    ("super", unit, def, instance, unit, def)  super(): what comes after the second class in the order of the first (instance:
                                     whether the receiver is one)
    ("module", name, path or None)
    ("gen", elements, sent, returned)  a generator; with (unit, def) behind, as made by that generator function
    ("seq", elements)                what is iterated; ("seq", elements, unit, def) as made by that generator function
    ("map", keys, values)  ("tup", parts)  ("await", result)  ("manager", entered)
    ("callable", result, parameters) ("holder", held)  ("gives", result)  a call of it gives result
    ("gives_or", result)             the same, or the call's second argument (dict.get)
    ("applied", function, args)      a function with type arguments
    ("partial", function)  ("lambda", unit, ctx, expr)  ("alias", unit, ctx, expr)  a type expression as a value
    ("var", name, unit + 1, ctx, expr)  ("varclass", …)  type variables; expr: the call or the type that gives the bounds of one,
                                     three zeros for one without
    ("keyed", instance)              a call of it gives what the instance holds under the first argument
    ("argument", index)              inside results: what the call gives for a parameter of unknown type
    ("decorated", unit, def, object)                   a decorated function used as the object its decorator returns
    ("member", unit, def)            beside what a member is by its declared type: the definition that a call of it enters
    ("runs", unit, def)              what runs a function, and gives something else: `task.delay`
    ("wraps", unit, def)             what a library made of a function: a call of it runs that one
    ("shape", shape, unit, receiver, entered)  a framework's: a call of it gives the shape, as seen from the unit, and enters
                                     the functions `entered`
    ("field", from instance, from class)  a framework's: what reading an attribute gives
    ("ext", dotted name)  ("extinst", dotted name)     known, and not of this repository
    ("ext", "?.name", id of a module's `__getattr__`)  what only that may give
    ("extinst", "?computed", class or module, pattern) what it has under a computed name (`model.blind_spot`)
    ("request", unit, def)  ("gives_fixture", unit, def)  what a test asks as `request`; a call of it gives the fixture named
    ("named", receiver, start, end)                    an attribute whose name begins and ends so
    ("names", module)  ("gives_named", module)         the mapping of a module's names; a call of it gives the one named
    ("by_name", name, called)        a function that reads the attribute of a name, and calls it
    ("fields", unit, ctx, expr)  ("record", unit, ctx, expr, held)  a class that a call makes of a list of fields; an instance
    ("accessor", getters, setters, deleters)           a property made of functions
    ("const", type name)                               a literal
    ("macro", *names)                                  a macro whose body calls functions of these names

`unit` is the index of a file (below zero: a stub module of a library), `def` an index into its defs. Sets of values inside values are frozensets.
"""

from functools import lru_cache
from typing import Any, Final

from blastlens.model.edge import Basis

Value = tuple[Any, ...]
# value -> rank of the weakest step that led to it
Values = dict[Value, int]

BASES: Final = tuple(Basis)
RANK: Final = {basis: rank for rank, basis in enumerate(BASES)}

# The literal that stands for nothing: what is called on it is called on something else.
NONE: Final[Value] = ("const", "None")
# What a library's object holds or hands on: its own things as well as ours (the rows of a query), so no name says which.
GIVEN: Final[Value] = ("extinst", "?given")
_UNSURE: Final = RANK[Basis.OVERRIDE]
MOST_VALUES: Final = 24  # more is no evidence
MOST_FROZEN: Final = 12

# Tags that say "known, and not a definition of ours".
FOREIGN: Final = frozenset(
    {
        "ext",
        "extinst",
        "const",
        "gives",
        "gives_or",
        "callable",
        "alias",
        "var",
        "varclass",
        "names",
        "shape",
        "keyed",
        "accessor",
        "by_name",
        "fields",
        "record",
        "macro",
        "wraps",
    }
)


def parts_of(value: Value) -> tuple[Any, ...]:
    """What stands behind the tag of a value."""
    return value[1:]


def merge(into: Values, values: Values, rank: int = 0) -> Values:
    """Add `values` to `into`, each at least at `rank`; the stronger way to a value wins."""
    for value, own in values.items():
        if own < rank:
            own = rank
        old = into.get(value)
        if old is None or old > own:
            into[value] = own
    return into


def at_least(values: Values, rank: int) -> Values:
    return {value: own if own > rank else rank for value, own in values.items()}


def freeze(values: Values) -> frozenset[Value]:
    """A value set to keep inside a value, where ranks are not kept: without what is unsure. Too large ones say nothing."""
    if not values:
        return _EMPTY
    kept = frozenset(value for value, rank in values.items() if value[0] != "const" and rank < _UNSURE)
    return kept if len(kept) <= MOST_FROZEN else _EMPTY


# Tags that may hold type variables.
GENERIC: Final = frozenset(
    {
        "var",
        "varclass",
        "seq",
        "gen",
        "map",
        "tup",
        "await",
        "manager",
        "holder",
        "callable",
        "gives",
        "gives_or",
        "inst",
    }
)
# Tags of what a type variable may stand for.
BINDABLE: Final = frozenset(
    {
        *(
            "inst",
            "class",
            "generic",
            "func",
            "bound",
            "self",
            "selfclass",
            "seq",
            "gen",
            "map",
            "tup",
            "var",
            "varclass",
        ),
        *("callable", "lambda", "partial", "decorated", "extinst", "await", "manager", "holder"),
    }
)
# Tags whose second part is a unit.
_PLACED: Final = frozenset({"func", "bound", "class", "generic", "inst", "self", "selfclass", "super", "getter"})
_EMPTY: Final[frozenset[Value]] = frozenset()


def without_none(values: Values) -> Values:
    return {value: rank for value, rank in values.items() if value != NONE} if NONE in values else values


def is_hollow(value: Value) -> bool:
    """Whether a value is a container of which nothing is known that it holds."""
    if value[0] not in ("seq", "map"):
        return False
    held = value[1] if value[0] == "seq" else value[2]
    return all(is_hollow(item) for item in held)


def with_elements(values: Values, elements: frozenset[Value], grows: bool) -> Values:
    """Values whose containers hold `elements` too; only the hollow ones unless they `grow`."""
    if not elements:
        return values
    out: Values = {}
    for value, rank in values.items():
        tag = value[0]
        hollow = is_hollow(value)
        if tag not in ("seq", "map") or not (hollow or grows):
            out[value] = rank
            continue
        held = value[1] if tag == "seq" else value[2]
        held = elements if hollow else held | elements
        if len(held) > MOST_FROZEN:
            out[value] = rank
        else:
            out[("seq", held) if tag == "seq" else ("map", value[1], held)] = rank
    return out


def thaw(frozen: frozenset[Value], rank: int) -> Values:
    """The values of a frozen set, in an order that is the same in every process."""
    return dict.fromkeys(_in_order(frozen) if len(frozen) > 1 else frozen, rank)


@lru_cache(maxsize=1 << 14)
def _in_order(frozen: frozenset[Value]) -> tuple[Value, ...]:
    return tuple(sorted(frozen, key=_spelled))


def _spelled(value: Any) -> str:
    """A text that orders values; sets inside are spelled in order too."""
    if isinstance(value, frozenset):
        return "{" + ",".join(sorted(map(_spelled, value))) + "}"
    if isinstance(value, tuple):
        return "(" + ",".join(map(_spelled, value)) + ")"
    return f"{value:09}" if isinstance(value, int) else str(value)


def is_foreign(value: Value) -> bool:
    """Whether a value is a definition of a library's stubs, or an instance of one; units of libraries are numbered below zero."""
    return value[0] in _PLACED and value[1] < 0


def are_foreign_functions(values: Values) -> bool:
    """Whether all of some values are functions and methods of libraries, and there is one."""
    for value in values:
        tag = value[0]
        if (tag != "bound" and tag != "func") or value[1] >= 0:
            return False
    return len(values) > 0


def is_informative(values: Values) -> bool:
    """Whether some value is of this repository."""
    return any(value[0] not in ("ext", "extinst", "const") and not is_foreign(value) for value in values)
