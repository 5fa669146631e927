"""Sources to facts, facts to the file."""

import os
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Final

from blastlens.extract import extractor
from blastlens.extract.extractor import extract, extractor_version
from blastlens.facts.file_facts import FileFacts
from blastlens.languages.python.language import PYTHON
from blastlens.languages.python.library_file import LibraryFile, LibraryModule, fact_file
from library_facts.reduce import reduced_stub
from library_facts.slim import slim
from library_facts.sources import Module, modules_below, typeshed

_PACKAGE: Final = Path(extractor.__file__).parent.parent
_MADE_WITH: Final = ("extract/*.py", "facts/*.py", "languages/python/walk*.py", "languages/python/library_file.py")


def compile_stub(source: str) -> FileFacts:
    """Raises `SyntaxError`."""
    return slim(extract(PYTHON, reduced_stub(source).encode()), True)


def compiled(modules: Iterable[Module]) -> list[LibraryModule]:
    out = []
    for module in modules:
        facts = compile_stub(module.path.read_text(encoding="utf-8"))
        out.append(LibraryModule(module.dotted, module.is_package, facts))
    return out


def compile_library(target: Path) -> bool:
    """Writes the fact file, unless it was made from the same sources already; gives whether it was written. Raises
    `MissingSourcesError`."""
    modules = list(modules_below(typeshed() / "stdlib"))
    recipe = _recipe(modules)
    if is_made_from(target, recipe):
        return False
    data = fact_file(compiled(modules), extractor_version(PYTHON), recipe)
    # Tests that run side by side may read it while it is made anew.
    partial = target.with_suffix(f".{os.getpid()}")
    partial.write_bytes(data)
    partial.replace(target)
    return True


def is_made_from(target: Path, recipe: str) -> bool:
    try:
        return LibraryFile(target.read_bytes()).recipe == recipe
    except (OSError, ValueError):
        return False


def _recipe(modules: Iterable[Module]) -> str:
    """Digest over the sources and over the code that makes facts of them."""
    digest = blake2b(digest_size=16)
    code = [path for pattern in _MADE_WITH for path in sorted(_PACKAGE.glob(pattern))]
    for path in (*sorted(Path(__file__).parent.glob("*.py")), *code):
        digest.update(path.read_bytes())
    for module in modules:
        digest.update(f"\n{module.dotted} {module.is_package}\n".encode())
        digest.update(module.path.read_bytes())
    return digest.hexdigest()
