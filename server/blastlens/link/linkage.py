"""Linkage: names that files share without naming one another, in languages where declarations stand apart from definitions.

A file sees what it includes, over any number of steps; a namespace is what all files say of it. What a file uses and does not see
declared is looked for among everything with external linkage, the nearest first. A declaration stands for its definition, which
may be in any file: it is found by its name, and where several fit, the nearest is meant.
"""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import EVERYTHING, Bind, DefFlag, Expr, ImportFlag, may_override
from blastlens.link.folder_packages import FolderPackages
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Values, at_least, merge
from blastlens.model.definitions import DEFINED_MARK, HELD_MARK, PACKAGE_MARK
from blastlens.model.edge import Basis
from blastlens.model.folders import shared_folders

_UNIQUE: Final = RANK[Basis.UNIQUE_NAME]
_CONDITIONAL: Final = RANK[Basis.CONDITIONAL]
_CANDIDATES: Final = RANK[Basis.CANDIDATES]
Place = tuple[int, int]  # unit index, def
_DECLARES: Final = DefFlag.SIGNATURE
_MOST_FILES: Final = 40  # that give one name


class Linkage(FolderPackages, ABC):
    # -- what a file sees --------------------------------------------------------------------------------------
    def reach(self, unit: Unit) -> frozenset[str]:
        """Every file that a file includes, over any number of steps."""
        for value in self.named(("reach", unit.index), self._reached, unit):
            return value[1]  # type: ignore[no-any-return]
        return frozenset()

    def _reached(self, unit: Unit) -> Values:
        seen: dict[str, None] = {unit.path: None}
        pending = [unit]
        while pending:
            at = pending.pop()
            self.read("stars", at.path)
            for row in at.facts.imports:
                if not row.flags & ImportFlag.STAR:
                    continue
                module = self.import_module(at, row.level, at.names[row.module])
                if module is None or module.path is None or module.path in seen:
                    continue
                seen[module.path] = None
                other = self.unit(module.path)
                if other is not None:
                    pending.append(other)
        return {("paths", frozenset(seen)): 0}

    def used_names(self, unit: Unit, scope: int, name: str) -> Values:
        """What the namespaces whose names a scope sees as its own have under a name."""
        out: Values = {}
        used = unit.name_id(EVERYTHING)
        for row in unit.scopes[scope].bindings.get(used, ()) if used >= 0 else ():
            if row[0] != Bind.ASSIGN or _first_name(unit, row[1]) == name:
                continue  # the name of the namespace itself is looked up without it
            for value, rank in self.evaluate(unit, row[3], row[1]).items():
                if value[0] == "module":
                    merge(out, self.linked(unit, value[1], name), rank)
        return out

    def linked(self, unit: Unit, space: str, name: str) -> Values:
        """What a namespace ("" for that of all files) has under a name, as it is seen from a file."""
        text = f"{space}.{name}" if space else name
        self.read("derived", PACKAGE_MARK + text)
        if not self.program.derived_from(PACKAGE_MARK + text):
            return {}
        return self.named(("lk", unit.index, text), self._linked, unit, text, name)

    def _linked(self, unit: Unit, text: str, name: str) -> Values:
        self.read("derived", PACKAGE_MARK + text)
        seen = self.reach(unit)
        visible: list[tuple[Unit, int]] = []
        others: list[tuple[Unit, int]] = []
        for path, number in self.program.derived_from(PACKAGE_MARK + text):
            other = self.unit(path)
            if other is not None:
                (visible if path in seen else others).append((other, number))
        out: Values = {}
        for other, number in visible:
            merge(out, self._linked_by(other, number, unit, text, name))
        if out or not others:
            return out
        others = [place for place in others if self._offers(place, name)]
        others = self._linked_in(others, unit.path)[:_MOST_FILES]
        for other, number in others:
            merge(out, self._linked_by(other, number, unit, text, name))
        if self.are_apart(unit.path, [other.path for other, _ in others]):
            return at_least(out, _CANDIDATES)
        return {value: max(rank, _UNIQUE if value[0] == "func" else _CONDITIONAL) for value, rank in out.items()}

    def _linked_in(self, places: list[tuple[Unit, int]], path: str) -> list[tuple[Unit, int]]:
        """Those that are linked with a file; of these, or where no manifest tells of all, the nearest."""
        if len(places) < 2:
            return places
        joined = [one for one in places if self.layout.builds_with(path, one[0].path, self.read_module)]
        return _nearest(joined or places, path)

    def _offers(self, place: tuple[Unit, int], name: str) -> bool:
        """Whether a file gives others a definition of the name, without being included."""
        unit, number = place
        scope = unit.defs[number].scope if number >= 0 else 0
        rows = unit.scopes[scope].bindings.get(unit.name_id(name), ())
        self._read_place(unit, number, name)
        return any(
            row[0] == Bind.CLASS or (row[0] == Bind.DEF and not unit.defs[row[1]].flags & DefFlag.PRIVATE)
            for row in rows
        )

    def _read_place(self, unit: Unit, number: int, name: str) -> None:
        if number >= 0:
            self.read_member(unit, number, name)
        else:
            self.read("bind", unit.path, name)

    def _linked_by(self, unit: Unit, number: int, viewer: Unit, text: str, name: str) -> Values:
        """What one file gives a namespace under a name."""
        self._read_place(unit, number, name)
        scope = unit.defs[number].scope if number >= 0 else 0
        index = unit.name_id(name)
        for row in unit.scopes[scope].bindings.get(index, ()):
            if row[0] == Bind.CLASS and unit.defs[row[1]].flags & DefFlag.NAMESPACE:
                return {("module", text, viewer.path): 0}
        return self.bound(unit, scope, index)

    def of_member_apart(self, unit: Unit, definition: int, name: str) -> Values | None:
        """A bare name in a function that stands apart from its class: a member of the class, or what stands around it. None where
        neither has it."""
        row = unit.defs[definition]
        for value in self.evaluate(unit, row.ctx, row.member_of):
            if value[0] == "module":
                found = self.linked(unit, value[1], name)
                if found:
                    return found
            elif value[0] in ("class", "generic") and value[1] >= 0:
                found = self._member_around(unit, self.units[value[1]], value[2], name)
                if found:
                    return found
        return None

    def _member_around(self, viewer: Unit, unit: Unit, definition: int, name: str) -> Values:
        is_first = True
        while definition >= 0:
            row = unit.defs[definition]
            if row.flags & DefFlag.NAMESPACE:
                found = self.linked(viewer, unit.quals[definition], name)
                if found:
                    return found
            elif row.is_class and self.find_member(unit, definition, name) is not None:
                tag = "self" if is_first else "class"
                return self.attribute((tag, unit.index, definition), name)
            is_first = False
            definition = row.parent
        return {}

    # -- declarations and definitions ----------------------------------------------------------------------------
    def settled(self, unit: Unit, definition: int) -> tuple[Place, ...]:
        """The definitions that a declaration stands for, the nearest to the file at hand; itself where there is none."""
        row = unit.defs[definition]
        own: Place = (unit.index, definition)
        if unit.index < 0 or not row.flags & _DECLARES or row.is_class:
            return (own,)
        found = [place for place in self._defined(unit, definition) if place != own]
        fitting = [place for place in found if may_override(row.flags, self.units[place[0]].defs[place[1]].flags)]
        found = fitting or (found if len(found) == 1 else [])
        if len(found) > 1:
            near = self._linked_in([(self.units[place[0]], place[1]) for place in found], self.frame.own)
            found = [(other.index, number) for other, number in near]
        return tuple(found) or (own,)

    def _defined(self, unit: Unit, definition: int) -> list[Place]:
        row = unit.defs[definition]
        name = unit.names[row.name]
        parent = row.parent
        of_class = parent >= 0 and not unit.defs[parent].flags & DefFlag.NAMESPACE
        out: list[Place] = []
        if not of_class:
            out += self._free(unit, definition, unit.quals[definition], name)
        if parent >= 0:
            listed = f"{DEFINED_MARK}{unit.names[unit.defs[parent].name]}.{name}"
            self.read("derived", listed)
            for path, number in self.program.derived_from(listed):
                other = self.unit(path)
                if other is not None and self._is_of(other, number, unit, parent):
                    out.append((other.index, other.defs[number].primary))
        return out

    def _free(self, unit: Unit, definition: int, qual: str, name: str) -> list[Place]:
        """Definitions of a function that is no member."""
        is_private = unit.defs[definition].flags & DefFlag.PRIVATE
        self.read("derived", PACKAGE_MARK + qual)
        out: list[Place] = []
        for path, number in self.program.derived_from(PACKAGE_MARK + qual):
            other = self.unit(path)
            if other is None or (is_private and unit.path not in self.reach(other)):
                continue
            self._read_place(other, number, name)
            scope = other.defs[number].scope if number >= 0 else 0
            for row in other.scopes[scope].bindings.get(other.name_id(name), ()):
                if row[0] == Bind.DEF:
                    flags = other.defs[row[1]].flags
                    if not flags & _DECLARES and (is_private or other is unit or not flags & DefFlag.PRIVATE):
                        out.append((other.index, row[1]))
        return out

    def held_functions(self, unit: Unit, ctx: int, callee: tuple[int, ...], values: Values) -> tuple[Place, ...]:
        """The functions that a member which points to one is assigned somewhere, in instances of the same type."""
        if self.scoping.package != "linkage" or not all(value[0] == "callable" for value in values):
            return ()
        name = unit.names[callee[2]]
        self.read("derived", HELD_MARK + name)
        rows = self.program.derived_from(HELD_MARK + name)
        wanted = _classes(self.evaluate(unit, ctx, callee[1])) if rows else set()
        found: dict[Place, None] = {}
        for path, number in rows if wanted else ():
            other = self.unit(path)
            if other is None:
                continue
            row = other.facts.extensions[number]
            if wanted & _classes(self.evaluate(other, row.ctx, row.target)):
                for value in self.evaluate(other, row.ctx, row.a):
                    if value[0] == "func" and value[1] >= 0:
                        found.update(dict.fromkeys(self.settled(self.units[value[1]], value[2])))
        return tuple(found)

    def declared_as(self, unit: Unit, definition: int) -> list[tuple[Unit, int]]:
        """The declarations of a function in other files, and the class of one that stands apart from it."""
        row = unit.defs[definition]
        if self.scoping.package != "linkage" or row.is_class or row.flags & (_DECLARES | DefFlag.PRIVATE):
            return []
        if row.member_of >= 0:
            values = self.evaluate(unit, row.ctx, row.member_of)
            return [(self.units[value[1]], value[2]) for value in values if value[0] == "class" and value[1] >= 0]
        name = unit.names[row.name]
        listed = PACKAGE_MARK + unit.quals[definition]
        self.read("derived", listed)
        out: list[tuple[Unit, int]] = []
        for path, number in self.program.derived_from(listed):
            other = self.unit(path)
            if other is None or other is unit:
                continue
            self._read_place(other, number, name)
            scope = other.defs[number].scope if number >= 0 else 0
            rows = other.scopes[scope].bindings.get(other.name_id(name), ())
            out += [(other, found[1]) for found in rows if found[0] == Bind.DEF]
        return out

    def _is_of(self, other: Unit, number: int, unit: Unit, parent: int) -> bool:
        """Whether a function that stands apart is a member of the class, or of the namespace."""
        self.read("sig", other.path, other.quals[number])
        row = other.defs[number]
        for value in self.evaluate(other, row.ctx, row.member_of):
            if value[0] in ("class", "generic") and (value[1], value[2]) == (unit.index, parent):
                return True
            if value[0] == "module" and value[1] == unit.quals[parent]:
                return True
        return False


def _classes(values: Values) -> set[Place]:
    return {(value[1], value[2]) for value in values if value[0] in ("inst", "self") and value[1] >= 0}


def _first_name(unit: Unit, expr: int) -> str:
    row = unit.exprs[expr]
    while row[0] in (Expr.ATTR, Expr.WITHIN):
        row = unit.exprs[row[1] if row[0] == Expr.ATTR else row[2]]
    return unit.names[row[1]] if row[0] == Expr.NAME else ""


def _nearest(places: list[tuple[Unit, int]], path: str) -> list[tuple[Unit, int]]:
    if len(places) < 2:
        return places
    near = max(shared_folders(unit.path, path) for unit, _ in places)
    return [place for place in places if shared_folders(place[0].path, path) == near]
