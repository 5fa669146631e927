"""The Neovim plugin, in a real Neovim, against the real server."""

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


def test_lenses_are_drawn_beside_every_function(editor: Editor, pricing: Path) -> None:
    functions = ["price_of", "discounted", "with_vat", "round_to_coin"]
    lines = {line_of(pricing, f"def {name}") for name in functions}
    editor.wait(lambda: set(editor.virtual_text()) == lines, "lenses of all functions")
    editor.wait(lambda: set(editor.lens_titles()) == lines, "titles of all lenses")

    def drawn_as_given() -> bool:
        titles, drawn = editor.lens_titles(), editor.virtual_text()
        return all("caller" in title and title in drawn.get(line, "") for line, title in titles.items())

    editor.wait(drawn_as_given, "each title beside its line")


def test_a_save_changes_the_count(editor: Editor, pricing: Path) -> None:
    row = line_of(pricing, "def price_of")
    new = ["", "", "def cheapest() -> int:", "    return min(price_of(product) for product in PRICES)"]
    editor.nvim.current.buffer.append(new)
    editor.nvim.command("write")
    editor.wait(lambda: "5 callers" in editor.virtual_text().get(row, ""), "lens with the new caller")


@pytest.mark.usefixtures("pricing")
def test_callers_fill_the_quickfix_list(editor: Editor) -> None:
    editor.nvim.command("Blastlens callers")
    quickfix = editor.wait(lambda: (q := editor.quickfix())["items"] and q, "quickfix items")
    assert {item["file"] for item in quickfix["items"]} == {
        "pricing.py",
        "promotions.py",
        "checkout.py",
        "test_cart.py",
    }
    assert "callers" in quickfix["title"]
    by_file = {item["file"]: item for item in quickfix["items"]}
    assert "receipt" in by_file["checkout.py"]["text"]
    editor.nvim.command("cfirst")
    assert "price_of" in editor.nvim.current.line


def test_each_place_stands_beside_its_own_text(editor: Editor) -> None:
    """The best caller comes first, wherever it is in the file."""
    items = editor.lua("""
        local uri = vim.uri_from_fname(vim.fs.joinpath(vim.fn.getcwd(), 'shop/pricing.py'))
        local function place(line)
          local at = { line = line - 1, character = 0 }
          return { uri = uri, range = { start = at, ['end'] = at } }
        end
        return require('blastlens.quickfix').items({
          question = { kind = 'callers' },
          results = {
            { symbol = 'shop/pricing.py::last', line = 9, confidence = 0.9 },
            { symbol = 'shop/pricing.py::first', line = 2, confidence = 0.8 },
          },
          locations = { place(9), place(2) },
        }, { offset_encoding = 'utf-8' })
    """)
    assert [(item["text"].split()[0], item["lnum"]) for item in items] == [("last", 9), ("first", 2)]


@pytest.mark.usefixtures("pricing")
def test_the_blast_radius_marks_what_no_test_covers(editor: Editor) -> None:
    editor.nvim.command("Blastlens blast_radius")
    quickfix = editor.wait(lambda: (q := editor.quickfix())["items"] and q, "quickfix items")
    texts = {item["text"].split()[0]: item for item in quickfix["items"]}
    assert {"receipt", "discounted", "daily_summary", "test_total_includes_vat"} <= set(texts)
    assert texts["receipt"]["type"] == "W"
    assert texts["discounted"]["type"] == ""


@pytest.mark.usefixtures("pricing")
def test_a_symbol_may_be_named(editor: Editor) -> None:
    editor.nvim.command("Blastlens callers Cart.total")
    quickfix = editor.wait(lambda: (q := editor.quickfix())["items"] and q, "quickfix items")
    assert {item["text"].split()[0] for item in quickfix["items"]} == {"pay", "receipt", "test_total_includes_vat"}


def test_the_blast_radius_of_changes(editor: Editor, pricing: Path) -> None:
    row = line_of(pricing, "def round_to_coin")
    editor.nvim.current.buffer[row] = "    return amount - amount % 10"
    editor.nvim.command("write")
    items = editor.wait(lambda: editor.ask("changes"), "quickfix items")  # the save may still be on its way
    assert {item["text"].split()[0] for item in items} == {"pay", "daily_summary"}


def test_running_a_lens_shows_the_callers_and_keeps_the_lens(editor: Editor, pricing: Path) -> None:
    row = line_of(pricing, "def price_of")
    # Each part is a lens; of several on a line Neovim asks which is meant.
    editor.lua(
        "vim.ui.select = function(items, options, choose) _G.offered = vim.tbl_map(options.format_item, items); choose(items[1], 1) end;"
        "vim.lsp.codelens.run()"
    )
    assert [part.split()[1] for part in editor.lua("return _G.offered")] == ["callers", "6", "tests"]
    quickfix = editor.wait(lambda: (q := editor.quickfix())["items"] and q, "quickfix items")
    assert len(quickfix["items"]) == 4
    editor.wait(lambda: "4 callers" in editor.virtual_text().get(row, ""), "lens drawn again")


def test_hover_names_the_callers(editor: Editor, pricing: Path) -> None:
    row = line_of(pricing, "def price_of") - 1
    hover = editor.lua(
        "local c = vim.lsp.get_clients({ name = 'blastlens' })[1];"
        "return c:request_sync('textDocument/hover', { textDocument = { uri = vim.uri_from_bufnr(0) },"
        " position = { line = ..., character = 5 } }, 60000, 0)",
        row,
    )
    assert "receipt" in hover["result"]["contents"]["value"]


def test_an_import_that_closes_a_cycle_is_a_diagnostic(editor: Editor, pricing: Path) -> None:
    row = line_of(pricing, "from shop import promotions")
    editor.nvim.current.buffer.append(["from shop import checkout"], row)
    editor.nvim.command("write")
    (found,) = editor.wait(
        lambda: [d for d in editor.lua("return vim.diagnostic.get()") if d.get("code") == "import-cycle"],
        "diagnostic of the import cycle",
    )
    assert found["lnum"] == row
    assert "shop/checkout.py" in found["message"]


def test_lenses_can_be_switched_off(start: Callable[..., Editor], project: Path) -> None:
    editor = start("vim.g.blastlens = { lenses = false, open_quickfix = false }")
    path = project / "shop/pricing.py"
    editor.open(path)
    editor.wait(lambda: editor.lua("return #vim.lsp.get_clients({ name = 'blastlens', bufnr = 0 })"), "client")
    editor.nvim.current.window.cursor = (line_of(path, "def price_of"), 4)
    # Until the first index is there, the answer is to ask again.
    editor.wait(lambda: editor.ask("callers"), "quickfix items")
    assert editor.virtual_text() == {}
    assert len(editor.nvim.windows) == 1


def test_the_screen_shows_lenses_and_callers(start: Callable[..., Editor], project: Path, tmp_path: Path) -> None:
    """What a person sees; also the picture of the documentation."""
    editor = start(LOOKS)
    screen = Screen(editor.nvim)
    open_pricing(editor, project)
    editor.nvim.command("Blastlens callers")
    editor.wait(lambda: editor.quickfix()["items"], "quickfix items")
    editor.wait(lambda: len(editor.virtual_text()) >= 4, "all lenses")
    screen.draw()
    shown = screen.text()
    assert "def price_of(product: str) -> int:" in shown
    assert "4 callers" in shown
    assert "receipt" in shown
    picture = tmp_path / "nvim-lenses.png"
    take_picture(screen, picture, find_chromium())
    keep_pictures({picture.name: picture})
