"""Symbols whose names stand in files that are not read."""

from collections.abc import Mapping, Sequence
from typing import Final

from blastlens.analyses.unread_text import Text, kind_of, spelled_in
from blastlens.languages.registry import LANGUAGES, language_for
from blastlens.model.symbol import Symbol, SymbolKind
from blastlens.session.session import Session

_MEMBERS: Final = (SymbolKind.METHOD,)


class UnreadUses:
    """After `of`, `files` tell by id of a symbol in which file, documentation aside, its name was found, and `cut` a file from which on
    none was looked at, or the first that is too large."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.files: dict[str, str] = {}
        self.cut = ""

    def of(self, symbols: Sequence[Symbol]) -> Mapping[str, str]:
        """Id -> where its name stands."""
        found: dict[str, str] = {}
        texts = self._session.unread(lambda path: kind_of(path) is not Text.SILENT)
        wanted = _Wanted(symbols)
        for path, data in texts:
            names = wanted.names_in(path)
            for word, line in spelled_in(path, data, names).items():
                self._note(found, path, line, wanted.ids(path, word))
            for module, line in wanted.modules_in(data):
                self._note(found, path, line, [module])
        self.cut = texts.cut
        return found

    def _note(self, found: dict[str, str], path: str, line: int, ids: Sequence[str]) -> None:
        is_prose = kind_of(path) is Text.PROSE
        said = f"{path}:{line} tells of it" if is_prose else f"only {path}:{line} spells its name, which is not read"
        for one in ids:
            if one not in found:
                found[one] = said
                if not is_prose:
                    self.files[one] = path


class _Wanted:
    """Names to look for, by the languages that a file may hold code of."""

    def __init__(self, symbols: Sequence[Symbol]) -> None:
        self._symbols = [symbol for symbol in symbols if symbol.kind is not SymbolKind.MODULE]
        modules = [symbol for symbol in symbols if symbol.kind is SymbolKind.MODULE]
        self._modules = {spelling.encode(): one.id for one in modules for spelling in _spellings(one.file)}
        self._names: dict[str, dict[bytes, bool]] = {}
        self._ids: dict[str, dict[bytes, list[str]]] = {}

    def names_in(self, path: str) -> Mapping[bytes, bool]:
        return self._names[self._prepared(path)]

    def ids(self, path: str, name: bytes) -> Sequence[str]:
        return self._ids[self._prepared(path)][name]

    def modules_in(self, data: bytes) -> list[tuple[str, int]]:
        """(id, line) of the modules that a text names with a folder or their suffix."""
        places = ((one, data.find(spelling)) for spelling, one in self._modules.items())
        return [(one, data.count(b"\n", 0, at) + 1) for one, at in places if at >= 0]

    def _prepared(self, path: str) -> str:
        name = path.rpartition("/")[2]
        suffix = name[name.rfind(".") :] if "." in name[1:] else ""
        if suffix not in self._names:
            hosts = {one.rules.family for one in LANGUAGES if suffix in one.rules.entry_points.embedded_in}
            names: dict[bytes, bool] = {}
            ids: dict[bytes, list[str]] = {}
            for symbol in self._symbols:
                language = language_for(symbol.file)
                if not hosts or (language is not None and language.rules.family in hosts):
                    key = symbol.name.encode()
                    names[key] = names.get(key, True) and symbol.kind in _MEMBERS
                    ids.setdefault(key, []).append(symbol.id)
            self._names[suffix], self._ids[suffix] = names, ids
        return suffix


def _spellings(path: str) -> list[str]:
    """How a text names a file: with the folder it is in, or as its language does."""
    short = "/".join(path.split("/")[-2:])
    language = language_for(path)
    names = [name for name in language.rules.entry_points.module_names(path) if "." in name] if language else []
    return [short, *names]
