"""What runs although nothing in the repository calls it: rules for entry points, and tables of frameworks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.shapes import Shape, parse_shape


@dataclass(frozen=True, slots=True)
class EntryPointRules:
    transparent_decorators: frozenset[str]  # hand back the function to be called by its own name; or all of a module do
    module_hooks: frozenset[str]  # functions of a module that the language calls
    dispatched: Mapping[str, tuple[str, ...]]  # foreign base class -> how the names of methods begin that it looks up
    incidental_methods: frozenset[
        str
    ]  # methods every object has: that a class has one of its own says little about calls of it
    exported: str = ""  # why what a file exports is called from outside; "" where exporting alone does not say so
    # The files whose exports a package offers to whoever uses it, by its layout; None where there are no such files.
    entries: Callable[[Any, Callable[[str], None]], Sequence[str]] | None = None

    # Names of methods that the language calls on objects of any class, as a pattern of the whole name: operators, protocols.
    language_methods: str = r"(?!)"
    doubts_exported: bool = (
        False  # code outside the repository may use whatever is handed out, though nothing tells that any does
    )

    def registers(self, dotted: str) -> bool:
        """Whether a decorator of this name may keep the function for somebody to call."""
        package, _, name = dotted.rpartition(".")
        return name not in self.transparent_decorators and package not in self.transparent_decorators

    def entered(self, path: str, facts: FileFacts, definition: int) -> str:  # noqa: ARG002
        """Why somebody outside calls a definition, as far as its own text tells; "" if it does not."""
        return ""


@dataclass(frozen=True, slots=True)
class FrameworkFacts:
    """What frameworks do at run time that no source says, as tables. Names are dotted; one of another repository means every
    class or function of that name in its package, as packages offer what they define under several names. See `shapes`."""

    attributes: Mapping[str, tuple[tuple[str, Shape], ...]]  # attribute -> (class that has it, its shape)
    fields: Mapping[
        str, tuple[tuple[str, Shape], ...]
    ]  # last name -> (what a class body assigns a call of, shape when read)
    results: Mapping[str, tuple[tuple[str, Shape], ...]]  # last name -> (what is called, what it gives)
    defaults: Mapping[
        str, tuple[tuple[str, Shape], ...]
    ]  # last name -> (default of a parameter, what the function gets)
    runners: Mapping[str, tuple[str, ...]]  # attribute -> decorators whose functions it runs
    owned: tuple[
        tuple[str, str], ...
    ]  # (class, class): an instance of the first in a body of the second is about the second

    def with_attributes(self, given: Mapping[str, Mapping[str, str]]) -> "FrameworkFacts":
        """These and a user's: class -> attribute -> type. Raises `ValueError` for what names no type."""
        attributes = dict(self.attributes)
        for owner, members in sorted(given.items()):
            for name, text in sorted(members.items()):
                attributes[name] = ((owner, parse_shape(text)), *attributes.get(name, ()))
        return replace(self, attributes=attributes)
