"""What the texts of sources tell of who runs what, beyond the edges."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple


class Held(NamedTuple):
    """`readers`: (`<module>` id, id of what its code names) -> ids of the functions that read a variable which holds it, and of the
    `<module>`s whose own code does; what no variable holds is not there. `asked`: (id of a function, id of a class) where the
    function does nothing with the class but ask whether a value is of it."""

    readers: Mapping[tuple[str, str], Sequence[str]]
    asked: frozenset[tuple[str, str]] = frozenset()


NOTHING_HELD: Final = Held({})
