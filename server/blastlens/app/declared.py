"""What packaging files declare: entry points of programs and plug-ins, and what a library offers."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.packaging import Declared, Offered, Packaging, nearest
from blastlens.languages.registry import LANGUAGES, language_for
from blastlens.model.graph import Graph
from blastlens.model.symbol import MODULE_NAME, Symbol, SymbolKind, make_id
from blastlens.session.counterpart import text_beside
from blastlens.session.session import Session

_MOST_BYTES: Final = 1_000_000


class DeclaredEntries:
    """Of one root: packaging files at the root or beside sources, read when first asked for. Files that cannot be read declare
    nothing."""

    def __init__(self, session: Session, graph: Graph) -> None:
        self._session = session
        self._graph = graph
        self._last: tuple[str, FileFacts | None] = ("", None)
        self.paths: Sequence[str] = [record.path for record in graph.files()]

    @cached_property
    def ids(self) -> frozenset[str]:
        """Ids of what packaging files name as `package.module:object`."""
        found: set[str] = set()
        for folders in self._declared.values():
            for folder, declared in folders.items():
                for target in dict.fromkeys(target for one in declared for target in one.targets):
                    found |= _ids(self._graph, self.paths, folder, target)
        return frozenset(found)

    def offered_by(self, symbol: Symbol) -> str:
        """The library that others may import a symbol from; "" for none."""
        packaging, offered = self._offered_with(symbol)
        facts = self.facts(symbol.file) if offered is not None else None
        if packaging is None or offered is None or facts is None or self._is_local(symbol):
            return ""
        qualname = "" if symbol.kind is SymbolKind.MODULE else symbol.qualname
        return offered.name if packaging.is_offered(offered, symbol.file, qualname, facts) else ""

    def library_of(self, symbol: Symbol) -> str:
        """The library whose package has a symbol, whether it offers it or not; "" for none."""
        _, offered = self._offered_with(symbol)
        return offered.name if offered is not None and symbol.file in offered.files else ""

    def _offered_with(self, symbol: Symbol) -> tuple[Packaging | None, Offered | None]:
        language = language_for(symbol.file)
        packaging = language.rules.entry_points.packaging if language is not None else None
        if packaging is None or symbol.in_test_code:
            return None, None
        folder = nearest(self._offered[packaging], symbol.file)
        return packaging, self._offered[packaging][folder] if folder is not None else None

    def _is_local(self, symbol: Symbol) -> bool:
        """Whether a symbol stands in a function."""
        outer = self._graph.symbol(symbol.parent) if symbol.parent is not None else None
        while outer is not None and not outer.is_callable:
            outer = self._graph.symbol(outer.parent) if outer.parent is not None else None
        return outer is not None

    # -- what packaging rules ask --------------------------------------------------------------------------------
    def has(self, path: str) -> bool:
        return (self._session.root / path).is_file()

    def facts(self, path: str) -> FileFacts | None:
        """Symbols are asked about file by file, so the last one is kept."""
        if self._last[0] != path:
            self._last = path, self._session.facts(path)
        return self._last[1]

    # -- reading ---------------------------------------------------------------------------------------------------
    @cached_property
    def _declared(self) -> Mapping[Packaging, Mapping[str, list[Declared]]]:
        folders = {""} | {path[:at] for path in self.paths for at, letter in enumerate(path) if letter == "/"}
        kinds = dict.fromkeys(language.rules.entry_points.packaging for language in LANGUAGES)
        return {
            packaging: {
                folder: declared
                for folder in sorted(folders)
                if (declared := list(_read(self._session, folder, packaging)))
            }
            for packaging in kinds
            if packaging is not None
        }

    @cached_property
    def _offered(self) -> Mapping[Packaging, Mapping[str, Offered | None]]:
        found: dict[Packaging, dict[str, Offered | None]] = {}
        for packaging, folders in self._declared.items():
            homes: dict[str, list[str]] = {folder: [] for folder in folders}
            for path in self.paths:
                home = nearest(folders, path)
                if home is not None:
                    homes[home].append(path)
            found[packaging] = {
                folder: packaging.offered(folder, folders[folder], sources, self) for folder, sources in homes.items()
            }
        return found


def _read(session: Session, folder: str, packaging: Packaging) -> Iterator[Declared]:
    for name in sorted(packaging.files):
        data = text_beside(session, f"{folder}/{name}" if folder else name)
        if data is not None and len(data) <= _MOST_BYTES:
            yield packaging.read(name, data.decode("utf-8", "replace"))


def _ids(graph: Graph, paths: Sequence[str], folder: str, target: str) -> set[str]:
    """`package.module:object.attribute [extra]`, or a module alone, to ids of the files nearest below `folder`."""
    module, _, qualname = target.partition("[")[0].strip().partition(":")
    if not module or not all(part.isidentifier() for part in module.split(".")):
        return set()
    stem = module.replace(".", "/")
    prefix = f"{folder}/" if folder else ""
    fits = [
        path
        for path in paths
        if path.startswith(prefix) and _without_suffix(f"/{path[len(prefix) :]}").endswith(f"/{stem}")
    ]
    nearest_depth = min((path.count("/") for path in fits), default=0)
    names = [".".join(qualname.split(".")[:size]) for size in range(1, qualname.count(".") + 2)] if qualname else []
    made = {
        make_id(path, name.strip())
        for path in fits
        if path.count("/") == nearest_depth
        for name in names or [MODULE_NAME]
    }
    return {one for one in made if graph.symbol(one) is not None}


def _without_suffix(path: str) -> str:
    """A module's file without suffix; for a package the folder."""
    stem, _, _ = path.rpartition(".")
    return stem.removesuffix("/__init__")
