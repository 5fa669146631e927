"""What the keys of a command's argument may be, and the one message about those that are something else."""

import enum
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from pygls.exceptions import JsonRpcInvalidParams


class Kind(enum.StrEnum):
    """The value says what is expected."""

    TEXT = "text"
    URI = "a URI"
    COUNT = "a whole number from 0 on"
    SHARE = "a number from 0 to 1"
    FLAG = "true or false"
    TEXTS = "a list of texts"
    POSITION = '{"line": …, "character": …}, both whole numbers from 0 on'


Takes = Mapping[str, Kind]

PLACE: Final[Takes] = MappingProxyType({"root": Kind.URI, "uri": Kind.URI, "position": Kind.POSITION})
"""Every command takes these: clients send them along wherever the cursor is."""


def checked(command: str, given: Mapping[str, Any], takes: Takes) -> dict[str, Any]:
    """What was given, without what is null. Raises `JsonRpcInvalidParams` with all that is wrong and all that is expected."""
    present = {key: value for key, value in given.items() if value is not None}
    wrong = list(_wrong(present, {**takes, **PLACE}))
    if wrong:
        raise JsonRpcInvalidParams(f"{command}: {'; '.join(wrong)}. It takes {_told(takes)}.")
    return present


def _wrong(given: Mapping[str, Any], takes: Takes) -> Iterator[str]:
    for key, value in given.items():
        kind = takes.get(str(key))
        if kind is None:
            yield f'"{key}" is no argument of it'
        elif not _is(kind, value):
            yield f'"{key}" must be {kind.value}, not {value!r}'
    if "position" in given and "uri" not in given:
        yield '"position" needs the "uri" of its document'


def _is(kind: Kind, value: Any) -> bool:
    match kind:
        case Kind.TEXT | Kind.URI:
            return isinstance(value, str)
        case Kind.COUNT:
            return _is_count(value)
        case Kind.SHARE:
            return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1
        case Kind.FLAG:
            return isinstance(value, bool)
        case Kind.TEXTS:
            return isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in value)
        case Kind.POSITION:
            return isinstance(value, Mapping) and all(_is_count(value.get(one)) for one in ("line", "character"))


def _is_count(value: Any) -> bool:
    if isinstance(value, float):  # JavaScript tells no whole numbers from others
        return value.is_integer() and value >= 0
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _told(takes: Takes) -> str:
    own = [f'"{key}" ({kind.value})' for key, kind in takes.items()]
    return ", ".join([*own, *_quoted(PLACE)])


def _quoted(keys: Iterable[str]) -> Iterator[str]:
    return (f'"{key}"' for key in keys)
