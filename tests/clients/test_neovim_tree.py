"""The tree of an answer, in a real Neovim: folds, filters, keys, and following the working tree."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .code_server import find_chromium
from .conftest import keep_pictures, line_of, open_pricing
from .screen import LOOKS, Screen, take_picture

if TYPE_CHECKING:
    from .neovim import Editor


def ask(editor: Editor, question: str) -> None:
    """Show the answer in the tree, cursor on its first row."""
    editor.nvim.command(f"Blastlens! {question}")
    editor.wait(lambda: editor.filetype() == "blastlens", "tree")


@pytest.fixture
def radius(reader: Editor) -> Editor:
    """The blast radius of `price_of`."""
    ask(reader, "blast_radius")
    return reader


def rows(editor: Editor) -> dict[str, list[str]]:
    """Names of the rows by the heading they are under."""
    found: dict[str, list[str]] = {}
    for line in editor.lines():
        if line.startswith("  "):
            found[list(found)[-1]].append(line.split()[0])
        elif line.rpartition("  ")[2].isdigit():
            found[line.rpartition("  ")[0]] = []
    return found


def go_to(editor: Editor, start: str) -> None:
    row = next(number for number, line in enumerate(editor.lines(), 1) if line.strip().startswith(start))
    editor.nvim.current.window.cursor = (row, 2)


def test_rows_are_grouped_by_hop_or_by_file(radius: Editor) -> None:
    assert radius.lines()[0] == "blast radius of price_of"
    assert radius.lines()[1] == "3 direct callers, 3 indirect callers, 2 tests, 1 without a test"
    assert rows(radius) == {
        "direct callers": ["receipt", "rebate", "discounted"],
        "2 hops away": ["Cart.total"],
        "3 hops away": ["pay"],
        "4 hops away": ["daily_summary"],
        "tests to run": ["test_price_of_coffee", "test_total_includes_vat"],
    }
    assert any("receipt" in line and "no test found" in line for line in radius.lines())
    radius.press("m")
    assert rows(radius)["shop/checkout.py"] == ["pay", "receipt", "daily_summary"]
    radius.press("u")
    assert rows(radius) == {"shop/checkout.py": ["receipt"]}
    assert "findings only, 7 hidden" in radius.lines()[2]


def test_the_confidence_filter_hides_what_is_less_sure(radius: Editor) -> None:
    for _ in range(2):
        radius.press("+")
    assert "from 0.95" in radius.lines()[2]
    assert "daily_summary" in rows(radius)["4 hops away"]
    radius.lua("local t = require('blastlens.tree'); t.of().view.min_confidence = 0.985; t.draw(0 + vim.fn.bufnr())")
    assert "2 hops away" not in rows(radius)
    assert "hidden" in radius.lines()[2]
    for _ in range(9):
        radius.press("-")
    radius.wait(lambda: "from 0.00" in radius.lines()[2] and "2 hops away" in rows(radius), "all rows")


def test_headings_fold(radius: Editor) -> None:
    go_to(radius, "direct callers")
    first = radius.nvim.current.window.cursor[0]
    closed = f"return vim.fn.foldclosed({first + 1})"
    assert radius.lua(closed) == -1
    radius.press("<CR>")
    assert radius.lua(closed) == first
    radius.press("<Tab>")
    assert radius.lua(closed) == -1
    radius.press("zM")
    assert radius.lua(f"return vim.fn.foldclosedend({first})") == first + 3


def test_a_row_leads_to_its_place(radius: Editor, session: tuple[Editor, Path]) -> None:
    go_to(radius, "receipt")
    radius.press("p")
    shown = radius.wait(radius.floating, "preview")
    assert any("def receipt" in line for line in shown)
    radius.nvim.command("fclose!")
    radius.press("K")
    shown = radius.wait(radius.floating, "explanation")
    assert shown[0] == "`receipt` → `price_of`"
    radius.nvim.command("fclose!")
    radius.press("g?")
    assert any("go to the row" in line for line in radius.floating())
    radius.nvim.command("fclose!")
    radius.press("<CR>")
    assert Path(radius.nvim.current.buffer.name) == session[1] / "shop/checkout.py"
    assert "price_of(product)" in radius.nvim.current.line
    assert radius.nvim.current.window.cursor[1] == radius.nvim.current.line.index("price_of")
    assert len(radius.nvim.windows) == 2
    radius.nvim.command("wincmd p")
    radius.press("Q")
    assert len(radius.quickfix()["items"]) == 8
    radius.press("q")
    assert radius.filetype() != "blastlens"
    radius.nvim.command("Blastlens tree")
    assert radius.lines()[0] == "blast radius of price_of"


def test_it_follows_the_working_tree(editor: Editor, pricing: Path) -> None:
    """Folds and the cursor stay with what they are on."""
    ask(editor, "blast_radius")
    go_to(editor, "2 hops away")
    editor.press("zc")
    go_to(editor, "test_total_includes_vat")
    path = pricing.with_name("promotions.py")
    path.write_text(path.read_text() + "\n\ndef best_price() -> int:\n    return price_of('apple')\n", encoding="utf-8")
    editor.wait(lambda: "best_price" in rows(editor).get("direct callers", []), "the new caller")
    assert "test_total_includes_vat" in editor.nvim.current.line
    folded = next(number for number, line in enumerate(editor.lines(), 1) if line.startswith("2 hops away"))
    assert editor.lua(f"return vim.fn.foldclosed({folded})") == folded
    editor.press("f")
    path.write_text(path.read_text().replace("best_price", "worst_price"), encoding="utf-8")
    editor.wait(
        lambda: (editor.press("r"), "worst_price" in rows(editor).get("direct callers", []))[1], "the answer to r"
    )


def test_what_a_change_left_behind_comes_first(editor: Editor, pricing: Path) -> None:
    row = line_of(pricing, "def with_vat")
    editor.nvim.current.buffer[row - 1] = "def with_vat(amount: int, rate: int) -> int:"
    editor.nvim.command("write")

    ask(editor, "changes")
    editor.wait(lambda: "calls that no longer fit" in rows(editor), "the caller that was left behind")
    assert list(rows(editor))[:2] == ["calls that no longer fit", "changed"]
    assert rows(editor)["calls that no longer fit"] == ["Cart.total"]
    assert any("lacks required `rate`" in line for line in editor.lines())


def test_a_cycle_shows_its_steps_and_what_breaks_it(reader: Editor) -> None:
    ask(reader, "cycles")
    assert rows(reader) == {"cycle of 2": ["shop/pricing.py", "shop/promotions.py"]}
    assert any("cheapest to break" in line for line in reader.lines())
    go_to(reader, "shop/promotions.py")
    reader.press("<CR>")
    assert reader.nvim.current.line == "from shop.pricing import price_of"


def test_members_of_a_community_are_found_by_name(reader: Editor) -> None:
    ask(reader, "communities")
    go_to(reader, "receipt")
    reader.press("<CR>")
    assert reader.nvim.current.line == "def receipt(cart: Cart) -> str:"


def test_the_screen_shows_the_tree(start: Callable[..., Editor], project: Path, tmp_path: Path) -> None:
    """What a person sees; also a picture of the documentation."""
    editor = start(f"vim.g.blastlens = {{ tree = {{ position = 'bottom', size = 17 }} }}\n{LOOKS}")
    screen = Screen(editor.nvim, rows=34)
    open_pricing(editor, project)
    ask(editor, "blast_radius")
    go_to(editor, "3 hops away")
    editor.press("zc")
    go_to(editor, "receipt")
    screen.draw()
    shown = screen.text()
    assert "▾direct callers  3" in shown
    assert "▸3 hops away  1" in shown
    assert "Blastlens: fresh" in shown
    picture = tmp_path / "nvim-tree.png"
    take_picture(screen, picture, find_chromium())
    keep_pictures({picture.name: picture})


def test_a_subject_that_is_gone_is_said_to_be_gone(editor: Editor, pricing: Path) -> None:
    ask(editor, "blast_radius")
    saved = pricing.read_text(encoding="utf-8")
    pricing.write_text(saved.replace("price_of", "cost_of"), encoding="utf-8")
    editor.wait(lambda: editor.lines()[1].startswith("this is the answer from before: no such symbol"), "the mark")
    assert "receipt" in rows(editor)["direct callers"]
    pricing.write_text(saved, encoding="utf-8")
    editor.wait(lambda: not editor.lines()[1].startswith("this is the answer from before"), "the answer of now")


def test_nothing_is_shown_too_and_followed(editor: Editor, pricing: Path) -> None:
    ask(editor, "blast_radius")
    editor.nvim.command("Blastlens! changes")
    editor.wait(
        lambda: {"blast radius of uncommitted changes", "nothing depends on what changed"} <= set(editor.lines()),
        "the tree of nothing",
    )
    narrower = pricing.read_text(encoding="utf-8").replace(
        "def with_vat(amount: int", "def with_vat(amount: int, rate: int"
    )
    pricing.write_text(narrower, encoding="utf-8")
    editor.wait(lambda: any("Cart.total" in found for found in rows(editor).values()), "what changed since")


def test_a_question_without_an_answer_is_told_in_the_tree_of_the_one_before(editor: Editor, pricing: Path) -> None:
    assert pricing.exists()
    ask(editor, "blast_radius")
    editor.nvim.command("Blastlens! callers shop/pricing.py::absent")
    editor.wait(lambda: editor.lines()[1].startswith("not answered: callers: no such symbol"), "the failed question")
    assert editor.lines()[2] == "this is the answer from before"
    editor.press("r")
    editor.wait(lambda: "not answered" not in editor.lines()[1], "the answer that was asked for again")


def test_a_list_does_not_stay_for_another_question(editor: Editor, pricing: Path) -> None:
    assert pricing.exists() and editor.ask("callers price_of")
    assert not editor.ask("callers shop/pricing.py::absent")
    assert editor.quickfix()["title"].startswith("Blastlens: callers: no such symbol")
    editor.nvim.command("colder")
    assert editor.quickfix()["items"]
    assert not editor.ask("callers test_price_of_coffee")
    assert editor.quickfix()["title"] == "Blastlens: callers of test_price_of_coffee (0)"
    editor.lua("vim.fn.setqflist({}, ' ', { title = 'mine', items = { { text = 'mine' } } })")
    editor.ask("callers test_price_of_coffee")
    assert editor.quickfix()["title"] == "mine"
