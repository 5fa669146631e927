"""What a file reaches for, and where."""

import pytest
from facts_text import FactsText

from blastlens.extract.extractor import extract
from blastlens.facts.file_facts import Use
from blastlens.languages.python.language import PYTHON


def read(source: str) -> FactsText:
    return FactsText(extract(PYTHON, source.encode()))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("f(x)", ["CALL f(x)"]),
        ("a.b.c(d)", ["LOAD a.b", "CALL a.b.c(d)"]),
        ("f()(x)", ["CALL f()", "CALL f()(x)"]),
        ("super().f()", ["CALL super()", "CALL super().f()"]),
        ("x[f()].g(h(y) for y in z)", [
            "CALL f()", "GET_ITEM x[f()]", "ITERATE z", "CALL h(y)", "CALL x[f()].g([<<module>/for>h(y)])",
        ]),
        ("x.y = z.w", ["VALUE z.w", "LOAD z.w", "STORE x.y"]),
        ("x.y += 1", ["STORE x.y", "LOAD x.y", "OPERATE (x.y += 1)"]),
        ("del x.y, x.z[0]", ["DELETE x.y", "LOAD x.z", "DELETE_ITEM x.z[0]"]),
        ("x.y: A.B = 1", ["STORE x.y"]),
        ("f'{g():{w()}}' 'x' f'{h.i!r}'", ["CALL g()", "CALL w()", "FORMAT g()", "LOAD h.i", "FORMAT_REPR h.i"]),
        ("@a.b\n@c(d)\nclass E(F.G[H.I], metaclass=m.M): pass", [
            "DECORATOR a.b", "DECORATOR c(d)", "BASE F.G", "VALUE m.M", "LOAD m.M",
        ]),
        ("class E(f(x)): pass", ["CALL f(x)", "BASE f(x)"]),
        ("def f(a: g.h = x.y, *, b: 'k()' = z()) -> q.r: ...", ["VALUE x.y", "LOAD x.y", "CALL z()"]),
        ("with f(), g() as h: i()", ["CALL f()", "ENTER f()", "CALL g()", "ENTER g()", "CALL i()"]),
        ("print >>f(), g()\nexec 'x' in h()", ["CALL f()", "CALL g()", "CALL h()"]),
        ("async def f(): return [await g(x) async for x in h()]", [
            "CALL h()", "ITERATE_ASYNC h()", "CALL g(x)", "AWAIT g(x)",
        ]),
        ("for x in f():\n    pass\nelse: g()\nwhile h(): pass\nelse: i()", [
            "CALL f()", "ITERATE f()", "CALL g()", "CALL h()", "TEST h()", "CALL i()",
        ]),
        ("try: a()\nexcept B: c()\nelse: d()\nfinally: e()", ["CALL a()", "CALL c()", "CALL d()", "CALL e()"]),
        ("raise a.B() from c.d", ["CALL a.B()", "VALUE c.d", "LOAD c.d"]),
        ("a < b() < c.d", ["CALL b()", "OPERATE (a < b())", "LOAD c.d", "OPERATE (b() < c.d)"]),
        ("x = yield_ if f() else g()", ["CALL f()", "TEST f()", "CALL g()"]),
        ("'doc' % f()", ["CALL f()"]),
        ("lambda x=f(): g(x)", ["CALL f()", "CALL g(x)"]),
        ("a = [*f(), *b.c]\nd = {**g(), 'k': h()}", [
            "CALL f()", "ITERATE f()", "LOAD b.c", "ITERATE b.c", "CALL g()", "CALL h()",
        ]),
        ("match f():\n    case A() if g(): h()", ["CALL f()", "CALL g()", "TEST g()", "CALL h()"]),
    ],
)  # fmt: skip
def test_uses(source: str, expected: list[str]) -> None:
    assert [line.split(": ", 1)[1] for line in read(source).uses()] == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(): pass\ng(f)", ["VALUE f"]),
        ("from m import f\nx = f\ny = [f, {'k': f}]", ["VALUE f"]),
        ("class C: pass\ndef g(): return C", ["VALUE C"]),
        ("def f(): pass\ng(key=f if x else h)", ["VALUE f"]),
        ("def f(): pass\nx = f or h\ny = (f)\nz = lambda: f", ["VALUE f"]),
        ("def f(): pass\ndef g(f): return f", []),
        ("f = 1\ng(f)", []),
        ("g(f)", []),
        ("from m import *\ng(f)", ["VALUE f"]),
        ("def f(): pass\nf()\nf.x", []),
        ("g(f)\ndef f(): pass", ["VALUE f"]),
        ("class C:\n    def f(self): pass\n    g(f)\n    def h(self): return f", ["VALUE f"]),
        ("class C: pass\ndef g(x: C, y: 'C') -> C: ...", []),
        ("import m\ng(m)", ["VALUE m"]),
        ("from e import E\ntry: pass\nexcept E: raise E", ["VALUE E"]),
    ],
)
def test_names_as_values(source: str, expected: list[str]) -> None:
    found = read(source).uses(Use.VALUE)
    assert list(dict.fromkeys(line.split(": ", 1)[1] for line in found)) == expected


