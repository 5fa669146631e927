"""Lenses, hovers, findings and positions, saved and unsaved."""

from collections.abc import Callable
from pathlib import Path

import pytest

from blastlens.app.api import Blastlens
from blastlens.model.edge import Basis

CART = """class Base:
    def run(self):
        return helper()


class Child(Base):
    def run(self):
        return 1


def helper():
    return 2


def lonely():
    return Child().run()
"""
TEST = """from cart import Base


def test_base():
    Base().run()
"""


@pytest.fixture
def app(write: Callable[..., None], committed: Callable[[], None], opened: Callable[[], Blastlens]) -> Blastlens:
    write(cart=CART, test_cart=TEST)
    committed()
    return opened()


def titles(app: Blastlens, path: str) -> dict[str, str]:
    found = {}
    for lens in app.lenses(path):
        resolved = app.resolve_lens(lens.symbol_id)
        found[lens.symbol_id.rpartition("::")[2]] = resolved.title if resolved else "gone"
    return found


def test_titles(app: Blastlens) -> None:
    assert titles(app, "cart.py") == {
        "Base": "1 caller · 1 test",
        "Base.run": "1 caller · 1 test",
        "Child": "1 caller · reaches 1 in 1 file · no test found",
        "Child.run": "1 caller · reaches 1 in 1 file · no test found",
        "helper": "1 caller · reaches 1 in 1 file · 1 test",
        "lonely": "no callers found · no test found",
    }
    assert titles(app, "test_cart.py") == {"test_base": "test"}
    assert app.resolve_lens("cart.py::nothing") is None


def test_lenses_follow_an_unsaved_buffer(app: Blastlens) -> None:
    buffer = b"# one\n# two\n" + CART.replace("lonely", "renamed").encode()
    placed = {lens.symbol_id: lens.line for lens in app.lenses("cart.py", buffer)}
    assert placed["cart.py::helper"] == 13
    assert "cart.py::renamed" in placed
    assert app.lenses("notes.txt", b"hello") == []


def test_positions_of_names_and_uses(app: Blastlens) -> None:
    at = app.symbol_at
    assert at("cart.py", 3, 17).id == "cart.py::helper"  # type: ignore[union-attr]
    assert at("cart.py", 11, 5).id == "cart.py::helper"  # type: ignore[union-attr]
    assert at("cart.py", 11, 0) is None
    assert at("cart.py", 16, 11).id == "cart.py::Child"  # type: ignore[union-attr]
    assert at("gone.py", 1, 0) is None
    assert app.enclosing("cart.py", 12).id == "cart.py::helper"  # type: ignore[union-attr]


def test_a_name_stands_where_it_ends_too(app: Blastlens) -> None:
    """A cursor stands behind what was just typed."""
    at = app.symbol_at
    assert at("cart.py", 11, 10).id == "cart.py::helper"  # type: ignore[union-attr]
    assert at("cart.py", 3, CART.splitlines()[2].index("helper") + 6).id == "cart.py::helper"  # type: ignore[union-attr]
    assert at("cart.py", 11, 11) is None
    moved = b"\n\n" + CART.encode()
    assert at("cart.py", 13, 10, moved).id == "cart.py::helper"  # type: ignore[union-attr]
    card = app.hover("cart.py", 11, 10)
    assert card is not None
    assert (card.symbol_id, card.column, card.end_column) == ("cart.py::helper", 4, 10)


def test_positions_in_an_unsaved_buffer(app: Blastlens) -> None:
    moved = b"\n\n" + CART.encode()
    assert app.symbol_at("cart.py", 5, 17, moved).id == "cart.py::helper"  # type: ignore[union-attr]
    edited = CART.replace("return helper()", "value = 1; return helper()").encode()
    assert app.symbol_at("cart.py", 3, 30, edited).id == "cart.py::helper"  # type: ignore[union-attr]
    assert app.symbol_at("cart.py", 3, 8, edited) is None


def test_hover_says_who_calls_and_why(app: Blastlens) -> None:
    card = app.hover("cart.py", 11, 5)
    assert card is not None
    assert (card.symbol_id, card.line, card.column, card.end_column) == ("cart.py::helper", 11, 4, 10)
    assert "`Base.run` `cart.py:3` · 0.99 EXTRACTED: the name is bound in an enclosing scope" in card.markdown
    assert "`test_base` `test_cart.py` · 2 hops away" in card.markdown
    assert app.hover("cart.py", 4, 0) is None


def test_call_hierarchy_marks_what_is_uncertain(app: Blastlens) -> None:
    found = {symbol.id: edge.basis for symbol, edge in app.incoming_calls("cart.py::Child.run")}
    assert found.keys() == {"cart.py::lonely"}
    assert {symbol.id for symbol, _ in app.outgoing_calls("cart.py::lonely")} == {
        "cart.py::Child",
        "cart.py::Child.run",
    }
    assert Basis.OVERRIDE not in found.values()
    assert [s.id for s, _ in app.supertypes("cart.py::Child")] == ["cart.py::Base"]
    assert [s.id for s, _ in app.subtypes("cart.py::Base.run")] == ["cart.py::Child.run"]


def test_call_sites(app: Blastlens) -> None:
    assert [(file, site.line, site.column) for file, site in app.call_sites("cart.py::helper")] == [("cart.py", 3, 15)]


def test_a_changed_function_with_untested_callers_is_a_finding(app: Blastlens, root: Path) -> None:
    assert app.findings() == []
    (root / "cart.py").write_text(CART.replace("        return 1", "        return 3"), "utf-8")
    app.refresh(["cart.py"])
    (finding,) = app.findings("cart.py")
    assert (finding.code, finding.line) == ("untested-callers", 7)
    assert finding.message == "Child.run is changed, and no test reaches its only caller: lonely"
    assert [place.line for place in finding.related] == [15]
    assert app.resolve_lens("cart.py::Child.run").changed  # type: ignore[union-attr]
    assert not app.resolve_lens("cart.py::helper").changed  # type: ignore[union-attr]


def test_an_import_cycle_is_a_finding_on_the_import_that_closes_it(
    write: Callable[..., None], opened: Callable[[], Blastlens]
) -> None:
    write(a="import b\n", b="import os\nimport a\n")
    app = opened()
    assert app.findings("a.py") == []
    (finding,) = app.findings("b.py")
    assert (finding.code, finding.line) == ("import-cycle", 2)
    assert [place.message for place in finding.related] == ["b.py imports a.py", "a.py imports b.py"]
    assert finding.message == "import cycle: b.py → a.py → b.py"


def test_nothing_is_claimed_before_the_first_index(root: Path, write: Callable[..., None]) -> None:
    write(a="def f():\n    return 1\n")
    app = Blastlens.open(root, refresh=False)
    assert app.lenses("a.py", b"def f():\n    return 1\n") != []
    assert app.resolve_lens("a.py::f") is None
    app.close()
