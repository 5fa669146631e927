"""Calls that the body of a macro makes: what they name is not known where the macro is used."""

from abc import ABC

from blastlens.facts.file_facts import Expr
from blastlens.link.collected import sites_of
from blastlens.link.open_uses import OpenUses
from blastlens.link.unit import Unit
from blastlens.link.values import Values, parts_of
from blastlens.model.edge import UnresolvedUse


class HiddenCalls(OpenUses, ABC):
    """State is set by `Uses.start`."""

    def link_hidden(self, unit: Unit, values: Values, source: str, span: tuple[int, ...], expr: int) -> bool:
        """A macro of the repository: what its body calls is named, and stays unresolved."""
        found = False
        for value in values:
            for written in parts_of(value) if value[0] == "macro" else ():
                name = self._pasted(unit, unit.exprs[expr], written) if "##" in written else written
                if any(item[0] != "ext" for item in self.beyond(unit, name)):
                    found = True
                    self.unresolved += [UnresolvedUse(source, name, site) for site in sites_of(span)]
        return found

    def _pasted(self, unit: Unit, call: tuple[int, ...], written: str) -> str:
        """A name that a macro pastes together of what it is given; "" for one that is not told by a name."""
        parts = written.split("##")
        for at, part in enumerate(parts):
            if part.startswith("#"):
                number = int(part[1:])
                row = unit.exprs[call[3 + number]] if number < call[2] else (Expr.CONST,)
                if row[0] != Expr.NAME:
                    return ""
                parts[at] = unit.names[row[1]]
        return "".join(parts)
