"""Facts of C and C++ files: whatever the bytes, and no call is dropped."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tree_sitter_language_pack import get_parser

from blastlens.extract.extractor import extract
from blastlens.facts.encoding import decode, encode
from blastlens.facts.file_facts import DefFlag, FileFacts, Use
from blastlens.languages.c.language import C_HEADER, CPP, C
from blastlens.languages.c.walk import is_cpp
from blastlens.languages.protocol import Language

PIECES = [
    "int ", "f", "(", ")", "{", "}", "[", "]", "struct ", "T", "class ", " ", "\n", "x", ".", "->", "=", ",", ";", "*", "&", "::", "<", ">",
    "template ", "namespace ", "using ", "#if 0\n", "#else\n", "#endif\n", "#define M(x) ", "#include ", '"a"', "'", "MACRO", "~", "operator",
    "return ", "if ", "else ", "for ", "static ", "typedef ", "virtual ", "= 0", "1", "new ", "[](", "/*", "\0", "é", "TEST(A, B)", "extern",
]  # fmt: skip
DEEP = [
    b"int x = " + b"(" * 10_000 + b"1" + b")" * 10_000 + b";",
    b"void f() {" + b"{" * 10_000 + b"}" * 10_000 + b"}",
    b"int x = a" + b".b()" * 10_000 + b";",
    b"int x = " + b"f(" * 10_000 + b")" * 10_000 + b";",
    b"struct T { " * 5_000 + b"}" * 5_000,
    b"int " + b"*" * 10_000 + b"x;",
    b"int x = " + b"1 + " * 20_000 + b"1;",
    b"namespace a {" * 5_000,
    b"#if A\n" * 5_000,
    b"void f() {" + b"if (x) {} else " * 5_000 + b"{} }",
    b"auto f = " + b"[]() { return " * 3_000,
    b"A<" * 10_000,
    b"a::" * 10_000 + b"b x;",
    b"ABC(x) " * 5_000,
    b"ABC " * 5_000,
]
TEXT = """#include "a.h"
namespace n {
class Base { public: explicit Base(int n); virtual int size() const = 0; };
class Child : public Base {
 public:
  Child() : Base(first()), part_(second()) { run(); this->run(); }
  int size() const override { return std::max(one(), two()); }
  int value = made(1);
  Part part_;
};
void Child::run() {
  for (auto& x : list()) x.each([&](int y) { return call(y); });
  if (auto* p = find(key())) p->go(new Child(3)); else other();
  switch (kind()) { case A: handle(); break; default: (*table[index()])(argument()); }
  Child local(made(2)); Child braced{made(3)}; auto got = Child(made(4)).size();
  CHECK_EQ(1, checked(5)); templ<int>(6); box.put<int>(7); a::b<int>::c(8);
  try { danger(); } catch (const E& e) { report(e.what()); }
  do { step(); } while (more()); while (again()) work();
  return done() ? yes() : no();
}
TEST(Suite, Case) { EXPECT_TRUE(tested()); }
TEST_CASE("title") { shown(); }
#if 0
#else
static int late = initial();
#endif
}
"""
OLD = """int add(a, b) int a; char *b; { return sum(a, b); }
static const struct op table[] = { { "x", run }, { .call = &stop, .n = size() } };
TEST_IMPL(name) { ASSERT(0 == uv_run(loop(), MODE)); items_foreach(list(), item) { visit(item); } return 0; }
int use(struct op *o) { return o->call(1) + (o->call)(2) + (*o->call)(3) + ((struct op *) get())->call(4); }
"""


def checked(language: Language, data: bytes) -> FileFacts:
    facts = extract(language, data)
    assert decode(encode(facts)) == facts
    assert len(facts.uses) == len(facts.use_spans) == len(set(facts.uses))
    assert len(facts.defs) == len(facts.def_spans)
    assert len(facts.imports) == len(facts.import_spans)
    return facts


def call_nodes(grammar: Any, text: str) -> int:
    stack: list[Any] = [get_parser(grammar).parse(text.encode()).root_node]
    count = 0
    while stack:
        node = stack.pop()
        count += node.type == "call_expression"
        stack.extend(node.children)
    return count


def calls(facts: FileFacts) -> int:
    return sum(
        len(span) // 3 for (_, _, kind), span in zip(facts.uses, facts.use_spans, strict=True) if kind == Use.CALL
    )


# Beside the call nodes: `new`, objects that a declaration makes, a base and a member that are initialised; less by the two heads
# of tests that the parser takes for calls.
@pytest.mark.parametrize(
    ("language", "grammar", "text", "others"), [(CPP, "cpp", TEXT, 1 + 2 + 2 - 1), (C, "c", OLD, 0)]
)
def test_no_call_is_dropped(language: Language, grammar: str, text: str, others: int) -> None:
    assert calls(checked(language, text.encode())) == call_nodes(grammar, text) + others


@pytest.mark.parametrize("language", [C, C_HEADER, CPP], ids=["c", "header", "cpp"])
@pytest.mark.parametrize("data", DEEP)
def test_deep_text_is_read(language: Language, data: bytes) -> None:
    checked(language, data)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(PIECES), max_size=60))
def test_any_text_is_read(pieces: list[str]) -> None:
    data = "".join(pieces).encode()
    for language in (C, C_HEADER, CPP):
        assert checked(language, data) == extract(language, data)


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read(data: bytes) -> None:
    for language in (C, C_HEADER, CPP):
        checked(language, data)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"int f(void);\nstruct a { int b; };\n", False),
        (b"namespace a {\nint f();\n}\n", True),
        (b"template <typename T>\nT f(T x);\n", True),
        (b"class A {\n public:\n  int f();\n};\n", True),
        (b"#include <vector>\nint f();\n", True),
        (b'#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n', False),
    ],
)
def test_a_header_is_told_by_its_text(text: bytes, expected: bool) -> None:
    assert is_cpp(text) is expected


def test_a_repaired_file_keeps_its_places_and_has_no_problems() -> None:
    text = b"class MY_API Store {\n public:\n  void put(int k) MY_LOCK(mu_);\n  int size_ MY_GUARD(mu_) = 0;\n};\n"
    facts = checked(CPP, text)
    assert [facts.names[row.name] for row in facts.defs] == ["Store", "put"]
    assert facts.def_spans[0][2:] == (1, 13, 18)
    assert facts.problems == []


def test_a_static_declaration_is_a_part_of_its_definition() -> None:
    facts = checked(C, b"static int f(int);\nint g(void) { return f(1); }\nstatic int f(int x) { return x; }\n")
    assert [row.primary for row in facts.defs] == [2, 1, 2]
    assert facts.defs[2].flags & DefFlag.PRIVATE
