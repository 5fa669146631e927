"""Who reads variables of top-level code and attributes that the bodies of classes set, by the texts of all files.

Whoever has the name of a variable in its text may read it: alone, where its file or its package sets it or imports that name, else behind
the dot of something imported. An attribute of a class is read by who has its name in a method of the class, or of one above or below, or
elsewhere in its file; where nobody there has, by whoever has it anywhere.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.registry import language_for
from blastlens.model.edge import EdgeKind
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, module_id
from blastlens.session.session import Session
from blastlens.session.workspace import Blob, read_blob

_INHERITS: Final = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})
_WORD: Final = re.compile(rb"[A-Za-z_$][\w$]*")
_OWNER: Final = re.compile(rb"([\w$]*)[ \t]*\.[ \t]*$")
_LONGEST_OWNER: Final = 100  # bytes


class Variable(NamedTuple):
    """`owner`: id of the class whose body sets it; "" for a variable of the file. `is_read`: something that is put on the class may read
    what its body sets, so that whoever makes an object of it counts as a reader."""

    file: str
    owner: str
    name: str
    is_read: bool = False


class _Reader(NamedTuple):
    """A function, or a `<module>`, and the name before the dot before what it reads; None where no dot is."""

    symbol: Symbol
    dotted: str | None


class VariableReaders:
    def __init__(self, session: Session, graph: Graph) -> None:
        self._session, self._graph = session, graph
        self._imports: dict[str, tuple[set[str], set[str]]] = {}

    def of(self, variables: Iterable[Variable]) -> dict[Variable, list[str]]:
        """Ids of functions, of `<module>`s of other files, and of classes where making an object may read it."""
        wanted = sorted(variables)
        places = self._places(frozenset(one.name.encode("utf-8", "surrogateescape") for one in wanted))
        return {one: list(dict.fromkeys(self._readers(one, places.get(one.name, ())))) for one in wanted}

    def _readers(self, one: Variable, found: Sequence[_Reader]) -> Iterator[str]:
        if one.owner:
            line = self._line(one.owner)
            near = [each for each in found if each.symbol.file == one.file or self._is_within(each.symbol, line)]
            found = [each for each in near if each.symbol.is_callable] or found
        else:
            found = [each for each in found if self._sees(each.symbol.file, one, each.dotted)]
        for each in found:
            if each.symbol.is_callable or each.symbol.file != one.file:
                yield each.symbol.id
        if one.is_read:
            yield one.owner

    def _line(self, class_id: str) -> set[str]:
        """The class, those above it and those below it."""
        found = {class_id}
        for is_above in (True, False):
            todo = [class_id]
            for here in todo:
                edges = self._graph.outgoing(here, _INHERITS) if is_above else self._graph.incoming(here, _INHERITS)
                ends = [edge.target if is_above else edge.source for edge in edges]
                todo += [end for end in ends if end not in found]
                found.update(ends)
        return found

    def _is_within(self, symbol: Symbol, classes: set[str]) -> bool:
        around: Symbol | None = symbol
        while around is not None:
            if around.id in classes:
                return True
            around = self._graph.symbol(around.parent) if around.parent is not None else None
        return False

    def _sees(self, path: str, one: Variable, dotted: str | None) -> bool:
        """Whether a file may mean a variable of the same or another file by its name."""
        if path == one.file or _share_names(path, one.file):
            return dotted is None
        if path not in self._imports:
            facts = self._session.facts(path)
            self._imports[path] = _imported(facts) if facts is not None else (set(), set())
        members, bound = self._imports[path]
        if dotted is not None:
            return dotted in bound
        stem = one.file.rpartition("/")[2].partition(".")[0]
        return one.name in members and one.name != stem  # that would be the file

    def _places(self, names: frozenset[bytes]) -> dict[str, list[_Reader]]:
        found: dict[str, dict[tuple[str, str | None], _Reader]] = {}
        for record in self._graph.files():
            blob = read_blob(self._session.root, record.path) if names and record.language else None
            if isinstance(blob, Blob) and (here := names.intersection(_WORD.findall(blob.data))):
                for name, reader in self._places_in(record.path, blob.data, here):
                    found.setdefault(name, {})[reader.symbol.id, reader.dotted] = reader
        return {name: list(readers.values()) for name, readers in found.items()}

    def _places_in(self, path: str, data: bytes, names: frozenset[bytes]) -> Iterator[tuple[str, _Reader]]:
        functions = [one for one in self._graph.symbols_in(path) if one.is_callable]
        top = self._graph.symbol(module_id(path))
        line, counted = 1, 0
        for place in re.finditer(rb"(?<![\w$])(?:" + b"|".join(map(re.escape, sorted(names))) + rb")(?![\w$])", data):
            line += data.count(b"\n", counted, place.start())
            counted = place.start()
            around = [one for one in functions if one.first_line <= line <= one.last_line]
            symbol = min(around, key=lambda one: one.last_line - one.first_line) if around else top
            before = _OWNER.search(data[max(0, counted - _LONGEST_OWNER) : counted])
            if symbol is not None:
                yield place[0].decode("utf-8", "surrogateescape"), _Reader(symbol, _text(before[1]) if before else None)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _share_names(path: str, other: str) -> bool:
    """Whether two files see one another's names without an import."""
    language = language_for(path)
    package = language.rules.scoping.package if language is not None else ""
    return package == "folder" and path.rpartition("/")[0] == other.rpartition("/")[0]


def _imported(facts: FileFacts) -> tuple[set[str], set[str]]:
    """Names that a file imports from others, and names that its imports bind."""
    members: set[str] = set()
    bound: set[str] = set()
    for one in facts.imports:
        module = facts.names[one.module]
        if one.member >= 0:
            members.add(facts.names[one.member])
        bound |= {facts.names[one.alias], module.rpartition(".")[2]} if one.alias >= 0 else {module}
    return members, bound
