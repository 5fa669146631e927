"""Files that only declare what another file defines: types are taken from the one, edges lead to the other."""

from abc import ABC

from blastlens.link.machine import Machine
from blastlens.link.unit import Unit


class Declared(Machine, ABC):
    def declaration(self, unit: Unit, definition: int) -> tuple[Unit, int] | None:
        """The def of the same name in the file that declares what this one defines."""
        stub = self.unit(unit.stub)
        if stub is None:
            return None
        qual = unit.quals[definition]
        self.read("bases" if unit.defs[definition].is_class else "sig", stub.path, qual)
        found = stub.named_def(qual)
        return (stub, found) if found >= 0 and stub.defs[found].is_class == unit.defs[definition].is_class else None

    def definition_behind(self, unit: Unit, definition: int) -> tuple[Unit, int]:
        """Where what a file declares is defined, if another file does so."""
        source = self.unit(unit.source) if unit.source else None
        if source is None:
            return unit, definition
        qual = unit.quals[definition]
        self.read("bases" if unit.defs[definition].is_class else "sig", source.path, qual)
        found = source.named_def(qual)
        if found < 0 or source.defs[found].is_class != unit.defs[definition].is_class:
            return unit, definition
        return source, found
