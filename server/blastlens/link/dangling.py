"""Names that lead nowhere any more: whether what stands at a place of a file still means something."""

from collections.abc import Iterable, Set
from typing import Final, NamedTuple

from blastlens.facts.file_facts import Bind, Expr, Import
from blastlens.languages.rules import ModuleRef
from blastlens.link.library_shared import LIBRARY
from blastlens.link.linker import Linker
from blastlens.link.unit import Unit
from blastlens.link.values import Value

# What a use at a place comes to.
GONE: Final = "gone"  # nothing of that name is there
UNKNOWN: Final = "unknown"  # nothing was found, and something may be there
FOUND: Final = "found"

_OWN: Final = frozenset({"inst", "self", "class", "generic", "selfclass", "super", "module"})
Place = tuple[int, int]  # line, column


class Comes(NamedTuple):
    """What a use comes to. `owners`: the (unit, def) of the classes that have no attribute of the name, where it is one."""

    state: str
    owners: tuple[tuple[int, int], ...] = ()


_UNKNOWN: Final = Comes(UNKNOWN)


class Dangling:
    """Asks one linker."""

    def __init__(self, linker: Linker) -> None:
        self._linker = linker

    def states(self, path: str, places: Iterable[Place]) -> dict[Place, Comes]:
        """What the uses at these places come to; places without a use are left out."""
        unit = self._linker.enter_file(path)
        out: dict[Place, Comes] = {}
        if unit is None:
            return out
        wanted = set(places)
        for (ctx, expr, _), span in zip(unit.facts.uses, unit.facts.use_spans, strict=True):
            for place in ((span[at], span[at + 1]) for at in range(0, len(span), 3)):
                if place in wanted and (place not in out or out[place].state != FOUND):
                    out[place] = self._state(unit, ctx, expr)
        return out

    def named(self, path: str, names: Set[str]) -> list[tuple[str, Place, int, str, Comes]]:
        """Uses of a file by these last names: symbol id of the definition around, place, its end column, name, state."""
        unit = self._linker.enter_file(path)
        out: list[tuple[str, Place, int, str, Comes]] = []
        if unit is None:
            return out
        for (ctx, expr, _), span in zip(unit.facts.uses, unit.facts.use_spans, strict=True):
            name = _last_name(unit, expr)
            if name in names:
                state = self._state(unit, ctx, expr)
                source = unit.source_id(unit.contexts[ctx][0])
                out += [(source, (span[at], span[at + 1]), span[at + 2], name, state) for at in range(0, len(span), 3)]
        return out

    def _state(self, unit: Unit, ctx: int, expr: int) -> Comes:
        row = unit.exprs[expr]
        if row[0] == Expr.CALL:
            expr = row[1]
            row = unit.exprs[expr]
        if row[0] == Expr.INDEX:
            expr = row[1]
            row = unit.exprs[expr]
        values = self._linker.evaluate(unit, ctx, expr)
        if any(value[0] != "ext" for value in values):
            return Comes(FOUND)
        if any(value[0] == "ext" and len(value) > 2 for value in values):
            return _UNKNOWN  # of a module that makes names when it is asked for them
        if row[0] == Expr.ATTR:
            receivers = self._linker.evaluate(unit, ctx, row[1])
            name = unit.names[row[2]]
            if receivers and all(self._lacks(one, name) for one in receivers):
                return Comes(GONE, tuple((one[1], one[2]) for one in receivers if one[0] != "module"))
            if not receivers:
                # Of what is gone itself nothing can be asked.
                base = self._state(unit, ctx, row[1])
                return base if base.state == GONE and not base.owners else _UNKNOWN
        if values:
            return Comes(self._of_foreign(unit, ctx, row))
        return Comes(self._of_name(unit, unit.contexts[ctx][0], row[1])) if row[0] == Expr.NAME else _UNKNOWN

    def _of_foreign(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> str:
        """Of what is of no file of the repository now, though it was: it may be of another repository only where the import that
        gives it does not say that it is of this one."""
        while row[0] == Expr.ATTR:
            row = unit.exprs[row[1]]
        if row[0] != Expr.NAME:
            return UNKNOWN
        scope = unit.contexts[ctx][0]
        while scope >= 0:
            bindings = unit.scopes[scope].bindings.get(row[1])
            if bindings is not None:
                imports = [unit.facts.imports[one[1]] for one in bindings if one[0] == Bind.IMPORT]
                is_own = len(imports) == len(bindings) and not any(self._may_be_foreign(unit, one) for one in imports)
                return GONE if is_own else UNKNOWN
            scope = unit.scopes[scope].parent
        # Where every name is declared, one that nothing declares is none of another repository, nor is one that the
        # language, of which all is known, does not have.
        return GONE if self._linker.scoping.typed or not self._may_be_of_language(unit.names[row[1]]) else UNKNOWN

    def _may_be_of_language(self, name: str) -> bool:
        module = self._linker.language_module
        if module is None or module.path is None or not self._linker.stubs.is_whole:
            return True
        known = self._linker.unit(module.path)
        return known is None or known.name_id(name) >= 0

    def _may_be_foreign(self, unit: Unit, row: Import) -> bool:
        named = unit.names[row.module]
        if row.level > 0 or named.startswith(".") or self._linker.layout.missing(unit.path, row.level, named):
            return False
        owners = (self._linker.import_module(unit, 0, one) for one in (named, named.partition(".")[0]))
        return all(owner is None or owner.path is None or owner.path.startswith(LIBRARY) for owner in owners)

    def _of_name(self, unit: Unit, scope: int, name: int) -> str:
        """Of a name that means nothing: whether it is bound by imports alone, or by nothing."""
        if unit.has_stars:
            return UNKNOWN
        while scope >= 0:
            row = unit.scopes[scope]
            bindings = row.bindings.get(name)
            if bindings is not None or name in row.narrowings:
                return GONE if bindings and all(one[0] == Bind.IMPORT for one in bindings) else UNKNOWN
            scope = row.parent
        return GONE

    def _lacks(self, value: Value, name: str) -> bool:
        """Whether a value of the repository has no such attribute, and no way to give one."""
        if value[0] not in _OWN:
            return False
        if value[0] == "module" and value[2] is not None and value[2].endswith("/"):
            return self._package_lacks(ModuleRef(value[1], value[2]), name)
        if value[0] == "module":
            unit = self._linker.unit(value[2]) if value[2] is not None else None
            return unit is not None and not unit.has_stars and unit.name_id(self._linker.protocols.module_missing) < 0
        unit = self._linker.units[value[1]]
        order = self._linker.linearization(unit, value[2])
        missing = (self._linker.protocols.missing, self._linker.protocols.any_attribute)
        return (
            value[1] >= 0
            and not order.is_open
            and not any(one and self._has(unit, value[2], one) for one in missing)
            and self._linker.find_member(unit, value[2], name) is None
        )

    def _package_lacks(self, package: ModuleRef, name: str) -> bool:
        """Of a package that one folder holds: no file of it declares the name, and all of them could be read, those that a build leaves
        out too."""
        if self._linker.scoping.package != "folder":
            return False
        units = [self._linker.unit(path) for path in self._linker.layout.files_of(package)]
        return bool(units) and all(
            one is not None and not one.facts.problems and one.name_id(name) not in one.scopes[0].bindings
            for one in units
        )

    def _has(self, unit: Unit, definition: int, name: str) -> bool:
        """Whether a class of the repository in the order of this one has a member."""
        place = self._linker.find_member(unit, definition, name)
        return place is not None and place[0] >= 0


def _last_name(unit: Unit, expr: int) -> str:
    row = unit.exprs[expr]
    while row[0] in (Expr.CALL, Expr.INDEX):
        row = unit.exprs[row[1]]
    return unit.names[row[-1]] if row[0] in (Expr.NAME, Expr.ATTR) else ""
