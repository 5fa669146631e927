"""An index of a few files: it has what the whole one will have, and knows that it is not whole."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from blastlens.model.edge import Basis
from blastlens.model.graph import Graph
from blastlens.session.early_index import EarlyIndex
from blastlens.session.early_reading import early_session
from blastlens.session.listing import Lister
from blastlens.session.location import Location
from blastlens.session.neighbours import neighbours
from blastlens.session.session import Session
from blastlens.session.toolchain import installed_toolchain

FILES = {
    "shop/__init__.py": "",
    "shop/money.py": "class Purse:\n    def take(self, sum):\n        return sum\n\n\ndef convert(amount):\n    return amount\n",
    "shop/cart.py": "from shop.money import Purse, convert\n\n\ndef total(items):\n    Purse().take(1)\n    return convert(items)\n",
    "shop/guess.py": "import shop.money\n\n\ndef guess(thing, convert):\n    return thing.take(2)\n",
    "far/away/deep.py": "def apart():\n    return 1\n",
    "far/user.py": "from shop.cart import total\n\n\ndef use():\n    return total(1)\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture
def early(root: Path, tmp_path: Path) -> Iterator[EarlyIndex]:
    tools = installed_toolchain()
    (tmp_path / "early").mkdir()
    lister = Lister(root, lambda path: tools.language_for(path) is not None)
    index = EarlyIndex(root, Location(tmp_path / "early", None, ""), tools, lister, 1 << 20)
    yield index
    index.close()


def _edges(graph: Graph) -> set[tuple[str, str, str, str]]:
    sources = [symbol for record in graph.files() for symbol in graph.symbols_in(record.path)]
    rows = (edge for symbol in sources for edge in graph.outgoing(symbol.id))
    return {(edge.source, edge.kind.value, edge.target, edge.basis.value) for edge in rows}


def test_its_edges_are_among_those_of_the_whole_index(root: Path, early: EarlyIndex, tmp_path: Path) -> None:
    early.add("shop/money.py")
    with early_session(root, tmp_path / "early") as some, Session.open(root) as whole:
        whole.refresh()
        found, all_edges = _edges(some.graph()), _edges(whole.graph())
    assert found
    assert found <= all_edges
    assert {source for source, _, target, _ in found if target == "shop/money.py::convert"} == {"shop/cart.py::total"}


def test_what_is_found_by_the_whole_repository_is_left_out(root: Path, early: EarlyIndex, tmp_path: Path) -> None:
    early.add("shop/money.py")
    with early_session(root, tmp_path / "early") as some, Session.open(root) as whole:
        whole.refresh()
        guessed = {edge[0] for edge in _edges(whole.graph()) if edge[3] == Basis.UNIQUE_NAME.value}
        assert guessed == {"shop/guess.py::guess"}
        assert Basis.UNIQUE_NAME.value not in {edge[3] for edge in _edges(some.graph())}


def test_it_says_how_much_it_has_read(root: Path, early: EarlyIndex, tmp_path: Path) -> None:
    with early_session(root, tmp_path / "early") as some:
        assert early.add("shop/other.py") == 0  # there is no such file
        assert some.stored()[1] == ""
        early.add("far/away/deep.py")
        assert some.stored()[1] == "1 of 6 files"
        before = some.stored()[0]
        early.add("shop/money.py")
        assert some.stored()[0] == before + 1
        assert some.stored()[1] == "4 of 6 files"


def test_a_file_that_is_no_source_changes_nothing(root: Path, early: EarlyIndex) -> None:
    (root / "notes.txt").write_text("total", "utf-8")
    assert early.add("notes.txt") == 0


def test_neighbours_spell_what_the_file_defines(root: Path) -> None:
    tools = installed_toolchain()
    language = tools.language_for("a.py")
    assert language is not None
    facts = tools.extract(language, FILES["shop/money.py"].encode())
    found = neighbours(root, "shop/money.py", facts, [*FILES, "README.md"], lambda: False)
    assert found == ["shop/cart.py", "shop/guess.py"]
