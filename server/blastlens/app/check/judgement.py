"""What a rule says of a change, and how a finding is known again."""

import hashlib
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from blastlens.views.findings import Finding


def _nothing() -> Iterable[Finding]:
    return ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """`findings`: what the change brings, in any order; `standing`: what holds too, but held before (asked where comments or a
    baseline may speak of it); `unjudged`: why the rule could not judge everything; `unknown`: what it
    looked at and could not tell."""

    findings: Sequence[Finding]
    standing: Callable[[], Iterable[Finding]] = _nothing
    unjudged: str = ""
    unknown: str = ""


def not_judged(unjudged: Mapping[str, str], known: str) -> list[str]:
    """Which rules could not judge everything, and why: a sentence a reason. `known`: what is told of the whole view anyway, which is not
    said again."""
    rules: dict[str, list[str]] = {}
    for rule, why in unjudged.items():
        rules.setdefault(why, []).append(rule)
    return [
        f"{' and '.join(filter(None, (', '.join(some[:-1]), some[-1])))} {'was' if len(some) == 1 else 'were'} not judged"
        + (" there" if why in known else f": {why}")
        for why, some in rules.items()
    ]


def next_mark(mark: str, taken: Container[str]) -> str:
    """A fingerprint that tells a finding from others that have the same (`numbered`)."""
    return next(one for number in count(1) if (one := numbered(mark, number)) not in taken)


def numbered(mark: str, number: int) -> str:
    """`mark`, `mark-2`, `mark-3`, in the order of their places."""
    return mark if number == 1 else f"{mark}-{number}"


def fingerprint(finding: Finding) -> str:
    """Sixteen hexadecimal digits, of the rule and of names alone: it stays the same when lines move."""
    text = "\0".join((finding.code, *(finding.key or (finding.file, finding.message))))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
