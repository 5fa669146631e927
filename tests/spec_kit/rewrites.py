"""New contents of `expect` blocks, for `BLASTLENS_UPDATE_SPECS=1`."""

from spec_kit.spec import Expect


class Rewrites:
    """New contents of `expect` blocks, collected while a file's cases run and written at the end."""

    def __init__(self) -> None:
        self.blocks: list[tuple[int, int, list[str]]] = []

    def add(self, block: Expect, lines: list[str]) -> None:
        self.blocks.append((block.first, block.last, lines))

    def apply(self, text: str) -> str:
        """`text` with every collected block replaced."""
        lines = text.split("\n")
        for first, last, new in sorted(self.blocks, reverse=True):
            lines[first - 1 : last - 1] = new
        return "\n".join(lines)
