"""Stub modules of libraries as units: types flow through them, no edge ever leads into them.

A library unit has a negative index and a path that starts with `//`. What evaluation finds there is the same in every repository,
so nothing about it is recorded as read. Names that the evaluator knows how to handle by itself (the forms of the typing machinery,
the containers, the functions of the library table) stay external names.
"""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Bind, Expr, ImportFlag
from blastlens.languages.rules import ModuleRef
from blastlens.link.declared import Declared
from blastlens.link.unit import Unit
from blastlens.link.values import Value

_MOST_STEPS: Final = 6  # of aliases and re-exports on the way to a class


class LibraryUnits(Declared, ABC):
    def library_module(self, dotted: str) -> ModuleRef | None:
        """The stub module of this name; None when no library has it."""
        path = self.stubs.find(dotted)
        return ModuleRef(dotted, path) if path is not None else None

    def module_beside(self, unit: Unit, level: int, dotted: str) -> ModuleRef | None:
        """The module that an import inside a stub module means."""
        if level:
            dotted = _absolute(unit.path, level, dotted)
        return self.library_module(dotted)

    def is_own_form(self, dotted: str, name: str) -> bool:
        """Whether the evaluator handles a name of a stub module by itself."""
        library = self.library
        if dotted in library.form_modules and name in library.form_names:
            return True
        full = f"{dotted}.{name}"
        return full in library.calls or full in library.module_loaders or full in library.accessor_makers

    def library_name(self, value: Value) -> str:
        """Dotted name of a function or class of a library."""
        unit = self.units[value[1]]
        return f"{dotted_of(unit.path)}.{unit.quals[value[2]]}"

    def library_definition(self, dotted: str) -> Value | None:
        """The stub function or class behind an external name."""
        found = self.library_class(dotted)
        if found is None:
            module_name, _, name = dotted.rpartition(".")
            module = self.library_module(module_name) if module_name else None
            unit = self.unit(module.path) if module is not None and module.path is not None else None
            index = unit.name_id(name) if unit is not None else -1
            if unit is not None and index >= 0:
                for row in unit.scopes[0].bindings.get(index, ()):
                    if row[0] == Bind.DEF:
                        return ("func", unit.index, unit.defs[row[1]].primary)
        return found

    def library_class(self, dotted: str) -> Value | None:
        """The stub class behind an external name; None when there is none. A matter of tables alone: nothing is evaluated."""
        try:
            return self._library_classes[dotted]
        except KeyError:
            found = self._library_classes[dotted] = self._find_class(dotted, 0)
            return found

    def _find_class(self, dotted: str, steps: int) -> Value | None:
        module_name, _, name = dotted.rpartition(".")
        module = self.library_module(module_name) if module_name and steps < _MOST_STEPS else None
        unit = self.unit(module.path) if module is not None and module.path is not None else None
        if unit is None:
            return None
        rows = unit.scopes[0].bindings.get(unit.name_id(name), ())
        if not rows:
            return self._starred_class(unit, name, steps + 1)
        for row in rows:
            if row[0] == Bind.CLASS:
                return ("class", unit.index, row[1])
            if row[0] == Bind.IMPORT:
                imported = unit.facts.imports[row[1]]
                source = self.module_beside(unit, imported.level, unit.names[imported.module])
                if source is not None and imported.member >= 0:
                    return self._find_class(f"{source.name}.{unit.names[imported.member]}", steps + 1)
            if row[0] in (Bind.ASSIGN, Bind.ANNOTATED):
                value = (
                    unit.exprs[row[1] if row[0] == Bind.ASSIGN else row[2]]
                    if row[2] >= 0 or row[0] == Bind.ASSIGN
                    else (0,)
                )
                if value[0] == Expr.NAME:
                    alias = unit.names[value[1]]
                    return self._find_class(f"{module_name}.{alias}", steps + 1) or self._find_class(
                        self.forms.language_scope + alias, steps + 1
                    )
        return None

    def _starred_class(self, unit: Unit, name: str, steps: int) -> Value | None:
        """The class among what a stub module imports with a star."""
        for imported in unit.facts.imports:
            if imported.flags & ImportFlag.STAR:
                source = self.module_beside(unit, imported.level, unit.names[imported.module])
                found = self._find_class(f"{source.name}.{name}", steps) if source is not None else None
                if found is not None:
                    return found
        return None


def dotted_of(path: str) -> str:
    """`//os/path.pyi` -> `os.path`, `//os/__init__.pyi` -> `os`."""
    return path[2:].rpartition(".")[0].removesuffix("/__init__").replace("/", ".")


def _absolute(path: str, level: int, dotted: str) -> str:
    """Dotted name of an import relative to a stub module."""
    parts = path[2:].split("/")[:-1]
    if level > 1:
        parts = parts[: 1 - level]
    return ".".join([*parts, dotted] if dotted else parts)
