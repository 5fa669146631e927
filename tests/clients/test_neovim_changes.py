"""The working tree changes under an open Neovim: branches, renames, other programs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .conftest import line_of, open_pricing

if TYPE_CHECKING:
    from .neovim import Editor


def findings(editor: Editor, code: str) -> list[dict[str, Any]]:
    """Diagnostics of all buffers."""
    return [one for one in editor.lua("return vim.diagnostic.get()") if one.get("code") == code]


def test_a_branch_is_switched_under_its_feet(
    start: Callable[..., Editor], project: Path, git: Callable[..., None]
) -> None:
    """On the branch one caller is gone and the cycle is broken; text, lenses and diagnostics become those of the branch, and
    back."""
    pricing, promotions = project / "shop/pricing.py", project / "shop/promotions.py"
    git("checkout", "-q", "-b", "flat")
    promotions.write_text("def rebate(product: str, quantity: int) -> int:\n    return 0\n", encoding="utf-8")
    pricing.write_text('"""Flat prices."""\n\n' + pricing.read_text(encoding="utf-8"), encoding="utf-8")
    git("commit", "-q", "-a", "-m", "Flat prices")
    git("checkout", "-q", "master")
    # The cycle is older than what is not committed.
    editor = start("vim.g.blastlens = { server = { diagnostics = { scope = 'all' } } }")
    editor.open(promotions)
    open_pricing(editor, project)
    before = line_of(pricing, "def price_of")
    editor.wait(lambda: "4 callers" in editor.virtual_text().get(before, ""), "lens of master")
    editor.wait(lambda: findings(editor, "import-cycle"), "diagnostic of master")

    git("checkout", "-q", "flat")
    editor.wait(lambda: editor.lines()[0] == '"""Flat prices."""', "text of the branch")
    editor.wait(lambda: "3 callers" in editor.virtual_text().get(before + 2, ""), "lens of the branch")
    editor.wait(lambda: not findings(editor, "import-cycle"), "end of the diagnostic")
    editor.wait(lambda: before not in editor.virtual_text(), "end of the lens beside the old line")

    git("checkout", "-q", "master")
    editor.wait(lambda: "4 callers" in editor.virtual_text().get(before, ""), "lens of master")
    editor.wait(lambda: findings(editor, "import-cycle"), "diagnostic of master")


def test_changes_that_are_not_saved_are_never_read_over(
    editor: Editor, pricing: Path, git: Callable[..., None]
) -> None:
    git("checkout", "-q", "-b", "other")
    pricing.with_name("checkout.py").unlink()
    git("commit", "-q", "-a", "-m", "No checkout")
    git("checkout", "-q", "master")
    row = line_of(pricing, "def price_of")
    editor.nvim.current.buffer.append("# mine")
    git("checkout", "-q", "other")
    editor.wait(lambda: "3 callers" in editor.virtual_text().get(row, ""), "lens of the branch")
    assert editor.lines()[-1] == "# mine"
    assert editor.nvim.current.buffer.options["modified"]


def test_a_renamed_file_keeps_its_callers(editor: Editor, pricing: Path, git: Callable[..., None]) -> None:
    git("mv", "shop/checkout.py", "shop/till.py")

    def followed() -> bool:
        return "till.py" in {item["file"] for item in editor.ask("callers shop/pricing.py::price_of")}

    editor.wait(followed, "callers at the new name")
    assert "checkout.py" not in {item["file"] for item in editor.quickfix()["items"]}
    row = line_of(pricing, "def price_of")
    editor.wait(lambda: "4 callers" in editor.virtual_text().get(row, ""), "lens that counts the same callers")


def test_a_changed_function_with_an_untested_caller_is_a_diagnostic(editor: Editor, pricing: Path) -> None:
    row = line_of(pricing, "def round_to_coin")
    editor.nvim.current.buffer[row] = "    return amount - amount % 10"
    editor.nvim.command("write")
    found = editor.wait(lambda: findings(editor, "untested-callers"), "diagnostic")
    assert found[0]["lnum"] == row - 1
    assert "pay" in found[0]["message"] or "caller" in found[0]["message"]
    editor.nvim.command("undo | write")
    editor.wait(lambda: not findings(editor, "untested-callers"), "end of the diagnostic")


def test_a_function_renamed_by_hand_is_followed(editor: Editor, pricing: Path) -> None:
    """Definition and uses in one buffer, saved."""
    row = line_of(pricing, "def with_vat")
    editor.nvim.command("%s/with_vat/taxed/g | write")
    editor.wait(lambda: "no callers" in editor.virtual_text().get(row, ""), "lens of the new name")
    cart = pricing.with_name("cart.py")
    cart.write_text(cart.read_text(encoding="utf-8").replace("with_vat", "taxed"), encoding="utf-8")
    editor.wait(lambda: "1 caller" in editor.virtual_text().get(row, ""), "lens with the caller that followed")


def test_what_a_change_left_behind_is_shown_explained_and_suppressed(editor: Editor, pricing: Path) -> None:
    """The finding stands at the call; its code actions are offered and work."""
    row = line_of(pricing, "def with_vat")
    editor.nvim.current.buffer[row - 1] = "def with_vat(amount: int, rate: int) -> int:"
    editor.nvim.command("write")
    cart = pricing.with_name("cart.py")
    editor.open(cart)
    found = editor.wait(lambda: findings(editor, "callers-not-updated"), "diagnostic at the caller")
    assert "rate" in found[0]["message"]
    editor.nvim.current.window.cursor = (found[0]["lnum"] + 1, found[0]["col"])
    # The list of actions, as a person sees it; what is chosen is the first whose title has the words in `vim.g.choice`.
    editor.lua(
        "vim.ui.select = function(items, opts, done)\n"
        "  local titles = {}\n"
        "  for _, item in ipairs(items) do table.insert(titles, item.action and item.action.title or tostring(item)) end\n"
        "  vim.g.offered = titles\n"
        "  for _, item in ipairs(items) do\n"
        "    if item.action.title:find(vim.g.choice, 1, true) then return done(item) end\n"
        "  end\n"
        "end"
    )
    editor.nvim.vars["choice"] = "Show the blast radius of"
    editor.lua("vim.lsp.buf.code_action()")
    editor.wait(lambda: editor.quickfix()["items"], "answer of the action")
    offered = editor.nvim.vars["offered"]
    assert any(title.startswith("Suppress callers-not-updated") for title in offered)
    editor.nvim.vars["choice"] = "Explain"
    editor.lua("vim.lsp.buf.code_action()")
    assert "`Cart.total` → `with_vat`" in editor.wait(editor.floating, "explanation")
    editor.nvim.command("fclose!")
    editor.nvim.vars["choice"] = "Suppress callers-not-updated"
    editor.lua("vim.lsp.buf.code_action()")
    editor.wait(lambda: any("blastlens: ignore[callers-not-updated]" in line for line in editor.lines()), "comment")
    editor.nvim.command("write")
    editor.wait(lambda: not findings(editor, "callers-not-updated"), "end of the finding")
