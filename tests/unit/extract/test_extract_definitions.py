"""Definitions, their parts, marks, evidence and complexity; imports and exports."""

import pytest
from facts_text import FactsText

from blastlens.extract.extractor import extract
from blastlens.facts.file_facts import Signal
from blastlens.languages.python.language import PYTHON


def read(source: str) -> FactsText:
    return FactsText(extract(PYTHON, source.encode()))


def test_definitions_with_their_lines() -> None:
    source = "@a\n# note\n@b(1)\nasync def f():\n    pass\n\n\nclass C:\n    def m(self):\n        def inner(): return 1\n        return 1\n"
    assert read(source).definitions() == [
        "def f 1-5 name 4:10 [ASYNC|DECORATED|STUB]",
        "class C 8-11 name 8:6",
        "def C.m 9-11 name 9:8",
        "def C.m.inner 10-10 name 10:12",
    ]


def test_parameters_of_every_kind() -> None:
    text = read(
        "def f(a, /, b: B, c=1, *args: A, d: 'D' = x, **kw: K): pass\ndef g(self, *, a): pass\ndef h(*p: *Ts): pass"
    )
    assert text.parameters("f") == ["/a", "b: B", "c = 1", "*args: A", "kw d: D = x", "**kw: K"]
    assert text.parameters("g") == ["self", "kw a"]
    assert text.parameters("h") == ["*p: *Ts"]


def test_type_parameters() -> None:
    text = read("def f[T: A, *Ts, **P](x: T) -> T: ...\nclass C[T](B[T]): pass")
    facts = text.facts
    assert [facts.names[name] for name in text.find("f").type_params] == ["T", "Ts", "P"]
    assert text.scope(facts.contexts[text.find("f").type_ctx][0]) == "f"
    assert text.exprs(text.find("C").bases) == "B[T]"
    assert text.scope(facts.contexts[text.find("C").ctx][0]) == "C"


def primaries(source: str) -> list[int]:
    return [definition.primary for definition in read(source).facts.defs]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("@overload\ndef f(a): ...\n@t.overload\ndef f(b): ...\ndef f(c): pass", [2, 2, 2]),
        ("@overload\ndef f(a): ...\n@overload\ndef f(b): ...", [0, 0]),
        ("class C:\n    @property\n    def p(self): pass\n    @p.setter\n    def p(self, v): pass\n    @p.deleter\n    def p(self): pass", [0, 1, 1, 1]),
        ("def f(): pass\ndef f(): pass", [0, 1]),
        ("if x:\n    def f(): pass\nelse:\n    def f(): pass", [0, 1]),
        ("class A:\n    @overload\n    def f(self): ...\nclass B:\n    def f(self): pass", [0, 1, 2, 3]),
        ("@cached_property\ndef p(self): pass\n@other.setter\ndef q(self, v): pass", [0, 1]),
    ],
)  # fmt: skip
def test_parts(source: str, expected: list[int]) -> None:
    assert primaries(source) == expected


@pytest.mark.parametrize(
    ("decorator", "flags"),
    [
        ("functools.cached_property", "PROPERTY"),
        ("x.setter", "ACCESSOR|SETTER"),
        ("staticmethod", "STATIC"),
        ("classmethod", "CLASSMETHOD"),
        ("abc.abstractmethod", "ABSTRACT"),
        ("contextlib.asynccontextmanager", "CONTEXT_MANAGER"),
        ("pytest.fixture", "FIXTURE"),
        ("fixture(autouse=True, scope='module')", "FIXTURE|AUTOUSE"),
        ("pytest.fixture(autouse=False)", "FIXTURE"),
        ("setter", ""),
    ],
)
def test_marks_of_decorators(decorator: str, flags: str) -> None:
    text = read(f"@{decorator}\ndef f(): return 1")
    marks = set(filter(None, text.flags(text.facts.defs[0]).split("|")))
    assert marks == {"DECORATED", *filter(None, flags.split("|"))}


@pytest.mark.parametrize(
    ("body", "stub"),
    [
        ("...", True),
        ("pass", True),
        ("'doc'", True),
        ("'doc'; ...", True),
        ("raise NotImplementedError('x')", True),
        ("raise ValueError", False),
        ("return None", False),
        ("x = 1", False),
    ],
)
def test_stub_bodies(body: str, stub: bool) -> None:
    text = read(f"def f(): {body}")
    assert ("STUB" in text.flags(text.facts.defs[0])) is stub


def test_attributes_of_self() -> None:
    source = """
class C:
    def __init__(self, x):
        self.x = x
        self.y: "list[int]" = []
        self.z: int
        self.a, self.b = f()
        self.y.append(g())
        self.m["k"] = h()
        def inner():
            self.late = 1
        other.w = 2
    @classmethod
    def make(cls): cls.k = 3
    @staticmethod
    def s(self): self.no = 4
    def nested(self):
        def own(self): self.no = 5
"""
    assert read(source).attributes("C") == [
        "x = x", "y = []", "a = f()#0", "b = f()#1", "[]y = g()", "[]m = h()", "late = 1", "k = 3",
        "y: list[int]", "z: int",
    ]  # fmt: skip


def test_returned_and_yielded() -> None:
    text = read(
        "def f():\n    if a: return b, c\n    return (yield d)\ndef g():\n    yield from h()\n    lambda: 1\n    return"
    )
    assert text.returned("f") == ["(b, c,)", "sent()"]
    assert text.yields("f") == ["d"]
    assert text.yields("g") == ["from h()"]
    assert "GENERATOR" in text.flags(text.find("g"))
    assert text.returned("g") == []


