"""Words for blind spots: what a place hides, and which places may lead to a symbol."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from blastlens.model.blind_spot import ANY_NAME, BlindKind, BlindSpot
from blastlens.model.symbol import MODULE_NAME, file_of, qualname_of
from blastlens.views.wording import plural

_MOST_NAMED: Final = 3
# What one file does, what several do.
_KINDS: Final[dict[BlindKind, tuple[str, str]]] = {
    BlindKind.BEHIND_FACADE: ("stands for others by __getattr__", "stand for others by __getattr__"),
    BlindKind.COMPUTED_CALL: ("calls by computed names", "call by computed names"),
    BlindKind.RUNS_TEXT: ("runs text as code", "run text as code"),
    BlindKind.COMPUTED_IMPORT: ("imports modules with computed names", "import modules with computed names"),
    BlindKind.COMPUTED_MEMBER: ("adds members with computed names", "add members with computed names"),
    BlindKind.REPLACED: ("replaces what others define", "replace what others define"),
    BlindKind.ONE_OF_MANY: (
        "calls one of very many registered functions",
        "call one of very many registered functions",
    ),
    BlindKind.FOREIGN_STAR: ("imports all names of a library", "import all names of a library"),
    BlindKind.COMPUTED_ATTRIBUTE: ("sets attributes with computed names", "set attributes with computed names"),
    BlindKind.GENERATED: ("was written by a program", "were written by programs"),
}


def kinds_in_words(files: Mapping[str, int]) -> str:
    """`4 files run text as code, 2 …`. `files`: how many by kind; what could not be read is left to others."""
    told: list[str] = []
    for kind, (one, many) in _KINDS.items():
        number = files.get(kind.value, 0)
        beside = "" if told else "file " if number == 1 else "files "
        told += [plural(number, beside + one, beside + many)] if number else []
    return ", ".join(told)


def what_is_hidden(spot: BlindSpot, times: int = 1) -> str:
    """Why a place lies to a static reader. `times`: how many calls are behind a façade."""
    names = _names(spot.pattern)
    about = named(spot.about)
    if spot.kind is BlindKind.COMPUTED_CALL:
        return f"calls something{f' of {about}' if about else ''} by a computed name{names}"
    if spot.kind is BlindKind.COMPUTED_IMPORT:
        return f"imports a module with a computed name{names}"
    if spot.kind is BlindKind.COMPUTED_MEMBER:
        return f"gives {about} a member with a computed name{names}"
    if spot.kind is BlindKind.COMPUTED_ATTRIBUTE:
        return f"sets an attribute with a computed name{names}"
    if spot.kind is BlindKind.BEHIND_FACADE:
        return f"{about} answers for what is not in the text: {plural(times, 'call')} {_go(times)} through it"
    if spot.kind is BlindKind.FOREIGN_STAR:
        return f"imports all names of {spot.pattern}"
    if spot.kind is BlindKind.REPLACED:
        return f"replaces {about} of {file_of(spot.about)}"
    return _KINDS[spot.kind][0]


def named(symbol_id: str) -> str:
    """A symbol as a reader names it; a module by its file; "" for none."""
    if not symbol_id:
        return ""
    name = qualname_of(symbol_id)
    return file_of(symbol_id) if name == MODULE_NAME else name


def _names(pattern: str) -> str:
    if pattern == ANY_NAME:
        return ""
    shown = pattern.split("|")
    return f" ({', '.join(shown[:_MOST_NAMED])}{', …' if len(shown) > _MOST_NAMED else ''})"


def _go(times: int) -> str:
    return "goes" if times == 1 else "go"


def called_by_name(spots: Sequence[BlindSpot]) -> str:
    """That something may be called by a name made at run time, and where."""
    if len(spots) == 1:
        spot = spots[0]
        caller = named(spot.source)
        return f"{caller} calls by a computed name and may mean it ({_place(spot)})"
    return f"{plural(len(spots), 'place')} call by computed names and may mean it ({places(spots)})"


def perhaps_called(spots: Sequence[BlindSpot]) -> list[str]:
    """The same where little says so, in up to two notes."""
    texts = [spot for spot in spots if spot.kind is BlindKind.RUNS_TEXT]
    calls = [spot for spot in spots if spot.kind is not BlindKind.RUNS_TEXT]
    notes = [called_by_name(calls)] if calls else []
    return [*notes, f"text is run as code where its name is known ({places(texts)})"] if texts else notes


def replaced_at(spots: Sequence[BlindSpot]) -> str:
    return f"something else is put in its place ({places(spots)})"


def gone_through(spots: Sequence[BlindSpot]) -> str:
    """Of calls of a name: the façades behind which they lead."""
    facades = ", ".join(sorted({named(spot.about) for spot in spots})[:_MOST_NAMED])
    return f"{plural(len(spots), 'call')} of its name {_go(len(spots))} through {facades}"


def led_to(calls: int) -> str:
    """Of a `__getattr__`."""
    return f"{plural(calls, 'call')} of what the object does not have {'leads' if calls == 1 else 'lead'} to it"


def imported_by_name(spots: Sequence[BlindSpot], *, any_module: bool) -> str:
    names = "any name" if any_module else "names like this one's"
    return f"{plural(len(spots), 'place')} import{'s' if len(spots) == 1 else ''} modules of {names} ({places(spots)})"


def places(spots: Iterable[BlindSpot]) -> str:
    """`a.py:3, b.py:8, …`, each once."""
    found = list(dict.fromkeys(map(_place, spots)))
    return ", ".join(found[:_MOST_NAMED]) + (", …" if len(found) > _MOST_NAMED else "")


def _place(spot: BlindSpot) -> str:
    return f"{file_of(spot.source)}:{spot.line}"
