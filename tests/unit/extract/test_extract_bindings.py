"""What a file binds, scope by scope."""

import pytest
from facts_text import FactsText

from blastlens.extract.extractor import extract
from blastlens.facts.file_facts import END
from blastlens.languages.python.language import PYTHON


def read(source: str) -> FactsText:
    return FactsText(extract(PYTHON, source.encode()))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = f()", ["<module>: x ASSIGN f()"]),
        ("a = b = f()", ["<module>: a ASSIGN f()", "<module>: b ASSIGN f()"]),
        ("a, b = f()", ["<module>: a ASSIGN f()#0", "<module>: b ASSIGN f()#1"]),
        ("a, b = x, y", ["<module>: a ASSIGN x", "<module>: b ASSIGN y"]),
        ("(a, b) = [x, y]", ["<module>: a ASSIGN x", "<module>: b ASSIGN y"]),
        ("a, (b, c) = f()", ["<module>: a ASSIGN f()#0", "<module>: b ASSIGN f()#1#0", "<module>: c ASSIGN f()#1#1"]),
        (
            "a, *b, c = f()",
            ["<module>: a ASSIGN f()#0", "<module>: b ASSIGN [iter(f())]", "<module>: c ASSIGN iter(f())"],
        ),
        ("x: A", ["<module>: x ANNOTATED A"]),
        ("x: 'A' = f()", ["<module>: x ANNOTATED A = f()"]),
        ("x: list['A | None']", ["<module>: x ANNOTATED list[(A | <None>)]"]),
        ("x: t.Callable[[A], 'b.C']", ["<module>: x ANNOTATED t.Callable[[A], b.C]"]),
        ("x: Literal['A', 'b c']", ["<module>: x ANNOTATED Literal['A', 'b c']"]),
        ("x: Annotated['A', 'doc']", ["<module>: x ANNOTATED Annotated[A, 'doc']"]),
        ("for i, x in y: pass", ["<module>: i ASSIGN iter(y)#0", "<module>: x ASSIGN iter(y)#1"]),
        ("with f() as x, g() as (y, z): pass", [
            "<module>: x ASSIGN enter(f())", "<module>: y ASSIGN enter(g())#0", "<module>: z ASSIGN enter(g())#1",
        ]),
        ("with (f() as x, g() as y): pass", ["<module>: x ASSIGN enter(f())", "<module>: y ASSIGN enter(g())"]),
        ("try: pass\nexcept (A, b.C) as e: pass", ["<module>: e ASSIGN caught((A, b.C,))"]),
        ("try: pass\nexcept* A as e: pass", ["<module>: e ASSIGN caught(A)"]),
        ("x = a\ndel x", ["<module>: x ASSIGN a", "<module>: x DELETED"]),
        ("if (x := f()): pass", ["<module>: x ASSIGN f()"]),
        ("x = {}\nx['a'] = v", ["<module>: x ASSIGN {}", "<module>: []x ELEMENT v"]),
        ("x = []\nx.append(v)\nx.extend(w)\nx += [u]", [
            "<module>: x ASSIGN []", "<module>: []x ELEMENT v", "<module>: []x ELEMENT iter(w)",
            "<module>: []x ELEMENT iter([u])",
        ]),
        ("x = {}\nx.setdefault('k', v)\nx.insert(0, w)", [
            "<module>: x ASSIGN {}", "<module>: []x ELEMENT v", "<module>: []x ELEMENT w",
        ]),
        ("type X[T: A] = list[T]", [
            "<module>: X ASSIGN type <<module>/for@END>list[T]", "<module>/for: T TYPE_VARIABLE T first",
        ]),
        ("x = (a if b else c) or d", ["<module>: x ASSIGN either(either(a, c), d)"]),
        ("x = a and b", ["<module>: x ASSIGN b"]),
        ("x = [f(y) for y in z if y]", ["<module>: x ASSIGN [<<module>/for>f(y)]", "<module>/for: y ASSIGN iter(z)"]),
        ("x = {k: v for k, v in z}", [
            "<module>: x ASSIGN {<<module>/for>k: <<module>/for>v}",
            "<module>/for: k ASSIGN iter(z)#0", "<module>/for: v ASSIGN iter(z)#1",
        ]),
        ("x = f'{y}' 'z'", ["<module>: x ASSIGN <str>"]),
        ("x = b'y', 'z', 1, 1.5, None, True, ...", [
            "<module>: x ASSIGN (<bytes>, 'z', 1, <float>, <None>, True, <...>,)",
        ]),
        ("x = -1\ny = not z\nw = a < b < c", [
            "<module>: x ASSIGN -1", "<module>: y ASSIGN <bool>", "<module>: w ASSIGN <bool>",
        ]),
        ("x = y[1:2, z]", ["<module>: x ASSIGN y[<slice>, z]"]),
        ("x = f(*a, k=b, **c)", ["<module>: x ASSIGN f(*a, k=b, **=c)"]),
    ],
)  # fmt: skip
def test_bindings(source: str, expected: list[str]) -> None:
    assert read(source).bindings() == expected


def test_a_binding_is_not_seen_by_its_own_right_side() -> None:
    facts = read("x = f()\nx = x.g()\n").facts
    first, second = facts.scopes[0].bindings[facts.names.index("x")]
    read_at = facts.contexts[second[3]]
    assert first[5] <= read_at[2] < second[5]