@pytest.mark.parametrize(
    ("body", "cyclomatic", "cognitive"),
    [
        ("pass", 1, 0),
        ("if a: pass", 2, 1),
        ("if a: pass\nelif b: pass\nelse: pass", 3, 3),
        ("if a:\n    if b:\n        for c in d: pass", 4, 6),
        ("while a and b and c: pass", 4, 2),
        ("x = a and b or c", 3, 2),
        ("x = a or b or c", 3, 1),
        ("x = a and not (b and c)", 3, 2),
        ("x = a if b else c", 2, 1),
        ("x = [a for a in b if c]", 3, 0),
        ("try: pass\nexcept A: pass\nexcept B:\n    if c: pass", 4, 4),
        ("for a in b: pass\nelse: pass", 2, 2),
        ("match a:\n    case 1: pass\n    case _:\n        if b: pass", 3, 3),
        ("f()", 1, 1),
        ("def g():\n    if a: pass", 1, 0),
        ("x = lambda: (a if b else c)", 2, 2),
        ("with a: \n    if b: pass", 2, 1),
    ],
)
def test_complexity(body: str, cyclomatic: int, cognitive: int) -> None:
    source = "def f():\n" + "".join(f"    {line}\n" for line in body.split("\n"))
    definition = read(source).find("f")
    assert (definition.cyclomatic, definition.cognitive) == (cyclomatic, cognitive)


def test_the_body_hash_follows_the_text_from_the_first_decorator() -> None:
    base, *others = (
        read(source).find("f").body_hash
        for source in ("@a\ndef f(): pass\n", "\n\n@a\ndef f(): pass", "@b\ndef f(): pass\n", "@a\ndef f(): ...\n")
    )
    assert [base == other for other in others] == [True, False, False]
    assert 0 <= base < 1 << 60


def imports(source: str) -> list[str]:
    text = read(source)
    return [text.imported(index) for index in range(len(text.facts.imports))]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import a.b, c", ["a.b as a", "c as c"]),
        ("import a.b as d", ["a.b as d"]),
        ("import a.b as a", ["a:b as a"]),
        ("from . import x", [".:x as x"]),
        ("from ..a.b import (c as d, # note\n  e,)", ["..a.b:c as d", "..a.b:e as e"]),
        ("from . a import b", [".a:b as b"]),
        ("from a import *", ["a as * [STAR]"]),
        ("from __future__ import annotations", []),
        ("def f(): import a", ["a as a [DEFERRED]"]),
        ("if t.TYPE_CHECKING:\n    import a\nelse:\n    import b", ["a as a [TYPE_ONLY|CONDITIONAL]", "b as b [CONDITIONAL]"]),
        ("try:\n    import a\nexcept ImportError:\n    import b\nimport c", ["a as a [CONDITIONAL|GUARDED]", "b as b [CONDITIONAL|GUARDED]", "c as c"]),
        ("try:\n    import a\nexcept (KeyError, ValueError):\n    pass", ["a as a [CONDITIONAL]"]),
    ],
)  # fmt: skip
def test_imports(source: str, expected: list[str]) -> None:
    assert imports(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = 1", None),
        ("__all__ = ['a', 'b']", ["a", "b"]),
        ("__all__ = ('a',) + ('b',)\n__all__ += ['c']\n__all__.extend(['d'])\n__all__.append('e')", ["a", "b", "c", "d", "e"]),
        ("__all__: list[str] = ['a']", ["a"]),
        ("__all__ = []", []),
        ("__all__ = ['a'] + m.__all__", ["a", "m.__all__"]),
        ("__all__ = [n for n in dir()]", None),
        ("def f(): __all__ = ['a']", None),
    ],
)  # fmt: skip
def test_exported(source: str, expected: list[str] | None) -> None:
    facts = read(source).facts
    assert (None if facts.exported is None else [facts.names[name] for name in facts.exported]) == expected


@pytest.mark.parametrize(
    ("source", "signal"),
    [
        ("exec(x)", Signal.EXEC),
        ("exec 'x'", Signal.EXEC),
        ("def __getattr__(name): pass", Signal.MODULE_GETATTR),
        ("import unittest.mock", Signal.TEST_FRAMEWORK),
        ("from pytest import fixture", Signal.TEST_FRAMEWORK),
        ("class C:\n    def __getattr__(self, name): pass", 0),
        ("from .pytest import x", 0),
    ],
)
def test_signals(source: str, signal: int) -> None:
    assert read(source).facts.signals == signal


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("if __name__ == '__main__': main()", [(1, 27, 1, 33)]),
        ("if ('__main__' == __name__ and x):\n    main()\n", [(2, 4, 2, 10)]),
        ("if __name__ != '__main__':\n    a()\nelse:\n    b()\n", [(3, 0, 4, 7)]),
        ("if x:\n    a()\nelif __name__ == '__main__':\n    b()\n", [(4, 4, 4, 7)]),
        ("if not __name__ != '__main__': main()", [(1, 31, 1, 37)]),
        ("if __name__ == '__main__' or x: main()", []),
        ("if __name__ == 'x' or '__main__': main()", []),
        ("def f():\n    if __name__ == '__main__': main()\n", []),
    ],
)
def test_what_runs_only_where_the_file_is_started(source: str, expected: list[tuple[int, int, int, int]]) -> None:
    assert read(source).facts.started == expected


def test_definitions_under_the_main_guard_are_marked() -> None:
    text = read("if '__main__' == __name__:\n    def f(): return 1\nelse:\n    def g(): return 1\n")
    assert [text.flags(definition) for definition in text.facts.defs] == ["MAIN_GUARDED", ""]
