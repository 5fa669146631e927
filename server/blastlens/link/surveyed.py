"""Names that the files of a repository bind: what is not among them cannot be found by any look-up."""

from collections.abc import Sequence
from typing import Final

from blastlens.facts.file_facts import Def, Expr, FileFacts, Signal


def bound_names(facts: FileFacts, getter: str, exports: str = "") -> set[str]:
    """Names by which something of this file can be reached as an attribute: of the module, of a class, of an instance.
    `getter`: the function of a module that is asked for names it does not bind; `exports`: see `Scoping`."""
    names = facts.names
    found = set(facts.scopes[0].bindings)
    for definition in facts.defs:
        if definition.is_class:
            found.update(facts.scopes[definition.scope].bindings)
            found.update(definition.attributes)
            found.update(definition.declared)
    found.update(row.name for row in facts.extensions if row.name >= 0)
    out = {names[name] for name in found}
    if getter in out:  # it may find what the module's tables name
        out.update(names[row[2]] for row in facts.exprs if row[0] == Expr.CONST and row[2] >= 0)
    for scope in facts.scopes:
        out.update(names[path].rpartition(".")[2] for path in scope.narrowings)
    out = {name for name in out if not name.startswith("[]")}
    return out | {name[len(exports) :] for name in out if name.startswith(exports)} if exports else out


def defined_names(facts: FileFacts) -> set[str]:
    """Names by which a function or class of this file can be named as an attribute: its own, or one the module binds."""
    names = facts.names
    given = {names[row.name] for row in facts.extensions if row.name >= 0}
    return given | {names[one.name] for one in facts.defs} | {names[name] for name in facts.scopes[0].bindings}


def is_method(defs: Sequence[Def], function: Def) -> bool:
    """Whether a function stands in the body of a class."""
    return function.parent >= 0 and defs[function.parent].is_class


class SurveyedNames:
    """The sets over every file."""

    def __init__(self, getter: str, special_prefix: str, exports: str = "") -> None:
        self._exports = exports
        self._getter = getter
        self._special = special_prefix
        self._bound: set[str] = set()
        self._defined: set[str] = set()
        self._functions: set[str] = set()
        self.has_getters = False  # whether some module is asked for names that it does not bind

    def add(self, facts: FileFacts) -> None:
        self._bound |= bound_names(facts, self._getter, self._exports)
        self._defined |= defined_names(facts)
        self._functions.update(
            facts.names[one.name] for one in facts.defs if not one.is_class and not is_method(facts.defs, one)
        )
        self.has_getters = self.has_getters or bool(facts.signals & Signal.MODULE_GETATTR)

    def may_lead_somewhere(self, name: str) -> bool:
        """Whether `x.name()` may enter something of the repository."""
        return name in self._bound or name in _ALWAYS or name.startswith(self._special)

    def may_be_named(self, name: str) -> bool:
        """Whether `x.name` as a value may name a function or class of the repository."""
        return name in self._defined

    def may_be_asked(self, name: str) -> bool:
        """Whether `name.attribute()` may ask a function of the repository for something that a decorator gave it."""
        return name in self._functions


# `partial(f).func` is f, whoever binds the name.
_ALWAYS: Final = frozenset({"func"})
