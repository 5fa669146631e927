"""Calls as the evaluator sees them: where their arguments stand, or what they are."""

from typing import TYPE_CHECKING, Any

from blastlens.facts.file_facts import Expr
from blastlens.link.unit import Unit
from blastlens.link.values import Value, Values

if TYPE_CHECKING:
    from blastlens.link.machine import Machine


class Site:
    """A call: where its arguments stand, evaluated on demand. Most calls are asked for none of them."""

    __slots__ = ("_keywords", "_known", "ctx", "positional", "row", "unit")

    def __init__(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> None:
        self._known: dict[Any, Any] | None = None
        self._keywords: dict[str, int] | None = None
        self.unit, self.ctx, self.row = unit, ctx, row
        self.positional = row[3 : 3 + row[2]]

    @property
    def known(self) -> dict[Any, Any]:
        """What one evaluation of the call fixes: type variables, and values with them in their places."""
        if self._known is None:
            self._known = {}
        return self._known

    @property
    def keywords(self) -> dict[str, int]:
        """Expressions by keyword."""
        if self._keywords is None:
            rest, names = self.row[3 + self.row[2] :], self.unit.names
            self._keywords = {names[rest[i]]: rest[i + 1] for i in range(0, len(rest), 2)}
        return self._keywords

    def argument(self, machine: "Machine", index: int) -> Values:
        """Values of a positional argument; empty when there is none."""
        if index >= len(self.positional):
            return {}
        return machine.evaluate(self.unit, self.ctx, self.positional[index])

    def value(self, machine: "Machine", expr: int) -> Values:
        """Values of one of the arguments, by its expression."""
        return machine.evaluate(self.unit, self.ctx, expr)

    def keyword(self, machine: "Machine", name: str) -> Values | None:
        expr = self.keywords.get(name)
        return None if expr is None else machine.evaluate(self.unit, self.ctx, expr)

    def __len__(self) -> int:
        return len(self.positional)

    def unit_row(self, expr: int) -> tuple[int, ...]:
        return self.unit.exprs[expr]

    def plain_count(self) -> int:
        """How many of the first arguments stand one for one, before any `*x`."""
        for number, item in enumerate(self.positional):
            if self.unit_row(item)[0] == Expr.STAR:
                return number
        return len(self.positional)

    def is_open(self) -> bool:
        """Whether `*x` or `**x` hands over arguments that are not written out."""
        return "**" in self.keywords or self.plain_count() < len(self.positional)

    def string(self, index: int) -> str | None:
        return self.unit.string(self.positional[index]) if index < len(self.positional) else None


class GivenSite(Site):
    """A call whose arguments are known as values."""

    __slots__ = ("given",)

    def __init__(self, *values: Value) -> None:
        self._known = None
        self.given: tuple[Values, ...] = tuple({value: 0} for value in values)
        self.positional, self._keywords = tuple(range(len(values))), {}

    def argument(self, machine: "Machine", index: int) -> Values:  # noqa: ARG002
        return self.given[index] if index < len(self.given) else {}

    def value(self, machine: "Machine", expr: int) -> Values:
        return self.argument(machine, expr)

    def unit_row(self, expr: int) -> tuple[int, ...]:  # noqa: ARG002
        return (0,)

    def string(self, index: int) -> str | None:  # noqa: ARG002
        return None
