"""What packages offer to whoever uses them: what their entry files export, and what those hand on."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import ImportFlag
from blastlens.link.unit import Unit
from blastlens.link.uses import Uses
from blastlens.link.values import Values

_EVERYTHING: Final = "*"


class Published(Uses, ABC):
    def published_defs(self, unit: Unit) -> set[int]:
        """Defs of a file that some package offers."""
        names = {name for path, name in self._published() if path == unit.path}
        if not names:
            return set()
        exports = self.scoping.exports
        found: set[int] = set()
        listed = unit.facts.exported
        for number in unit.scopes[0].bindings:
            text = unit.names[number]
            own = text.removeprefix(exports)
            is_export = own != text or (listed is not None and number in listed)
            if is_export and (_EVERYTHING in names or own in names):
                for value in self.bound(unit, 0, number):
                    if value[0] in ("func", "class") and value[1] == unit.index:
                        found.add(value[2])
                    elif value[0] == "inst" and value[1] == unit.index:
                        found.update(
                            index for index, row in enumerate(unit.defs) if row.parent == value[2] and not row.is_class
                        )
        return found

    def _published(self) -> tuple[tuple[str, str], ...]:
        # The machine keeps value sets; the rows travel as the one key of such a set.
        for value in self.named(("pub", ""), self._publish):
            return value[1]  # type: ignore[no-any-return]
        return ()

    def _publish(self) -> Values:
        """(file, exported name or everything), from the entries of packages along what is handed on."""
        entries = self.entry_point_rules.entries
        paths = entries(self.layout, self.read_module) if entries is not None else ()
        pending = [(path, _EVERYTHING) for path in paths]
        seen: dict[tuple[str, str], None] = {}
        while pending:
            place = pending.pop()
            if place in seen:
                continue
            seen[place] = None
            path, wanted = place
            unit = self.unit(path)
            if unit is None:
                continue
            self.read("stars", path)
            for row in unit.facts.imports:
                if not row.flags & ImportFlag.REEXPORT:
                    continue
                alias = unit.names[row.alias].removeprefix(self.scoping.exports) if row.alias >= 0 else wanted
                if wanted not in (_EVERYTHING, alias):
                    continue
                module = self.import_module(unit, row.level, unit.names[row.module])
                if module is None or module.path is None:
                    continue
                if row.flags & ImportFlag.STAR:
                    pending.append((module.path, wanted))
                else:
                    pending.append((module.path, unit.names[row.member] if row.member >= 0 else _EVERYTHING))
        return {("rows", tuple(seen)): 0}
