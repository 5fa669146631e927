"""Where the stubs are: the standard library's, which mypy bundles."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple


class Module(NamedTuple):
    """A module to compile: its name, and the file that says what is in it."""

    dotted: str
    path: Path
    is_package: bool


class MissingSourcesError(Exception):
    """What is to be compiled is not installed; the text says what to install."""


def modules_below(root: Path, prefix: str = "") -> Iterator[Module]:
    """Modules of a folder of stubs, by name."""
    for path in sorted(root.rglob("*.pyi")):
        parts = list(path.relative_to(root).with_suffix("").parts)
        is_package = parts[-1] == "__init__"
        if is_package:
            parts.pop()
        if parts and all(part.isidentifier() for part in parts) and parts[-1] != "__main__":
            yield Module(prefix + ".".join(parts), path, is_package)


def typeshed() -> Path:
    """The folder of typeshed that mypy bundles. mypy is found, not imported."""
    spec = find_spec("mypy")
    locations = spec.submodule_search_locations if spec else None
    for location in locations or ():
        folder = Path(location) / "typeshed"
        if (folder / "stdlib" / "builtins.pyi").is_file():
            return folder
    raise MissingSourcesError("the standard library's stubs are not there: pip install 'mypy>=1.15,<3'")
