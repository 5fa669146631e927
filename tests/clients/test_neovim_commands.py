"""`:Blastlens` in a real Neovim: its questions, options, completion, explanations, and what tells of its state."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from blastlens.faces.lsp.handlers.execute_command import takes_of

from .code_server import find_chromium
from .conftest import ROOT, keep_pictures, line_of, open_pricing
from .screen import LOOKS, Screen, take_picture

if TYPE_CHECKING:
    from .neovim import Editor

QUESTIONS = [
    "blast_radius", "bridges", "callers", "callers_transitive", "changes", "communities", "coverage", "cycles", "dead_code",
    "dependents", "describe", "flows", "hubs", "imports", "not_updated", "reindex", "status", "symbols", "tests", "untested",
    "untested_callers",
]  # fmt: skip
ACTIONS = ["explain", "lens", "log", "restart", "run_tests", "tree"]


def test_every_question_is_completed_and_answered(reader: Editor) -> None:
    assert reader.nvim.funcs.getcompletion("Blastlens ", "cmdline") == sorted(QUESTIONS + ACTIONS)
    for question in QUESTIONS:
        reader.nvim.command("messages clear")
        reader.nvim.command(f"Blastlens {question}" + (" price" if question == "symbols" else ""))
        said = reader.wait(reader.messages, f"answer to {question}")
        assert "rror" not in said, f"{question}: {said}"


def test_questions_send_what_their_commands_take(reader: Editor) -> None:
    asked = reader.nvim.exec_lua(
        """
        local questions, options = require("blastlens.questions").all, require("blastlens.options").all
        local sent = {}
        for name, question in pairs(questions) do
          local keys = vim.tbl_keys(question.about or {})
          table.insert(keys, question.argument)
          for _, option in ipairs(question.options or {}) do
            table.insert(keys, options[option].key)
          end
          sent[name] = { question.command, keys }
        end
        return sent
        """
    )
    assert sorted(asked) == QUESTIONS
    for command, keys in asked.values():
        assert (command, set(keys) - takes_of(command).keys()) == (command, set())


def test_subjects_options_and_values_are_completed(reader: Editor) -> None:
    def completed(line: str) -> list[str]:
        return list(reader.nvim.funcs.getcompletion(line, "cmdline"))

    assert completed("Blastlens callers pri") == ["price_of", "test_price_of_coffee"]
    assert completed("Blastlens! explain Cart.") == ["Cart.add", "Cart.total", "Cart.__init__"]
    assert completed("Blastlens dependents shop/pri") == ["shop/pricing.py"]
    assert completed("Blastlens callers price_of ") == ["group=", "min_confidence=", "view="]
    assert completed("Blastlens callers price_of view=tree m") == ["min_confidence="]
    assert completed("Blastlens callers view=") == ["view=loclist", "view=quickfix", "view=tree"]
    assert completed("Blastlens cycles level=") == ["level=import", "level=class", "level=call"]
    assert completed("Blastlens nothing ") == []


def test_the_tests_of_a_function_run_in_a_terminal(reader: Editor) -> None:
    before = reader.nvim.current.window
    reader.nvim.command("Blastlens run_tests with_vat")

    def printed() -> str:
        return "\n".join(
            line for buffer in reader.nvim.buffers if buffer.options["buftype"] == "terminal" for line in buffer
        )

    said = reader.wait(
        lambda: (text := printed()) and re.search(r"\d (passed|failed|error)", text) and text, "end of the tests"
    )
    assert "1 passed" in said
    assert "test_price_of_coffee" not in said
    assert reader.nvim.current.window == before


def test_why_there_is_no_test_to_run_is_said(reader: Editor) -> None:
    reader.nvim.command("Blastlens run_tests pay")
    assert "no test to run: no test reaches what changed" in reader.wait(reader.messages, "message")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("callees", r'unknown question "callees"; known: blast_radius, bridges'),
        ("callers depth=2", r"callers takes no option depth; it takes group, min_confidence, view"),
        ("callers min_confidence=high", r'min_confidence must be a number, not "high"'),
        ("callers view=list", r'view must be one of loclist, quickfix, tree, not "list"'),
        ("callers one two", r'callers takes one argument, not also "two"'),
        ("changes main", "changes takes no argument"),
        ("tests diff=nowhere.patch", r"nowhere.patch cannot be read"),
        ("explain one two three", "explain takes a symbol, or a caller and what it calls"),
    ],
)
def test_wrong_words_are_answered_with_the_right_ones(reader: Editor, line: str, said: str) -> None:
    with pytest.raises(Exception, match=said):
        reader.nvim.command(f"Blastlens {line}")


def test_the_location_list_can_be_asked_for(reader: Editor) -> None:
    reader.nvim.command("Blastlens callers Cart.total view=loclist min_confidence=0.5")

    def listed() -> Any:
        return reader.lua("return vim.fn.getloclist(0, { items = 0, title = 0 })")

    found = reader.wait(lambda: (q := listed())["items"] and q, "location list")
    assert found["title"] == "Blastlens: callers of Cart.total (3)"
    assert reader.quickfix()["items"] == []


def test_tests_of_a_branch(editor: Editor, pricing: Path, git: Callable[..., None]) -> None:
    git("checkout", "-q", "-b", "cheaper")
    row = line_of(pricing, "def price_of")
    editor.nvim.current.buffer[row + 1] = "    return PRICES[product] - 1"
    editor.nvim.command("write")
    git("commit", "-q", "-a", "-m", "Cheaper")

    editor.nvim.command("Blastlens tests base=master")
    items = editor.wait(lambda: editor.quickfix()["items"], "quickfix items")
    assert {item["text"].split()[0] for item in items} == {"test_price_of_coffee", "test_total_includes_vat"}
    assert "run: python -m pytest tests/test_cart.py" in editor.messages()


def test_explanations_float(reader: Editor) -> None:
    reader.nvim.command("Blastlens explain")
    shown = reader.wait(reader.floating, "explanation of the definition")
    assert "price_of" in shown[0]
    assert any("receipt" in line and "the name was imported" in line for line in shown)
    reader.nvim.command("fclose!")
    reader.nvim.current.window.cursor = (line_of(Path(reader.nvim.current.buffer.name), "full = price_of"), 14)
    reader.nvim.command("Blastlens explain")
    assert reader.wait(reader.floating, "explanation of the call")[0] == "`discounted` → `price_of`"
    reader.nvim.command("fclose!")
    reader.nvim.command("Blastlens explain receipt discounted")
    assert any("it reaches it in 2 hops" in line for line in reader.wait(reader.floating, "explanation by names"))
    reader.nvim.command("fclose!")
    reader.nvim.command("Blastlens explain Cart.total")
    assert "Cart.total" in reader.wait(reader.floating, "explanation of a name")[0]


def test_explanations_break_lines_between_words_and_are_shown_whole(reader: Editor) -> None:
    reader.nvim.command("Blastlens explain")
    reader.wait(reader.floating, "explanation of the definition")
    shown = reader.lua(
        "for _, w in ipairs(vim.api.nvim_list_wins()) do"
        "  if vim.api.nvim_win_get_config(w).relative ~= '' then"
        "    return { vim.wo[w].linebreak, vim.api.nvim_win_get_height(w), vim.api.nvim_win_text_height(w, {}).all,"
        "      vim.o.lines - 8 }"
        "  end "
        "end"
    )
    linebreak, height, text_height, most = shown
    assert linebreak is True
    assert height == min(text_height, most)


def test_hover_floats(reader: Editor) -> None:
    reader.lua("vim.lsp.buf.hover()")
    shown = "\n".join(reader.wait(reader.floating, "hover"))
    assert "price_of" in shown
    assert "receipt" in shown


def test_the_status_line_tells_how_the_index_is(start: Callable[..., Editor], project: Path) -> None:
    editor = start(
        "vim.g.words = {}\n"
        "vim.api.nvim_create_autocmd('User', { pattern = 'BlastlensStatus', callback = function(ev)\n"
        "  vim.g.words = vim.list_extend(vim.g.words, { require('blastlens.status').word(ev.data) }) end })"
    )
    text = "return require('blastlens').statusline()"
    assert editor.lua(text) == ""
    editor.open(project / "shop/pricing.py")
    editor.wait(lambda: editor.lua(text) == "Blastlens: fresh", "a fresh index")
    words = editor.lua("return vim.g.words")
    assert any(word.startswith("indexing ") for word in words)
    stale = editor.lua(
        "return require('blastlens.status').word({ state = 'ready', reason = 'stopped', percent = 100 })"
    )
    assert stale == "stale"
    editor.nvim.command("enew")
    assert editor.lua(text) == ""


def test_checkhealth_tells_of_editor_settings_server_and_index(reader: Editor) -> None:
    reader.nvim.command("checkhealth blastlens")
    shown = "\n".join(reader.lines())
    assert "ERROR" not in shown
    for told in (
        "Neovim is 0.11",
        "git is found",
        "defaults",
        "blastlens 0.",
        "(1 buffers)",
        "the index is complete: ",
    ):
        assert told in shown, shown


def test_checkhealth_tells_what_is_wrong(start: Callable[..., Editor]) -> None:
    editor = start("vim.g.blastlens = { cmd = { '/nowhere/blastlens' }, lens = true, view = 'popup', exclude = 'x' }")
    editor.nvim.command("checkhealth blastlens")
    shown = "\n".join(editor.lines())
    for told in (
        "unknown setting lens; there are cmd, diagnostics",
        'view must be one of quickfix, loclist, tree, not "popup"',
        "exclude must be a table, not a string",
        "vim.g.blastlens.cmd names /nowhere/blastlens, which cannot be run",
        "pip install blastlens",
    ):
        assert told in shown, shown


def test_the_help_has_tags_for_all_that_it_names(reader: Editor, tmp_path: Path) -> None:
    """Tags without duplicates, and no link that leads nowhere."""
    page = (ROOT / "nvim-client/doc/blastlens.txt").read_text(encoding="utf-8")
    folder = tmp_path / "help/doc"
    folder.mkdir(parents=True)
    (folder / "blastlens.txt").write_text(page, encoding="utf-8")
    reader.nvim.command(f"helptags {folder}")
    tags = {line.split("\t")[0] for line in (folder / "tags").read_text(encoding="utf-8").splitlines()}
    assert {"blastlens", ":Blastlens", "blastlens-tree", "g:blastlens"} <= tags
    reader.nvim.command(f"set runtimepath+={folder.parent}")
    for link in sorted(set(re.findall(r"\|([^\s|]+)\|", page))):
        reader.nvim.command(f"help {link}")
    for name in [*QUESTIONS, *ACTIONS]:
        assert re.search(rf"^    {name}\b", page, re.M), name
    widest = max(page.splitlines(), key=len)
    assert len(widest) <= 90, widest


def test_the_screen_shows_an_explanation(start: Callable[..., Editor], project: Path, tmp_path: Path) -> None:
    """What a person sees; also a picture of the documentation."""
    editor = start(LOOKS)
    screen = Screen(editor.nvim)
    open_pricing(editor, project)
    editor.nvim.command("Blastlens explain")
    editor.wait(editor.floating, "explanation")
    screen.draw()
    shown = screen.text()
    assert "─ price_of ─" in shown
    assert "receipt" in shown
    picture = tmp_path / "nvim-explain.png"
    take_picture(screen, picture, find_chromium())
    keep_pictures({picture.name: picture})
