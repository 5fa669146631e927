"""Words for how an edge was found, how many there are of something, and what calls lead to."""

from collections.abc import Sequence
from typing import Final, Protocol

from blastlens.model.edge import Basis
from blastlens.model.symbol import Symbol, qualname_of

_MOST_NAMED: Final = 3

_WORDS: Final[dict[Basis, str]] = {
    Basis.CONFIRMED: "a person confirmed it",
    Basis.LEXICAL: "the name is bound in an enclosing scope",
    Basis.IMPORT: "the name was imported",
    Basis.SELF: "called on the object itself",
    Basis.SUPER: "reached by super()",
    Basis.CLASS_ATTRIBUTE: "an attribute of a known class",
    Basis.CONSTRUCTED: "the receiver was constructed nearby",
    Basis.ANNOTATION: "the receiver is annotated",
    Basis.RETURNED: "the receiver comes from a call whose return type is known",
    Basis.ATTRIBUTE: "the receiver is an attribute of known type",
    Basis.INFERRED_RETURN: "the receiver comes from a call whose returned values are known",
    Basis.PROPERTY: "an attribute access that runs code",
    Basis.WITH: "the receiver is bound by a with statement",
    Basis.CONTAINER: "the receiver is an element of a known container",
    Basis.NARROWED: "a check narrows the receiver",
    Basis.FIXTURE: "a test fixture of that name",
    Basis.DECORATOR_RESULT: "what a decorator returns",
    Basis.TYPE_VARIABLE: "through a type variable",
    Basis.LIBRARY: "what a library function does with its arguments",
    Basis.DEFAULT: "the default value of a parameter",
    Basis.CALLABLE_OBJECT: "an object that can be called",
    Basis.PARTIAL: "through a partial application",
    Basis.CALLBACK: "handed over as a callback",
    Basis.HANDED_OVER: "handed over by a call or a decorator, and called where it is kept",
    Basis.REGISTERED: "one of many functions handed over to what calls one of them",
    Basis.FRAMEWORK: "a framework calls it",
    Basis.CONDITIONAL: "one of several bindings of the name",
    Basis.NESTED: "defined inside what runs",
    Basis.WRAPPER: "its decorator is applied to what runs",
    Basis.OBJECT: "the language or a foreign base class calls it on an object that is made",
    Basis.OVERRIDE: "overrides the method that is called; it may be the one that runs",
    Basis.SUBCLASS: "the receiver's class leaves it to its subclasses, of which one has it",
    Basis.INTERFACE: "implements what is called; it may be the one that runs",
    Basis.STAND_IN: "its object is handed to a library for one of a type that has this method",
    Basis.DYNAMIC_NAME: "its name begins or ends as a name made at run time does",
    Basis.RECEIVER_NAME: "assigned to a variable of the receiver's name; the receiver's type is not known",
    Basis.UNIQUE_NAME: "the only method of that name here; the receiver's type is not known",
    Basis.CANDIDATES: "one of several methods of that name; the receiver's type is not known",
}


def why(basis: Basis) -> str:
    """Why an edge of this basis is believed, in words."""
    return _WORDS[basis]


def why_by_name(overriding: int, *, in_tests: bool) -> str:
    """The same of a method that is meant by its name alone. `overriding`: methods that override it; `in_tests`: test code has others of
    the name, which other code does not use."""
    beside = f" besides {overriding:,} that override{'s' if overriding == 1 else ''} it" if overriding else ""
    where = "outside of test code" if in_tests else "here"
    return f"the only method of that name {where}{beside}; the receiver's type is not known"


def plural(number: int, what: str, many: str = "") -> str:
    """`1 caller`, `12 callers`, `1,204 callers`."""
    return f"{number:,} {what if number == 1 else many or what + 's'}"


class Calls(Protocol):
    """Calls, and how many are of which kind (`model.graph.FileRecord`)."""

    @property
    def uses(self) -> int: ...
    @property
    def resolved(self) -> int: ...
    @property
    def inferred(self) -> int: ...
    @property
    def ambiguous(self) -> int: ...
    @property
    def unresolved(self) -> int: ...
    @property
    def external(self) -> int: ...


# In the order of what they say about the code at hand.
KINDS_OF_CALLS: Final = ("resolved", "inferred", "ambiguous", "unresolved", "external")


def shares(calls: Calls) -> str:
    """`46.9% resolved, 12.1% inferred, …`; `none` where there are no calls."""
    if not calls.uses:
        return "none"
    return ", ".join(f"{percent(getattr(calls, kind), calls.uses)} {kind}" for kind in KINDS_OF_CALLS)


def percent(part: int, whole: int) -> str:
    """`12.1%`; never `0.0%` for something, nor `100.0%` for less than all."""
    if not whole or part in (0, whole):
        return "100%" if part else "0%"
    return f"{min(max(100 * part / whole, 0.1), 99.9):.1f}%"


