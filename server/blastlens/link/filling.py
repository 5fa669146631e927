"""Type variables: what they stand for, put in their place."""

from typing import Any, Final

from blastlens.link.values import RANK, Value, Values, freeze, merge, thaw
from blastlens.model.edge import Basis

_TYPE_VARIABLE: Final = RANK[Basis.TYPE_VARIABLE]
_DEEPEST: Final = 3  # of variables within types within types


def filled(values: Values, named: dict[str, frozenset[Value]], depth: int, receiver: Value | None = None) -> Values:
    """Values with what their type variables stand for put in their place, and the receiver for `self`."""
    out: Values = {}
    for value, rank in values.items():
        tag = value[0]

        def inside(part: frozenset[Value]) -> frozenset[Value]:
            return freeze(filled(dict.fromkeys(part, 0), named, depth + 1, receiver))

        if tag == "var":
            if named.get(value[1]):
                merge(out, thaw(named[value[1]], _TYPE_VARIABLE), rank)
            else:
                out[value] = rank
        elif tag == "self" and receiver is not None:
            out[receiver] = rank
        elif depth > _DEEPEST:
            out[value] = rank
        elif tag == "varclass":
            for item in named.get(value[1], ()):
                if item[0] == "var":
                    out[("varclass", *item[1:])] = rank
                elif item[0] in ("inst", "self"):
                    out["class" if item[0] == "inst" else "selfclass", item[1], item[2]] = max(rank, _TYPE_VARIABLE)
        elif tag in ("seq", "await", "manager", "holder", "gives", "gives_or"):
            made_by: tuple[Any, ...] = value[2:]
            out[(tag, inside(value[1]), *made_by)] = rank
        elif tag == "gen":
            made_by = value[4:]
            out[(tag, inside(value[1]), inside(value[2]), inside(value[3]), *made_by)] = rank
        elif tag == "callable":
            out[tag, inside(value[1]), tuple(inside(part) for part in value[2])] = rank
        elif tag == "map":
            out[tag, inside(value[1]), inside(value[2])] = rank
        elif tag == "tup":
            out[tag, tuple(inside(part) for part in value[1])] = rank
        elif tag == "inst" and value[3]:
            out[tag, value[1], value[2], tuple(inside(part) for part in value[3])] = rank
        else:
            out[value] = rank
    return out
