"""How a language hands arguments over: what a call may pass and leave out, as far as its text tells."""

from dataclasses import dataclass, field
from typing import Final

from blastlens.languages.literals import NONE as NO_LITERALS
from blastlens.languages.literals import Literals


@dataclass(frozen=True, slots=True)
class Arguments:
    """Defaults: a call passes as many arguments as the function takes, in their order."""

    any_count: bool = False  # what is missing is undefined and what is too much is ignored: nothing fails
    explicit_receiver: bool = False  # a method may be called as a function of its type, with the receiver first
    spread_results: bool = False  # the only argument may be a call that gives all of them
    empty_is_open: bool = False  # a function that declares no parameters may take any
    # Whether decorators may hand out another function than the one they stand on, and the last names of those that do not
    # change what it takes.
    wraps: bool = False
    keeping: frozenset[str] = field(default_factory=frozenset)
    # Last names of decorators that give a class no members but special ones; others may, where decorators wrap.
    bare: frozenset[str] = field(default_factory=frozenset)
    giving: frozenset[str] = field(default_factory=frozenset)  # those that give it some, where others do not
    # Last names of decorators, or of bases, by which a class takes its fields as arguments.
    field_classes: frozenset[str] = field(default_factory=frozenset)
    # Of what is assigned to such a field: calls that say more of it, and keywords that give a default or that leave it out
    # of the arguments.
    field_calls: frozenset[str] = field(default_factory=frozenset)
    field_defaults: frozenset[str] = field(default_factory=frozenset)
    field_left_out: str = ""
    field_by_name: str = ""  # the keyword, of a field or of the class, by which fields are passed by name only
    literals: Literals = NO_LITERALS  # how instances are written out with the names of their fields
    no_fields: frozenset[str] = field(default_factory=frozenset)  # last names of annotations of what is no field


EXACT: Final = Arguments()
