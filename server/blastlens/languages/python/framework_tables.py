"""Reads the tables of frameworks (`frameworks/*.json`) into `FrameworkFacts`.

A file holds, by kind: `attributes`: class -> attribute -> shape; `fields`, `results`, `defaults`: callable -> shape;
`runners`: decorator -> attributes of a decorated function that run it; `owned`: class -> class whose bodies own instances of it,
which are about their owner.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from blastlens.languages.rules import FrameworkFacts
from blastlens.languages.shapes import Shape, parse_shape

Rows = dict[str, tuple[tuple[str, Shape], ...]]


@cache
def framework_facts() -> FrameworkFacts:
    """The tables that ship with the package."""
    attributes: Rows = {}
    by_call: dict[str, Rows] = {"fields": {}, "results": {}, "defaults": {}}
    runners: dict[str, tuple[str, ...]] = {}
    owned: list[tuple[str, str]] = []
    folder = files("blastlens.languages.python").joinpath("frameworks")
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if not file.name.endswith(".json"):
            continue
        table: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        for owner, members in table.get("attributes", {}).items():
            for name, text in members.items():
                attributes[name] = (*attributes.get(name, ()), (owner, parse_shape(text)))
        for kind, rows in by_call.items():
            for dotted, text in table.get(kind, {}).items():
                last = dotted.rpartition(".")[2]
                rows[last] = (*rows.get(last, ()), (dotted, parse_shape(text)))
        for decorator, names in table.get("runners", {}).items():
            for name in names:
                runners[name] = (*runners.get(name, ()), decorator)
        owned += table.get("owned", {}).items()
    return FrameworkFacts(attributes, by_call["fields"], by_call["results"], by_call["defaults"], runners, tuple(owned))
