"""Places in sources where the name of a symbol stands though no edge leads from there."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from blastlens.analyses.dead_code import Place
from blastlens.analyses.read_text import Word, is_distinctive, words_in
from blastlens.app.spelled import SpelledNames, last_part
from blastlens.languages.registry import language_for
from blastlens.model import thresholds
from blastlens.model.edge import EdgeKind
from blastlens.model.graph import FileRecord, Graph
from blastlens.model.symbol import Symbol, SymbolKind, file_of, module_id
from blastlens.session.session import Session
from blastlens.session.workspace import Blob, read_blob

_IMPORTS: Final = frozenset({EdgeKind.IMPORTS})


def _spellings(symbol: Symbol) -> Sequence[str]:
    """Names under which a symbol may be spelled; of modules none, which are looked for elsewhere."""
    language = language_for(symbol.file)
    if language is None or symbol.kind is SymbolKind.MODULE:
        return ()
    owner = symbol.qualname.rpartition(".")[0].rpartition(".")[2]
    return (symbol.name, *language.rules.entry_points.other_spellings(owner, symbol.name))


def _stem(path: str) -> str:
    """The last part of a module's name."""
    language = language_for(path)
    names = list(language.rules.entry_points.module_names(path)) if language is not None else []
    return names[-1] if names else path.rpartition("/")[2].partition(".")[0]


class ReadUses:
    """Of one graph. A word counts where it may mean the symbol: of a method behind a dot; of a function or class there too, in its own
    file, and where its name is imported, in vain or not; of both in strings that look like code. It does not where an edge says what it
    means."""

    def __init__(self, session: Session, graph: Graph, files: Sequence[FileRecord], names: SpelledNames) -> None:
        self._session = session
        self._graph = graph
        self._files = [record.path for record in files if record.state in ("indexed", "partial")]
        self._names = names

    def of(self, symbols: Sequence[Symbol]) -> Mapping[str, Sequence[Place]]:
        """Symbol id -> places, in order."""
        wanted: dict[bytes, list[Symbol]] = {}
        for symbol in symbols:
            for name in _spellings(symbol):
                wanted.setdefault(name.encode(), []).append(symbol)
        names = frozenset(wanted)
        meant = self._meant(names)
        found: dict[str, list[Place]] = defaultdict(list)
        for path, word in self._words(names):
            if (path, word.line, word.column) not in meant[word.name]:
                for symbol in wanted[word.name]:
                    if self._may_mean(path, word, symbol):
                        found[symbol.id].append(Place(path, word.line, word.in_example))
        return found

    def _words(self, names: frozenset[bytes]) -> Iterator[tuple[str, Word]]:
        for path in self._files:
            language = language_for(path)
            blob = read_blob(self._session.root, path) if language is not None else None
            if isinstance(blob, Blob) and language is not None:
                for word in words_in(blob.data, names, language.rules.entry_points.lexis):
                    yield path, word

    def _meant(self, names: Iterable[bytes]) -> Mapping[bytes, set[tuple[str, int, int]]]:
        """Places of which an edge says what they mean, and of definitions."""
        graph = self._graph
        found: dict[bytes, set[tuple[str, int, int]]] = {}
        for name in names:
            places = found[name] = set()
            for symbol in graph.symbols_named(name.decode()):
                places.add((symbol.file, symbol.line, symbol.column))
                for edge in graph.incoming(symbol.id):
                    if edge.confidence >= thresholds.DEAD_CODE:
                        path = edge.source.rpartition("::")[0]
                        places.update((path, site.line, site.column) for site in edge.sites)
        return found

    def _may_mean(self, path: str, word: Word, symbol: Symbol) -> bool:
        if word.in_string:
            return symbol.kind is SymbolKind.METHOD or path != symbol.file or word.is_path or is_distinctive(word.name)
        if word.in_example:
            return path == symbol.file
        if symbol.kind is SymbolKind.METHOD:
            return word.follows_dot or (word.is_value and path == symbol.file)  # another name for it in its class
        if path == symbol.file:
            return True  # in a type, perhaps, of which no edge tells
        if symbol.parent != module_id(symbol.file):
            return False
        if word.follows_dot or self._asks_in_vain(path, symbol) or self._is_global(symbol):
            return True
        return symbol.file in self._imports_of(path) and self._is_imported(path, word, symbol)

    def _is_imported(self, path: str, word: Word, symbol: Symbol) -> bool:
        """Whether a file imports the name, and the word stands somewhere else."""
        rows = [one for one in self._names.imported.get(symbol.name, ()) if one.path == path]
        return bool(rows) and not any(one.line <= word.line <= one.last_line for one in rows)

    def _asks_in_vain(self, path: str, symbol: Symbol) -> bool:
        """Whether a file imports the name from a module of that name which was not found."""
        stem = _stem(symbol.file)
        rows = self._names.imported.get(symbol.name, ())
        asks = any(one.path == path and last_part(one.module) == stem for one in rows)
        return asks and symbol.file not in self._imports_of(path)

    def _imports_of(self, path: str) -> set[str]:
        return {file_of(edge.target) for edge in self._graph.outgoing(module_id(path), _IMPORTS)}

    def imports_of(self, symbol: Symbol) -> list[Place]:
        """Import statements that ask for a symbol that nothing uses: they go with it."""
        if symbol.parent != module_id(symbol.file):
            return []
        found: dict[Place, None] = {}
        todo = [(symbol.file, symbol.name)]
        for home, name in todo:
            for one in self._names.imported.get(name, ()):
                if last_part(one.module) in ("", _stem(home)) and home in self._imports_of(one.path):
                    found[Place(one.path, one.line)] = None
                    if (handed_on := (one.path, one.alias)) not in todo:
                        todo.append(handed_on)
        return sorted(found)

    def _is_global(self, symbol: Symbol) -> bool:
        language = language_for(symbol.file)
        facts = self._session.facts(symbol.file) if language is not None else None
        return facts is not None and language is not None and language.rules.entry_points.is_global(facts)
