"""File names that every operating system and Obsidian's links allow, and that differ even where capitals do not count."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from blastlens.analyses.subgraph import Node
from blastlens.model.symbol import MODULE_NAME, SymbolKind
from blastlens.views.exports.part import visible

# Forbidden on Windows, or with a meaning in a link (`#`, `^`, `|`, brackets) or to a shell's eye.
_FORBIDDEN: Final = re.compile(r'[\\/:*?"<>|#^\[\]%]')
_RESERVED: Final = re.compile(r"^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)", re.IGNORECASE)
_MOST_BYTES: Final = 80  # of one component; file systems take 255 at most
_MOST_CHARACTERS: Final = 180  # of a path; Windows takes 260, with the folder of the vault
_TOP_LEVEL: Final = "(top level)"


def note_paths(nodes: Iterable[Node], taken: Sequence[str]) -> list[str]:
    """A path for every node's note, in their order. The same nodes get the same paths."""
    known = {_folded(path) for path in taken}
    found = []
    for node in nodes:
        path = _path(node)
        stem, number = path.removesuffix(".md"), 2
        while _folded(path) in known:
            path = f"{stem} ({number}).md"
            number += 1
        known.add(_folded(path))
        found.append(path)
    return found


def legal(component: str) -> str:
    """One component of a path, changed where some system would not take it."""
    shown = unicodedata.normalize("NFC", visible(component))
    kept = "".join(char if char.isprintable() else "_" for char in shown)
    kept = _FORBIDDEN.sub("_", kept).strip(" ").rstrip(".")
    # Obsidian hides what starts with a dot, and a folder must not look like a note.
    kept = re.sub(r"^\.+", "_", kept) or "_"
    if _RESERVED.match(kept) or kept.lower().endswith(".md"):
        kept += "_" if not _RESERVED.match(kept) else ""
        kept = f"_{kept}" if _RESERVED.match(kept) else kept
    if len(kept.encode()) > _MOST_BYTES:
        digest = hashlib.sha256(component.encode("utf-8", "backslashreplace")).hexdigest()[:8]
        kept = kept.encode()[: _MOST_BYTES - 9].decode(errors="ignore").rstrip(" .") + "~" + digest
    return kept


def _path(node: Node) -> str:
    parts = node.file.split("/")
    if node.kind != "file":
        qualname = node.id.rpartition("::")[2]
        parts.append(_TOP_LEVEL if node.kind == SymbolKind.MODULE and qualname == MODULE_NAME else qualname)
    path = "/".join(map(legal, parts)) + ".md"
    if len(path) > _MOST_CHARACTERS:
        return f"long paths/{hashlib.sha256(node.id.encode('utf-8', 'backslashreplace')).hexdigest()[:16]}.md"
    return path


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", path).casefold())
