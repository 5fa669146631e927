"""How a text keeps a use from failing that finds nothing: handlers that catch it, and questions that are asked first."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Guarding:
    """Node kinds of a grammar. A language whose compiler refuses what is missing guards nothing."""

    # Constructs with a handler: kind -> field of what is tried. `handlers`: kinds of those of its parts that catch something.
    tries: Mapping[str, str] = field(default_factory=dict)
    handlers: frozenset[str] = frozenset()
    # Names of what catches a missing name or attribute; where it is empty every handler does, as one does that names nothing.
    catching: frozenset[str] = frozenset()
    refusing: frozenset[str] = frozenset()  # names of what catches a call that passes what is not taken
    # Blocks that are entered with something that swallows: kind -> kind of its head; last names of the functions that do.
    entering: Mapping[str, str] = field(default_factory=dict)
    swallowing: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()  # code inside runs at another time
    strings: frozenset[str] = frozenset()  # kinds of literals that may ask for a name
    optional: frozenset[str] = frozenset()  # kinds of a part of a call that leaves it undone where there is nothing
    reading: Mapping[str, str] = field(
        default_factory=dict
    )  # accesses that may be read first: kind -> field of the name


NONE: Final = Guarding()
