"""What functions take and what calls pass, by shape: how many arguments, under which names, and what is left open."""

from typing import Final, NamedTuple

# Kinds of parameter, as in `facts.Param`.
POSITIONAL_ONLY: Final = 0
EITHER: Final = 1
REST: Final = 2
KEYWORD_ONLY: Final = 3
REST_KEYWORDS: Final = 4


class Parameter(NamedTuple):
    name: str
    kind: int = EITHER
    required: bool = True


class Signature(NamedTuple):
    """What a call has to pass; a bound receiver is left out. `doubt`: why calls may be taken otherwise than it says; "" where
    they are not."""

    parameters: tuple[Parameter, ...]
    doubt: str = ""

    @property
    def positional(self) -> tuple[Parameter, ...]:
        return tuple(one for one in self.parameters if one.kind in (POSITIONAL_ONLY, EITHER))

    @property
    def by_name(self) -> dict[str, Parameter]:
        return {one.name: one for one in self.parameters if one.kind in (EITHER, KEYWORD_ONLY)}

    @property
    def rest(self) -> str:
        """The name of what takes further positional arguments, "" for none."""
        return next((one.name for one in self.parameters if one.kind == REST), "")

    @property
    def rest_keywords(self) -> str:
        return next((one.name for one in self.parameters if one.kind == REST_KEYWORDS), "")

    def without_first(self) -> "Signature":
        """As seen through a receiver, which is passed as the first positional argument; what takes the rest takes it too."""
        first = next(iter(self.parameters), None)
        if first is None or first.kind not in (POSITIONAL_ONLY, EITHER):
            return self
        return self._replace(parameters=self.parameters[1:])


class CallShape(NamedTuple):
    """What a call passes. `more`: further positional arguments, of unknown number, are unpacked into it; `more_keywords`: the
    same for named ones."""

    positional: int
    keywords: tuple[str, ...] = ()
    more: bool = False
    more_keywords: bool = False

    @property
    def is_open(self) -> bool:
        return self.more or self.more_keywords


def in_words(signature: Signature) -> str:
    """`(a, b=…, *, c, **rest)`."""
    parts: list[str] = []
    kinds = [one.kind for one in signature.parameters]
    for at, one in enumerate(signature.parameters):
        if one.kind == KEYWORD_ONLY and REST not in kinds[:at] and KEYWORD_ONLY not in kinds[:at]:
            parts.append("*")
        star = {REST: "*", REST_KEYWORDS: "**"}.get(one.kind, "")
        left_out = "" if one.required or star else "=…"
        parts.append(f"{star}{one.name}{left_out}")
        if one.kind == POSITIONAL_ONLY and signature.by_name and POSITIONAL_ONLY not in kinds[at + 1 :]:
            parts.append("/")
    return f"({', '.join(parts)})"
