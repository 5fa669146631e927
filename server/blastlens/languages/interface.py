"""How a language writes an interface, as far as a sketch needs it."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class InterfaceForm:
    """`opening` has `{name}`, `member` has `{head}`: the text of a function before its body. `from_name`: of that only what begins
    with its name. `dropped`: words that do not stand before a member of an interface. All empty in a language without."""

    opening: str = ""
    member: str = ""
    closing: str = ""
    from_name: bool = False
    dropped: frozenset[str] = frozenset()

    def sketch(self, name: str, heads: list[str]) -> str:
        """An interface with these members; "" where the language has none."""
        if not self.opening:
            return ""
        members = [self.member.format(head=self._cleaned(head)) for head in heads]
        return "\n".join([self.opening.format(name=name), *members, *([self.closing] if self.closing else [])])

    def _cleaned(self, head: str) -> str:
        words = " ".join(head.split())
        while (first := words.partition(" ")[0]) in self.dropped:
            words = words[len(first) + 1 :]
        return words


NO_INTERFACE: Final = InterfaceForm()