def tests_in_words(state: str, count: int, *, likely: bool) -> str:
    """What is known of a function's tests, by its state. `likely`: INFERRED over a path that is not sure; then, and where every
    test run starts the code, there is no `count`."""
    if state == "MEASURED":
        return f"run by {plural(count, 'test')}" if count else "run by tests"
    if state == "INFERRED":
        return plural(count, "test") if count else "likely tested" if likely else "tested"
    if state == "NOT RUN":
        return "measured: not run by tests"
    return "no test found" if state == "NONE FOUND" else "tests unknown"


class Unseen(Protocol):
    """What may call a symbol without an edge that says so (`analyses.callers.Unseen`)."""

    @property
    def unresolved(self) -> int: ...
    @property
    def named(self) -> int: ...
    @property
    def by_language(self) -> bool: ...
    @property
    def computed(self) -> int: ...
    @property
    def perhaps(self) -> int: ...
    @property
    def outside(self) -> str: ...
    @property
    def only_named(self) -> bool: ...


def without_callers(unseen: Unseen, *, sure: bool, here: bool = False) -> str:
    """What to say of a symbol without callers; `sure`: of a view that is whole; `here`: of one that is whole but for being a part
    of a repository."""
    if unseen.by_language:
        return "called by the language"
    users, used = ("uses", "used") if unseen.only_named else ("callers", "called")
    found = f"no {users} found" if sure else f"no {users} found here" if here else f"{users} unknown"
    said = f"{users} unknown" if unseen.perhaps else found
    if unseen.computed:
        said = f"may be {used} by a computed name"
    if unseen.outside:
        said = f"may be {used} from outside"
    if not unseen.named:
        return said
    named = f"named in {plural(unseen.named, 'place')}"
    return named if unseen.only_named and said == found else f"{said} · {named}"


def callers_and_places(callers: int, places: int, what: str, many: str = "") -> str:
    """`2 callers not updated, in 3 places`; `what` they are called. The places only where they are not as many."""
    said = plural(callers, what, many)
    return said if callers == places else f"{said}, in {plural(places, 'place')}"


def skipped_tests(tests: Sequence[str]) -> str:
    """`tests`: ids of skipped tests that reach what was asked for."""
    named = ", ".join(qualname_of(one) for one in tests[:_MOST_NAMED]) + (", …" if len(tests) > _MOST_NAMED else "")
    reach = "reaches" if len(tests) == 1 else "reach"
    return f"{plural(len(tests), 'skipped test')} {reach} it too ({named})"


def accessors_apart(accessors: Sequence[str]) -> str:
    """`accessors`: display ids of what runs when a property is set or deleted, which is not what was asked for."""
    named = ", ".join(one.rpartition("::")[2] for one in accessors)
    return f"this is what reading it runs; setting or deleting it runs {named}"


def only_text_differs(symbols: Sequence[str]) -> str:
    """`symbols`: display ids of definitions that a change leaves as they were, but for what is no code."""
    named = ", ".join(one.rpartition("::")[2] for one in symbols[:_MOST_NAMED])
    more = ", …" if len(symbols) > _MOST_NAMED else ""
    return f"only comments, documentation or layout differ in {plural(len(symbols), 'definition')} ({named}{more})"


def unresolved_uses(number: int, symbol: Symbol) -> str:
    """`number`: of the uses of a symbol's name on something unknown."""
    return f"{plural(number, use_of(symbol))} of the name {symbol.name} could not be resolved and may mean it"


def use_of(symbol: Symbol) -> str:
    """What a use of it is called: nobody calls a property."""
    return "use" if symbol.is_property else "call"


def why_affected(hops: int) -> str:
    """How a test comes to run something changed."""
    if not hops:
        return "changed itself"
    return "runs it directly" if hops == 1 else f"runs it via {plural(hops - 1, 'other')}"


# Of a blast radius, which tells tests over ways that are sure enough.
MORE_TESTS: Final = "further tests may run it, over ways that are less sure: affected-tests tells them"


def why_loading(path: str) -> str:
    """How a test comes to run something changed that only top-level code of a file calls."""
    return f"{path} runs it when it is loaded"


_TESTS_IN: Final = {
    "reaching": ("reaches {}", "reach {}"),
    "inside": ("reaches what stands in {}", "reach what stands in {}"),
    "likely": ("may reach {}", "may reach {}"),
    "loading": ("only loads a file that runs {}", "only load files that run {}"),
}


def tests_in_group(name: str, number: int, what: str) -> str:
    """`3 tests reach it`. `what` they reach."""
    one, many = _TESTS_IN[name]
    return f"{plural(number, 'test')} {(one if number == 1 else many).format(what)}"


def tests_left_out(number: int) -> str:
    """Of tests that calls lead from, and that are not among those to run."""
    they = "it does" if number == 1 else "they do"
    return f"{plural(number, 'test')} that a lens counts {'is' if number == 1 else 'are'} left out: {they} not make or define what is on the way"


def files_without_graph(paths: Sequence[str]) -> str:
    """Of changed files that are no source: that nothing is known of them."""
    named = ", ".join(paths[:_MOST_NAMED]) + (", …" if len(paths) > _MOST_NAMED else "")
    them = "it" if len(paths) == 1 else "them"
    return f"{plural(len(paths), 'changed file')} no graph covers ({named}): which tests depend on {them} is not known"
