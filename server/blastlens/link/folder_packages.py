"""Packages that are folders: what their files have under a name, what they call themselves, and which of them a build takes."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from blastlens.facts.file_facts import ImportFlag, Signal
from blastlens.languages.rules import ModuleRef
from blastlens.link.handed_out import HandedOut
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Values
from blastlens.model.edge import Basis
from blastlens.model.folders import folder_of

_IMPORT: Final = RANK[Basis.IMPORT]


class _Held(dict[str, ModuleRef]):
    """A table inside a value."""

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)


class FolderPackages(HandedOut, ABC):
    @abstractmethod
    def import_module(self, unit: Unit, level: int, dotted: str) -> ModuleRef | None:
        """The module that an import in a file means: of the repository, else of a library."""

    def listed(self, name: str, folder: str | None) -> Sequence[tuple[str, int]]:
        """What is listed under a name, in the files of one folder or, for None, of all."""
        if folder is None:
            self.read("derived", name)
            return self.program.derived_from(name)
        self.read("beside", folder + "/", name)
        found = self.by_folder.get(name)
        if found is None:
            found = self.by_folder[name] = {}
            for row in self.program.derived_from(name):
                found.setdefault(folder_of(row[0]), []).append(row)
        return found.get(folder, ())

    def are_apart(self, user: str, paths: Sequence[str]) -> bool:
        """Whether files that define one name belong to different programs, and nothing says which of them a file is built with."""
        if len(paths) < 2 or all(
            self.layout.builds_with(paths[0], path, self.read_module) is not False for path in paths
        ):
            return False
        return not all(self.layout.builds_with(user, path, self.read_module) for path in paths)

    def is_left_out(self, unit: Unit) -> bool:
        """Whether a build with default settings leaves a file out, by its name or by what it says."""
        return bool(unit.facts.signals & Signal.LEFT_OUT) or self.layout.leaves_out(unit.path)

    def package_called(self, unit: Unit, name: str) -> Values:
        """A package that the file imports without a name, and that calls itself so."""
        for value in self.named(("pk", unit.index), self._package_names, unit):
            module = value[1].get(name)
            return {("module", *module): _IMPORT} if module is not None else {}
        return {}

    def _package_names(self, unit: Unit) -> Values:
        found: dict[str, ModuleRef] = {}
        for row in unit.facts.imports:
            if row.flags & ImportFlag.UNNAMED:
                module = self.import_module(unit, row.level, unit.names[row.module])
                package = self.package_of(module) if module is not None else ""
                if module is not None and package:
                    found[package] = module
        return {("packages", _Held(found)): 0}

    def package_of(self, module: ModuleRef) -> str:
        """What a package that is a folder calls itself, by the first of its files; "" for what is none."""
        if module.path is None or not module.path.endswith("/"):
            return ""
        for path in self.layout.files_of(module):
            other = self.unit(path)
            if other is not None:
                self.read("package", path)
                if other.facts.package >= 0 and not self.is_left_out(other):
                    return other.names[other.facts.package]
        return ""
