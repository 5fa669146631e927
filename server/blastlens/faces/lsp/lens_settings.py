"""The `lenses` of the client's settings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from blastlens.faces.lsp.known_keys import name_unknown
from blastlens.languages.registry import language_for
from blastlens.views.lenses import CALLERS, KINDS, TESTS, Lens, LensPart

_SECTION: Final = "blastlens.lenses"
_KEYS: Final = ("enabled", "enable", "kinds", "minCallers", "languages")


@dataclass(frozen=True, slots=True)
class LensSettings:
    """`kinds`: the parts that are shown; `min_callers`: a definition with fewer callers has no lens unless it is changed;
    `languages`: of the files with lenses, as the client or the server names them; empty for all."""

    enabled: bool = True
    kinds: tuple[str, ...] = KINDS
    min_callers: int = 0
    languages: tuple[str, ...] = ()

    def has_any(self, file: str, language_id: str | None) -> bool:
        """Whether this file has lenses. `language_id`: the client's."""
        if not self.enabled or not self.kinds:
            return False
        language = language_for(file)
        names = {language_id, language.name if language is not None else None}
        return not self.languages or not names.isdisjoint(self.languages)

    @property
    def has_always_some(self) -> bool:
        """Whether every definition has a lens, whatever it says."""
        return not self.min_callers and CALLERS in self.kinds and TESTS in self.kinds

    def shown(self, lens: Lens) -> tuple[LensPart, ...]:
        if lens.callers < self.min_callers and not lens.changed:
            return ()
        return tuple(part for part in lens.parts if part.kind in self.kinds)


def parse_lenses(value: Any, problems: list[str]) -> LensSettings:
    """Of `true`, `false` or a table with `enabled`, `kinds`, `minCallers` and `languages`. What cannot be used is named in
    `problems` and left at its default."""
    if value is None or isinstance(value, bool):
        return LensSettings(enabled=value is not False)
    if not isinstance(value, Mapping):
        problems.append(f"{_SECTION}.enabled must be true or false, not {value!r}")
        return LensSettings()
    name_unknown(value, _KEYS, _SECTION, "setting", problems)
    enabled = value.get("enabled", value.get("enable"))
    if enabled is not None and not isinstance(enabled, bool):
        problems.append(f"{_SECTION}.enabled must be true or false, not {enabled!r}")
        enabled = None
    least = value.get("minCallers", value.get("min_callers"))
    if least is not None and (isinstance(least, bool) or not isinstance(least, int) or least < 0):
        problems.append(f"{_SECTION}.minCallers must be a whole number from 0, not {least!r}")
        least = None
    return LensSettings(enabled is not False, _kinds(value, problems), least or 0, _languages(value, problems))


def _kinds(value: Mapping[str, Any], problems: list[str]) -> tuple[str, ...]:
    given = value.get("kinds")
    if given is None:
        return KINDS
    if isinstance(given, (list, tuple)) and all(kind in KINDS for kind in given):
        return tuple(kind for kind in KINDS if kind in given)
    problems.append(f"{_SECTION}.kinds must be a list of {', '.join(KINDS)}, not {given!r}")
    return KINDS


def _languages(value: Mapping[str, Any], problems: list[str]) -> tuple[str, ...]:
    given = value.get("languages")
    if given is None:
        return ()
    if isinstance(given, (list, tuple)) and all(isinstance(one, str) for one in given):
        return tuple(given)
    problems.append(f"{_SECTION}.languages must be a list of languages, not {given!r}")
    return ()
