"""Where code runs only sometimes, or more than once: the constructs of a grammar that nest."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Branching:
    """`constructs`: node kinds of choices, loops and handlers, each with those of its parts that run once whatever is chosen:
    by name of the field, by kind of the child, or as `#N` by its place among the named children. `chained`: of these the
    choices that go on with the one around where they are its alternative (`else if`)."""

    constructs: Mapping[str, frozenset[str]] = field(default_factory=dict)
    chained: frozenset[str] = frozenset()


def branching(chained: str = "", **constructs: str) -> Branching:
    """From words: `if_statement="condition"`."""
    return Branching({kind: frozenset(parts.split()) for kind, parts in constructs.items()}, frozenset(chained.split()))


NONE: Final = Branching()
