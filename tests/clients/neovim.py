"""A real Neovim without a screen, driven over its own RPC."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pynvim


class Editor:
    """Neovim with the plugin on its runtime path and nothing else of the user's."""

    def __init__(self, binary: Path, plugin: Path, home: dict[str, str], folder: Path, settings: str = "") -> None:
        """`settings`: Lua that runs before the plugin is loaded, as in a user's init.lua."""
        start = Path(home["HOME"]) / "init.lua"
        start.write_text(f"{settings}\nvim.opt.runtimepath:prepend('{plugin}')\nvim.o.swapfile = false\n")
        command = [str(binary), "--embed", "--headless", "-u", str(start), "-i", "NONE"]
        env = [f"{name}={value}" for name, value in home.items()]
        self.nvim: Any = pynvim.attach("child", argv=["env", "-i", "-C", str(folder), *env, *command])

    def lua(self, code: str, *arguments: object) -> Any:
        return self.nvim.exec_lua(code, *arguments)

    def open(self, path: Path) -> None:
        self.nvim.command(f"edit {path}")

    def lens_titles(self) -> dict[int, str]:
        """Titles by 1-based line, of the lenses the server gave and Neovim resolved."""
        rows = self.lua(
            "return vim.tbl_map(function(l) return { l.range.start.line + 1, l.command and l.command.title or '' } end,"
            " vim.lsp.codelens.get(0))"
        )
        found: dict[int, list[str]] = {}
        for line, title in rows:
            found.setdefault(line, []).extend([title] if title else [])
        return {line: " | ".join(titles) for line, titles in found.items() if titles}

    def virtual_text(self) -> dict[int, str]:
        """Text drawn beside the buffer's own, by 1-based line."""
        marks = self.lua("return vim.api.nvim_buf_get_extmarks(0, -1, 0, -1, { details = true })")
        drawn: dict[int, str] = {}
        for _, row, _, details in marks:
            for text, *_ in details.get("virt_text", []):
                drawn[row + 1] = drawn.get(row + 1, "") + text
        return drawn

    def quickfix(self) -> dict[str, Any]:
        return self.lua(
            "local q = vim.fn.getqflist({ items = 0, title = 0 });"
            "for _, i in ipairs(q.items) do i.file = vim.fn.fnamemodify(vim.fn.bufname(i.bufnr), ':t') end;"
            "return q"
        )

    def lines(self) -> list[str]:
        """Text of the current buffer, in one request: between two, the editor may put another buffer in its place."""
        return list(self.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, true)"))

    def filetype(self) -> str:
        """Kind of the current buffer, in one request."""
        return str(self.lua("return vim.bo.filetype"))

    def floating(self) -> list[str]:
        """Text of the floating windows."""
        return list(
            self.lua(
                "local lines = {};"
                "for _, w in ipairs(vim.api.nvim_list_wins()) do"
                "  if vim.api.nvim_win_get_config(w).relative ~= '' then"
                "    vim.list_extend(lines, vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(w), 0, -1, true))"
                "  end "
                "end;"
                "return lines"
            )
        )

    def ask(self, line: str) -> list[dict[str, Any]]:
        """Put `:Blastlens LINE`, wait for its answer, and give the rows of the quickfix list. A question that is put before the
        former one is answered takes its place."""
        self.nvim.command("messages clear")
        self.nvim.command(f"Blastlens {line}")
        self.wait(lambda: "Blastlens: " in self.messages(), f"answer to {line}")
        return list(self.quickfix()["items"])

    def press(self, keys: str) -> None:
        """Keys as a person types them, mappings included."""
        self.nvim.feedkeys(self.nvim.replace_termcodes(keys), "mtx")

    def messages(self) -> str:
        return str(self.nvim.request("nvim_exec2", "messages", {"output": True})["output"])

    def wait(self, ready: Callable[[], Any], what: str, seconds: float = 60) -> Any:
        """The first true value of `ready`. What it asks of a buffer or window that is just put away is not there yet."""
        end = time.monotonic() + seconds
        refused = None
        while time.monotonic() < end:
            try:
                if value := ready():
                    return value
            except pynvim.NvimError as error:
                refused = error
            time.sleep(0.05)
        raise AssertionError(
            f"no {what} after {seconds:.0f} s; Neovim says:\n{self.messages()}\nlenses: {self.lens_titles()}"
        ) from refused

    def close(self) -> None:
        try:
            self.nvim.command("qa!")
        except (EOFError, OSError):
            pass  # the connection ends with the editor
        finally:
            self.nvim.close()
