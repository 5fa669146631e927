"""Facts of Go files: whatever the bytes, and no call is dropped."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tree_sitter_language_pack import get_parser

from blastlens.extract.extractor import extract
from blastlens.facts.encoding import decode, encode
from blastlens.facts.file_facts import DefFlag, FileFacts, Signal, Use
from blastlens.languages.go.language import GO

PIECES = [
    "func ", "f", "(", ")", "{", "}", "[", "]", "type ", "T", "struct", "interface", " ", "\n", "x", ".", ":=", "=", ",", "go ", "<-",
    "chan ", "map", "*", "&", "switch ", "case ", "default:", "range ", "for ", '"a"', "`", "var ", "const ", "import ", "package a\n",
    "return ", "if ", "else ", "~", "|", "any", "...", "iota", "1", "select ", "defer ", "x.(type)", "T[int]{}", "f[T](x)", "\0", "é",
]  # fmt: skip
DEEP = [
    b"var x = " + b"(" * 10_000 + b"1" + b")" * 10_000,
    b"func f() {" + b"{" * 10_000 + b"}" * 10_000 + b"}",
    b"var x = a" + b".b()" * 10_000,
    b"var x = " + b"f(" * 10_000 + b")" * 10_000,
    b"type T " + b"struct{ a " * 5_000 + b"}" * 5_000,
    b"type T " + b"[]" * 10_000 + b"int",
    b"var x = " + b"1 + " * 20_000 + b"1",
    b"func f() {" + b"if x {} else " * 5_000 + b"{} }",
    b"var f = " + b"func() { x := " * 3_000 + b"1" + b" }" * 3_000,
]
TEXT = """package a

import "fmt"

type T struct{ next *T; run func(int) }

var made = New(T{run: func(n int) { log(n) }})

func (t *T) Each(f func(*T) error) (err error) {
	defer func() { recover() }()
	go t.next.Each(func(u *T) error { return f(u) })
	for _, v := range list() { v.Each(nil) }
	switch x := get().(type) { case *T: x.Each(f); default: (*T)(nil).Each(f) }
	select { case c := <-channel(): c.Each(f); case out() <- send(): }
	if a, b := two(); a(b) { return fmt.Errorf("%d", len(f2(1)[0].g())) } else if third() { Map[int](3) } else { Pair[int, T](1)(2) }
	_ = []func(){func() { inner() }}[0]
	m := map[string]func(){key(): value}
	m[key()]()
	t.run(<-numbers())
	return func() error { return nil }()
}
"""


def checked(data: bytes) -> FileFacts:
    facts = extract(GO, data)
    assert decode(encode(facts)) == facts
    assert len(facts.uses) == len(facts.use_spans) == len(set(facts.uses))
    assert len(facts.defs) == len(facts.def_spans)
    assert len(facts.imports) == len(facts.import_spans)
    assert all(definition.parent < index for index, definition in enumerate(facts.defs))
    assert all(definition.scope >= 0 and definition.ctx >= 0 for definition in facts.defs)
    for context, row, _ in facts.uses:
        scope, block, _order = facts.contexts[context]
        assert scope < len(facts.scopes) and block < len(facts.block_parents) and row < len(facts.exprs)
    return facts


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_give_facts(data: bytes) -> None:
    checked(data)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(PIECES), max_size=60))
def test_any_tokens_give_facts(pieces: list[str]) -> None:
    checked(("package a\n" + "".join(pieces)).encode())


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(TEXT)), st.integers(0, 60))
def test_a_text_with_a_hole_gives_facts(at: int, length: int) -> None:
    checked((TEXT[:at] + TEXT[at + length :]).encode())


@pytest.mark.parametrize("text", DEEP, ids=range(len(DEEP)))
def test_deep_nesting_is_cut_and_told(text: bytes) -> None:
    checked(b"package a\n" + text)


def test_every_call_of_the_tree_is_a_use() -> None:
    """`Map[int](3)` is a call that the grammar takes for a conversion; a conversion to a type that no name spells is none."""
    calls = 0
    stack: list[Any] = [get_parser("go").parse(TEXT.encode()).root_node]
    while stack:
        node = stack.pop()
        kind = node.child_by_field_name("type")
        is_generic = node.type == "type_conversion_expression" and kind is not None and kind.type == "generic_type"
        calls += node.type == "call_expression" or is_generic
        stack.extend(node.children)
    facts = extract(GO, TEXT.encode())
    spans = zip(facts.uses, facts.use_spans, strict=True)
    assert sum(len(span) // 3 for use, span in spans if use[2] == Use.CALL) == calls


def test_what_a_test_is_follows_from_name_and_parameter() -> None:
    facts = extract(
        GO,
        b"""package a
func TestA(t *testing.T) {}
func TestB(b *testing.B) {}
func Testc(t *testing.T) {}
func BenchmarkA(b *testing.B) {}
func FuzzA(f *testing.F) {}
func ExampleA() {}
func ExampleB() int { return 1 }
func Test(t *testing.T) {}
""",
    )
    marked = [facts.names[row.name] for row in facts.defs if row.flags & DefFlag.TEST]
    assert marked == ["TestA", "BenchmarkA", "FuzzA", "ExampleA", "Test"]


def test_a_file_says_whether_a_build_leaves_it_out() -> None:
    assert extract(GO, b"//go:build windows\n\npackage a\n").signals & Signal.LEFT_OUT
    assert not extract(GO, b"//go:build linux\n\npackage a\n").signals & Signal.LEFT_OUT
    assert not extract(GO, b"package a\n\n//go:build windows\n").signals & Signal.LEFT_OUT
