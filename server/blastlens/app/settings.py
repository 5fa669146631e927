"""Settings of a root: `.code-graph/config.json`, else `[tool.blastlens]` of `pyproject.toml`, the former key by key first.

A setting that cannot be used is left at its default and named in `Settings.problems`; it never stops anything.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from blastlens.app.check.registry import RULES, STALE_INDEX
from blastlens.app.check.settings import CheckSettings, WrongSettingError, parse_check
from blastlens.model import thresholds

MOST_FILES: Final = 50_000
CONFIG_PATH: Final = ".code-graph/config.json"
_PYPROJECT: Final = "pyproject.toml"
# Larger files are not settings.
_MOST_BYTES: Final = 1_000_000
_LENS_KINDS: Final = ("function", "method", "class", "interface", "test", "fixture")
_FINDINGS: Final = (
    "import-cycle",
    "callers-not-updated",
    "untested-callers",
    "unresolved-import",
    "dead-code",
    "suppression",
)


@dataclass(frozen=True, slots=True)
class Settings:
    """`exclude`: gitignore-style patterns on top of the built-in rules; `max_file_bytes`: larger files are skipped, 0 for
    the built-in limit; `max_files`: a folder with more sources is not indexed unless that is wanted, 0 for any number; `min_confidence`: of lenses, hovers and findings;
    `lens_kinds`: symbol kinds that get a lens; `entry_points`: globs over symbol ids that are alive for dead code;
    `findings`: rules whose findings an editor shows; `frameworks`: class -> attribute -> type, what a framework gives the
    classes below one at run time; `check`: of `blastlens check`;
    `coverage`: coverage reports beside those at the usual places, as paths or patterns."""

    exclude: tuple[str, ...] = ()
    max_file_bytes: int = 0
    max_files: int = MOST_FILES
    min_confidence: float = thresholds.REVIEW
    lens_kinds: tuple[str, ...] = _LENS_KINDS
    entry_points: tuple[str, ...] = ()
    findings: tuple[str, ...] = _FINDINGS
    frameworks: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    check: CheckSettings = field(default_factory=CheckSettings)
    coverage: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


def load_settings(root: Path) -> Settings:
    """Never raises: files that are absent are no settings, broken ones are a problem."""
    problems: list[str] = []
    given: dict[str, tuple[str, Any]] = {}
    for name, read in ((_PYPROJECT, _from_pyproject), (CONFIG_PATH, _from_json)):
        found = _read(root / name, name, read, problems)
        given |= {key: (name, value) for key, value in found.items()}
    values: dict[str, Any] = {}
    for key, (name, value) in given.items():
        check = _CHECKS.get(key)
        if check is None:
            problems.append(f"{name}: there is no setting {key!r} (there are: {', '.join(sorted(_CHECKS))})")
            continue
        wanted, make = check
        try:
            made = make(value)
        except WrongSettingError as error:
            problems.append(f"{name}: {key}: {error}")
            continue
        if made is None:
            problems.append(f"{name}: {key} must be {wanted}")
        else:
            values[key] = made
    return replace(Settings(**values), problems=tuple(problems))


def _read(path: Path, name: str, parse: Callable[[str], Any], problems: list[str]) -> Mapping[str, Any]:
    try:
        if not path.is_file():
            return {}
        if path.stat().st_size > _MOST_BYTES:
            problems.append(f"{name} is too large to be read")
            return {}
        found = parse(path.read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        problems.append(f"{name} cannot be read: {error}")
        return {}
    if not isinstance(found, dict):
        problems.append(f"{name}: the settings must be a table of names and values")
        return {}
    return found


def _from_json(text: str) -> Any:
    return json.loads(text)


def _from_pyproject(text: str) -> Any:
    if "blastlens" not in text:
        return {}
    import tomllib

    tool = tomllib.loads(text).get("tool", {})
    return tool.get("blastlens", {}) if isinstance(tool, dict) else {}


def _texts(value: object) -> tuple[str, ...] | None:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    return None


def _share(value: object) -> float | None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= float(value) <= 1 else None  # type: ignore[arg-type]


def _size(value: object) -> int | None:
    is_size = isinstance(value, int) and not isinstance(value, bool) and value > 0
    return value if is_size else None  # type: ignore[return-value]


def _count(value: object) -> int | None:
    return 0 if value == 0 and value is not False else _size(value)


def _kinds(value: object) -> tuple[str, ...] | None:
    found = _texts(value)
    return found if found is not None and set(found) <= set(_LENS_KINDS) else None


def _codes(value: object) -> tuple[str, ...] | None:
    found = _texts(value)
    for code in found or ():
        if code not in RULES and code != STALE_INDEX:
            raise WrongSettingError(f"there is no finding {code!r} (there are: {', '.join(RULES)})")
    return found


def _frameworks(value: object) -> Mapping[str, Mapping[str, str]] | None:
    if not isinstance(value, dict) or not all(isinstance(members, dict) for members in value.values()):
        return None
    if not value:
        return {}
    from blastlens.languages.shapes import parse_shape

    try:
        for owner, members in value.items():
            parse_shape(owner)
            for text in members.values():
                parse_shape(text)
    except (ValueError, TypeError, AttributeError):
        return None
    return value


_CHECKS: Final[Mapping[str, tuple[str, Callable[[object], Any]]]] = {
    "exclude": ("a list of patterns", _texts),
    "max_file_bytes": ("a number of bytes", _size),
    "max_files": ("a number of files, 0 for any", _count),
    "min_confidence": ("a number from 0 to 1", _share),
    "lens_kinds": (f"a list of kinds ({', '.join(_LENS_KINDS)})", _kinds),
    "entry_points": ("a list of patterns over symbol ids", _texts),
    "findings": ("a list of codes of findings", _codes),
    "coverage": ("a list of paths or patterns below the root", _texts),
    "frameworks": (
        'a table of classes and their attributes\' types, such as {"my.Base": {"attribute": "pkg.Type"}}',
        _frameworks,
    ),
    "check": ("a table", parse_check),
}
assert set(_CHECKS) | {"problems"} == {row.name for row in fields(Settings)}
