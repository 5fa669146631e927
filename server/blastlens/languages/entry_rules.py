"""What runs although nothing in the repository calls it: rules for entry points, and tables of frameworks."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.conventions import Conventions
from blastlens.languages.lexis import SLASH_LEXIS
from blastlens.languages.packaging import Packaging
from blastlens.languages.shapes import Shape, parse_shape


@dataclass(frozen=True, slots=True)
class EntryPointRules:
    transparent_decorators: frozenset[str]  # hand back the function to be called by its own name; or all of a module do
    module_hooks: frozenset[str]  # functions of a module that the language calls
    dispatched: Mapping[str, tuple[str, ...]]  # foreign base class -> how the names of methods begin that it looks up
    incidental_methods: frozenset[
        str
    ]  # methods every object has: that a class has one of its own says little about calls of it
    loaders: frozenset[str] = frozenset()  # functions of a file that run with its top-level code
    exported: str = ""  # why what a file exports is called from outside; "" where exporting alone does not say so
    # The files whose exports a package offers to whoever uses it, by its layout; None where there are no such files.
    entries: Callable[[Any, Callable[[str], None]], Sequence[str]] | None = None

    # Names of methods that the language calls on objects of any class, as a pattern of the whole name: operators, protocols.
    language_methods: str = r"(?!)"
    # Methods that making an instance runs, known by their names; and the name that all constructors have where each is marked as
    # one (`DefFlag.CONSTRUCTOR`) and none bears the name of its class.
    constructors: frozenset[str] = frozenset()
    marked_constructor: str = ""
    packaging: Packaging | None = None
    conventions: Callable[[], Conventions] = Conventions  # files and names that frameworks find by where they stand
    spelled_paths: bool = (
        False  # strings name functions, classes and modules with all that is around them: "shop.pay.charge"
    )
    # Suffixes of files that are not read and hold code of this language; names of others are not looked for in them.
    embedded_in: frozenset[str] = frozenset()

    # Folders of what others run by its name or take as a pattern: documentation, examples, packaging.
    shown: frozenset[str] = frozenset(
        """demo demos doc docs example examples extras hooks packaging sample samples showcase tutorial tutorials""".split()  # noqa: SIM905
    )

    lexis: re.Pattern[bytes] = SLASH_LEXIS
    duck_methods: frozenset[str] = frozenset()  # methods that libraries call on whatever they are given

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

    def waits(self, path: str, facts: FileFacts, has: Callable[[str], bool]) -> bool:  # noqa: ARG002
        """Whether the top-level code of a file is there to be imported, and for nothing else. `has`: whether there is a file."""
        return False

    def is_global(self, facts: FileFacts) -> bool:  # noqa: ARG002
        """Whether what a file defines at top level can be used by any other without an import."""
        return False

    def knows_subclasses(self, base: str) -> bool:  # noqa: ARG002
        """Whether a class of another library may learn of the classes below it and make objects of them."""
        return False

    def keeps_classes(self, metaclass: str) -> bool:  # noqa: ARG002
        """Whether what makes a class may remember it."""
        return False

    def other_spellings(self, owner: str, name: str) -> Iterable[str]:  # noqa: ARG002
        """Further names by which what a definition defines can be reached."""
        return ()

    def beside(self, path: str) -> Iterable[str]:  # noqa: ARG002
        """Files that are loaded, where there are such, whenever the file is."""
        return ()

    def module_names(self, path: str) -> Iterable[str]:  # noqa: ARG002
        """Names by which a file may be imported, from any of the folders around it: the longest first."""
        return ()


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
