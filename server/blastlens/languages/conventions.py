"""Files and names that frameworks find by where they stand, as tables.

A table is JSON: `library`: what a repository imports that uses the framework ("" for any repository); `files`: pattern over paths -> why
the file is loaded; `names`: pattern -> names that are called or read in such a file, `*` for all that it binds at top level, `class *` for every class;
`methods`: names of methods that the framework calls on whatever has them, `clean_*` for all that begin so. A pattern is
matched against the whole path: `*` stands for any text without `/`, `**/` for any folders or none.
"""

import json
import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

_PARTS: Final = re.compile(r"\*\*/|\*|\?|\{[^{}]*\}|[^*?{]+")
_EVERY: Final = "*"
_CLASS: Final = "class "


class _Methods(NamedTuple):
    library: str
    names: frozenset[str]
    beginnings: tuple[str, ...]
    why: str


class _Rule(NamedTuple):
    library: str
    path: re.Pattern[str]
    names: frozenset[str]  # empty for the file alone
    why: str


@dataclass(frozen=True, slots=True)
class Conventions:
    rules: tuple[_Rule, ...] = ()
    methods: tuple[_Methods, ...] = ()

    def loaded(self, path: str, libraries: Container[str]) -> str:
        """Why a file is loaded though nothing imports it; "" for no reason."""
        return next((rule.why for rule in self.rules if not rule.names and _applies(rule, path, libraries)), "")

    def used(self, path: str, name: str, libraries: Container[str]) -> str:
        """Why a name that a file binds at top level is used, a class with `class ` before its name; "" for no reason."""
        bare = name.removeprefix(_CLASS)
        wanted = {name, bare, _EVERY} if name == bare else {name, bare, _EVERY, _CLASS + _EVERY}
        for rule in self.rules:
            if not wanted.isdisjoint(rule.names) and _applies(rule, path, libraries):
                return rule.why
        return ""

    def called(self, method: str, libraries: Container[str]) -> str:
        """Why a framework may call methods of a name on whatever has them; "" for no reason."""
        for rule in self.methods:
            if rule.library in libraries and (method in rule.names or method.startswith(rule.beginnings)):
                return rule.why
        return ""


def _applies(rule: _Rule, path: str, libraries: Container[str]) -> bool:
    return (not rule.library or rule.library in libraries) and rule.path.fullmatch(path) is not None


@cache
def read_conventions(package: str) -> Conventions:
    """Of every `*.json` in the folder `conventions` of a package."""
    rules: list[_Rule] = []
    methods: list[_Methods] = []
    for file in sorted(files(package).joinpath("conventions").iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".json"):
            table = json.loads(file.read_text(encoding="utf-8"))
            rules += _rules(table)
            methods += _methods(table)
    return Conventions(tuple(rules), tuple(methods))


def _methods(table: Mapping[str, Any]) -> list[_Methods]:
    names = table.get("methods", ())
    whole = frozenset(name for name in names if not name.endswith("*"))
    beginnings = tuple(name[:-1] for name in names if name.endswith("*"))
    why = f"{table['name']} calls methods of this name on what has them"
    return [_Methods(table["library"], whole, beginnings, why)] if names else []


def _rules(table: Mapping[str, Any]) -> list[_Rule]:
    library = table["library"]
    found = [_Rule(library, _pattern(glob), frozenset(), why) for glob, why in table.get("files", {}).items()]
    for glob, names in table.get("names", {}).items():
        found.append(_Rule(library, _pattern(glob), frozenset(names), f"called by {table['name']}"))
    return found


def _pattern(glob: str) -> re.Pattern[str]:
    return re.compile("".join(_regex(part) for part in _PARTS.findall(glob)))


def _regex(part: str) -> str:
    if part == "**/":
        return "(?:.*/)?"
    if part == "*":
        return "[^/]*"
    if part == "?":
        return "[^/]"
    if part.startswith("{"):
        return f"(?:{'|'.join(map(re.escape, part[1:-1].split(',')))})"
    return re.escape(part)
