"""What a language says of names: a table of answers that the linker asks for."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Scoping:
    """What a bare name may mean beyond the scopes of its file, and who may add members to a type."""

    implicit_receiver: bool = False  # a bare name in a method may be a member of its class, or of a class around it
    # Files that see one another's names without an import: those of one "folder" that name the same package, or all that
    # name the same package ("name"); "linkage": what others declare or define, seen through imports or not, see
    # `link.linkage`; "" for none.
    package: str = ""
    extensions: bool = False  # members may be given to a type from outside its text, see `Extend`
    # How a call chooses among functions of one name: "" (the last one defined stands), "count" of arguments, or their "types".
    overloads: str = ""
    structural: bool = (
        False  # whatever has the members of an interface may be handed on as one, whether or not it names it
    )
    method_sets: bool = False  # a type implements every interface whose methods it has
    late_binding: bool = (
        True  # classes below may replace any method; else only what an interface asks for leads elsewhere
    )
    named_late: bool = False  # so too where a method is named by its class and not called: `Shape::area`
    breadth_first: bool = False  # the member that is nearest counts, among several bases the one with the shortest way
    typed: bool = (
        False  # every value has a declared type: what is not known is not of the repository, no name alone tells
    )
    conversions: bool = False  # calling a type converts to it, and makes nothing
    special_prefix: str = "\0"  # how names start that the language gives a meaning of its own
    private_prefix: str = "\0"  # how names start that are nobody else's business
    # Behind the names that methods are bound and reached by, where a variable may have the name of a method; "" where it may not.
    methods: str = ""
    receiver_names: bool = False  # whether a receiver is meant by the name it shares with what members are assigned to
    unique_names: bool = True  # whether a method that only one class has is meant by its name alone
    # Top-level code of a file runs when something of it is used, or of its package where that is a folder: importing alone runs none.
    loaded_by_use: bool = False
    made_by_calls: bool = False  # only who names a class makes an object of it
    # The text before a class of which it is only asked whether a value is of it; None where no text is asked.
    type_tests: re.Pattern[bytes] | None = None
    # (layout, path of the importing file, record): whether imports that are `ImportFlag.ERASABLE` are left out of what runs there.
    erases: Callable[[Any, str, Callable[[str], None]], bool] | None = None
    implicit_super: bool = False  # a constructor that calls none of its base runs the one that takes nothing
    scripts: bool = (
        False  # files that say that they belong to a package see one another's names, as scripts of one page do
    )
    globals: frozenset[str] = frozenset()  # objects that have the names of all scripts of a page for members
    # (path, path): whether the module of the first file holds that of the second. Neither can be without the other.
    nests: Callable[[str, str], bool] | None = None
    wraps: bool = False  # what a library makes of a function runs it where it is called: `memo(Page)`
    alternatives: bool = False  # of several definitions of one name in a scope, each build takes one
    exports: str = ""  # before the names of module bindings that only importers see; "" where there are none


PLAIN_SCOPING: Final = Scoping()
