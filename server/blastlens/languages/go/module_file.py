"""`go.mod` and `go.work`: the directives that say where packages are."""

import re
from collections.abc import Mapping
from typing import Final

MODULE: Final = "module"
REPLACE: Final = "replace "  # before the path of a module; the entry is a folder
REQUIRE: Final = "require "  # before the path of a module that this one needs
USE: Final = "use "  # before a folder

_COMMENT: Final = re.compile(r"//.*")
_WORD: Final = re.compile(r'"[^"]*"|`[^`]*`|[^\s()]+')


def read(source: bytes) -> tuple[Mapping[str, str], str]:
    """Entries of a manifest, and what is wrong with it. Folders are as written, relative to the file's own."""
    entries: dict[str, str] = {}
    block = ""
    for line in source.decode("utf-8", "replace").splitlines():
        text = _COMMENT.sub("", line).strip()
        if not text:
            continue
        if text == ")":
            block = ""
            continue
        words = [word.strip('"`') for word in _WORD.findall(text)]
        if text.endswith("("):
            block = words[0] if words else ""
            continue
        _directive([block, *words] if block else words, entries)
    return entries, "" if MODULE in entries or any(key.startswith(USE) for key in entries) else "names no module"


def _directive(words: list[str], entries: dict[str, str]) -> None:
    if len(words) < 2:
        return
    if words[0] == "module":
        entries.setdefault(MODULE, words[1])
    elif words[0] == "use":
        entries[USE + words[1]] = words[1]
    elif words[0] == "require":
        entries[REQUIRE + words[1]] = words[1]
    elif words[0] == "replace" and "=>" in words:
        target = words[words.index("=>") + 1 :]
        if target and target[0].startswith("."):
            entries[REPLACE + words[1]] = target[0]
