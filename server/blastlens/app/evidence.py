"""What is known of the life of symbols beside the graph: names that texts spell, packaging files, conventions of frameworks, the user's
entry points."""

import re
from collections.abc import Iterable, Sequence
from fnmatch import translate
from typing import Final

from blastlens.analyses.dead_code import Evidence
from blastlens.analyses.lives import CLASSES
from blastlens.app.alternatives import Alternatives
from blastlens.app.ask.context import Context
from blastlens.app.declared import DeclaredEntries
from blastlens.app.named_bases import NamedBases
from blastlens.app.read_uses import ReadUses
from blastlens.app.spelled import SpelledNames
from blastlens.app.unread_uses import UnreadUses
from blastlens.facts.file_facts import Expr
from blastlens.languages.registry import language_for
from blastlens.languages.rules import EntryPointRules, LinkRules
from blastlens.model.definitions import symbol_ids
from blastlens.model.edge import EdgeKind
from blastlens.model.symbol import Symbol, SymbolKind, file_of, module_id

_INHERITS: Final = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})
_TEST: Final = "test"
_IMPORTS: Final = frozenset({EdgeKind.IMPORTS})


class Gathered:
    """Read when first asked for."""

    def __init__(self, context: Context, entry_points: Sequence[str] = ()) -> None:
        self._graph = context.snapshot.graph
        self._session = context.session
        globs = (*context.settings.entry_points, *entry_points)
        self._globs = [re.compile(translate(glob)) for glob in globs]
        self._declared = DeclaredEntries(context.session, self._graph)
        self._names = SpelledNames(context.session, context.snapshot.files)
        self._paths = frozenset(record.path for record in context.snapshot.files)
        self._tests = frozenset(record.path for record in context.snapshot.files if record.is_test)
        self._bases = NamedBases(context.session, [record.path for record in context.snapshot.files])
        self._alternatives = Alternatives(context.session, self._graph)
        self._looking = ("", False)  # the last file that was asked about
        self.read = ReadUses(context.session, self._graph, context.snapshot.files, self._names)
        self.unread = UnreadUses(context.session)

    def evidence(self) -> Evidence:
        return Evidence(
            enters=self._enters,
            loads=self._is_conventional,
            possible=self._possible,
            published=self._published,
            library=self._declared.library_of,
            named_as_test=self._may_be_test,
            read=self.read.of,
            unread=self.unread.of,
            waits=self._waits,
            beside=self._beside,
            alternatives=self._alternatives.of,
        )

    def _enters(self, symbol_id: str) -> bool:
        if symbol_id in self._declared.ids or any(glob.match(symbol_id) for glob in self._globs):
            return True
        symbol = self._graph.symbol(symbol_id)
        return symbol is not None and self._is_spelled_whole(symbol)

    def _is_conventional(self, symbol: Symbol) -> bool:
        language = language_for(symbol.file)
        if language is None or symbol.parent not in (None, module_id(symbol.file)):
            return False
        conventions, libraries = language.rules.entry_points.conventions(), self._names.libraries
        if symbol.kind is SymbolKind.MODULE:
            return bool(conventions.loaded(symbol.file, libraries))
        name = f"class {symbol.name}" if symbol.kind in CLASSES else symbol.name
        return bool(conventions.used(symbol.file, name, libraries))

    def _is_spelled_whole(self, symbol: Symbol) -> bool:
        """Whether a string names it with all that is around it: a path in settings, a task, a route. What a test spells so it puts
        something else in its place."""
        language = language_for(symbol.file)
        if language is None or not language.rules.entry_points.spelled_paths:
            return False
        own = "" if symbol.kind is SymbolKind.MODULE else symbol.qualname
        for module in language.rules.entry_points.module_names(symbol.file):
            if "." not in module and (not own or self._is_in_package(symbol.file)):
                continue
            for name in (f"{module}.{own}", f"{module}:{own}") if own else (module,):
                files = self._names.dotted.get(name, set())
                if files and (symbol.in_test_code or files - self._tests):
                    return True
        return False

    def _is_in_package(self, path: str) -> bool:
        language = language_for(path)
        return language is not None and any(one in self._paths for one in language.rules.entry_points.beside(path))

    def _possible(self, symbol: Symbol) -> str:
        language = language_for(symbol.file)
        if language is None:
            return ""
        rules = language.rules
        if not symbol.in_test_code and not rules.entry_points.shown.isdisjoint(symbol.file.split("/")[:-1]):
            return "it stands among examples, documentation or packaging, which others run by name"
        if symbol.kind is SymbolKind.MODULE:
            return self._mentioned(symbol)
        part, path = self._names.part_of(symbol.name) if symbol.is_callable else ("", "")
        if part:
            return f"{path} spells a part of its name ({part}), and may put the rest to it"
        if symbol.in_test_code and self._is_named_as_test(symbol, rules):
            return "a test runner with other settings may run it"
        if symbol.kind is SymbolKind.METHOD:
            if symbol.name in rules.entry_points.duck_methods:
                return "libraries call methods of this name on what they are given"
            if why := rules.entry_points.conventions().called(symbol.name, self._names.libraries):
                return why
            return self._possible_of_mixin(symbol)
        if symbol.kind in CLASSES:
            return self._possible_class(symbol, rules.entry_points)
        if self._is_given(symbol):
            return "it is given to an object of which not all is known"
        return self._looked_through(symbol, rules)

    def _is_given(self, symbol: Symbol) -> bool:
        """Whether a function is assigned to a member of something, and has no name of its own where it stands."""
        facts = self._session.facts(symbol.file)
        if facts is None or symbol.parent == module_id(symbol.file):
            return False
        for number, name in enumerate(symbol_ids(symbol.file, facts)):
            if name == symbol.id:
                row = facts.defs[number]
                return row.name not in facts.scopes[row.outer].bindings
        return False

    def _may_be_test(self, symbol: Symbol) -> bool:
        language = language_for(symbol.file)
        return language is not None and self._is_named_as_test(symbol, language.rules)

    def _is_named_as_test(self, symbol: Symbol, rules: LinkRules) -> bool:
        if symbol.kind in CLASSES:
            return _TEST in symbol.name.lower()
        return rules.tests.is_test_name(symbol.name) or symbol.name in rules.tests.setup_methods

    def _mentioned(self, symbol: Symbol) -> str:
        name = symbol.file.rpartition("/")[2].partition(".")[0]
        others = self._names.strings.get(name, set()) - {symbol.file}
        if others:
            return f"a string spells its name ({min(others)})"
        asking = self._names.modules.get(name, set()) - {symbol.file} - self._importing(symbol)
        return f"a module of its name is imported ({min(asking)})" if asking else ""

    def _importing(self, module: Symbol) -> set[str]:
        """Files whose imports of a module were found."""
        return {file_of(edge.source) for edge in self._graph.incoming(module.id, _IMPORTS)}

    def _possible_class(self, symbol: Symbol, rules: EntryPointRules) -> str:
        for one in self._with_bases(symbol):
            for base in self._bases.of(one):
                if rules.knows_subclasses(base):
                    named = f"its base {base}" if one is symbol else f"{base}, a base of its base {one.name},"
                    return f"{named} may make objects of classes below"
        for one in self._with_bases(symbol):
            for keeper in self._bases.keepers_of(one):
                if rules.keeps_classes(keeper):
                    return f"{keeper} has a say when it is made, and may keep it"
        outer = self._graph.symbol(symbol.parent) if symbol.parent is not None else None
        if outer is not None and outer.kind in CLASSES:
            for one in self._with_bases(outer):
                if foreign := next(iter(self._bases.of(one)), ""):
                    return f"{foreign}, a base of the class around it, may look for it"
        if symbol.in_test_code and outer is not None and outer.is_callable:
            return "making the class may be what is tested"
        return ""

    def _with_bases(self, symbol: Symbol) -> list[Symbol]:
        found = [symbol]
        for here in found:
            bases = (self._graph.symbol(edge.target) for edge in self._graph.outgoing(here.id, _INHERITS))
            found += [base for base in bases if base is not None and base not in found]
        return found

    def _possible_of_mixin(self, symbol: Symbol) -> str:
        """A class below may have another base, of a library, whose method it stands before."""
        todo = [symbol.parent or ""]
        for here in todo:
            for edge in self._graph.incoming(here, _INHERITS):
                below = self._graph.symbol(edge.source)
                if below is not None and edge.source not in todo:
                    todo.append(edge.source)
                    if self._bases.of(below):
                        return f"a base of {below.display_id} may call it, which is of a library"
        return ""

    def _looked_through(self, symbol: Symbol, rules: LinkRules) -> str:
        """Whether its file looks through the names that it has."""
        tables = {name for name, does in rules.library.dynamic.items() if does in ("module", "scope")}
        if symbol.parent != module_id(symbol.file) or not tables:
            return ""
        if self._looking[0] != symbol.file:
            facts = self._session.facts(symbol.file)
            rows = facts.exprs if facts is not None else ()
            named = facts is not None and any(row[0] == Expr.NAME and facts.names[row[1]] in tables for row in rows)
            self._looking = symbol.file, named
        return "its file looks through the names that it has" if self._looking[1] else ""

    def _published(self, symbol: Symbol) -> str:
        if symbol.in_test_code and self._is_data(symbol.file):
            return "its file may be data of tests: no runner loads it, and nothing imports it"
        library = self._declared.offered_by(symbol)
        return (
            f"code outside the repository may use it: {library} is a library, and the name is public" if library else ""
        )

    def _is_data(self, path: str) -> bool:
        language = language_for(path)
        if language is None or language.rules.tests.is_loaded_file(path):
            return False
        return not self._graph.incoming(module_id(path), _IMPORTS)

    def _waits(self, path: str) -> bool:
        language = language_for(path)
        if language is None or path in self._tests:
            return False
        facts = self._session.facts(path)
        return facts is not None and language.rules.entry_points.waits(path, facts, self._paths.__contains__)

    def _beside(self, path: str) -> Iterable[str]:
        language = language_for(path)
        found = language.rules.entry_points.beside(path) if language is not None else ()
        return [one for one in found if one in self._paths]
