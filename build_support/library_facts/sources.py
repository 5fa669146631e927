"""Where the sources are: the standard library's stubs, which mypy bundles, and the pinned distributions."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.metadata import PathDistribution, distributions
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

PINS: Final = Path(__file__).with_name("distributions.json")
_NOT_OFFERED: Final = frozenset({"tests", "_tests", "conftest", "__main__", "_vendor"})


@dataclass(frozen=True, slots=True)
class Module:
    """A module to compile: its name, and the file that says what is in it."""

    dotted: str
    path: Path
    is_package: bool

    @property
    def is_stub(self) -> bool:
        return self.path.suffix == ".pyi"


@dataclass(frozen=True, slots=True)
class Pin:
    """A distribution that is compiled: with its version, its licence (SPDX), and patterns of modules that are left out."""

    name: str
    version: str
    licence: str
    leave_out: tuple[str, ...] = ()


class MissingSourcesError(Exception):
    """What is to be compiled is not there; the text says what to do."""


def pins() -> list[Pin]:
    rows: list[dict[str, Any]] = json.loads(PINS.read_text(encoding="utf-8"))
    return [Pin(row["name"], row["version"], row["licence"], tuple(row.get("leave_out", ()))) for row in rows]


def typeshed() -> Path:
    """The folder of typeshed that mypy bundles. mypy is found, not imported."""
    spec = find_spec("mypy")
    locations = spec.submodule_search_locations if spec else None
    for location in locations or ():
        folder = Path(location) / "typeshed"
        if (folder / "stdlib" / "builtins.pyi").is_file():
            return folder
    raise MissingSourcesError("the standard library's stubs are not there: pip install 'mypy>=1.15,<3'")


def standard_modules(folder: Path) -> list[Module]:
    found = (_module(path, path.relative_to(folder).parts) for path in sorted(folder.rglob("*.pyi")))
    return [module for module in found if module is not None]


def installed(folder: Path) -> dict[str, PathDistribution]:
    """Distributions installed into a folder, by the name they give themselves."""
    rows = distributions(path=[str(folder)])
    return {row.metadata["Name"]: row for row in rows if isinstance(row, PathDistribution)}


def modules_of(distribution: PathDistribution, pin: Pin) -> Iterator[Module]:
    """The modules of a distribution, by name; of a source and a stub beside it, the stub."""
    found: dict[str, Module] = {}
    for file in distribution.files or ():
        if file.suffix not in (".py", ".pyi") or file.parts[0].endswith((".dist-info", ".data")):
            continue
        module = _module(Path(str(file.locate())), file.parts)
        if module is None or any(fnmatchcase(module.dotted, pattern) for pattern in pin.leave_out):
            continue
        if module.is_stub or module.dotted not in found:
            found[module.dotted] = module
    yield from (module for _, module in sorted(found.items()))


def _module(path: Path, below: tuple[str, ...]) -> Module | None:
    """The module at a path; None for what nobody imports: tests, scripts, what a distribution carries of others."""
    parts = [*below[:-1], path.stem]
    parts[0] = parts[0].removesuffix("-stubs")
    is_package = parts[-1] == "__init__"
    if is_package:
        parts.pop()
    if not parts or not all(part.isidentifier() for part in parts) or not _NOT_OFFERED.isdisjoint(parts):
        return None
    return Module(".".join(parts), path, is_package)
