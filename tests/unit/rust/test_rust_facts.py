"""Facts of Rust files: whatever the bytes, and no call is dropped."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tree_sitter_language_pack import get_parser

from blastlens.extract.extractor import extract
from blastlens.facts.encoding import decode, encode
from blastlens.facts.file_facts import DefFlag, FileFacts, Use
from blastlens.languages.rust.language import RUST

PIECES = [
    "fn ", "f", "(", ")", "{", "}", "[", "]", "<", ">", "struct ", "T", "enum ", "impl ", "trait ", "for ", "in ", " ", "\n", "x", ".", ":",
    "::", "=", ",", ";", "let ", "mut ", "&", "*", "match ", "=>", "if ", "else ", "|", "||", "'a", "'", '"a"', "#[cfg(test)]", "#[test]",
    "use ", "mod ", "pub ", "self", "Self", "super", "crate", "where ", "dyn ", "_", "..", "?", "!", "vec![1, f()]", "matches!(x, A | B)",
    "println!(", "return ", "async ", ".await", "type ", "const ", "static ", "unsafe ", "1", "\0", "é", "->", "macro_rules! m {", "$x",
]  # fmt: skip
DEEP = [
    b"const X: u8 = " + b"(" * 10_000 + b"1" + b")" * 10_000 + b";",
    b"fn f() {" + b"{" * 10_000 + b"}" * 10_000 + b"}",
    b"fn f() { a" + b".b()" * 10_000 + b" }",
    b"fn f() {" + b"f(" * 10_000 + b")" * 10_000 + b"}",
    b"type T = " + b"Vec<" * 10_000 + b"u8" + b">" * 10_000 + b";",
    b"fn f() {" + b"1 + " * 20_000 + b"1 }",
    b"fn f() {" + b"if x {} else " * 5_000 + b"{} }",
    b"fn f() {" + b"m!(" * 3_000 + b")" * 3_000 + b"}",
    b"use " + b"a::{" * 3_000 + b"b" + b"}" * 3_000 + b";",
    b"fn f() { match x { " + b"Some(" * 5_000 + b"y" + b")" * 5_000 + b" => 1 } }",
    b"fn f() {" + b"|x| " * 5_000 + b"1 }",
]
TEXT = """use std::{fmt, io::{self, Read as R}};
pub struct T<'a, U: Clone = u8> where U: Send { next: Box<T<'a, U>>, run: fn(u8) -> u8 }
static MADE: T = T::new(log(1));
impl<'a, U: Clone> T<'a, U> {
    const N: usize = size();
    fn each(&mut self, f: impl Fn(&U) -> bool) -> Result<(), io::Error> {
        for (_, v) in self.list()?.iter().enumerate() { v.each(|u| f(u))?; }
        let Some(x) = get(self.next.one(two())) else { return Err(fault()) };
        match third() { Some(n) if four(n) => five::<u8>(n), T { next, .. } | E::B(next, _) => next.six(), _ => <U as Tr>::seven() };
        while let Ok(c) = channel() { c.await_it().await; }
        let g = async move { eight()[nine()] };
        (self.run)(ten());
        let s = S { a: eleven(), ..Default::default() };
        unsafe { twelve() } + -thirteen() as u8;
        Ok(())
    }
}
trait Tr: fmt::Debug { type Out; fn seven() -> Self::Out; fn d(&self) { fourteen(); } }
mod inner { pub(crate) fn z() { super::outer(); } }
"""


def checked(data: bytes) -> FileFacts:
    facts = extract(RUST, data)
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


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_give_facts(data: bytes) -> None:
    checked(data)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(PIECES), max_size=60))
def test_any_tokens_give_facts(pieces: list[str]) -> None:
    checked("".join(pieces).encode())


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(TEXT)), st.integers(0, 60))
def test_a_text_with_a_hole_gives_facts(at: int, length: int) -> None:
    checked((TEXT[:at] + TEXT[at + length :]).encode())


@pytest.mark.parametrize("text", DEEP, ids=range(len(DEEP)))
def test_deep_nesting_is_cut_and_told(text: bytes) -> None:
    checked(text)


def calls_in(node: Any) -> int:
    return (node.type == "call_expression") + sum(calls_in(child) for child in node.named_children)


def noted_calls(facts: FileFacts) -> int:
    return sum(
        len(span) // 3 for (_, _, kind), span in zip(facts.uses, facts.use_spans, strict=True) if kind == Use.CALL
    )


def test_no_call_is_dropped() -> None:
    root = get_parser("rust").parse(TEXT.encode()).root_node
    assert not root.has_error
    assert noted_calls(checked(TEXT.encode())) == calls_in(root)


def test_calls_in_macros_are_noted_where_they_stand() -> None:
    facts = checked(
        'fn f() { äöü!("ß (x)", one(), y = two(3), |z| z.three()); vec![four(); 2]; m! { five(); } }'.encode()
    )
    names = sorted(facts.names[facts.exprs[facts.exprs[row][1]][-1]] for _, row, kind in facts.uses if kind == Use.CALL)
    assert names == ["five", "four", "one", "three", "two"]
    first = next(span for (_, _, kind), span in zip(facts.uses, facts.use_spans, strict=True) if kind == Use.CALL)
    assert first == (1, 27, 30)


def test_marks_of_definitions() -> None:
    facts = checked(
        b"#[test]\n#[ignore]\nfn a() {}\n#[tokio::test]\nasync fn b() {}\n#[allow(dead_code)]\npub fn c() {}\n"
        b"pub(crate) fn d() {}\n#[no_mangle]\nfn e() {}\ntrait T { fn f(); fn g(&self) {} }\nenum E { A }\n"
    )
    flags = {facts.names[row.name]: row.flags for row in facts.defs}
    assert flags["a"] & DefFlag.TEST and flags["a"] & DefFlag.SKIPPED_TEST
    assert flags["b"] & DefFlag.TEST and flags["b"] & DefFlag.ASYNC
    assert flags["c"] & DefFlag.EXPORTED and not flags["c"] & DefFlag.TEST
    assert not flags["d"] & DefFlag.EXPORTED and flags["e"] & DefFlag.EXPORTED
    assert flags["T"] & DefFlag.INTERFACE and flags["E"] & DefFlag.ENUM
    assert flags["f"] & DefFlag.SIGNATURE and flags["f"] & DefFlag.CLASSMETHOD
    assert not flags["g"] & (DefFlag.SIGNATURE | DefFlag.CLASSMETHOD | DefFlag.STATIC)
