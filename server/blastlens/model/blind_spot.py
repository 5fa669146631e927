"""Blind spots: places where what a program does cannot be read out of its text."""

import enum
from typing import Final, NamedTuple


class BlindKind(enum.StrEnum):
    """`about` and `pattern` of a `BlindSpot` mean what the comment says."""

    RUNS_TEXT = "runs_text"  # text is run as code: exec, eval
    COMPUTED_CALL = "computed_call"  # what an object has under a computed name is called; about: its class or module
    COMPUTED_IMPORT = "computed_import"  # a module with a computed name is imported
    COMPUTED_MEMBER = "computed_member"  # about: the class or module that gets members with computed names
    COMPUTED_ATTRIBUTE = "computed_attribute"  # some object gets attributes with computed names
    BEHIND_FACADE = "behind_facade"  # a member that only __getattr__ may give is called; about: that; pattern: its name
    FOREIGN_STAR = "foreign_star"  # pattern: a module of another library, all of whose names are imported
    REPLACED = "replaced"  # about: a function, method or class of another file that is assigned anew
    ONE_OF_MANY = "one_of_many"  # more functions were handed to what calls one of them than are told one by one
    GENERATED = "generated"  # the file says that a program wrote it


# A pattern that fits every name.
ANY_NAME: Final = "*"
# Calls behind a façade from which on it is told of: fewer are found faster by reading.
FEW_CALLS: Final = 3
# What hides values rather than calls is counted, and listed only where all is asked for.
MINOR: Final = frozenset({BlindKind.COMPUTED_ATTRIBUTE, BlindKind.GENERATED})
_FEW_CHARACTERS: Final = 3


class BlindSpot(NamedTuple):
    """One place, in the file of its `source`."""

    source: str  # symbol id of the code it stands in
    line: int  # 1-based
    kind: BlindKind
    pattern: str = ANY_NAME  # the names that may be meant: `*` stands for any text, `|` between whole names
    about: str = ""  # symbol id; "" where nothing is known


def fits(pattern: str, name: str) -> bool:
    """Whether a name may be one of those that a pattern stands for."""
    return any(_fits(one, name) for one in pattern.split("|"))


def _fits(pattern: str, name: str) -> bool:
    first, *rest = pattern.split("*")
    if not rest:
        return name == first
    if not name.startswith(first) or len(name) < len(first):
        return False
    at, last = len(first), rest[-1]
    for part in rest[:-1]:
        at = name.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return len(name) - at >= len(last) and name.endswith(last)


def is_narrow(pattern: str) -> bool:
    """Whether a pattern leaves out most names: it spells at least three characters of each."""
    return all(len(one.replace("*", "")) >= _FEW_CHARACTERS for one in pattern.split("|"))