def test_global_and_nonlocal_bind_elsewhere_and_late() -> None:
    text = read("def f():\n    n = 0\n    def g():\n        global G\n        nonlocal n\n        G = n = h()\n")
    assert "<module>: G ASSIGN h() late" in text.bindings(0)
    assert text.bindings(1)[:2] == ["f: n ASSIGN 0", "f: n ASSIGN h() late"]
    assert list(text.facts.scopes[2].declared.values()) == [0, 1]


def test_walrus_in_a_comprehension_binds_in_the_function() -> None:
    assert "f: y ASSIGN g(x)" in read("def f(z): return [y for x in z if (y := g(x))]").bindings()


def test_elements_stored_from_an_inner_function_belong_to_the_outer_scope() -> None:
    assert "<module>: []x ELEMENT g late" in read("x = {}\ndef f(): x['a'] = g").bindings()


def test_the_first_iterable_is_evaluated_outside() -> None:
    text = read("class C:\n    a = f\n    b = [x for x in a()]\n")
    assert "3 C: CALL a()" in text.uses()


def test_lambda_parameters_know_the_call_they_are_handed_to() -> None:
    text = read("f(1, lambda a, b=2: a.x(), key=lambda *c: c)")
    found = [line for line in text.bindings() if "LAMBDA_PARAM" in line]
    call = "f(1, lambda: a.x(), key=lambda: c)"
    assert found == [
        f"<module>/lambda: a LAMBDA_PARAM {call} 1.0 first",
        f"<module>/lambda: b LAMBDA_PARAM {call} 1.1 first",
        f"<module>/lambda: c LAMBDA_PARAM {call} 64.0 first",
    ]


def test_blocks_tell_what_dominates_and_what_has_ended() -> None:
    text = read("def f(a):\n    if a:\n        x = 1\n        return x\n    else:\n        x = 2\n    with a: x = 3\n")
    facts = text.facts
    blocks = [binding[4] for binding in facts.scopes[1].bindings[facts.names.index("x")]]
    body = facts.block_parents[blocks[0]]
    assert [facts.block_parents[block] for block in blocks[:2]] == [body, body]
    assert [facts.block_ended[block] for block in blocks] == [True, False, False]
    assert blocks[2] == body, "the body of a with statement always runs"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("if isinstance(x, A): pass", ["x IS_INSTANCE A"]),
        ("if not isinstance(self.x, (A, b.C)): raise E", ["self.x NOT_INSTANCE (A, b.C,)", "self.x IS_INSTANCE (A, b.C,)"]),
        ("if issubclass(x, A) and y: pass\nelse: pass", ["x IS_SUBCLASS A", "x IS_SUBCLASS A"]),
        ("assert isinstance(x, A | B)", ["x IS_INSTANCE (A | B)"]),
        ("y = isinstance(x, A) and x.f()", ["x IS_INSTANCE A"]),
        ("y = x.f() if isinstance(x, A) else x.g()", ["x IS_INSTANCE A", "x NOT_INSTANCE A"]),
        ("while isinstance(x, A): x.f()", ["x IS_INSTANCE A"]),
        ("x.y = z", ["x.y ASSIGNED z"]),
        ("match x:\n    case A(): pass\n    case B(b=1) | C(): pass", ["x IS_INSTANCE A", "x NOT_INSTANCE A", "x IS_INSTANCE (B, C,)"]),
        ("if isinstance(x, A) or isinstance(x, B): x.f()", ["x NOT_INSTANCE A", "x IS_INSTANCE (A, B,)"]),
        ("if type(x) is A: x.f()\nelif is_b(x): x.g()", ["x IS_INSTANCE A", "x GUARDED is_b"]),
    ],
)  # fmt: skip
def test_narrowings(source: str, expected: list[str]) -> None:
    assert read(source).narrowings() == [f"<module>: {line}" for line in expected]


def test_a_narrowing_after_an_early_return_is_not_seen_before_it() -> None:
    text = read("def f(x):\n    x.a()\n    if not isinstance(x, A):\n        return\n    x.b()\n")
    facts = text.facts
    narrowing = facts.scopes[1].narrowings[facts.names.index("x")][-1]
    orders = {text.expr(row): facts.contexts[context][2] for context, row, _ in facts.uses}
    assert orders["x.a()"] < narrowing[4] <= orders["x.b()"]


def test_arms_carry_the_context_they_are_narrowed_in() -> None:
    assert read("y = x.f() if isinstance(x, A) else 1").bindings(0)[-1] == (
        "<module>: y ASSIGN either(<<module>>x.f(), <<module>>1)"
    )


def test_patterns_capture_and_reach_for_classes() -> None:
    text = read(
        "match f():\n    case A(b, c=d) as q: pass\n    case m.B | [e, *g]: pass\n    case {'k': v, **r}: pass\n    case z: pass\n"
    )
    assert text.bindings(0) == [
        f"<module>: {line}"
        for line in [
            "b ASSIGN caught(A)@0",
            "d ASSIGN caught(A).c",
            "q ASSIGN caught(A)",
            "e ASSIGN f()#0",
            "g ASSIGN [iter(f())]",
            "v ASSIGN f()['k']",
            "r ASSIGN f()",
            "z ASSIGN f()",
        ]
    ]
    assert "3 <module>: LOAD m.B" in text.uses()


def test_annotations_see_the_end_of_their_scope() -> None:
    facts = read("def f(a: 'A') -> B: ...\nclass B: pass").facts
    assert facts.contexts[facts.defs[0].type_ctx] == (0, 0, END)