def test_equal_uses_are_one_row_with_every_place() -> None:
    text = read("f(x)\nf(x)\nx = 1\nf(x)\n")
    assert text.uses() == ["1,2 <module>: CALL f(x)", "4 <module>: CALL f(x)"]
    assert text.places(Use.CALL) == [(1, 0, 1), (2, 0, 1), (4, 0, 1)]


def test_the_place_of_a_call_is_the_called_name() -> None:
    text = read("é.café(\n  (a\n   .  b # c.d\n   ) (1),\n)\nf(x)(y)\n@m.deco(1)\ndef g(): pass\n")
    assert text.places(Use.CALL) == [(2, 2, 2), (1, 3, 8), (6, 0, 1), (6, 0, 4)]
    assert text.places(Use.DECORATOR) == [(7, 3, 7)]


def test_names_after_space_or_comment_are_read_whole() -> None:
    assert read("x = (a\n  . # note.d\n  b)\ny = a. c\nz = a .\\\n  d").bindings() == [
        "<module>: x ASSIGN a.b", "<module>: y ASSIGN a.c", "<module>: z ASSIGN a.d",
    ]  # fmt: skip


def test_mentioned_names_come_from_literals_outside_docstrings() -> None:
    facts = read(
        '"""doc.string"""\nx = ["a.b.handler", "mod:main", "two words", b"no", f"{x}"]\ndef f():\n    "inner"\n'
    ).facts
    assert [facts.names[name] for name in facts.mentioned] == ["handler", "main"]


def test_defaults_decorators_and_bases_belong_to_the_outer_scope() -> None:
    text = read("class C:\n    @d\n    def f(self, x=g()): h()\n")
    assert text.uses() == ["2 C: DECORATOR d", "3 C: CALL g()", "3 C.f: CALL h()"]


def test_what_is_spelled_again_stands_where_it_is() -> None:
    source = "def f(): pass\nx.y.z(f, a.b)\ny = 1; w(x.y.z(f, a.b), f)\ny = 2\nx.y.z(f, a.b)\n"
    facts = extract(PYTHON, source.encode())
    text = FactsText(facts)
    places = [
        (text.expr(expr), line, source.splitlines()[line - 1][start:end])
        for (_, expr, _), spans in zip(facts.uses, facts.use_spans, strict=True)
        for line, start, end in zip(spans[::3], spans[1::3], spans[2::3], strict=True)
    ]
    call = "x.y.z(f, a.b)"
    expected = [
        (expr, line, name)
        for line in (2, 3, 5)
        for expr, name in (("x.y", "y"), ("a.b", "b"), ("a.b", "b"), (call, "z"), ("f", "f"))
    ]
    assert sorted(places) == sorted([*expected, (f"w({call}, f)", 3, "w"), ("f", 3, "f")])
    assert len({context for context, expr, _ in facts.uses if text.expr(expr) == call}) == 3


@pytest.mark.parametrize(
    ("source", "cognitive"),
    [
        ("def f(): g(1)\ndef g(): g(1)", [0, 1]),
        ("def f(): h(g(1))\ndef g(): h(g(1))", [0, 1]),
        ("def f(): g(1 if x else 2)\ndef h(): g(1 if x else 2)", [1, 1]),
        ("def f(): g(a and b)\ndef h(): g(a and b)", [1, 1]),
        ("class C:\n    def f(self): self.g(1)\n    def g(self): self.g(1)", [0, 0, 1]),
    ],
)
def test_what_is_spelled_again_is_as_complex(source: str, cognitive: list[int]) -> None:
    assert [definition.cognitive for definition in extract(PYTHON, source.encode()).defs] == cognitive


def test_what_is_spelled_again_has_its_effects() -> None:
    source = "a = []; b = []\ndef f():\n    a.append(1)\n    g(x := 1)\ndef h():\n    a.append(1)\n    g(x := 1)"
    facts = extract(PYTHON, source.encode())
    names = [{facts.names[name]: len(found) for name, found in scope.bindings.items()} for scope in facts.scopes]
    assert names == [{"a": 1, "b": 1, "f": 1, "h": 1, "[]a": 2}, {"x": 1}, {"x": 1}]
