"""The tables of frameworks: what they may say, and that they speak of what there is."""

from collections.abc import Iterator

import pytest

from blastlens.languages.python.framework_tables import framework_facts
from blastlens.languages.python.library_stubs import CompiledStubs
from blastlens.languages.shapes import Shape, parse_shape

STUBS = CompiledStubs()
FACTS = framework_facts()


def names_in(shape: Shape) -> Iterator[str]:
    if shape[0] == "name":
        yield shape[1]
    for part in shape[1:]:
        if isinstance(part, tuple):
            yield from names_in(part) if part and isinstance(part[0], str) else (n for p in part for n in names_in(p))


def told() -> Iterator[str]:
    tables = (FACTS.attributes, FACTS.fields, FACTS.results, FACTS.defaults)
    for rows in (row for table in tables for row in table.values()):
        for owner, shape in rows:
            yield owner
            yield from names_in(shape)
    for decorators in FACTS.runners.values():
        yield from decorators


def is_there(dotted: str) -> bool:
    """Whether a module of the compiled stubs has the name, or its class the member."""
    parts = dotted.split(".")
    for end in range(len(parts) - 1, 0, -1):
        path = STUBS.find(".".join(parts[:end]))
        if path is not None:
            facts = STUBS.facts(path)
            return parts[-1] in facts.names and parts[end] in {facts.names[name] for name in facts.scopes[0].bindings}
    return False


@pytest.mark.parametrize("dotted", sorted({name for name in told() if "." in name}))
def test_a_name_in_a_table_is_one_that_the_framework_has(dotted: str) -> None:
    assert is_there(dotted)


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("pkg.Type", ("name", "pkg.Type", ())),
        ("pkg.Type[Self, b.C]", ("name", "pkg.Type", (("self",), ("name", "b.C", ())))),
        ("type[Self]", ("type", ("self",))),
        ("argument(0, to)", ("argument", 0, "to")),
        ("result(1)", ("result", 1, "")),
        ("parameter(0)", ("parameter", 0)),
        ("call(Self)", ("call", ("self",))),
        ("A | b.C", ("either", (("name", "A", ()), ("name", "b.C", ())))),
    ],
)
def test_a_shape_is_read(text: str, shape: Shape) -> None:
    assert parse_shape(text) == shape


@pytest.mark.parametrize("text", ["", "1", "a b", "f(x)", "a.b()", "lambda: x", "argument(x)", "a + b", "[" * 5000])
def test_what_is_no_shape_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="names no type"):
        parse_shape(text)


def test_a_user_s_table_comes_first() -> None:
    facts = FACTS.with_attributes({"my.Base": {"objects": "my.Query"}})
    assert facts.attributes["objects"][0] == ("my.Base", ("name", "my.Query", ()))
    assert facts.attributes["objects"][1:] == FACTS.attributes["objects"]
