"""TypeScript and JavaScript: no call is dropped, and nothing in a file raises."""

import random
from typing import Any

import pytest
from tree_sitter_language_pack import get_parser

from blastlens.extract.extractor import extract
from blastlens.facts.file_facts import DefFlag, FileFacts, Signal, Use
from blastlens.languages.protocol import Language
from blastlens.languages.typescript.language import JAVASCRIPT, PACKAGE, PROJECT, TSX, TYPESCRIPT
from blastlens.model.definitions import symbol_ids, symbols_of

SAMPLE = """
import a, { b as c, type d } from "./x";
import e = require("./y");
export * from "./z";
export default class A<T extends B = C> extends mix(D, E) implements F, G.H {
  static x = first();
  #y = () => this.z(second());
  [third()] = 1;
  constructor(private p: P = fourth(), ...rest: Q[]) { super(p, fifth()); }
  get v(): number { return this.w()?.[sixth()](); }
  static { seventh(); }
  async *gen<U>() { yield* eighth(await ninth()); }
}
namespace N { export function inside() { tenth(); } }
enum M { One = eleventh(), Two }
function over(one: string): void;
function over(...all: any[]) { for (const [x, { y = twelfth() }] of all.entries()) { x.go(y!.stop()); } }
for (let i = start(); i < end(); i = next(i)) { label: while (more()) break label; }
for (const key in table()) { use(key); }
do { try { run(); } catch ({ message }) { report(message); } finally { close(); } } while (again());
switch (kind()) { case one(): two(); break; default: three(); }
const made = { m() { four(); }, n: five(), o: () => six(), [seven()]: 8, ...spread(), get p() { return nine(); } };
const { q = ten(), ...others } = eleven()!, [r, , s] = twelve() as any;
made.m = function () { assigned(); };
made["n"] = typed<string>(1);
exports.t = new Made(new Inner(), (u) => u.v(), async function w() { return named(); });
module.exports = maybe() ? left() : right() ?? none();
(function () { iife(); })();
tag`x${template()}y`;
new Plain;
delete gone()[1], void 0, typeof what(), !not();
outer(inner()(), first()(second()(third())));
throw new Problem(`${text()}`);
"""
ELEMENTS = """
const page = (
  <Frame title={title()} {...others()}>
    <nav onClick={() => go()}>{items().map((item) => <ns.Item key={item.key()} />)}</nav>
    <></>
  </Frame>
);
"""
_FUNCTIONS = {"arrow_function", "function_expression", "generator_function"}


def calls_of(source: str, grammar: Any) -> int:
    """Calls in the tree that name what they call, and elements of components."""
    found = 0
    stack: list[Any] = [get_parser(grammar).parse(source.encode()).root_node]
    while stack:
        node = stack.pop()
        stack.extend(node.named_children)
        if node.type in ("call_expression", "new_expression"):
            callee = node.child_by_field_name("function") or node.child_by_field_name("constructor")
            while callee is not None and callee.type == "parenthesized_expression":
                callee = callee.named_children[0]
            found += callee is not None and callee.type not in _FUNCTIONS
        elif node.type in ("jsx_opening_element", "jsx_self_closing_element"):
            name = node.child_by_field_name("name")
            found += name is not None and (name.type == "member_expression" or name.text[:1].isupper())
    return found


def noted_calls(facts: FileFacts) -> int:
    uses = zip(facts.uses, facts.use_spans, strict=True)
    return sum(len(span) // 3 for (_, _, kind), span in uses if kind == Use.CALL)


@pytest.mark.parametrize(
    ("language", "source"),
    [(TYPESCRIPT, SAMPLE), (TSX, SAMPLE + ELEMENTS), (JAVASCRIPT, ELEMENTS)],
    ids=["ts", "tsx", "js"],
)
def test_no_call_is_dropped(language: Language, source: str) -> None:
    facts = extract(language, source.encode())
    assert facts.problems == []
    assert noted_calls(facts) == calls_of(source, language.grammar)


def test_what_has_no_name_is_no_symbol() -> None:
    facts = extract(TYPESCRIPT, SAMPLE.encode())
    shown = symbols_of("a.ts", facts)
    hidden = [row for row in facts.defs if row.flags & DefFlag.UNNAMED]
    assert hidden
    assert len(shown) == 1 + sum(row.primary == number for number, row in enumerate(facts.defs)) - len(hidden)
    assert {"a.ts::made.m", "a.ts::made.p", "a.ts::w", "a.ts::A.gen"} <= set(symbol_ids("a.ts", facts))


@pytest.mark.parametrize(
    ("source", "is_test"),
    [
        ("it('a', () => {});", True),
        ("describe.only(`a`, function () {});", True),
        ("Deno.test('a', async () => {});", True),
        ("it;", False),
        ("test(1);", False),
    ],
)
def test_files_that_hand_tests_to_a_runner(source: str, is_test: bool) -> None:
    assert bool(extract(JAVASCRIPT, source.encode()).signals & Signal.TEST_FRAMEWORK) is is_test


def test_facts_are_made_of_any_bytes() -> None:
    chance = random.Random(4)
    whole = (SAMPLE + ELEMENTS).encode()
    for _ in range(60):
        start = chance.randrange(len(whole))
        cut = bytearray(whole[start : start + chance.randrange(400)])
        for _ in range(chance.randrange(4)):
            cut.insert(chance.randrange(len(cut) + 1), chance.randrange(256))
        for language in (TYPESCRIPT, TSX, JAVASCRIPT, PACKAGE, PROJECT):
            facts = extract(language, bytes(cut))
            assert len(facts.uses) == len(facts.use_spans)
            ids = [symbol.id for symbol in symbols_of("a.ts", facts)]
            assert len(ids) == len(set(ids))


@pytest.mark.parametrize("part", ["(", "[", "{", "f(", "()=>", "<a>", "`${", "x={a:", "a?b:", "class A{m(){", "!"])
def test_nesting_without_end(part: str) -> None:
    for language in (TYPESCRIPT, TSX, JAVASCRIPT):
        assert extract(language, part.encode() * 3000).line_count == 1
    assert extract(TYPESCRIPT, b"type T=" + b"A<" * 3000).line_count == 1


def test_manifests_with_comments_and_without_sense() -> None:
    config = b'{ // here\n "compilerOptions": { "paths": { "@/*": ["./src/*"], }, /* there */ "baseUrl": "." }, }'
    assert PROJECT.manifest(config) == ({"baseUrl": ".", "path @/*": "./src/*"}, "")
    exports = (
        b'{"name": "a", "main": "lib/a.js", "exports": {"./*": {"import": "./dist/*.mjs", "require": ["./*.cjs"]}}}'
    )
    entries = {"name": "a", "entry": "lib/a.js", "export ./*": "./dist/*.mjs\n./*.cjs"}
    assert PACKAGE.manifest(exports) == (entries, "")
    for nothing in (b"", b"[]", b"{", b'{"name": 1, "exports": null}', b"\xff" * 9, b"[" * 100_000):
        assert PACKAGE.manifest(nothing)[0] == PROJECT.manifest(nothing)[0] == {}


def test_what_was_mended_is_no_problem() -> None:
    """Signatures without semicolons, which the grammar does not take when the next one starts with `<`."""
    source = b"export interface Get {\n  (path: string): void\n  <T>(path: T): T\n}\n"
    assert extract(TYPESCRIPT, source).problems == []
