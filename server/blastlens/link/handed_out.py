"""What a module hands out beside the names it binds: under other names, as its default, or in its own place."""

from abc import ABC
from typing import Final

from blastlens.languages.rules import ModuleRef
from blastlens.link.library_units import LibraryUnits
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Values, merge
from blastlens.model.edge import Basis

_IMPORT: Final = RANK[Basis.IMPORT]
_WHOLE: Final = "="  # behind `Scoping.exports`: what a module is, where it says so
DEFAULT: Final = "default"


class HandedOut(LibraryUnits, ABC):
    def whole_module(self, unit: Unit, level: int, dotted: str) -> Values:
        """A module as a value: itself, and what it hands out in its place."""
        module = self.import_module(unit, level, dotted)
        if module is None:
            return {("ext", dotted): _IMPORT}
        out: Values = {("module", *module): _IMPORT}
        return merge(out, self._instead_of_module(module), _IMPORT)

    def _instead_of_module(self, module: ModuleRef) -> Values:
        """What a module says that it is: `module.exports = x`."""
        other = self.unit(module.path) if module.path is not None else None
        if other is None or not self.scoping.exports:
            return {}
        whole = self.scoping.exports + _WHOLE
        self.read("bind", other.path, whole)
        index = other.name_id(whole)
        return self.bound(other, 0, index) if index in other.scopes[0].bindings else {}

    def handed_out(self, unit: Unit, name: str) -> Values | None:
        """What a module exports under a name that it does not bind itself; None when there is nothing."""
        exported = self.scoping.exports + name
        self.read("bind", unit.path, exported)
        index = unit.name_id(exported)
        return self.bound(unit, 0, index) if index in unit.scopes[0].bindings else None

    def of_whole(self, unit: Unit, module: ModuleRef, name: str) -> Values:
        """What a module has under a name by what it says that it is; without exports of its own it is its default itself."""
        whole = self._instead_of_module(module)
        if name == DEFAULT:
            return whole or ({("module", *module): _IMPORT} if unit.facts.exported is None else {})
        out: Values = {}
        for value, rank in whole.items():
            merge(out, self.attribute(value, name), rank)
        return out
