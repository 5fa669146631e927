"""Extensions: members that a type, or an object, gets from outside its text."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Expr, Extend, Extension
from blastlens.link.class_forms import ClassForms
from blastlens.link.rows import DefRow
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, Values, merge
from blastlens.model.definitions import EXTENDS_MARK
from blastlens.model.edge import Basis
from blastlens.model.folders import folder_of

_SELF: Final = RANK[Basis.SELF]
_EXTENDED: Final = RANK[Basis.ATTRIBUTE]
_OF_A_PLACE: Final = frozenset({"class", "generic", "inst", "self", "selfclass", "func", "bound"})
_OF_THE_FILE: Final = frozenset({Expr.OBJECT, Expr.FUNCTION})
# (unit index, index into its extensions)
Row = tuple[int, int]


class Extensions(ClassForms, ABC):
    _own_methods: frozenset[str] | None = None

    def extensions(self, unit: Unit, definition: int) -> tuple[Row, ...]:
        """Every extension of a class, object or function, in the order of files."""
        if not self.scoping.extensions:
            return ()
        # The machine keeps value sets; the rows travel as the one key of such a set.
        for value in self.named(("x", unit.index, definition), self._extensions, unit, definition):
            return value[1]  # type: ignore[no-any-return]
        return ()

    def _extensions(self, unit: Unit, definition: int) -> Values:
        listed = EXTENDS_MARK + unit.names[unit.defs[definition].name]
        rows = []
        # An object without a name is extended in its own file alone.
        own = [(unit.path, number) for number in range(len(unit.facts.extensions))]
        # Where a package is a folder, its files alone give methods to its types.
        folder = folder_of(unit.path) if self.scoping.package == "folder" else None
        for path, number in self.listed(listed, folder) if listed != EXTENDS_MARK else own:
            other = self.unit(path)
            if other is None:
                continue
            target = other.exprs[other.facts.extensions[number].target]
            if target[0] in _OF_THE_FILE:
                if other is unit and target[1] == definition:
                    rows.append((other.index, number))
            elif self._is_meant_by(other, other.facts.extensions[number], unit, definition):
                rows.append((other.index, number))
        return {("rows", tuple(rows)): 0}

    def _is_meant_by(self, other: Unit, row: Extension, unit: Unit, definition: int) -> bool:
        """Whether an extension's target is the class, or an object made of it."""
        for value in self.evaluate(other, row.ctx, row.target):
            if value[0] in _OF_A_PLACE and (value[1], value[2]) == (unit.index, definition):
                return True
        return False

    def extension_of(self, row: Row) -> tuple[Unit, Extension]:
        unit = self.units[row[0]]
        return unit, unit.facts.extensions[row[1]]

    def is_extended_by(self, unit: Unit, definition: int, name: str) -> bool:
        """Whether some extension gives a class a member of this name."""
        for row in self.extensions(unit, definition):
            other, extension = self.extension_of(row)
            if extension.name >= 0 and other.names[extension.name] == name:
                return True
            if extension.kind == Extend.MIXIN and self._mixed_in(other, extension, name):
                return True
        return False

    def extended_methods(self, unit: Unit, definition: int) -> list[str]:
        """Names of the methods that stand apart from a class."""
        out = []
        for row in self.extensions(unit, definition):
            other, extension = self.extension_of(row)
            if extension.kind == Extend.METHOD:
                out.append(other.names[extension.name])
        return out

    def extended_member(self, unit: Unit, definition: int, name: str, has_own: bool = False) -> Values:
        """What extensions give a class under a name; `has_own`: it has a member of the name, which nothing mixed in replaces."""
        out: Values = {}
        for row in self._in_build(self._lasting(self.extensions(unit, definition), name), name):
            other, extension = self.extension_of(row)
            if extension.kind == Extend.MIXIN:
                if has_own:
                    continue
                merge(out, self._mixed_in(other, extension, name), _EXTENDED)
            elif extension.name < 0 or other.names[extension.name] != name:
                continue
            elif extension.kind == Extend.METHOD:
                if unit.index < 0 and not self.as_what_it_implements(other, other.defs[extension.a]):
                    continue  # one of many that the library has itself
                out["func", other.index, other.defs[extension.a].primary] = _SELF
            elif extension.kind == Extend.MEMBER:
                merge(out, self.evaluate(other, extension.ctx, extension.a), _EXTENDED)
        return out

    def _in_build(self, rows: tuple[Row, ...], name: str) -> list[Row]:
        """Extensions without those of a name that a build with default settings leaves out, where it takes others."""
        named = [row for row in rows if self._gives_method(row, name)]
        if len(named) < 2:
            return list(rows)
        taken = [row for row in named if not self.is_left_out(self.units[row[0]])]
        return [row for row in rows if row not in named or row in taken] if taken else list(rows)

    def _lasting(self, rows: tuple[Row, ...], name: str) -> tuple[Row, ...]:
        """Extensions without what tests put in the place of a member: where several files give one, each of those in test
        code does for its own run."""
        if len({row[0] for row in rows if self._gives(row, name)}) < 2:
            return rows
        return tuple(
            [row for row in rows if not self._gives(row, name) or not self.tests.is_test_file(self.units[row[0]].path)]
        )

    def _gives(self, row: Row, name: str) -> bool:
        other, extension = self.extension_of(row)
        return extension.name >= 0 and other.names[extension.name] == name

    def _gives_method(self, row: Row, name: str) -> bool:
        other, extension = self.extension_of(row)
        return extension.kind == Extend.METHOD and other.names[extension.name] == name

    def extended_bases(self, unit: Unit, definition: int) -> Values:
        """Bases that extensions give a class: traits implemented for it."""
        out: Values = {}
        for row in self.extensions(unit, definition):
            other, extension = self.extension_of(row)
            if extension.kind == Extend.BASE:
                base = other.exprs[extension.a]
                plain = base[1] if base[0] == Expr.INDEX else extension.a
                for value, rank in self.evaluate(other, extension.ctx, plain).items():
                    if value[0] == "ext":
                        behind = self.library_class(value[1])
                        out[value if behind is None else behind] = rank
                    else:
                        out[value] = rank
        return out

    def as_what_it_implements(self, unit: Unit, row: DefRow) -> Values:
        """The receiver of a method that is given to a type of a library: what is said beside it to be above that type."""
        out: Values = {}
        scope = unit.contexts[row.ctx][0]
        for extension in unit.facts.extensions:
            if extension.kind == Extend.BASE and unit.contexts[extension.ctx][0] == scope:
                base = unit.exprs[extension.a]
                plain = base[1] if base[0] == Expr.INDEX else extension.a
                for value in self.evaluate(unit, extension.ctx, plain):
                    if value[0] in ("class", "generic") and value[1] >= 0:
                        out["self", value[1], value[2]] = _SELF
        return out

    # -- what types of libraries are given, and all types ---------------------------------------------------------
    def given_to(self, receiver: Value, type_name: str, name: str) -> Values:
        """The method that the repository gives to a type of a library, or to any type, under a name. Nothing for names that
        methods of the library have."""
        if not self.forms.anything or (type_name and name in self._library_methods()):
            return {}
        for listed in (type_name, self.forms.anything):
            if listed:
                found = self.named(("gt", listed, name), self._given_to, listed, name)
                if found:
                    return {("bound", value[1], value[2], receiver): rank for value, rank in found.items()}
        return {}

    def given_to_sequence(self, receiver: Value, name: str) -> Values:
        """The same for a list, an iterator and their like, of which only that is known."""
        self.read("borne", name)
        if not self.program.members_named(name):
            return {}
        found = self.named(("gs", name), self._given_to_sequences, name)
        return {("bound", value[1], value[2], receiver): rank for value, rank in found.items()}

    def _given_to_sequences(self, name: str) -> Values:
        if name in self._library_methods():
            return {}
        for listed in (*sorted(self.forms.sequences), self.forms.anything):
            if found := self._given_to(listed, name):
                return found
        return {}

    def _given_to(self, listed: str, name: str) -> Values:
        self.read("derived", EXTENDS_MARK + listed)
        methods: Values = {}
        inherited: Values = {}
        for path, number in self.program.derived_from(EXTENDS_MARK + listed):
            unit = self.unit(path)
            if unit is None:
                continue
            row = unit.facts.extensions[number]
            if any(value[0] != "ext" for value in self.evaluate(unit, row.ctx, row.target)):
                continue
            if row.kind == Extend.METHOD and unit.names[row.name] == name:
                methods["func", unit.index, unit.defs[row.a].primary] = _EXTENDED
            elif row.kind == Extend.BASE:
                merge(inherited, self._mixed_in(unit, row, name), _EXTENDED)
        return methods or {value: rank for value, rank in inherited.items() if value[0] == "func" and value[1] >= 0}

    def _library_methods(self) -> frozenset[str]:
        """Names that the types of the language's own module have."""
        if self._own_methods is None:
            module = self.language_module
            unit = self.unit(module.path) if module is not None and module.path is not None else None
            found = set()
            for row in unit.defs if unit is not None else ():
                if not row.is_class and unit is not None:
                    found.add(unit.names[row.name])
            self._own_methods = frozenset(found)
        return self._own_methods

    def _mixed_in(self, unit: Unit, row: Extension, name: str) -> Values:
        out: Values = {}
        for value, rank in self.evaluate(unit, row.ctx, row.a).items():
            if value[0] in ("func", "bound"):
                merge(out, self.extended_member(self.units[value[1]], value[2], name), rank)
            elif value[0] in _OF_A_PLACE:
                found = self.find_member(self.units[value[1]], value[2], name)
                if found is not None:
                    merge(out, self.raw_member(found, name), rank)
            elif value[0] == "module":
                merge(out, self.module_attribute(value[2], value[1], name), rank)
        return out

    def owner_of(self, unit: Unit, definition: int) -> tuple[int, int] | None:
        """The class that a function is a method of; None for one that is none, or of which that is not known."""
        row = unit.defs[definition]
        if row.parent >= 0 and unit.defs[row.parent].is_class:
            return (unit.index, row.parent)
        if row.member_of >= 0:
            for value in self.evaluate(unit, row.ctx, row.member_of):
                if value[0] in _OF_A_PLACE:
                    return (value[1], value[2])
        return None

    def belongs_to(self, value: Value, place: tuple[int, int]) -> bool:
        """Whether a function that stands apart is a method of the class at `place`."""
        unit = self.units[value[1]]
        member_of = unit.defs[value[2]].member_of
        if member_of < 0:
            return False
        owners = self.evaluate(unit, unit.defs[value[2]].ctx, member_of)
        return any(owner[0] in _OF_A_PLACE and (owner[1], owner[2]) == place for owner in owners)
