"""What Neovim draws, as a picture: a user interface that keeps the grid it is told to draw."""

import html
import subprocess
from pathlib import Path
from typing import Any

COLUMNS, ROWS = 108, 30
# Lua for a picture's looks.
LOOKS = """
vim.cmd.colorscheme('habamax')
vim.o.number, vim.o.laststatus, vim.o.ruler, vim.o.showcmd, vim.o.termguicolors = true, 2, false, false, true
vim.o.shortmess = vim.o.shortmess .. 'FIW'
vim.o.statusline = " %{fnamemodify(bufname(), ':.')}%=%{v:lua.require'blastlens'.statusline()} "
vim.api.nvim_set_hl(0, 'LspCodeLens', { fg = '#d7af5f', italic = true })
vim.api.nvim_set_hl(0, 'NormalFloat', { bg = '#262626' })
vim.api.nvim_set_hl(0, 'FloatBorder', { fg = '#8a8a8a', bg = '#262626' })
vim.api.nvim_set_hl(0, 'FloatTitle', { fg = '#d7af5f', bg = '#262626', bold = true })
vim.api.nvim_set_hl(0, '@markup.raw', { fg = '#87afaf' })
"""
CELL_HEIGHT = 19  # CSS pixels
FONT = "DejaVu Sans Mono"


class Screen:
    """A grid of cells, kept from the redraw events of `nvim_ui_attach` (see `:help ui-linegrid`)."""

    def __init__(self, nvim: Any, columns: int = COLUMNS, rows: int = ROWS) -> None:
        self.nvim = nvim
        self.columns, self.rows = columns, rows
        self.cells: list[list[tuple[str, int]]] = []
        self.highlights: dict[int, dict[str, Any]] = {}
        self.foreground, self.background = 0xFFFFFF, 0
        self.cursor = (0, 0)
        nvim.request("nvim_ui_attach", columns, rows, {"rgb": True, "ext_linegrid": True})

    def draw(self) -> None:
        """Take in everything drawn so far."""
        self.nvim.command("redraw!")
        self.nvim.command(f"call rpcnotify({self.nvim.channel_id}, 'drawn')")
        while True:
            _, name, arguments = self.nvim.next_message()
            if name == "drawn":
                return
            for event, *calls in arguments:
                handler = getattr(self, f"_{event}", None)
                for call in calls if handler else ():
                    handler(*call)

    def text(self) -> str:
        return "\n".join("".join(text for text, _ in row).rstrip() for row in self.cells)

    def to_html(self) -> str:
        page = [
            f"<body style='margin:0;background:{color(self.background)};color:{color(self.foreground)}'>"
            f"<pre style='margin:10px;font:14px/{CELL_HEIGHT}px \"{FONT}\",monospace'>"
        ]
        for row, cells in enumerate(self.cells):
            for column, (text, highlight) in enumerate(cells):
                style = self._style(highlight, (row, column) == self.cursor)
                page.append(f"<span style='{style}'>{html.escape(text)}</span>")
            page.append("\n")
        return "".join(page)

    def _style(self, number: int, cursor: bool) -> str:
        highlight = self.highlights.get(number, {})
        front = highlight.get("foreground", self.foreground)
        back = highlight.get("background", self.background)
        if bool(highlight.get("reverse")) != cursor:
            front, back = back, front
        # A block of the cell's height: else the background ends at the letters, and lines of it look like stripes.
        styles = [f"display:inline-block;height:{CELL_HEIGHT}px;vertical-align:top"]
        styles += [f"color:{color(front)}", f"background:{color(back)}"]
        styles += ["font-weight:bold"] if highlight.get("bold") else []
        styles += ["font-style:italic"] if highlight.get("italic") else []
        if highlight.get("underline") or highlight.get("undercurl"):
            wavy = "wavy" if highlight.get("undercurl") else "solid"
            styles.append(f"text-decoration:underline {wavy} {color(highlight.get('special', front))}")
        return ";".join(styles)

    def _grid_resize(self, _grid: int, width: int, height: int) -> None:
        self.cells = [[(" ", 0)] * width for _ in range(height)]

    def _grid_clear(self, _grid: int) -> None:
        self.cells = [[(" ", 0)] * len(row) for row in self.cells]

    def _grid_line(self, _grid: int, row: int, column: int, cells: list[list[Any]], _wrap: bool = False) -> None:
        highlight = 0
        for text, *more in cells:
            highlight = more[0] if more else highlight
            for _ in range(more[1] if len(more) > 1 else 1):
                self.cells[row][column] = (text, highlight)
                column += 1

    def _grid_scroll(self, _grid: int, top: int, bottom: int, left: int, right: int, rows: int, _columns: int) -> None:
        lines = range(top, bottom - rows) if rows > 0 else range(bottom - 1, top - rows - 1, -1)
        for row in lines:
            self.cells[row][left:right] = self.cells[row + rows][left:right]

    def _grid_cursor_goto(self, _grid: int, row: int, column: int) -> None:
        self.cursor = (row, column)

    def _hl_attr_define(self, number: int, rgb: dict[str, Any], _cterm: dict[str, Any], _info: list[Any]) -> None:
        self.highlights[number] = rgb

    def _default_colors_set(self, front: int, back: int, *_special: int) -> None:
        self.foreground, self.background = front, back


def color(number: int) -> str:
    return f"#{number:06x}"


def take_picture(screen: Screen, picture: Path, chromium: str) -> None:
    """Render what was drawn to a PNG."""
    source = picture.with_suffix(".html")
    source.write_text(f"<!doctype html><meta charset='utf-8'>{screen.to_html()}", encoding="utf-8")
    width, height = round(screen.columns * 8.43) + 20, screen.rows * CELL_HEIGHT + 20
    command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage"]
    command += [f"--user-data-dir={picture.parent / 'chromium'}", "--force-device-scale-factor=1.5"]
    command += [f"--window-size={width},{height}", f"--screenshot={picture}", source.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)
    assert picture.exists(), done.stderr
