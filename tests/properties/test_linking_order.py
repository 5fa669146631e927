"""Order never matters: a file's links are a function of the facts, not of what was linked before."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from blastlens.facts.encoding import decode, encode
from blastlens.facts.file_facts import DefFlag, FileFacts
from blastlens.link.linker import Linker
from blastlens.link.ports import FileLinks
from blastlens.model.definitions import base_names
from blastlens.session.session import Session
from properties.repositories import trees

_PARTS = DefFlag.OVERLOAD | DefFlag.ACCESSOR


class FactsInMemory:
    """The program port over a dictionary."""

    def __init__(self, files: dict[str, FileFacts]) -> None:
        self.files = files

    def facts(self, path: str) -> FileFacts | None:
        return self.files.get(path)

    def paths(self) -> Sequence[str]:
        return sorted(self.files)

    def members_named(self, name: str) -> Sequence[tuple[str, int]]:
        return [
            (path, index)
            for path in sorted(self.files)
            for index, definition in enumerate(self.files[path].defs)
            if self.files[path].names[definition.name] == name and _is_member(self.files[path], index)
        ]

    def derived_from(self, name: str) -> Sequence[tuple[str, int]]:
        return [
            (path, index)
            for path, facts in sorted(self.files.items())
            for index, base in base_names(facts)
            if base == name
        ]

    def judged(self, _path: str) -> Mapping[tuple[str, str], str]:
        return {}

    def has_getter(self, name: str) -> bool:
        return any(
            facts.names[definition.name] == name and definition.flags & DefFlag.PROPERTY and _is_member(facts, index)
            for facts in self.files.values()
            for index, definition in enumerate(facts.defs)
        )


def _is_member(facts: FileFacts, index: int) -> bool:
    definition = facts.defs[index]
    if definition.is_class or definition.parent < 0 or definition.flags & _PARTS:
        return False
    return facts.defs[definition.parent].is_class


@contextmanager
def _session() -> Iterator[Session]:
    with tempfile.TemporaryDirectory() as name, Session.open(Path(name)) as session:
        yield session


def _facts(session: Session, tree: dict[str, str]) -> dict[str, FileFacts]:
    found = {path: session.facts_of(path, text.encode()) for path, text in tree.items()}
    return {path: facts for path, facts in found.items() if facts is not None}


def _links(program: FactsInMemory, order: Sequence[str]) -> dict[str, FileLinks]:
    linker = Linker(program)
    return {path: linker.link(path) for path in order}


@given(tree=trees, data=st.data())
def test_links_do_not_depend_on_the_order(tree: dict[str, str], data: st.DataObject) -> None:
    with _session() as session:
        program = FactsInMemory(_facts(session, tree))
    order = data.draw(st.permutations(sorted(program.files)))
    shared = _links(program, sorted(program.files))
    assert _links(program, order) == shared
    assert {path: Linker(program).link(path) for path in program.files} == shared


@given(tree=trees)
def test_facts_survive_their_encoding(tree: dict[str, str]) -> None:
    with _session() as session:
        for facts in _facts(session, tree).values():
            data = encode(facts)
            assert decode(data) == facts
            assert encode(decode(data)) == data


@given(tree=trees)
def test_facts_do_not_know_their_path(tree: dict[str, str]) -> None:
    with _session() as session:
        for path, text in tree.items():
            assert session.facts_of(path, text.encode()) == session.facts_of("elsewhere/x.py", text.encode())
