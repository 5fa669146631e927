"""The table `check` of the settings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from blastlens.app.check.registry import LEVELS, RULES, Level

_KEYS: Final = ("rules", "max_radius", "baseline")


class WrongSettingError(Exception):
    """What is wrong with a setting, in words."""


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """`rules`: levels of rules that differ from their own; `max_radius`: 0 for no limit; `baseline`: a path below the root, or ""."""

    rules: Mapping[str, Level] = field(default_factory=dict)
    max_radius: int = 0
    baseline: str = ""


def parse_check(value: object) -> CheckSettings | None:
    """None for what is no table. Raises `WrongSettingError`."""
    if not isinstance(value, dict):
        return None
    for key in value:
        if key not in _KEYS:
            raise WrongSettingError(f"there is no setting {key!r} (there are: {', '.join(_KEYS)})")
    levels = value.get("rules", {})
    if not isinstance(levels, dict):
        raise WrongSettingError("rules must be a table of rules and levels")
    return CheckSettings(
        {name: checked_level(name, level) for name, level in levels.items()},
        _number(value.get("max_radius", 0)),
        _path(value.get("baseline", "")),
    )


def checked_level(rule: str, level: object) -> Level:
    """Raises `WrongSettingError` for a rule or level that does not exist."""
    if rule not in RULES:
        raise WrongSettingError(f"there is no rule {rule!r} (there are: {', '.join(RULES)})")
    for known in LEVELS:
        if level == known:
            return known
    raise WrongSettingError(f"{rule} must be {', '.join(LEVELS[:-1])} or {LEVELS[-1]}, not {level!r}")


def _number(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise WrongSettingError("max_radius must be a whole number, 0 for no limit")


def _path(value: Any) -> str:
    if isinstance(value, str):
        return value
    raise WrongSettingError("baseline must be a path")
