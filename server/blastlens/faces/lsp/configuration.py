"""The `blastlens` section of the client's settings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from blastlens.app.check.registry import RULES, STALE_INDEX
from blastlens.app.wanted_findings import SCOPES, Scope
from blastlens.faces.lsp.client_features import plain_mapping
from blastlens.faces.lsp.known_keys import camel, name_unknown
from blastlens.faces.lsp.lens_settings import LensSettings, parse_lenses
from blastlens.faces.lsp.navigation_settings import NavigationSettings, parse_navigation
from blastlens.views.findings import Severity

SECTION: Final = "blastlens"
_TRACES: Final = ("off", "messages", "verbose")
_CODES: Final = (*RULES, STALE_INDEX)
_SWITCH: Final = ("enabled", "enable")
# Keys of the tables that are the server's own.
_TABLES: Final = {
    "diagnostics": (*_SWITCH, "scope", "baseline", "severity"),
    "hover": _SWITCH,
    "inlay_hints": _SWITCH,
    "index": ("maxFiles",),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """`severities`: per finding code, or "" for all; "off" hides a code. `docs_url`: page the finding codes link to,
    with `#code` appended; empty for the project's own."""

    min_confidence: float | None = None  # None: the repository's own
    lenses: LensSettings = field(default_factory=LensSettings)
    hover: bool = True
    inlay_hints: bool = False
    navigation: NavigationSettings = field(default_factory=NavigationSettings)
    diagnostics: bool = True
    severities: Mapping[str, str] = field(default_factory=dict)
    diagnostics_scope: Scope = "change"
    baseline: str | None = None  # None: the repository's own
    exclude: tuple[str, ...] = ()
    max_files: int | None = None  # None: the repository's own; 0: any number
    trace: str = "off"
    docs_url: str = ""

    def severity(self, code: str, own: Severity) -> Severity | None:
        """Severity to show a finding with; None to hide it."""
        chosen = self.severities.get(code, self.severities.get("", own.value))
        return None if chosen == "off" else Severity(chosen)


def parse_settings(section: Any) -> tuple[Settings, list[str]]:
    """Settings of a client's section and what was wrong with it. Wrong values fall back to their defaults; unknown keys of the section
    itself are the client's own business, those of a table in it are wrong. Keys may be written `minConfidence` or `min_confidence`."""
    given = {_snake(key): value for key, value in plain_mapping(section).items()}
    problems: list[str] = []
    for name, known in _TABLES.items():
        name_unknown(given.get(name), known, f"{SECTION}.{camel(name)}", "setting", problems)
    defaults = Settings()
    diagnostics = given.get("diagnostics")
    parsed = Settings(
        min_confidence=_fraction(given, "min_confidence", defaults.min_confidence, problems),
        lenses=parse_lenses(given.get("lenses"), problems),
        hover=_switch(given, "hover", problems),
        inlay_hints=_switch(given, "inlay_hints", problems, default=False),
        navigation=parse_navigation(given.get("navigation"), problems),
        diagnostics=_switch(given, "diagnostics", problems),
        severities=_severities(plain_mapping(diagnostics).get("severity"), problems),
        diagnostics_scope=_scope(plain_mapping(diagnostics).get("scope"), problems),
        baseline=_text(plain_mapping(diagnostics).get("baseline"), "diagnostics.baseline", problems) or None,
        exclude=_patterns(given.get("exclude"), problems),
        max_files=_max_files(_either(given.get("index"), "maxFiles", "max_files"), problems),
        trace=_trace(given.get("trace"), problems),
        docs_url=_text(given.get("docs_url"), "docsUrl", problems),
    )
    return parsed, problems


def _snake(key: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in key)


def _fraction(given: Mapping[str, Any], key: str, default: float | None, problems: list[str]) -> float | None:
    value = given.get(key)
    if value is None:
        return default
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1:
        return float(value)
    problems.append(f"{SECTION}.minConfidence must be a number from 0 to 1, not {value!r}")
    return default


def _switch(given: Mapping[str, Any], key: str, problems: list[str], *, default: bool = True) -> bool:
    value = given.get(key)
    if isinstance(value, Mapping):
        value = value.get("enabled", value.get("enable"))
    if value is None or isinstance(value, bool):
        return default if value is None else value
    problems.append(f"{SECTION}.{camel(key)}.enabled must be true or false, not {value!r}")
    return default


def _severities(value: Any, problems: list[str]) -> Mapping[str, str]:
    if value is None:
        return {}
    pairs = value.items() if isinstance(value, Mapping) else [("", value)]
    allowed = {severity.value for severity in Severity} | {"off"}
    found: dict[str, str] = {}
    name_unknown(value, _CODES, f"{SECTION}.diagnostics.severity", "rule", problems)
    for code, severity in pairs:
        if severity in allowed:
            found[code] = severity
        else:
            problems.append(f"{SECTION}.diagnostics.severity must be one of {sorted(allowed)}, not {severity!r}")
    return found


def _either(table: Any, *spelled: str) -> Any:
    """The value of a key that may be spelled in several ways."""
    given = plain_mapping(table)
    return next((given[one] for one in spelled if one in given), None)


def _max_files(value: Any, problems: list[str]) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 0):
        return value
    problems.append(f"{SECTION}.index.maxFiles must be a number of files, not {value!r}")
    return None


def _scope(value: Any, problems: list[str]) -> Scope:
    for known in SCOPES:
        if value == known:
            return known
    if value is not None:
        problems.append(f"{SECTION}.diagnostics.scope must be one of {list(SCOPES)}, not {value!r}")
    return "change"


def _patterns(value: Any, problems: list[str]) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value):
        return tuple(value)
    problems.append(f"{SECTION}.exclude must be a list of patterns, not {value!r}")
    return ()


def _trace(value: Any, problems: list[str]) -> str:
    if isinstance(value, Mapping):
        value = value.get("server")
    if value is None or value in _TRACES:
        return value or "off"
    problems.append(f"{SECTION}.trace must be one of {list(_TRACES)}, not {value!r}")
    return "off"


def _text(value: Any, key: str, problems: list[str]) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    problems.append(f"{SECTION}.{key} must be text, not {value!r}")
    return ""
