"""Classes and imports of one file, each turned into edges: what stands around the uses."""

from abc import ABC
from collections.abc import Iterable
from typing import Final

from blastlens.facts.file_facts import DefFlag, Expr, Import, ImportFlag, Signal
from blastlens.languages.rules import ModuleRef
from blastlens.link.base_constructors import BaseConstructors
from blastlens.link.collected import CollectedImports
from blastlens.link.library_shared import LIBRARY
from blastlens.link.targets import Target
from blastlens.link.timing import timing_of_import
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Values
from blastlens.model.edge import Basis, EdgeKind
from blastlens.model.edge import Site as EdgeSite
from blastlens.model.symbol import module_id

# What a module's `__getattr__` may give; a submodule is found without it.
_MADE: Final = frozenset({"class", "generic", "func", "decorated", "inst", "bound", "lambda", "partial"})
_ASKS: Final = DefFlag.INTERFACE
_LEXICAL: Final = RANK[Basis.LEXICAL]
_IMPORT: Final = RANK[Basis.IMPORT]
_INTERFACE: Final = RANK[Basis.INTERFACE]


class Outlines(BaseConstructors, ABC):
    imports: CollectedImports
    _base_spans: dict[tuple[int, int], tuple[int, ...]]

    def _add_all(self, source: str, kind: EdgeKind, targets: Iterable[Target], span: tuple[int, ...]) -> None:
        for unit, definition, rank, exact in targets:
            self.edges.add(source, kind, self.units[unit].ids[definition], rank, span, exact)

    # -- classes and imports -----------------------------------------------------------------------------------
    def link_bases(self, unit: Unit) -> None:
        """Needs `link_uses` to have been there."""
        spans = self._base_spans
        for number, row in enumerate(unit.defs):
            bases: Values = {}
            for expr in () if row.flags & DefFlag.UNNAMED else row.bases:
                base = unit.exprs[expr]
                plain = base[1] if base[0] == Expr.INDEX else expr
                span = spans.get((row.ctx, plain)) or spans.get((row.ctx, expr)) or ()
                for value, rank in self.evaluate(unit, row.ctx, plain).items():
                    if value[0] in ("class", "generic") and value[1] >= 0 and value[1:3] != (unit.index, number):
                        bases[value] = rank
                        target = self.units[value[1]].ids[value[2]]
                        implements = self.units[value[1]].has_flag(value[2], _ASKS) and not row.flags & _ASKS
                        kind = EdgeKind.IMPLEMENTS if implements else EdgeKind.EXTENDS
                        self.edges.add(unit.ids[number], kind, target, rank, span, True)
            if row.is_class and self.scoping.extensions:
                self._link_extended_bases(unit, number)
            if row.is_class:
                hooks = self.class_targets(unit, number, bases)
                self._add_all(unit.source_id(row.outer), EdgeKind.IMPLICIT, hooks, unit.facts.def_spans[number][2:])
                self._link_interfaces(unit, number)
                if bases:
                    self.link_base_constructors(unit, number, bases)
                if row.flags & DefFlag.OBJECT and row.bases:
                    place = unit.facts.def_spans[number][2:]
                    self.edges.add(
                        unit.source_id(row.outer), EdgeKind.IMPLICIT, unit.ids[number], _LEXICAL, place, True
                    )

    def _link_extended_bases(self, unit: Unit, number: int) -> None:
        """What is said elsewhere to be above a class."""
        asks = unit.defs[number].flags & _ASKS
        span = unit.facts.def_spans[number][2:]
        for value, rank in self.extended_bases(unit, number).items():
            if value[0] in ("class", "generic") and value[1] >= 0 and value[1:3] != (unit.index, number):
                implements = self.units[value[1]].has_flag(value[2], _ASKS) and not asks
                kind = EdgeKind.IMPLEMENTS if implements else EdgeKind.EXTENDS
                self.edges.add(unit.ids[number], kind, self.units[value[1]].ids[value[2]], rank, span, True)

    def _link_interfaces(self, unit: Unit, number: int) -> None:
        for owner, interface in self.implemented(unit, number):
            span = unit.facts.def_spans[number][2:]
            self.edges.add(
                unit.ids[number], EdgeKind.IMPLEMENTS, self.units[owner].ids[interface], _INTERFACE, span, True
            )

    def link_variants(self, unit: Unit) -> None:
        """A generic function runs the variants that its own file registers with it."""
        for generic, variants, span in self.decorated_variants(unit):
            self._add_all(unit.ids[generic], EdgeKind.IMPLICIT, variants, span)

    def _link_registered(self, unit: Unit, ctx: int, expr: int, span: tuple[int, ...]) -> None:
        generic, variants = self.registered_variants(unit, ctx, unit.exprs[expr])
        if variants:
            self._add_all(unit.ids[generic], EdgeKind.IMPLICIT, variants, span)

    def link_imports(self, unit: Unit) -> None:
        source = module_id(unit.path)
        for row, span in zip(unit.facts.imports, unit.facts.import_spans, strict=True):
            module = self.import_module(unit, row.level, unit.names[row.module])
            if module is None:
                continue
            if row.member >= 0:
                self._link_module_getter(unit, row, module, span)
            erased = bool(row.flags & ImportFlag.ERASABLE) and self.erases(unit)
            timing = timing_of_import(row, span, unit.facts.started, erased=erased)
            site = EdgeSite(span[0], span[1], span[3] if span[2] == span[0] else span[1] + 6)
            for path in self._imported_files(unit, module, row.member):
                if path != unit.path and path[:2] != LIBRARY:
                    self.imports.add(source, module_id(path), timing, site)

    def erases(self, unit: Unit) -> bool:
        """Whether the language leaves the file's `ImportFlag.ERASABLE` imports out of what runs."""
        erases = self.scoping.erases
        return erases is not None and erases(self.layout, unit.path, self.read_module)

    def _link_module_getter(self, unit: Unit, row: Import, module: ModuleRef, span: tuple[int, ...]) -> None:
        """Importing a name that a module makes when it is asked for runs the module's `__getattr__`."""
        other = self.unit(module.path) if module.path is not None else None
        if other is None:
            return
        # Which of the other's keys this reads at all hangs on whether it has such a function.
        self.read("bind", other.path, self.protocols.module_missing)
        if other.facts.signals & Signal.MODULE_GETATTR:
            name = unit.names[row.member]
            values = self.module_attribute(module.path, module.name, name)
            place = (span[0], span[1], span[3] if span[2] == span[0] else span[1])
            self._add_module_getters(unit.source_id(row.scope), values, place)
            if not other.has_stars and other.name_id(name) not in other.scopes[0].bindings:
                if any(value[0] in _MADE for value in values):
                    self.edges.add(unit.source_id(row.scope), EdgeKind.IMPLICIT, self.getter_of(other), _IMPORT, place)

    def _add_module_getters(self, source: str, values: Values, span: tuple[int, ...]) -> None:
        """Edges to the `__getattr__` of modules which alone may give the values."""
        for value, rank in values.items():
            if value[0] == "ext" and len(value) > 2:
                self.edges.add(source, EdgeKind.IMPLICIT, value[2], rank, span)

    def _imported_files(self, unit: Unit, module: ModuleRef, member: int) -> list[str]:
        if self.scoping.package == "name":
            return self.files_of_package(module, unit.names[member]) if member >= 0 else []
        if member < 0:
            if module.path is not None and module.path.endswith("/"):
                return list(self.layout.files_of(module))
            return [module.path] if module.path else []
        name = unit.names[member]
        if module.path is not None and module.path[:2] == LIBRARY:
            return []
        submodule = self.layout.submodule(module, name, self.read_module)
        if submodule is not None and submodule.path is not None:
            values = self.module_attribute(module.path, module.name, name)
            if any(value[0] == "module" and value[2] == submodule.path for value in values):
                return [submodule.path]
        return [module.path] if module.path else []
