"""Parts of a file as text: lines with their numbers, what stands between them left out; and what they cost."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

_BYTES_PER_TOKEN: Final = 4
_MOST_SIGNATURE_LINES: Final = 8
LEFT_OUT: Final = "…"


class Run(NamedTuple):
    """Lines that follow one another: the number of the first, 1-based, and their text as it stands in the file."""

    first: int
    lines: tuple[str, ...]

    @property
    def last(self) -> int:
        return self.first + len(self.lines) - 1


def tokens_of(text: str) -> int:
    """An estimate: four bytes of UTF-8 are a token, as is usual for code and English."""
    return -(-len(text.encode("utf-8", "backslashreplace")) // _BYTES_PER_TOKEN)


def runs_of(lines: Sequence[str], numbers: Iterable[int]) -> tuple[Run, ...]:
    """The lines with these numbers, in order; numbers beyond the file are left out."""
    runs: list[Run] = []
    for number in sorted(set(numbers)):
        if not 1 <= number <= len(lines):
            continue
        if runs and runs[-1].last == number - 1:
            runs[-1] = Run(runs[-1].first, (*runs[-1].lines, lines[number - 1]))
        else:
            runs.append(Run(number, (lines[number - 1],)))
    return tuple(runs)


def render_runs(runs: Sequence[Run]) -> str:
    """One line a line, with its number; a sign where lines are left out between."""
    out: list[str] = []
    for at, run in enumerate(runs):
        if at:
            out.append(LEFT_OUT)
        out += [f"{run.first + offset:>6} {line}".rstrip() for offset, line in enumerate(run.lines)]
    return "".join(f"{line}\n" for line in out)


def signature_lines(lines: Sequence[str], line: int, last_line: int) -> range:
    """Numbers of the lines of a signature: from that of the name on until the brackets that it opens are closed (a body's brace is not
    waited for), a few at most."""
    depth = 0
    last = min(last_line, len(lines), line + _MOST_SIGNATURE_LINES - 1)
    for number in range(line, last + 1):
        text = lines[number - 1]
        depth += text.count("(") + text.count("[") - text.count(")") - text.count("]")
        if depth <= 0:
            return range(line, number + 1)
    return range(line, last + 1)
