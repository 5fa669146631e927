"""How a language writes an interface, as far as a sketch needs it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from blastlens.facts.file_facts import DefFlag

# What is left within brackets of a list that was written over several lines.
_INNER: Final = re.compile(r"(?<=[(\[]) |,? (?=[)\]])")
_WORD: Final = re.compile(r"\w+")
_PARAMETER: Final = re.compile(r"[<\[,]\s*(\w+)")


class Edit(NamedTuple):
    """Bytes of a file, and what an interface has in their place."""

    start: int
    end: int
    text: str = ""


class Head(NamedTuple):
    """What stands before the body of a function, as bytes of its file, and what is different about it in an interface."""

    start: int
    end: int
    edits: tuple[Edit, ...] = ()


class Asked(NamedTuple):
    """A member that an interface asks for. `flags`: of its definition (`facts.DefFlag`)."""

    name: str
    head: str
    flags: int


def definition_of(name: Any) -> Any:
    """The node that a node names; None for none."""
    node = name.parent
    while node is not None and (named := node.child_by_field_name("name")) is not None and named != name:
        node = node.parent
    return node if node is not None and node.child_by_field_name("name") == name else None


def comments_in(node: Any, end: int) -> Iterator[Edit]:
    """Comments before an offset, which are left out."""
    for child in node.children:
        if child.start_byte < end:
            if child.type.endswith("comment"):
                yield Edit(child.start_byte, child.end_byte)
            else:
                yield from comments_in(child, end)


def whole_head(node: Any, _name: Any) -> Head | None:
    """All up to the body."""
    body = node.child_by_field_name("body")
    end = node.end_byte if body is None else body.start_byte
    return Head(node.start_byte, end, tuple(comments_in(node, end)))


def head_from_name(node: Any, name: Any) -> Head | None:
    """Only what begins with the name."""
    head = whole_head(node, name)
    return head and head._replace(start=name.start_byte)


@dataclass(frozen=True, slots=True)
class InterfaceForm:
    """`opening` has `{name}`, `member` has `{head}`: the text of a function before its body, which `head` tells of the nodes of a
    definition and of its name. `dropped`: words that do not stand before a member of an interface. `marks`: (flag of the definition,
    what stands on a line of its own before such a member, with `{name}`); functions without a receiver are no members where nothing
    marks them, but those of an interface of their own where `statics` ends its name: that of the class as a value. `generic`: whether
    an interface has type parameters behind its name. All empty in a language without interfaces."""

    opening: str = ""
    member: str = ""
    closing: str = ""
    head: Callable[[Any, Any], Head | None] = whole_head
    dropped: frozenset[str] = frozenset()
    marks: tuple[tuple[int, str], ...] = ()
    statics: str = ""
    generic: bool = False

    def sketch(self, name: str, asked: Sequence[Asked], parameters: str = "") -> str:
        """Interfaces with these members; "" where the language has none. `parameters`: the text of the type parameters of the
        class."""
        statics = [one for one in asked if self._is_static(one)]
        parts = [self._one(name, [one for one in asked if one not in statics], parameters)]
        if self.statics:
            parts.append(self._one(name + self.statics, statics, parameters))
        return "\n\n".join(filter(None, parts))

    def _is_static(self, one: Asked) -> bool:
        return bool(one.flags & DefFlag.STATIC) and not any(one.flags & flag for flag, _ in self.marks)

    def _one(self, name: str, asked: Sequence[Asked], parameters: str) -> str:
        members = [line for one in asked for line in self._member(one)]
        if not self.opening or not members:
            return ""
        used = {word for line in members for word in _WORD.findall(line)}
        if self.generic and used.intersection(_PARAMETER.findall(parameters)):
            name += parameters
        return "\n".join([self.opening.format(name=name), *members, *([self.closing.format()] if self.closing else [])])

    def _member(self, one: Asked) -> list[str]:
        marks = [mark.format(name=one.name) for flag, mark in self.marks if one.flags & flag]
        words = " ".join(one.head.split())
        while (first := words.partition(" ")[0]) in self.dropped:
            words = words[len(first) + 1 :]
        words = _INNER.sub("", words)
        return [*marks, self.member.format(head=words)]


NO_INTERFACE: Final = InterfaceForm()
