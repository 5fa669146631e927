"""Sources to facts, facts to the file."""

import ast
import os
import shutil
import sys
from collections.abc import Iterable
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Final

from blastlens.extract import extractor
from blastlens.extract.extractor import extract, extractor_version
from blastlens.facts.file_facts import FileFacts
from blastlens.languages.python.language import PYTHON
from blastlens.languages.python.library_file import LibraryFile, LibraryModule, fact_file
from library_facts.fetch import fetched
from library_facts.notice import notice
from library_facts.prune import Tree, pruned
from library_facts.reduce import Reducer
from library_facts.slim import slim
from library_facts.sources import MissingSourcesError, Module, installed, modules_of, pins, standard_modules, typeshed

NOTICE: Final = "library-notice.txt"
_PACKAGE: Final = Path(extractor.__file__).parent.parent
_MADE_WITH: Final = ("extract/*.py", "facts/*.py", "languages/python/walk*.py", "languages/python/library_file.py")


def reduced(modules: Iterable[Module]) -> list[Tree]:
    """The modules that can be read, reduced to what types need."""
    out = []
    for module in modules:
        source = module.path.read_bytes()
        try:
            body = Reducer(module.is_stub).module(source)
        except (SyntaxError, ValueError) as error:
            print(f"note: {module.dotted} is left out: {error}", file=sys.stderr)
        else:
            out.append(Tree(module.dotted, module.is_package, module.is_stub, body))
    return out


def facts_of(tree: Tree) -> FileFacts:
    text = ast.unparse(ast.Module(tree.body, []))
    return slim(extract(PYTHON, text.encode()), tree.is_stub)


def compile_library(target: Path, packages: bool = True) -> bool:
    """Writes the fact file and the notice beside it, unless they were made from the same sources already; gives whether they
    were written. `packages`: more than the standard library. Raises `MissingSourcesError`."""
    recipe = _recipe(packages)
    if is_made_from(target, recipe):
        return False
    cache = cache_folder()
    shelf = cache / f"library-{recipe}" if cache else None
    if shelf is None or not shelf.is_dir():
        facts, text = _compile(recipe, packages, cache)
        _write(target, facts)
        _write(target.with_name(NOTICE), text.encode())
        if shelf is not None:
            shelf.mkdir(exist_ok=True)
            shutil.copyfile(target.with_name(NOTICE), shelf / NOTICE)
            shutil.copyfile(target, shelf / target.name)
    else:
        _write(target, (shelf / target.name).read_bytes())
        _write(target.with_name(NOTICE), (shelf / NOTICE).read_bytes())
    return True


def cache_folder() -> Path | None:
    """Where development tools are kept (scripts/cache.sh); None where nobody develops."""
    named = os.environ.get("BLASTLENS_DEV_CACHE")
    folder = Path(named or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = folder if named else folder / "blastlens-dev"
    return folder if folder.is_dir() else None


def _write(target: Path, data: bytes) -> None:
    # Tests that run side by side may read it while it is made anew.
    partial = target.with_name(f"{target.name}.{os.getpid()}")
    partial.write_bytes(data)
    partial.replace(target)


def _compile(recipe: str, packages: bool, cache: Path | None) -> tuple[bytes, str]:
    stubs = typeshed()
    modules = [_compiled(tree) for tree in reduced(standard_modules(stubs / "stdlib"))]
    compiled = []
    folder = fetched(cache) if packages else None
    if folder is not None:
        found = installed(folder)
        for pin in pins():
            distribution = found.get(pin.name)
            if distribution is None or distribution.version != pin.version:
                raise MissingSourcesError(f"{pin.name} {pin.version} is not in {folder}")
            modules += map(_compiled, pruned(reduced(modules_of(distribution, pin))))
            compiled.append((pin, distribution))
    text = notice(stubs, version("mypy"), compiled)
    if folder is not None and cache is None:
        shutil.rmtree(folder)
    return fact_file(modules, extractor_version(PYTHON), recipe), text


def _compiled(tree: Tree) -> LibraryModule:
    return LibraryModule(tree.dotted, tree.is_package, facts_of(tree))


def is_made_from(target: Path, recipe: str) -> bool:
    try:
        return LibraryFile(target.read_bytes()).recipe == recipe
    except (OSError, ValueError):
        return False


def is_of_this_extractor(target: Path) -> bool:
    """Whether there is a fact file that this version of the code can read; it may be older than its sources."""
    try:
        return LibraryFile(target.read_bytes()).version.startswith(extractor_version(PYTHON) + "+")
    except (OSError, ValueError):
        return False


def _recipe(packages: bool) -> str:
    """Digest over the versions of the sources and over the code that makes facts of them."""
    digest = blake2b(f"mypy {version('mypy')} {packages}".encode(), digest_size=8)
    code = [path for pattern in _MADE_WITH for path in sorted(_PACKAGE.glob(pattern))]
    for path in (*sorted(Path(__file__).parent.glob("*.py")), *sorted(Path(__file__).parent.glob("*.json")), *code):
        digest.update(path.read_bytes())
    return digest.hexdigest()
