"""`Unit`: one file's facts, unpacked for the evaluator."""

from typing import Final

from blastlens.facts.file_facts import Bind, DefFlag, Expr, FileFacts, ImportFlag, ScopeKind
from blastlens.languages.scoping import PLAIN_SCOPING, Scoping
from blastlens.link.hashing import key_hash
from blastlens.link.linearization import Linearization
from blastlens.link.rows import derived_from
from blastlens.model.definitions import qualified_names, symbol_ids
from blastlens.model.symbol import module_id

_BINDS_ALL: Final = ImportFlag.STAR | ImportFlag.REEXPORT
_CONTENTS: Final = "[]"  # before a name, see `Bind.ELEMENT`


class Unit:
    """Facts plus what is derived from them once: parts by definition, qualified names, dotted paths of expressions."""

    __slots__ = (
        "_by_qual",
        "_contents",
        "_dotted",
        "_fixtures",
        "_ids",
        "_name_index",
        "_quals",
        "_rows",
        "autouse",
        "base",
        "bindings",
        "contexts",
        "continued",
        "defs",
        "ended",
        "exprs",
        "facts",
        "floors",
        "functional",
        "has_late_stars",
        "has_stars",
        "homes",
        "implicit",
        "index",
        "known_as",
        "loops",
        "member_keys",
        "names",
        "orders",
        "owners",
        "parents",
        "parts",
        "path",
        "scattered",
        "scopes",
        "source",
        "stub",
    )

    def __init__(
        self,
        index: int,
        path: str,
        facts: FileFacts,
        beside: tuple[str, str] = ("", ""),
        scoping: Scoping = PLAIN_SCOPING,
        known_as: str = "",
    ) -> None:
        """`known_as`: the path in look-up keys, see `LinkRules.source_of`."""
        # paths of the file that declares what this one defines, and of the one that defines what this one declares
        self.stub, self.source = beside
        self.index, self.path, self.facts = index, path, facts
        self.known_as = known_as or path
        self.base = (index + 1) << 48
        self.names, self.exprs, self.contexts = facts.names, facts.exprs, facts.contexts
        derived = derived_from(facts, implicit_receiver=scoping.implicit_receiver)
        self.scopes, self.defs = derived.scopes, derived.defs
        self.parents, self.ended = facts.block_parents, facts.block_ended
        self.loops, self.continued = facts.loops, frozenset(facts.continued)
        self._ids: list[str] | None = None
        self._quals: list[str] | None = None
        self._by_qual: dict[str, int] | None = None
        self._name_index: dict[str, int] | None = None
        self._contents: dict[int, int] | None = None
        self._dotted: dict[int, int] = {}
        self._fixtures: dict[tuple[int, str], list[int]] | None = None
        self._rows: dict[tuple[int, ...], int] | None = None
        self.floors: dict[int, int] = {}
        self.homes: dict[int, int] = {}
        self.orders: dict[int, Linearization] = {}  # linearizations that are final, by class def
        self.member_keys: dict[int, dict[str, int]] = {}  # hashes of members' keys, by class def and name
        self.parts, self.autouse = derived.parts, derived.autouse
        self.implicit, self.scattered = derived.implicit, derived.scattered
        self.functional, self.owners = derived.functional, derived.owners
        # Names that the file does not bind may still be bound for it.
        self.has_stars = (
            self.implicit
            or bool(scoping.package)
            or (scoping.scripts and facts.package >= 0)
            or any(row.flags & _BINDS_ALL == ImportFlag.STAR for row in facts.imports)
        )
        # What stands before them may be replaced by them; paths only add to what a file binds.
        self.has_late_stars = self.has_stars and not any(row.flags & ImportFlag.BY_PATH for row in facts.imports)

    def home(self, scope: int, name: int) -> int:
        """The scope that binds a name used in `scope`, where the place inside it makes no difference: bound once there, or seen
        from a function inside. -1: the place matters, or no scope of the file binds it. Twice the scope, plus one when it is seen
        after it has ended."""
        key = scope << 24 | name
        found = self.homes.get(key)
        if found is None:
            found = self.homes[key] = self._home(scope, name)
        return found

    def _home(self, scope: int, name: int) -> int:
        first, outer = True, False
        while scope >= 0:
            row = self.scopes[scope]
            if self.implicit and row.kind == ScopeKind.CLASS:
                return scope << 1 | 1
            if self.implicit and row.kind == ScopeKind.FUNCTION and self.defs[row.owner].member_of >= 0:
                if name not in row.bindings:
                    return scope << 1 | 1
            if row.kind != ScopeKind.CLASS or first:
                if name in row.declared or (not outer and name in row.narrowings):
                    return -1
                if not outer and row.kind >= ScopeKind.LAMBDA and name in row.bindings:
                    if name in self.scopes[self.functional[scope]].narrowings:
                        return -1
                rows = row.bindings.get(name)
                if rows is not None:
                    steady = outer or (
                        len(rows) == 1
                        and (self.implicit or rows[0][0] != Bind.ANNOTATED)
                        and row.kind != ScopeKind.CLASS
                    )
                    return scope << 1 | outer if steady else -1
            outer = outer or row.kind in (ScopeKind.FUNCTION, ScopeKind.CLASS)
            first = False
            scope = row.parent
        return -1

    def is_holder(self, scope: int) -> bool:
        """Whether a scope is that of a class, or of a function that stands apart from its class."""
        row = self.scopes[scope]
        if row.kind == ScopeKind.CLASS:
            return True
        return row.kind == ScopeKind.FUNCTION and self.defs[row.owner].member_of >= 0

    def forget(self) -> None:
        """Drop what only the link of the file itself asks for often; it is made again on demand."""
        self._rows = None
        self.homes.clear()
        self._dotted.clear()

    def member_key(self, definition: int, name: str) -> int:
        """Hash of the look-up key of a class's member."""
        keys = self.member_keys.get(definition)
        if keys is None:
            keys = self.member_keys[definition] = {}
        found = keys.get(name)
        if found is None:
            found = keys[name] = key_hash(("member", self.known_as, self.quals[definition], name))
        return found

    def name_id(self, name: str) -> int:
        """Index of a name in this file, -1 when the file never spells it."""
        index = self._name_index
        if index is None:
            index = self._name_index = {text: number for number, text in enumerate(self.names)}
        return index.get(name, -1)

    def contents(self, name: int) -> int:
        """Index of the name under which what is put into the containers of a name is bound; -1 where nothing is."""
        found = self._contents
        if found is None:
            found = self._contents = {}
            if _CONTENTS in "\n".join(self.names):  # in few files, and this is asked of every one
                for number, text in enumerate(self.names):
                    if text.startswith(_CONTENTS):
                        found[self.name_id(text[len(_CONTENTS) :])] = number
                found[-1] = -1
        return found.get(name, -1)

    @property
    def ids(self) -> list[str]:
        """Symbol id of every def."""
        if self._ids is None:
            self._ids = symbol_ids(self.path, self.facts)
        return self._ids

    @property
    def quals(self) -> list[str]:
        if self._quals is None:
            self._quals = qualified_names(self.facts)
        return self._quals

    def named_def(self, qual: str) -> int:
        """The last def of a qualified name that stands for itself, -1 for none."""
        if self._by_qual is None:
            self._by_qual = {
                name: number for number, name in enumerate(self.quals) if self.defs[number].primary == number
            }
        return self._by_qual.get(qual, -1)

    def is_builtin(self, name: int) -> bool:
        """Whether a name is bound nowhere in the file, so that it is the language's own."""
        return name not in self.scattered and not self.has_stars and name not in self.scopes[0].bindings

    def source_id(self, scope: int) -> str:
        """Id of the function that code in this scope belongs to; class bodies belong to what surrounds the class."""
        owner = self.owners[scope]
        return self.ids[owner] if owner >= 0 else module_id(self.path)

    def dominates(self, block: int, other: int) -> bool:
        """Whether `block` is `other` or encloses it; -1 encloses everything."""
        if block < 0:
            return True
        parents = self.parents
        while other > block:
            other = parents[other]
        return other == block

    def enclosing_class(self, scope: int) -> int:
        """The class whose method (or body) a scope belongs to, -1 if none."""
        while scope >= 0:
            row = self.scopes[scope]
            if row.kind == ScopeKind.CLASS:
                return row.owner
            scope = row.parent
        return -1

    def dotted(self, expr: int) -> int:
        """Name id of the dotted path an expression spells (`self.x.y`), -1 if it is none or nothing narrows it."""
        found = self._dotted.get(expr)
        if found is None:
            text = self._dotted_text(expr)
            found = self._dotted[expr] = self.name_id(text) if text else -1
        return found

    def row_index(self, row: tuple[int, ...]) -> int:
        """Index of an expression row."""
        if self._rows is None:
            self._rows = {item: number for number, item in enumerate(self.exprs)}
        return self._rows[row]

    def _dotted_text(self, expr: int) -> str:
        tail: list[str] = []
        row = self.exprs[expr]
        while row[0] == Expr.ATTR:
            tail.append(self.names[row[2]])
            row = self.exprs[row[1]]
        if row[0] != Expr.NAME:
            return ""
        tail.append(self.names[row[1]])
        return ".".join(reversed(tail))

    def fixtures_named(self, scope: int, name: str) -> list[int]:
        """Fixtures of a scope that are asked for by this name: their own, or the `name=` of their decorator."""
        if self._fixtures is None:
            self._fixtures = {}
            for number, row in enumerate(self.defs):
                if row.flags & DefFlag.FIXTURE:
                    called = self._fixture_name(number) or self.names[row.name]
                    self._fixtures.setdefault((row.outer, called), []).append(number)
        return self._fixtures.get((scope, name), [])

    def _fixture_name(self, definition: int) -> str | None:
        for expr in self.defs[definition].decorators:
            row = self.exprs[expr]
            if row[0] == Expr.CALL:
                pairs = row[3 + row[2] :]
                for at in range(0, len(pairs), 2):
                    if self.names[pairs[at]] == "name":
                        return self.string(pairs[at + 1])
        return None

    def string(self, expr: int) -> str | None:
        """Text of a string literal, else None."""
        row = self.exprs[expr]
        if row[0] == Expr.CONST and row[2] >= 0 and self.names[row[1]] == "str":
            return self.names[row[2]]
        return None

    def is_method(self, definition: int) -> bool:
        """Whether a function has a receiver, which is then its first parameter."""
        row = self.defs[definition]
        if row.flags & DefFlag.STATIC:
            return False
        return row.member_of >= 0 or (row.parent >= 0 and self.defs[row.parent].is_class)

    def has_flag(self, definition: int, flag: int) -> bool:
        return bool(self.defs[definition].flags & flag)
