"""`Linearization`: the order in which classes are asked for a member."""


class Linearization:
    """A class's order (C3), whether a base is not of this repository, and the names of such bases."""

    __slots__ = ("external", "is_open", "order", "reads")

    def __init__(self, order: tuple[tuple[int, int], ...], is_open: bool, external: tuple[str, ...]) -> None:
        self.order, self.is_open, self.external = order, is_open, external
        self.reads: frozenset[int] = frozenset()
