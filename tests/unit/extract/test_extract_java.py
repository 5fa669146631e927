"""Java: no call is dropped, nothing in a file raises, and the table of the library reads as it is written."""

import random

import pytest
from facts_text import FactsText
from tree_sitter_language_pack import get_parser

from blastlens.extract.extractor import extract
from blastlens.facts.file_facts import DefFlag, FileFacts, Use, may_override, pack_signature
from blastlens.languages.java.language import JAVA
from blastlens.languages.java.library import JavaLibrary

SAMPLE = """
package a.b;

import static a.C.d;
import a.e.*;

@Marker(value = "x", other = @Inner)
public final class A<T extends B & C> extends D<T> implements E, F.G {
    private final Map<String, List<? extends T>>[] maps = make(), others = null;
    static { init(load()); }
    A(int... all) { this(all.length, new int[size()]); }
    A(int one, int[] two) { super(one, () -> two.clone()); }
    <R> R run(final T given, R... rest) throws X {
        for (int i = start(); i < end(); i = next(i)) { outer: while (more()) { if (stop()) break outer; } }
        for (final var item : given.items()) synchronized (item.lock()) { item.use(this.run(null), A.this.toString()); }
        do { try (R r = open(); r) { r.read(); } catch (X | Y e) { throw new Z(e.text()); } finally { close(); } } while (again());
        Object made = new E() { int count = inner(); public void go() { E.super.go(); finish(); } }.go(x -> x.y().z());
        switch (kind()) { case Circle(var c, Point(int x, int y)) when c.ok() -> c.draw(); case Line l -> l.draw(); default -> none(); }
        switch (kind()) { case 1: first(); break; default: none(); }
        int n = switch (n()) { case 1, 2 -> one(); default -> { yield two(); } };
        assert check() : text();
        return (cond() ? left()[index()] : (R) right()) instanceof Q q && q.is() ? q.get() : items.get(0).<String>of(A::new, B[]::new, this::run);
    }
    record P(int x) implements H { P { verify(x); } static P zero() { return new P(0); } }
    enum K { ONE(first()) { void m() { one(); } }, TWO; K(int... x) { count(x); } }
    @interface Ann { int value() default 1; }
    interface I { default void m() { n(); } void n(); }
}
"""
# Constants call the constructor of their enumeration, where it has one, as that of the sample does.
_CALLS = ("method_invocation", "object_creation_expression", "explicit_constructor_invocation", "enum_constant")


def read(source: str) -> FileFacts:
    return extract(JAVA, source.encode())


def noted_calls(facts: FileFacts) -> int:
    places = zip(facts.uses, facts.use_spans, strict=True)
    return sum(len(spans) // 3 for (_, _, kind), spans in places if kind == Use.CALL)


def test_every_call_of_the_tree_is_noted() -> None:
    parser = get_parser("java")  # type: ignore[arg-type]
    pending, count = [parser.parse(SAMPLE.encode()).root_node], 0
    while pending:
        node = pending.pop()
        count += node.type in _CALLS
        pending += node.children
    facts = read(SAMPLE)
    assert facts.problems == []
    assert count == noted_calls(facts) > 50


@pytest.mark.parametrize("seed", range(40))
def test_damaged_text_never_raises(seed: int) -> None:
    rng = random.Random(seed)
    data = bytearray(SAMPLE.encode())
    for _ in range(12):
        start = rng.randrange(len(data))
        data[start : start + rng.randrange(9)] = rng.choice(
            (b"", b"{", b"}", b"(", b"->", b"::", b"\xff", b"\x00", b"class ")
        )
    assert extract(JAVA, bytes(data)) == extract(JAVA, bytes(data))


@pytest.mark.parametrize(
    ("before", "middle", "after"),
    [
        ("(", "x", ")"),
        ("a.b(", "x", ")"),
        ("y -> ", "x", ""),
        ("new B() { Object g() { return ", "x", "; } }"),
        ("x ? y : ", "x", ""),
        ("-", "x", ""),
        ("switch (x) { default -> ", "1", "; }"),
    ],
)
def test_what_is_nested_too_deeply_is_named(before: str, middle: str, after: str) -> None:
    facts = read("class A { void f() { x = " + before * 500 + middle + after * 500 + "; } void g() { h(); } }")
    assert [facts.names[row.name] for row in facts.defs][:2] == ["A", "f"]
    assert facts.names[facts.defs[-1].name] == "g"
    assert [what for _, what in facts.problems] == ["nested too deeply; not read further"]


def test_parameters_tell_what_may_override() -> None:
    facts = read(
        "class A<T> { void f(int x) {} void f(String[] x) {} void f(String... x) {} void f(T x) {} void f() {} }"
    )
    number, array, rest, variable, none = (row.flags for row in facts.defs[1:])
    assert may_override(array, rest)
    assert may_override(variable, number)
    assert not may_override(number, array)
    assert not may_override(none, number)
    assert may_override(0, number)
    assert pack_signature(1, b"int") != pack_signature(1, b"long")


def test_overloads_are_one_set() -> None:
    facts = read("class A { void f() {} void f(int x) {} void g() {} }")
    assert [row.overloads for row in facts.defs] == [-1, 1, 1, -1]
    assert [bool(row.flags & DefFlag.SEVERAL) for row in facts.defs] == [False, True, True, False]


def test_the_library_reads_as_it_is_written() -> None:
    library = JavaLibrary()
    text = FactsText(library.facts(library.find("java.util") or ""))
    names = {text.qualified(number) for number in range(len(text.facts.defs))}
    assert {"List.get", "Map.Entry.getKey", "Collections.emptyList"} <= names
    assert library.find("java.nonsense") is None
    assert [library.number(path) for path in library.paths()] == list(range(len(library.paths())))
    for path in library.paths():
        facts = library.facts(path)
        assert all(row.returns < len(facts.exprs) for row in facts.defs)
