"""The notice that ships with the fact file: what is compiled into it, and under which licences."""

from collections.abc import Iterable
from importlib.metadata import PathDistribution
from pathlib import Path
from typing import Final

from library_facts.sources import Pin

_HEAD: Final = """\
Blastlens ships facts about the types of other packages (library.facts): names, signatures and type annotations, compiled
from their type stubs and sources. These are the packages and their licences.
"""
_LICENCE_NAMES: Final = ("licen", "copying", "notice")
_RULE: Final = "=" * 100


def notice(typeshed: Path, version: str, distributions: Iterable[tuple[Pin, PathDistribution]]) -> str:
    """The text of the notice; equal licence texts are given once."""
    rows = [("typeshed (standard library), as bundled with mypy", version, "Apache-2.0 AND MIT")]
    texts: dict[str, list[str]] = {(typeshed / "LICENSE").read_text(encoding="utf-8").strip(): [rows[0][0]]}
    for pin, distribution in distributions:
        rows.append((pin.name, pin.version, pin.licence))
        for text in _licence_texts(distribution):
            texts.setdefault(text, []).append(pin.name)
    listed = "\n".join(f"{name} {version}: {licence}" for name, version, licence in rows)
    full = (f"{_RULE}\n{', '.join(names)}\n\n{text}\n" for text, names in texts.items())
    return "\n".join([_HEAD, listed, "", *full])


def _licence_texts(distribution: PathDistribution) -> list[str]:
    found = []
    for file in sorted(distribution.files or ()):
        is_text = any(word in file.name.lower() for word in _LICENCE_NAMES) and file.suffix not in (".py", ".pyi")
        if is_text and file.parts[0].endswith(".dist-info"):
            found.append(Path(str(file.locate())).read_text(encoding="utf-8", errors="replace").strip())
    return found
