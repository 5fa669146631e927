"""Rows of facts as the linker reads them, and what follows from them alone.

They say what `facts.file_facts` says; compiled code reaches an attribute of these at once, and one of the decoded rows through
Python's look-up, many times slower. What is made of the facts of a file is kept for the next linker: each save has one of its own.
"""

from functools import lru_cache
from typing import Final

from blastlens.facts.file_facts import EVERYTHING, Def, DefFlag, FileFacts, Param, Scope, ScopeKind

_KEPT: Final = 1024  # files


class ScopeRow:
    """`file_facts.Scope`."""

    __slots__ = ("bindings", "declared", "kind", "narrowings", "owner", "parent")

    def __init__(self, row: Scope) -> None:
        self.kind, self.parent, self.owner = row.kind, row.parent, row.owner
        self.bindings, self.narrowings, self.declared = row.bindings, row.narrowings, row.declared


class ParamRow:
    """`file_facts.Param`."""

    __slots__ = ("annotation", "default", "kind", "name")

    def __init__(self, row: Param) -> None:
        self.name, self.annotation, self.default, self.kind = row.name, row.annotation, row.default, row.kind


class DefRow:
    """`file_facts.Def`, without what only symbols tell."""

    __slots__ = (
        "attributes",
        "bases",
        "ctx",
        "declared",
        "decorators",
        "flags",
        "is_class",
        "keywords",
        "member_of",
        "name",
        "outer",
        "overloads",
        "params",
        "parent",
        "primary",
        "returned",
        "returns",
        "scope",
        "type_ctx",
        "type_params",
        "yields",
    )

    def __init__(self, row: Def) -> None:
        self.name, self.is_class, self.parent, self.outer, self.scope = (
            row.name,
            row.is_class,
            row.parent,
            row.outer,
            row.scope,
        )
        self.ctx, self.type_ctx, self.flags, self.primary = row.ctx, row.type_ctx, row.flags, row.primary
        self.member_of, self.overloads, self.returns = row.member_of, row.overloads, row.returns
        self.params = [ParamRow(one) for one in row.params]
        self.decorators, self.bases, self.keywords, self.type_params = (
            row.decorators,
            row.bases,
            row.keywords,
            row.type_params,
        )
        self.returned, self.yields = row.returned, row.yields
        self.attributes, self.declared = row.attributes, row.declared


class Derived:
    """What follows from the facts of one file; nobody changes it."""

    __slots__ = ("autouse", "defs", "functional", "implicit", "owners", "parts", "scattered", "scopes")

    def __init__(self, facts: FileFacts, *, implicit_receiver: bool) -> None:
        self.scopes = [ScopeRow(row) for row in facts.scopes]
        self.defs = [DefRow(row) for row in facts.defs]
        self.parts: dict[int, list[int]] = {}
        self.autouse: list[int] = []  # fixtures that are applied without being asked for
        for number, definition in enumerate(self.defs):
            if definition.primary != number:
                self.parts.setdefault(definition.primary, []).append(number)
            if definition.flags & DefFlag.AUTOUSE:
                self.autouse.append(number)
        # A bare name may be a member of a class around it.
        self.implicit = implicit_receiver and (
            any(row.is_class or row.member_of >= 0 for row in self.defs) or EVERYTHING in facts.names
        )
        self.scattered = set(range(len(facts.names))) if self.implicit else self._scattered_names()
        # the scope whose body a scope runs in: comprehensions and lambdas belong to the scope around them
        self.functional = list(range(len(self.scopes)))
        self.owners = [-1] * len(self.scopes)
        for number, scope in enumerate(self.scopes):
            if scope.kind >= ScopeKind.LAMBDA:
                self.functional[number] = self.functional[scope.parent]
                self.owners[number] = self.owners[scope.parent]
            elif scope.kind == ScopeKind.FUNCTION:
                self.owners[number] = scope.owner
            elif scope.kind == ScopeKind.CLASS:
                self.owners[number] = self.owners[scope.parent]

    def _scattered_names(self) -> set[int]:
        """Names whose value may depend on where in the file they are used: all but those with at most one binding, in the
        module."""
        module = self.scopes[0]
        scattered = set(module.narrowings)
        scattered.update(name for name, rows in module.bindings.items() if len(rows) > 1)
        for scope in self.scopes[1:]:
            scattered.update(scope.bindings)
            scattered.update(scope.narrowings)
            scattered.update(scope.declared)
        return scattered


@lru_cache(maxsize=1)
def _kept() -> dict[tuple[int, bool], tuple[FileFacts, Derived]]:
    return {}


def derived_from(facts: FileFacts, *, implicit_receiver: bool) -> Derived:
    """`Derived` of these facts, made once while they are among the last that were asked for."""
    key, kept = (id(facts), implicit_receiver), _kept()  # an entry holds its facts, so that no others get their number
    found = kept.get(key)
    if found is None:
        if len(kept) >= _KEPT:
            kept.clear()
        found = kept[key] = (facts, Derived(facts, implicit_receiver=implicit_receiver))
    return found[1]
