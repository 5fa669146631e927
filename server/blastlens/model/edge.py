"""Edges: who reaches for whom, how it was found, and how far to trust it."""

import enum
from typing import NamedTuple


class EdgeKind(enum.StrEnum):
    CALLS = "calls"  # a call expression; constructing a class targets the class
    REFERENCES = "references"  # a function or class named as a value; a test or fixture asking for a fixture
    DECORATES = "decorates"  # applying a decorator: from the enclosing scope to the decorator
    READS = "reads"  # an attribute access that runs a getter, setter or descriptor
    IMPLICIT = (
        "implicit"  # the language runs a method that nothing names: with, for, operators, subscripts, class hooks
    )
    EXTENDS = "extends"  # subclass -> base
    IMPLEMENTS = "implements"
    IMPORTS = "imports"  # module symbol -> module symbol


# Kinds that run code of the target: what "callers" answers.
CALL_LIKE = frozenset({EdgeKind.CALLS, EdgeKind.DECORATES, EdgeKind.READS, EdgeKind.IMPLICIT})


class Basis(enum.StrEnum):
    """How an edge was found; ordered from the most to the least certain. A chain takes its weakest step."""

    LEXICAL = "lexical"
    IMPORT = "import"
    SELF = "self"
    SUPER = "super"
    CLASS_ATTRIBUTE = "class_attribute"
    CONSTRUCTED = "constructed"
    ANNOTATION = "annotation"
    RETURNED = "returned"
    ATTRIBUTE = "attribute"
    INFERRED_RETURN = "inferred_return"
    PROPERTY = "property"
    WITH = "with"
    CONTAINER = "container"
    NARROWED = "narrowed"
    FIXTURE = "fixture"
    DECORATOR_RESULT = "decorator_result"
    TYPE_VARIABLE = "type_variable"
    LIBRARY = "library"
    DEFAULT = "default"
    CALLABLE_OBJECT = "callable_object"
    PARTIAL = "partial"
    CALLBACK = "callback"
    HANDED_OVER = "handed_over"  # a call or decorator handed it over for a parameter; called where that ended up
    REGISTERED = "registered"  # the same, one of many: what a single run calls is another matter
    FRAMEWORK = "framework"
    CONDITIONAL = "conditional"  # one of several bindings of the name (try/except, if/else)
    NESTED = "nested"  # this, `object` and `override` are expanded in the walk, never stored
    WRAPPER = "wrapper"  # what a call enters first because a decorator made it; expanded in the walk too
    OBJECT = "object"
    OVERRIDE = "override"
    SUBCLASS = "subclass"  # a member that the receiver's class leaves to the one subclass that has it
    INTERFACE = "interface"  # the same, where several subclasses have it, or a foreign base may
    STAND_IN = "stand_in"  # a method that a foreign type has for which an object of its class is handed to foreign code
    DYNAMIC_NAME = "dynamic_name"  # one of the functions whose name begins or ends as a name made at run time does
    RECEIVER_NAME = (
        "receiver_name"  # assigned to a variable that is named as the receiver is, of which nothing is known
    )
    UNIQUE_NAME = "unique_name"
    CANDIDATES = "candidates"
    CONFIRMED = "confirmed"  # a person says so: the last, as the linker finds none, and no chain is made of it


class Tier(enum.StrEnum):
    EXTRACTED = "EXTRACTED"
    INFERRED = "INFERRED"
    AMBIGUOUS = "AMBIGUOUS"


_EXTRACTED = frozenset(
    {
        Basis.CONFIRMED, Basis.LEXICAL, Basis.IMPORT, Basis.SELF, Basis.SUPER, Basis.CLASS_ATTRIBUTE,
        Basis.CONSTRUCTED,
    }
)  # fmt: skip
_AMBIGUOUS = frozenset({Basis.CANDIDATES})


def tier_of(basis: Basis) -> Tier:
    if basis in _EXTRACTED:
        return Tier.EXTRACTED
    return Tier.AMBIGUOUS if basis in _AMBIGUOUS else Tier.INFERRED


class Timing(enum.IntEnum):
    """When what an edge stands for runs, where that is not with the code around it; the smallest of its sites wins. Of edges that
    are no imports only LOAD and STARTED are told."""

    LOAD = 0
    DEFERRED = 1  # inside a function
    STARTED = 2  # at top level, where the file is started as a program
    TYPE_ONLY = 3


class Site(NamedTuple):
    """Where an edge stands in its owner file: line 1-based, columns 0-based UTF-8 bytes, end exclusive."""

    line: int
    column: int
    end_column: int


class Edge(NamedTuple):
    """One edge; it belongs to the file of its source. `target` need not exist (its file may have gone)."""

    source: str  # symbol id
    kind: EdgeKind
    target: str  # symbol id
    confidence: float
    basis: Basis
    sites: tuple[Site, ...] = ()
    # The receiver was constructed on the spot or reached by super(): overriding methods cannot be meant.
    exact: bool = False
    timing: Timing = Timing.LOAD

    @property
    def tier(self) -> Tier:
        return tier_of(self.basis)


class UnresolvedUse(NamedTuple):
    """A call whose target is not known though its name exists in the repository; kept and counted. Also an access to an attribute of
    something unknown that may run a property, whose candidates are such."""

    source: str
    name: str  # the called name, or the attribute's
    site: Site
    candidates: tuple[str, ...] = ()  # symbol ids that bear the name, when few
