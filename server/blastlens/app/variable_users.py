"""Who uses the variables and attributes that a change sets otherwise.

The graph has no nodes for variables. So the files that can see one are read for its name: its own file, those of the same
package where the language lets them share names, and those that import it or its file, under the name they give it, along
re-exports. A name that a function binds itself is another one. Attributes are followed in the methods of the class and of
those below it, where they are asked of the receiver; elsewhere nothing tells whose they are.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from blastlens.app.assigned import import_lines
from blastlens.app.changes import Changed
from blastlens.app.owners import Owners
from blastlens.extract.tokens import Token, tokens
from blastlens.facts.file_facts import Bind, FileFacts, ImportFlag, ScopeKind
from blastlens.languages.registry import language_for
from blastlens.model.confidence import confidences
from blastlens.model.definitions import symbol_ids
from blastlens.model.edge import Basis, Edge, EdgeKind, Site
from blastlens.model.graph import Graph
from blastlens.model.symbol import MODULE_NAME, Symbol, file_of, module_id, qualname_of
from blastlens.session.session import Session
from blastlens.session.workspace import Blob, read_blob

MOST_FILES: Final = 200
_IMPORTS: Final = frozenset({EdgeKind.IMPORTS})
_INHERITS: Final = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})
_SETS: Final = (Bind.ASSIGN, Bind.ANNOTATED)


class Users(NamedTuple):
    """`edges`: from each user to what defines the variable (the `<module>` or the class). `is_cut`: there were more files than
    are looked through, or the language shares names in ways that are not followed here."""

    edges: list[Edge]
    is_cut: bool


class _Seen(NamedTuple):
    """How a file sees a variable: under `name`, behind `owner` (a module's name there) where that is not empty."""

    path: str
    owner: str
    name: str
    basis: Basis


def variable_users(session: Session, graph: Graph, changed: Sequence[Changed]) -> Users:
    """For each change that tells `names`."""
    reader = _Files(session, graph, {name for one in changed for name in one.names})
    edges: dict[tuple[str, str], Edge] = {}
    for one in changed:
        target = one.symbol if one.deleted is None else ""
        if not one.names or not target:
            continue
        if qualname_of(target) == MODULE_NAME:
            reader.is_cut = reader.is_cut or _shares_otherwise(file_of(target))
            found = reader.of_variables(file_of(target), target, one.names)
        else:
            found = reader.of_attributes(target, one.names)
        for edge in found:
            if edge.source != target:
                edges.setdefault((edge.source, edge.target), edge)
    return Users(sorted(edges.values()), reader.is_cut)


def _shares_otherwise(path: str) -> bool:
    """Whether other files may see the names of a file without importing it or being of its folder."""
    language = language_for(path)
    return language is not None and language.rules.scoping.package not in ("", "folder")


def set_names(facts: FileFacts, symbol_id: str) -> frozenset[str]:
    """Names of the variables that top-level code, or of the attributes that a class, sets."""
    if qualname_of(symbol_id) == MODULE_NAME:
        return frozenset(_bound(facts, 0))
    ids = symbol_ids(file_of(symbol_id), facts)
    index = ids.index(symbol_id) if symbol_id in ids else -1
    if index < 0:
        return frozenset()
    definition = facts.defs[index]
    others = (*definition.attributes, *definition.declared)
    return frozenset((*_bound(facts, definition.scope), *(facts.names[one] for one in others)))


def _bound(facts: FileFacts, scope: int) -> Iterator[str]:
    for name, rows in facts.scopes[scope].bindings.items():
        if any(row[0] in _SETS for row in rows):
            yield facts.names[name]


class _Place(NamedTuple):
    """A name where it stands: in whose text, with the pieces of text around it."""

    user: Symbol
    token: Token
    before: Token
    second_before: Token


_Pieces = tuple[Token, Token, Token, Token]
"""A token, the one before, the one before that, and the one after."""


class _Files:
    """Files of the current revision, read when first asked for."""

    def __init__(self, session: Session, graph: Graph, names: set[str]) -> None:
        """`names`: all that will be asked for, but for what files call it."""
        self._session = session
        self._graph = graph
        self._common = frozenset(name.encode("utf-8", "surrogateescape") for name in names)
        self._read: dict[str, bytes] = {}
        self._known: dict[tuple[str, frozenset[bytes]], list[_Pieces]] = {}
        self.is_cut = False

    def of_variables(self, path: str, target: str, names: Sequence[str]) -> Iterator[Edge]:
        todo = [_Seen(path, "", name, Basis.LEXICAL) for name in names]
        seen = set(todo)
        for here in todo:
            yield from self._users(here, target)
            if here.owner:
                continue
            for other in (*self._in_package(here), *self._importing(here)):
                if other not in seen:
                    seen.add(other)
                    todo.append(other)

    def of_attributes(self, owner: str, names: Sequence[str]) -> Iterator[Edge]:
        classes, todo = {owner}, [owner]
        while todo:
            for edge in self._graph.incoming(todo.pop(), _INHERITS):
                if edge.source not in classes:
                    classes.add(edge.source)
                    todo.append(edge.source)
        for path in sorted({file_of(one) for one in classes}):
            facts = self._session.facts(path)
            if facts is None or not set(names) & set(facts.names):
                continue
            receivers = self._receivers(path, facts, classes)
            for place in self._named(path, names):
                receiver = receivers.get(place.user.id)
                if receiver is not None and _is_member(place.before) and place.second_before.text == receiver:
                    yield _edge(place, owner, Basis.SELF)

    def _receivers(self, path: str, facts: FileFacts, classes: set[str]) -> dict[str, bytes]:
        """Method -> the name of its receiver, of the methods of some classes."""
        found = {}
        members = {one.id for one in self._graph.symbols_in(path) if one.parent in classes}
        for definition, symbol_id in zip(facts.defs, symbol_ids(path, facts), strict=True):
            if symbol_id in members and definition.params:
                found[symbol_id] = facts.names[definition.params[0].name].encode("utf-8", "surrogateescape")
        return found

    def _users(self, here: _Seen, target: str) -> Iterator[Edge]:
        facts = self._session.facts(here.path)
        if facts is None or here.name not in facts.names:
            return
        local = _local_names(here.path, facts, here.name)
        wanted_owner = here.owner.encode("utf-8", "surrogateescape")
        for place in self._named(here.path, [here.name]):
            if here.owner:
                is_meant = _is_member(place.before) and place.second_before.text == wanted_owner
            else:
                is_meant = not _is_member(place.before) and place.user.id not in local
            if is_meant:
                yield _edge(place, target, here.basis)

    def _in_package(self, here: _Seen) -> Iterator[_Seen]:
        language = language_for(here.path)
        if language is None or here.basis is not Basis.LEXICAL or language.rules.scoping.package != "folder":
            return
        folder = here.path.rpartition("/")[0]
        for record in self._graph.files():
            if (
                record.path.rpartition("/")[0] == folder
                and record.language == language.name
                and record.path != here.path
            ):
                yield _Seen(record.path, "", here.name, Basis.LEXICAL)

    def _importing(self, here: _Seen) -> Iterator[_Seen]:
        for edge in self._graph.incoming(module_id(here.path), _IMPORTS):
            path = file_of(edge.source)
            facts = self._session.facts(path) if path != here.path else None
            if facts is None:
                continue
            places = {(site.line, site.column) for site in edge.sites}
            for row, span in zip(facts.imports, facts.import_spans, strict=True):
                if span[:2] not in places:
                    continue
                alias = _as_handed_on(path, facts.names[row.alias]) if row.alias >= 0 else ""
                if row.member >= 0 and facts.names[row.member] == here.name:
                    yield _Seen(path, "", alias or here.name, Basis.IMPORT)
                elif row.flags & ImportFlag.STAR:
                    yield _Seen(path, "", here.name, Basis.IMPORT)
                elif alias:
                    last = facts.names[row.module].rpartition(".")[2] if row.member < 0 else alias
                    for owner in {alias, last if "/" not in last else alias}:
                        yield _Seen(path, owner, here.name, Basis.IMPORT)

    def _named(self, path: str, names: Sequence[str]) -> Iterator[_Place]:
        """Wherever one of the names stands, but for names of arguments and what only imports it."""
        wanted = frozenset(name.encode("utf-8", "surrogateescape") for name in names)
        symbols = {symbol.id: symbol for symbol in self._graph.symbols_in(path)}
        if path not in self._read:
            if len(self._read) >= MOST_FILES:
                self.is_cut = True
                return
            blob = read_blob(self._session.root, path)
            self._read[path] = blob.data if isinstance(blob, Blob) else b""
        key = (path, self._common if wanted <= self._common else wanted)
        if key not in self._known:
            self._known[key] = self._pieces(path, self._read[path], key[1])
        known = self._known[key]
        owners = Owners(language_for(path), self._read[path] if known else b"", list(symbols.values()) if known else ())
        for token, before, second_before, after in known:
            is_argument = after.text == b"=" and before.text in (b"(", b",")
            if token.text in wanted and not is_argument:
                user = symbols.get(owners.at(token.first, token.column) or "")
                if user is not None:
                    yield _Place(user, token, before, second_before)

    def _pieces(self, path: str, data: bytes, wanted: frozenset[bytes]) -> list[_Pieces]:
        """Pieces of text of the lines on which one of some names stands. The line before goes with each: a
        long chain may begin there."""
        lines = data.split(b"\n")
        spans = [(at, at + 1) for at, line in enumerate(lines) if any(name in line for name in wanted)]
        language = language_for(path)
        if not spans or language is None:
            return []
        every = tokens(language, data, spans)
        imports = import_lines(every, self._session.facts(path))
        read = [one for one in every if not one.is_mark and one.first not in imports]
        none = Token(0, 0, 0, b"", (0, 0), False, False)
        padded = [none, none, *read, none]
        return [(padded[at], padded[at - 1], padded[at - 2], padded[at + 1]) for at in range(2, len(padded) - 1)]


def _as_handed_on(path: str, alias: str) -> str:
    """A name as importers write it, where the file only hands it on."""
    language = language_for(path)
    return alias.removeprefix(language.rules.scoping.exports) if language is not None else alias


def _is_member(before: Token) -> bool:
    return before.text in (b".", b"?.", b"->", b"::")


def _local_names(path: str, facts: FileFacts, name: str) -> set[str]:
    """Ids of functions that see another thing under the name: they, or one around them, bind it."""
    number = facts.names.index(name)
    local = set()
    for definition, symbol_id in zip(facts.defs, symbol_ids(path, facts), strict=True):
        scope = definition.scope
        while scope > 0:
            row = facts.scopes[scope]
            if row.kind != ScopeKind.CLASS and number in row.bindings and row.declared.get(number) is None:
                local.add(symbol_id)
                break
            scope = row.parent
    return local


def _edge(place: _Place, target: str, basis: Basis) -> Edge:
    user, token = place.user, place.token
    language = language_for(user.file)
    known = confidences(language.rules.family if language is not None else None)[basis]
    site = Site(token.first, token.column, token.column + len(token.text))
    return Edge(user.id, EdgeKind.REFERENCES, target, known, basis, (site,))
