"""Symbols of an unsaved buffer stand where a parse of the whole buffer has them."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from blastlens.app.unsaved import UnsavedSymbols
from blastlens.model.symbol import Symbol
from blastlens.session.session import Session

_SHOP = """import os


def price(item):
    return item.cost


class Cart:
    def __init__(self):
        self.items = []

    @property
    def total(self):
        return sum(price(item) for item in self.items)

    def add(self, item):
        self.items.append(item)


def main():
    Cart().add(1)
"""
_EDITS: tuple[tuple[str, str, str], ...] = (
    ("a key in a body", "return item.cost", "return item.cost + x"),
    (
        "lines in a body",
        "        self.items = []\n",
        "        self.items = []\n        self.more = []\n        a = 1\n",
    ),
    ("lines above", "import os\n", "import os\nimport sys\n\n"),
    ("an empty line between two", "\n\nclass Cart", "\n\n\nclass Cart"),
    ("a name", "def price(", "def price_of("),
    ("parameters", "def add(self, item):", "def add(self, item, count=1):"),
    ("a new function at the end", "    Cart().add(1)\n", "    Cart().add(1)\n\n\ndef more():\n    pass\n"),
    ("a new function at the top", "import os\n", "import os\n\n\ndef early():\n    pass\n"),
    ("a new method", "    @property\n", "    def new(self):\n        return 1\n\n    @property\n"),
    ("a function taken away", "def price(item):\n    return item.cost\n\n\n", ""),
    ("a method taken away", "    def add(self, item):\n        self.items.append(item)\n", ""),
    ("a decorator", "def main():", "@cache\ndef main():"),
    ("a decorator less", "    @property\n", ""),
    ("a line split", "self.items.append(item)", "self.items.append(\n            item\n        )"),
    (
        "a nested function",
        "        self.items = []\n",
        "        def own():\n            pass\n        self.items = []\n",
    ),
    ("a second of the same name", "def main():\n", "def price(item):\n    return 2\n\n\ndef main():\n"),
    ("a method a second time", "    def add(self", "    def total(self):\n        return 1\n\n    def add(self"),
    ("nothing but a comment", "class Cart:\n", "class Cart:\n    # what is bought\n"),
)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    (tmp_path / "shop.py").write_text(_SHOP, "utf-8")
    with Session.open(tmp_path) as session:
        session.refresh()
        yield session


def _places(symbols: Sequence[Symbol]) -> list[tuple[str, int, int, int]]:
    return sorted((one.id, one.line, one.column, one.end_column) for one in symbols)


def _parsed(session: Session, text: bytes) -> Sequence[Symbol]:
    facts = session.facts_of("shop.py", text)
    assert facts is not None
    return session.symbols_of("shop.py", facts)


@pytest.mark.parametrize(("old", "new"), [edit[1:] for edit in _EDITS], ids=[edit[0] for edit in _EDITS])
def test_places_are_those_of_a_whole_parse(session: Session, old: str, new: str) -> None:
    assert old in _SHOP
    text = _SHOP.replace(old, new).encode()
    found = UnsavedSymbols(session).symbols(session.graph(), "shop.py", text)
    assert found is not None
    assert _places(found) == _places(_parsed(session, text))


def test_what_is_saved_is_not_taken_for_one_of_the_same_name_above_it(session: Session) -> None:
    text = _SHOP.replace("def price", "def price(first):\n    return 1\n\n\ndef price", 1).encode()
    found = UnsavedSymbols(session).symbols(session.graph(), "shop.py", text)
    lines = {one.id: one.line for one in found or () if one.name == "price"}
    assert lines == {"shop.py::price#2": 4, "shop.py::price": 8}


def test_what_differs_is_told_from_what_only_moved(session: Session) -> None:
    text = _SHOP.replace("import os\n", "import os\n\n").replace("return item.cost", "return item.cost * 2").encode()
    found = UnsavedSymbols(session).symbols(session.graph(), "shop.py", text)
    assert found is not None
    hashes = {one.name: one.content_hash for one in found}
    saved = {one.name: one.content_hash for one in session.graph().symbols_in("shop.py")}
    assert hashes["price"] == 0
    assert hashes["total"] == saved["total"]


@pytest.mark.parametrize(("old", "new"), [edit[1:] for edit in _EDITS], ids=[edit[0] for edit in _EDITS])
def test_lines_of_a_buffer_are_the_saved_ones_of_the_same_text(session: Session, old: str, new: str) -> None:
    before, after = _SHOP.split("\n"), _SHOP.replace(old, new).split("\n")
    unsaved, graph, text = UnsavedSymbols(session), session.graph(), "\n".join(after).encode()
    found = [unsaved.saved_line(graph, "shop.py", text, line) for line in range(len(after) + 2)]
    assert found[0] is found[-1] is None
    kept = [(before[one - 1], after[line - 1]) for line, one in enumerate(found) if one is not None]
    assert all(was == now for was, now in kept)
    assert [one for one in found if one is not None] == sorted({one for one in found if one is not None})
    typed = [line for line in after if line not in before]
    assert len(kept) >= min(len(before), len(after)) - len(typed) - 1


def test_what_is_between_two_edits_is_known_again(session: Session) -> None:
    text = ("\n" + _SHOP.replace("Cart().add(1)", "Cart().add(2)")).encode()
    unsaved, graph = UnsavedSymbols(session), session.graph()
    lines = text.split(b"\n")
    assert unsaved.saved_line(graph, "shop.py", text, lines.index(b"class Cart:") + 1) == 8
    assert unsaved.saved_line(graph, "shop.py", text, lines.index(b"    Cart().add(2)") + 1) is None


def test_a_key_parses_its_line_alone(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[bytes] = []
    whole: Callable[..., object] = session.facts_of
    monkeypatch.setattr(session, "facts_of", lambda path, data: (parsed.append(data), whole(path, data))[1])
    unsaved, graph = UnsavedSymbols(session), session.graph()
    text = _SHOP.replace("return item.cost", "return item.costs").encode()
    unsaved.symbols(graph, "shop.py", text)
    unsaved.symbols(graph, "shop.py", text)
    assert parsed == [b"return item.costs"]


def test_a_buffer_far_from_the_file_is_parsed_once_and_followed_from_there(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[int] = []
    whole: Callable[..., object] = session.facts_of
    monkeypatch.setattr(session, "facts_of", lambda path, data: (parsed.append(len(data)), whole(path, data))[1])
    unsaved, graph = UnsavedSymbols(session), session.graph()
    far = "def first():\n    pass\n\n\n" + "\n".join(f"def f{n}():\n    return {n}\n" for n in range(300)) + _SHOP
    unsaved.symbols(graph, "shop.py", far.encode())
    near = far.replace("return 250\n", "return 2501\n").encode()
    found = unsaved.symbols(graph, "shop.py", near)
    assert found is not None
    assert parsed == [len(far), len("return 2501")]
    assert _places(found) == _places(_parsed(session, near))
