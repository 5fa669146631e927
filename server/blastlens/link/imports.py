"""Imports: which module a statement means, and what a name of a module is."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Bind, Expr, ImportFlag
from blastlens.languages.rules import ModuleRef
from blastlens.link.frame import Frame
from blastlens.link.handed_out import DEFAULT
from blastlens.link.lazy_names import asked_of, lazy_homes, spelled_texts
from blastlens.link.library_shared import LIBRARY
from blastlens.link.starred import Starred
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, Values, at_least, merge
from blastlens.link.visibility import Row
from blastlens.model.definitions import PACKAGE_MARK
from blastlens.model.edge import Basis
from blastlens.model.folders import folder_of, shared_folders
from blastlens.model.symbol import module_id

_IMPORT: Final = RANK[Basis.IMPORT]
_INFERRED: Final = RANK[Basis.INFERRED_RETURN]
_CANDIDATES: Final = RANK[Basis.CANDIDATES]
_CONDITIONAL: Final = RANK[Basis.CONDITIONAL]
_DEFINITIONS: Final = frozenset({"class", "generic", "func", "decorated"})
_HANDED_ON: Final = ImportFlag.STAR | ImportFlag.REEXPORT
_STARS: Final = _HANDED_ON | ImportFlag.BY_PATH
_GIVEN: Final = _DEFINITIONS | {"inst", "bound", "lambda"}
_FEW_GIVEN: Final = 4
_LONGEST_CHAIN: Final = 8  # of lists that are made of other modules' lists


class Imports(Starred, ABC):
    def import_module(self, unit: Unit, level: int, dotted: str) -> ModuleRef | None:
        """Of the repository, else of a library's stubs."""
        if unit.index < 0:
            return self.module_beside(unit, level, dotted)
        key = (unit.index, level, dotted)
        known = self._modules.get(key)
        if known is None:
            frame = self.frame
            self.frame = inner = Frame()
            known = self._modules[key] = (self._find_module(unit, level, dotted), tuple(inner.reads))
            self.frame = frame
        self.frame.reads.update(known[1])
        return known[0]

    def _find_module(self, unit: Unit, level: int, dotted: str) -> ModuleRef | None:
        if level:
            return self.layout.relative(unit.path, level, dotted, self.read_module)
        return self.layout.find(unit.path, dotted, self.read_module) or self.library_module(dotted)

    def imported(self, unit: Unit, index: int) -> Values:
        """Values that one import statement gives the name it binds."""
        row = unit.facts.imports[index]
        dotted = unit.names[row.module]
        if row.flags & ImportFlag.WHOLE:
            return self.whole_module(unit, row.level, dotted)
        if row.member < 0:
            whole = row.flags & ImportFlag.WHOLE or (
                row.alias >= 0 and unit.names[row.alias] != dotted.partition(".")[0]
            )
            wanted = dotted if whole else dotted.partition(".")[0]
            module = self.import_module(unit, row.level, wanted)
            return {("module", *module) if module else ("ext", wanted): _IMPORT}
        name = unit.names[row.member]
        module = self.import_module(unit, row.level, dotted)
        if module is None:
            return {("ext", f"{dotted}.{name}"): _IMPORT}
        if module.path == unit.path:  # `from . import x` in a package: the submodule comes first
            submodule = self._submodule(module, name)
            if submodule:
                return submodule
        return at_least(self.module_attribute(module.path, module.name, name), _IMPORT)

    def module_attribute(self, path: str | None, dotted: str, name: str) -> Values:
        key = ("ma", path, dotted, name)
        found = self.kept(key)
        return found if found is not None else self.fresh(key, self._module_attribute, path, dotted, name)

    def _module_attribute(self, path: str | None, dotted: str, name: str) -> Values:
        module = ModuleRef(dotted, path)
        unit = self.unit(module.path) if module.path is not None else None
        if self.scoping.package == "linkage":
            found = self.linked(unit, module.name, name) if unit is not None else {}
            return found or {("ext", f"{module.name}.{name}"): 0}
        if unit is None or module.path is None:
            found = self._submodule(module, name)
            if found or not self.scoping.package:
                return found
            found = self.of_package(module, name)
            if found or self.scoping.package != "name":
                return found
            return self._of_library_package(module, name) or {("ext", f"{module.name}.{name}"): 0}
        if unit.index < 0 and self.is_own_form(module.name, name):
            return {("ext", f"{module.name}.{name}"): 0}
        if self.scoping.exports:
            handed = self.handed_out(unit, name)
            if handed is not None:
                return handed
        self.read("bind", module.path, name)
        index = unit.name_id(name)
        rows = unit.scopes[0].bindings.get(index) if index >= 0 else None
        if rows:
            if all(self._imports_itself(unit, row, name) for row in rows):
                submodule = self._submodule(module, name)
                if submodule:
                    return submodule
            values = self.bound(unit, 0, index)
            return values or (self._submodule(module, name) if any(row[0] == Bind.IMPORT for row in rows) else values)
        submodule = self._submodule(module, name)
        if submodule:
            return submodule
        self.read("stars", module.path)
        found = self._starred(unit, name)
        if found:
            return found
        if unit.index < 0:
            return {("ext", f"{module.name}.{name}"): 0}
        if unit.stub:
            found = self.module_attribute(unit.stub, module.name, name)
            if found:
                return found
        if self.scoping.exports:
            return self.of_whole(unit, module, name)
        return self._lazy(unit, name)

    def _lazy(self, unit: Unit, name: str) -> Values:
        """What a module gives that has a function for names it does not bind."""
        self.read("bind", unit.path, self.protocols.module_missing)
        getter = unit.name_id(self.protocols.module_missing)
        getters = unit.scopes[0].bindings.get(getter) if getter >= 0 else None
        if not getters:
            return {}
        self.read("lazy", unit.path)
        for spelled, attribute in lazy_homes(unit, self.protocols.module_missing, name):
            dotted = spelled.lstrip(".")
            level = len(spelled) - len(dotted)
            module = self.import_module(unit, level or 1, dotted)
            if module is None and not level:
                module = self.import_module(unit, 0, dotted)
            if module is not None and module.path != unit.path:
                values = self.module_attribute(module.path, module.name, attribute)
                if values:
                    return at_least(values, _IMPORT)
        found = self._returned_for(unit, getters[-1][1], name) if getters[-1][0] == Bind.DEF else {}
        return found or {("ext", "?." + name, self.getter_of(unit)): 0}

    def getter_of(self, unit: Unit) -> str:
        """Id of a module's `__getattr__`, or of the module where that is made by a call."""
        getters = unit.scopes[0].bindings.get(unit.name_id(self.protocols.module_missing), ())
        return unit.ids[getters[-1][1]] if getters and getters[-1][0] == Bind.DEF else module_id(unit.path)

    def _returned_for(self, unit: Unit, getter: int, name: str) -> Values:
        """What a module's `__getattr__` returns for a name: what is spelled or defined so; the attribute of what it asks in its
        turn; else, for what is known by other names, all that it returns, if that is little."""
        self.read("sig", unit.path, unit.quals[getter])
        self.read("evidence", unit.path, unit.quals[getter])
        texts = spelled_texts(unit)
        so_named: Values = {}
        others: Values = {}
        for expr, ctx in unit.defs[getter].returned:
            base = asked_of(unit, getter, expr, 0, self.library.dynamic)
            if base >= 0:
                for value, rank in self.evaluate(unit, ctx, base).items():
                    merge(so_named, self.attribute(value, name), max(rank, _IMPORT))
                continue
            row = unit.exprs[expr]
            spelled = unit.names[row[-1]] if row[0] in (Expr.NAME, Expr.ATTR) else ""
            for value, rank in self.evaluate(unit, ctx, expr).items():
                own = self._own_name(value) or spelled
                if value[0] not in _GIVEN or value[1] < 0:
                    continue
                if name in (spelled, own):
                    merge(so_named, {value: rank}, _IMPORT)
                elif name in texts and own not in texts:
                    merge(others, {value: rank}, _INFERRED)
        if so_named:
            return so_named
        return others if len(others) <= _FEW_GIVEN else {}

    def _own_name(self, value: Value) -> str:
        """The name of the definition that a value is."""
        if value[0] not in _DEFINITIONS:
            return ""
        unit = self.units[value[1]]
        return unit.names[unit.defs[value[2]].name]

    def _imports_itself(self, unit: Unit, row: Row, name: str) -> bool:
        """`from . import x` in a package's `__init__` binds x to the submodule."""
        if row[0] != Bind.IMPORT:
            return False
        imported = unit.facts.imports[row[1]]
        if imported.member < 0 or unit.names[imported.member] != name:
            return False
        module = self.import_module(unit, imported.level, unit.names[imported.module])
        return module is not None and module.path == unit.path

    def _submodule(self, module: ModuleRef, name: str) -> Values:
        if module.path is not None and module.path[:2] == LIBRARY:
            found = self.library_module(f"{module.name}.{name}")
        else:
            found = self.layout.submodule(module, name, self.read_module)
        return {("module", *found): _IMPORT} if found else {}

    def of_package(self, module: ModuleRef, name: str) -> Values:
        """What a package of several files has under a name: one that a folder is (its path ends in "/"), or all files that
        say they belong to it."""
        if self.scoping.package == "name":
            return self._of_named_package(module, name)
        folder = None if module.path is None else module.path[:-1]
        return self._merged(self._members_of_package(name, module.name, folder, ""), name)

    def _of_named_package(self, module: ModuleRef, name: str) -> Values:
        """The same of a package that files name; what is no package is a type of one, and the name a member of it."""
        importer = module.path or ""
        found = self._merged(self._members_of_package(name, module.name, None, importer), name, importer)
        outer, _, last = module.name.rpartition(".")
        if found or not last:
            return found
        out: Values = {}
        for value, rank in self._of_named_package(ModuleRef(outer, module.path), last).items():
            if value[0] == "class":
                merge(out, self.attribute(value, name), rank)
        # What a base that is not known may have, this type is not known to have.
        return {value: rank for value, rank in out.items() if value[0] != "ext"}

    def of_package_path(self, dotted: str, name: str) -> Values:
        """What a package that a dotted path spells has under a name: of the repository, else of a library."""
        return self.named(("pp", None, dotted, name), self._of_package_path, ModuleRef(dotted, None), name)

    def _of_package_path(self, module: ModuleRef, name: str) -> Values:
        found = self._merged(self._members_of_package(name, module.name, None, ""), name)
        return found or self._starred_of_library(module, name)

    def files_of_package(self, module: ModuleRef, name: str) -> list[str]:
        """The files that give a named package a name; those of the type where the dotted name goes on with what it has."""
        found = self._members_of_package(name, module.name, None, module.path or "")
        outer, _, last = module.name.rpartition(".")
        if found or not last:
            return [other.path for other in found]
        return self.files_of_package(ModuleRef(outer, module.path), last)

    def _of_library_package(self, module: ModuleRef, name: str) -> Values:
        """What a package, or a type, of the library has under a name."""
        library = self.library_module(module.name)
        if library is not None:
            return self.module_attribute(library.path, library.name, name)
        behind = self.library_class(module.name)
        return self.attribute(behind, name) if behind is not None else {}

    def _beside(self, unit: Unit, name: str) -> Values:
        """What the other files of the file's package have under a name."""
        package = unit.facts.package
        self.read("package", unit.path)
        if package < 0:
            return {}
        folder = folder_of(unit.path) if self.scoping.package == "folder" else None
        others = self._members_of_package(name, unit.names[package], folder, unit.path)
        return self._merged([other for other in others if other is not unit], name, "" if folder else unit.path)

    def _members_of_package(self, name: str, package: str, folder: str | None, importer: str) -> list[Unit]:
        """Files that give a package a name: of a folder, where it is one; else those nearest to the importer."""
        found: list[Unit] = []
        for path, _ in self.listed(PACKAGE_MARK + name, folder):
            if folder is not None and not importer and self.tests.is_test_file(path):
                continue  # nobody imports what only tests see
            other = self.unit(path)
            if other is not None and (
                other.names[other.facts.package] == package or (folder is not None and not importer)
            ):
                found.append(other)
        if folder is not None or len(found) < 2 or not importer:
            return found
        found = [one for one in found if self.layout.builds_with(importer, one.path, self.read_module)] or found
        near = max(shared_folders(other.path, importer) for other in found)
        return [other for other in found if shared_folders(other.path, importer) == near]

    def _of_scripts(self, unit: Unit, name: str) -> Values:
        """What the other scripts that a page may load have under a name: those near to one another are of one page."""
        others = self._members_of_package(name, unit.names[unit.facts.package], None, unit.path)
        others = [other for other in others if other is not unit]
        if not others:
            return {}
        top = unit.path.partition("/")[0]
        near = len(others) == 1 and ("/" not in others[0].path or top in (unit.path, others[0].path.partition("/")[0]))
        return at_least(self._merged(others, name), _CONDITIONAL if near else _CANDIDATES)

    def of_global_object(self, unit: Unit, callee: tuple[int, ...]) -> Values:
        """What `window.name` is: a name of the script, or of another one of the page."""
        base = unit.exprs[callee[1]]
        if base[0] != Expr.NAME or unit.names[base[1]] not in self.scoping.globals or unit.facts.package < 0:
            return {}
        if base[1] in unit.scopes[0].bindings:
            return {}
        name = unit.names[callee[2]]
        if callee[2] in unit.scopes[0].bindings:
            return at_least(self.bound(unit, 0, callee[2]), _CONDITIONAL)
        return self._of_scripts(unit, name)

    def _merged(self, units: list[Unit], name: str, importer: str = "") -> Values:
        """`importer`: given where the files may belong to several programs, one of which is meant."""
        out: Values = {}
        built = [other for other in units if not self.is_left_out(other)] or units
        for other in built:
            self.read("bind", other.path, name)
            merge(out, self.bound(other, 0, other.name_id(name)))
        return (
            at_least(out, _CANDIDATES)
            if importer and self.are_apart(importer, [other.path for other in built])
            else out
        )

    def beyond(self, unit: Unit, name: str) -> Values:
        if self.scoping.package == "linkage":
            found = self.used_names(unit, 0, name) or self.linked(unit, "", name)
            return found or {("ext", self.forms.language_scope + name): 0}
        if self.scoping.package:
            found = self._beside(unit, name) or self.package_called(unit, name)
            if found:
                return found
        if self.scoping.scripts and unit.facts.package >= 0 and (found := self._of_scripts(unit, name)):
            return found
        self.read("stars", unit.path)
        found = self._starred(unit, name, handed_on=False)
        if found:
            return found
        if name in self.library.form_names or self.language_module is None:
            return {("ext", self.forms.language_scope + name): 0}
        return self.module_attribute(self.language_module.path, self.language_module.name, name)

    def _starred(self, unit: Unit, name: str, handed_on: bool = True) -> Values:
        """What a name is among all names that a file imports of others; what is imported last stays."""
        self.read("stars", unit.path)
        for imported in reversed(unit.facts.imports):
            if imported.flags & _STARS == ImportFlag.STAR or (handed_on and imported.flags & _STARS == _HANDED_ON):
                found = self._through_star(unit, imported.level, unit.names[imported.module], name)
                if found:
                    return found
        return self.starred_by_path(unit, 0, name)

    def _through_star(self, unit: Unit, level: int, dotted: str, name: str) -> Values:
        module = self.import_module(unit, level, dotted)
        if module is None or module.path is None:
            return {}
        if self.scoping.package == "name":
            return at_least(self.of_package(module, name) or self._starred_of_library(module, name), _IMPORT)
        if self.scoping.package and module.path.endswith("/"):
            return at_least(self.of_package(module, name), _IMPORT)
        if not self.exports(module.path, name):
            return {}
        return at_least(self.module_attribute(module.path, module.name, name), _IMPORT)

    def _starred_of_library(self, module: ModuleRef, name: str) -> Values:
        """What is known of a library's package, or type, under a name; nothing says that it has no others."""
        found = self._of_library_package(module, name)
        return {value: rank for value, rank in found.items() if value[0] != "ext"}

    def exports(self, path: str, name: str, depth: int = 0) -> bool:
        """Whether `from module import *` hands out this name."""
        self.read("stars", path)
        other = self.unit(path)
        if other is None:
            return False
        if other.facts.exported is None:
            return not name.startswith(self.scoping.private_prefix)
        if any(self._lists(other, other.names[item], name, depth) for item in other.facts.exported):
            return True
        return bool(self.scoping.exports) and name != DEFAULT and self._passes_on(other, name, depth + 1)

    def _passes_on(self, unit: Unit, name: str, depth: int) -> bool:
        """Whether a module hands on a name with all that other modules export."""
        if depth > _LONGEST_CHAIN:
            return False
        for row in unit.facts.imports:
            if row.flags & ImportFlag.STAR:
                module = self.import_module(unit, row.level, unit.names[row.module])
                if module is not None and module.path is not None and self.exports(module.path, name, depth):
                    return True
        return False

    def _lists(self, unit: Unit, item: str, name: str, depth: int) -> bool:
        """Whether an entry of `__all__` is this name, or names another module's list that has it."""
        if item == name or "." not in item or depth > _LONGEST_CHAIN:
            return item == name
        first, *rest = item.split(".")
        values: Values = {("module", "", unit.path): 0}
        for part in (first, *rest[:-1]):
            step: Values = {}
            for value, rank in values.items():
                merge(step, self.attribute(value, part), rank)
            values = step
        return any(value[0] == "module" and value[2] and self.exports(value[2], name, depth + 1) for value in values)
