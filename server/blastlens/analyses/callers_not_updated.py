"""Whether calls still fit after a signature changed: by the number of arguments and their names, never by their values.

A call is claimed not to fit only where its text alone says so: it fitted what the function took before, and whatever is
unpacked into it (`*x`, `**x`) cannot make it fit what the function takes now. What may not fit is told apart, with the reason.
The rules are those by which Python binds arguments to parameters (Language Reference, "Calls"); a language without named
arguments has only positional parameters.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from blastlens.model.signature import EITHER, KEYWORD_ONLY, POSITIONAL_ONLY, CallShape, Parameter, Signature

_MOST_SHAPES: Final = 64


class Misfit(NamedTuple):
    """`sure`: the call cannot succeed. `why`: what it passes or lacks, and what is taken now, in words. `binds`: by its text the
    call fits, and may be wrong all the same."""

    sure: bool
    why: str
    binds: bool = False


def misfit(old: Sequence[Signature], new: Sequence[Signature], shape: CallShape) -> Misfit | None:
    """Why a call that some of the `old` signatures took may not fit any of the `new` ones; None where it fits, or where what it
    passes did not fit before either. Several signatures: functions of one name that a call chooses from."""
    if old and all(refused(one, shape) for one in old):
        return None
    best: Misfit | None = None
    for one in new:
        found = _misfit_of_one(old, one, shape)
        if found is None:
            return None
        if best is None or (best.sure and not found.sure):
            best = found
    return best


def _misfit_of_one(old: Sequence[Signature], new: Signature, shape: CallShape) -> Misfit | None:
    why = refused(new, shape, old)
    if why:
        return Misfit(False, f"{why}, but {new.doubt}") if new.doubt else Misfit(True, why)
    if new.doubt and not takes_all(old, [new]):
        return Misfit(False, new.doubt, binds=True)
    why = _open(old, new, shape) or _moved(old, new, shape)
    return Misfit(False, why, binds=True) if why else None


# -- what is certain -----------------------------------------------------------------------------------------------


def refused(signature: Signature, shape: CallShape, before: Sequence[Signature] = ()) -> str:
    """Why a call cannot succeed, whatever is unpacked into it; "" where it may. `before`: what was taken, for the words."""
    positional = signature.positional
    if shape.positional > len(positional) and not signature.rest:
        return _too_many(signature, shape)
    by_name = signature.by_name
    for name in shape.keywords:
        if name not in by_name and not signature.rest_keywords:
            return f"passes keyword `{name}`, {_how_unknown(signature, name, before)}"
    filled = {one.name for one in positional[: shape.positional] if one.kind == EITHER}
    for name in shape.keywords:
        if name in filled:
            return f"passes `{name}` twice, by position and by name"
    missing = _missing(signature, shape)
    return _lacks(signature, shape, missing) if missing else ""


def _how_unknown(signature: Signature, name: str, before: Sequence[Signature]) -> str:
    if any(one.name == name and one.kind == POSITIONAL_ONLY for one in signature.parameters):
        return "which is taken by position only"
    return "which is gone" if any(name in one.by_name for one in before) else "which is not taken"


def _missing(signature: Signature, shape: CallShape) -> list[Parameter]:
    """Required parameters that nothing can fill."""
    out = []
    for at, one in enumerate(signature.positional):
        by_position = at < shape.positional or shape.more
        by_name = one.kind == EITHER and (one.name in shape.keywords or shape.more_keywords)
        if one.required and not by_position and not by_name:
            out.append(one)
    for one in signature.parameters:
        is_lacking = one.required and one.name not in shape.keywords and not shape.more_keywords
        if one.kind == KEYWORD_ONLY and is_lacking:
            out.append(one)
    return out


def _too_many(signature: Signature, shape: CallShape) -> str:
    required = sum(one.required for one in signature.positional)
    most = len(signature.positional)
    word = "positional argument" if signature.by_name or shape.keywords else "argument"
    at_least = "at least " if shape.more else ""
    at_most = "" if required == most else "at most "
    return f"passes {at_least}{_count(shape.positional, word)}; takes {at_most}{most}"


def _lacks(signature: Signature, shape: CallShape, missing: Sequence[Parameter]) -> str:
    names = ", ".join(f"`{one.name}`" for one in missing if one.name)
    if names and (signature.by_name or shape.keywords):
        return f"lacks required {names}"
    required = sum(one.required for one in signature.positional)
    at_least = "" if required == len(signature.positional) and not signature.rest else "at least "
    lacking = f" (lacks {names})" if names else ""
    return f"passes {_count(shape.positional, 'argument')}; takes {at_least}{required}{lacking}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# -- what is not ---------------------------------------------------------------------------------------------------


def _open(old: Sequence[Signature], new: Signature, shape: CallShape) -> str:
    """What cannot be told because arguments are unpacked into the call, or because the function takes any."""
    named = [name for name in shape.keywords if name not in new.by_name]
    if named and any(named[0] in one.by_name for one in old):
        return f"passes keyword `{named[0]}`, which only `**{new.rest_keywords}` takes now"
    if shape.is_open and not takes_all(old, [new]):
        stars = " and ".join(star for star, given in (("*", shape.more), ("**", shape.more_keywords)) if given)
        return f"unpacks arguments into the call ({stars}): whether they fit is not known"
    if old and shape.positional > len(new.positional) and all(shape.positional <= len(one.positional) for one in old):
        return f"passes {_count(shape.positional, 'positional argument')}, of which `*{new.rest}` takes the last now"
    return ""


def _moved(old: Sequence[Signature], new: Signature, shape: CallShape) -> str:
    """An argument by position that another parameter takes now, while the one that took it is still there."""
    if len(old) != 1:
        return ""
    names = {one.name: at for at, one in enumerate(new.positional)}
    was, now = old[0].positional[: shape.positional], new.positional
    for at, (one, other) in enumerate(zip(was, now, strict=False)):
        elsewhere = one.name in names or any(one.name == two.name for two in new.parameters if two.kind == KEYWORD_ONLY)
        if one.name != other.name and elsewhere:
            return f"argument {at + 1} by position was `{one.name}` and is `{other.name}` now"
    return ""


def takes_all(old: Sequence[Signature], new: Sequence[Signature]) -> bool:
    """Whether every call that one of `old` takes, one of `new` takes too, as far as calls of every shape tell."""
    return all(any(not refused(one, shape) for one in new) for shape in chain.from_iterable(map(_shapes, old)))


def _shapes(signature: Signature) -> Iterator[CallShape]:
    """Calls that a signature takes: with every number of positional arguments, each with the names it needs then, with each
    name that may be left out, and with what only the rest takes."""
    positional = signature.positional
    unnamed = sum(one.kind == POSITIONAL_ONLY and one.required for one in positional)
    only = [one.name for one in signature.parameters if one.kind == KEYWORD_ONLY and one.required]
    for count in range(unnamed, min(len(positional), _MOST_SHAPES) + 1):
        left = [one for one in positional[count:] if one.kind == EITHER]
        needed = (*(one.name for one in left if one.required), *only)
        yield CallShape(count, needed)
        for name in _optional(left, signature):
            yield CallShape(count, (*needed, name))
    if signature.rest:
        yield CallShape(len(positional) + 1, tuple(only))
        yield CallShape(len(positional) + _MOST_SHAPES, tuple(only))
    if signature.rest_keywords:
        yield CallShape(len(positional), (*only, "\0"))


def _optional(left: Iterable[Parameter], signature: Signature) -> list[str]:
    names = [one.name for one in left if not one.required]
    return names + [one.name for one in signature.parameters if one.kind == KEYWORD_ONLY and not one.required]


# -- functions that others stand in for ----------------------------------------------------------------------------


def does_not_follow(old: Signature, new: Signature, override: Signature) -> bool:
    """Whether a method that took whatever the overridden one took does not take what that takes now."""
    return takes_all([old], [override]) and not takes_all([new], [override])
