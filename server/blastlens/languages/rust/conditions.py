"""`#[cfg(…)]`: whether a build for linux on x86-64 takes what stands under it, with no features chosen. Code of tests counts
like the rest, whether it is asked for or left out."""

import re
from typing import Final

_CFG: Final = re.compile(r"#!?\s*\[\s*cfg\s*\(")
_TOKEN: Final = re.compile(r'\s*([\w:]+(?:\s*=\s*"[^"]*")?|[(),])')
_SET: Final = frozenset(
    (
        "unix",
        "debug_assertions",
        'target_os="linux"',
        'target_family="unix"',
        'target_arch="x86_64"',
        'target_pointer_width="64"',
        'target_endian="little"',
        'target_env="gnu"',
        'target_vendor="unknown"',
        'target_has_atomic="64"',
        'target_has_atomic="ptr"',
        'panic="unwind"',
    )
)
_OPEN: Final = frozenset(("test", "doc", "doctest", "miri", "bench"))
_MOST_TOKENS: Final = 400


def is_left_out(text: str) -> bool:
    """Whether some condition among attributes does not hold."""
    return any(_Condition(text[found.end() :]).holds() is False for found in _CFG.finditer(text))


class _Condition:
    """`all(unix, not(feature = "x"))`. What cannot be told, or read, is None."""

    def __init__(self, text: str) -> None:
        self._tokens = [token.replace(" ", "") for token in _TOKEN.findall(text[:2000])[:_MOST_TOKENS]]
        self._at = 0

    def holds(self) -> bool | None:
        return self._one()

    def _next(self) -> str:
        token = self._tokens[self._at] if self._at < len(self._tokens) else ""
        self._at += 1
        return token

    def _listed(self) -> list[bool | None]:
        found = []
        while self._at < len(self._tokens) and self._tokens[self._at] != ")":
            if self._tokens[self._at] == ",":
                self._at += 1
                continue
            found.append(self._one())
        self._at += 1
        return found

    def _one(self) -> bool | None:
        token = self._next()
        if token in ("all", "any", "not") and self._at < len(self._tokens) and self._tokens[self._at] == "(":
            self._at += 1
            given = self._listed()
            if token == "not":
                return None if not given or given[0] is None else not given[0]
            decisive = token == "any"
            if decisive in given:
                return decisive
            return None if None in given else not decisive
        return None if token in _OPEN or not token[:1].isalpha() else token in _SET
