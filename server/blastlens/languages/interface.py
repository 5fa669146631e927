"""How a language writes an interface, as far as a sketch needs it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from blastlens.facts.file_facts import DefFlag

# What is left within brackets of a list that was written over several lines.
_INNER: Final = re.compile(r"(?<=[(\[]) |,? (?=[)\]])")


@dataclass(frozen=True, slots=True)
class InterfaceForm:
    """`opening` has `{name}`, `member` has `{head}`: the text of a function before its body. `from_name`: of that only what begins
    with its name. `dropped`: words that do not stand before a member of an interface. `marks`: (flag of the definition, what stands
    on a line of its own before such a member); functions without a receiver are no members where nothing marks them. All empty
    in a language without interfaces."""

    opening: str = ""
    member: str = ""
    closing: str = ""
    from_name: bool = False
    dropped: frozenset[str] = frozenset()
    marks: tuple[tuple[int, str], ...] = ()

    def sketch(self, name: str, heads: Sequence[tuple[str, int]]) -> str:
        """An interface with these members, each with its flags (`facts.DefFlag`); "" where the language has none."""
        members = [line for head, flags in heads for line in self._member(head, flags)]
        if not self.opening or not members:
            return ""
        return "\n".join([self.opening.format(name=name), *members, *([self.closing.format()] if self.closing else [])])

    def _member(self, head: str, flags: int) -> list[str]:
        marks = [mark for flag, mark in self.marks if flags & flag]
        if flags & DefFlag.STATIC and not marks:
            return []
        words = " ".join(head.split())
        while (first := words.partition(" ")[0]) in self.dropped:
            words = words[len(first) + 1 :]
        words = _INNER.sub("", words)
        return [*marks, self.member.format(head=words)]


NO_INTERFACE: Final = InterfaceForm()
