"""Which definitions a change touches.

Two versions of a file are compared definition by definition, by the definition's *own* text: its lines, decorators included,
without those of definitions inside it; of a line that several share what each says there (`owners`). So a function that moved is not changed, a changed method does not change its
class, and what stands in no definition belongs to `<module>`. Blank lines and lines that hold only a comment do not count.
"""

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from blastlens.app.owners import Owners
from blastlens.app.positions import is_saved
from blastlens.facts.file_facts import FileFacts
from blastlens.languages.registry import language_for
from blastlens.model.symbol import Symbol, SymbolKind
from blastlens.session.session import Session

_MOST_VERSIONS: Final = 200


class TwoVersions(NamedTuple):
    """A file before and after a change; the path or the bytes of a side are None where it does not exist."""

    old_path: str | None
    new_path: str | None
    old: bytes | None
    new: bytes | None


class ChangeKind(enum.StrEnum):
    """What is different about a definition, from what its users notice most to what they notice least."""

    REMOVED = "removed"
    RENAMED = "renamed"
    MOVED = "moved"  # to another file or definition, under the same name
    SIGNATURE = "signature"  # all that stands before the body: parameters, result, bases, modifiers
    DECORATOR = "decorator"  # decorators, annotations, attributes
    BODY = "body"
    IMPORTS = "imports"  # of top-level code: nothing but what it imports
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Changed:
    """`symbol`: id in the new version; of the old one for a deleted symbol, which `deleted` then describes. `renamed_to`: the
    new path, where the symbol is the `<module>` of a file that moved. `now`: the symbol as the change leaves it, which the
    graph need not know; `before`: as it was, under its former id where it was moved or renamed. `kinds`: see `classifying`;
    empty where a symbol was named and nothing is known to differ. `names`: of top-level code the variables, of a class the
    attributes that are set otherwise, as far as the text tells."""

    symbol: str
    deleted: Symbol | None = None
    renamed_to: str | None = None
    now: Symbol | None = None
    before: Symbol | None = None
    kinds: tuple[ChangeKind, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def former_id(self) -> str | None:
        """The id that it had, where that is another one."""
        return self.before.id if self.before is not None and self.before.id != self.symbol else None


OwnTexts = dict[str, tuple[Symbol, bytes]]  # qualified name with its ordinal -> symbol and own text


class Versions:
    """Own texts of versions of files, remembered: one side of a change is mostly the same as last time."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: dict[tuple[str, bytes], OwnTexts] = {}

    def facts(self, path: str, data: bytes) -> FileFacts | None:
        return self._session.facts_of(path, data)

    def own_texts(self, path: str | None, data: bytes | None) -> OwnTexts:
        if path is None or data is None:
            return {}
        key = (path, data)
        if key not in self._known:
            while len(self._known) >= _MOST_VERSIONS:
                del self._known[next(iter(self._known))]
            self._known[key] = _own_texts(self._session, path, data)
        return self._known[key]


def changed_symbols(versions: Versions, files: Iterable[TwoVersions]) -> list[Changed]:
    """Definitions whose own text differs, deleted ones included, in order of path and place. A path that is gone is a deleted
    `<module>`, even when its text lives on elsewhere: who imports it does not find it."""
    found: list[Changed] = []
    for file in sorted(files, key=lambda f: f.new_path or f.old_path or ""):
        old = versions.own_texts(file.old_path, file.old)
        new = versions.own_texts(file.new_path, file.new)
        by_name = {qualname: text for qualname, (_, text) in old.items()}
        for name, (symbol, text) in new.items():
            is_module = symbol.kind is SymbolKind.MODULE
            if by_name.get(name) != text and (text or not is_module or by_name.get(name)):
                before = old[name][0] if name in old else None
                found.append(Changed(symbol.id, now=symbol, before=before))
        for name, (symbol, text) in old.items():
            if symbol.kind is SymbolKind.MODULE and file.old_path != file.new_path:
                found.append(Changed(symbol.id, deleted=symbol, renamed_to=file.new_path))
            elif name not in new and text:
                found.append(Changed(symbol.id, deleted=symbol))
    return found


def _own_texts(session: Session, path: str, data: bytes) -> OwnTexts:
    graph = session.graph()
    symbols: Sequence[Symbol]
    if is_saved(graph, path, data):
        symbols = graph.symbols_in(path)
    else:
        facts = session.facts_of(path, data)
        if facts is None:
            return {}
        symbols = session.symbols_of(path, facts)
    language = language_for(path)
    comment = language.line_comment if language is not None else b""
    lines = data.split(b"\n")
    owners = Owners(language, data, symbols)
    texts: dict[str, list[bytes]] = {symbol.id: [] for symbol in symbols}
    for number, (line, owner) in enumerate(zip(lines, owners.lines, strict=True), 1):
        bare = line.strip()
        parted = owners.parted(number)
        for one, said in parted.items():
            texts[one].append(said)
        if bare and not (comment and bare.startswith(comment)) and owner is not None and not parted:
            texts[owner].append(line.rstrip())
    return {symbol.id.rpartition("::")[2]: (symbol, b"\n".join(texts[symbol.id])) for symbol in symbols}
