"""`Linearization`: the order in which classes are asked for a member."""

Place = tuple[int, int]  # unit index, def


class Linearization:
    """A class's order (C3), whether a base is not of this repository, the names of such bases, and its metaclass if of it."""

    __slots__ = ("above", "bases", "external", "is_open", "metaclass", "order", "reads")

    def __init__(
        self, order: tuple[Place, ...], is_open: bool, external: tuple[str, ...], metaclass: Place | None = None
    ) -> None:
        self.order, self.is_open, self.external, self.metaclass = order, is_open, external, metaclass
        self.above = order[1:]
        self.bases: tuple[Place, ...] = ()  # those that the class itself names
        self.reads: tuple[int, ...] = ()
