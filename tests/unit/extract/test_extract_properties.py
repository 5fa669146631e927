"""Laws of extraction, tried on generated files."""

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blastlens.extract.extractor import extract
from blastlens.facts.encoding import decode, encode
from blastlens.facts.file_facts import FileFacts
from blastlens.languages.python.language import PYTHON

FRAGMENTS = [
    "def f(a, b=1, *c, **d):", "async def g(self) -> 'A':", "class C(B, metaclass=M):", "@deco(1)", "return x.y(z)",
    "x = [a for a in b if isinstance(a, C)]", "self.x: int = y", "with f() as (a, b):", "try:", "except A as e:", "else:",
    "finally:", "match x:", "case A(b, c=d) as e:", "type X[T] = list[T]", "import a.b as c", "from . import *", "yield x",
    "global g", "lambda x: (y := x)", 'f"{x!r:>{w}}"', "'''", '"', "(", ")", "[", "]", "{", "}", ":", ",", "=", ".", "\\",
    "#", "\r", "\f", "é", "\0", "if a and b or not c:", "elif x:", "del x.y", "print 'x'", "x += 1", "await", "*a, b = c",
]  # fmt: skip
PIECES = st.lists(st.sampled_from([*FRAGMENTS, "\n", "\n    ", "\n        ", " "]), max_size=40)
STATEMENTS = [
    "x = f(y)", "def f(a: 'A' = 1) -> B:\n    return a.b()", "class C(B):\n    x: int = 1\n    def m(self):\n        self.y = g()",
    "if isinstance(x, A):\n    x.a()\nelse:\n    x.b()", "for i, j in z:\n    print(i)", "from m import n as o", "with f() as g:\n    g.h()",
    "@overload\ndef k(): ...", "try:\n    a()\nexcept E as e:\n    raise", "l = [lambda q: q.r for q in s]",
]  # fmt: skip


def checked(data: bytes) -> FileFacts:
    facts = extract(PYTHON, data)
    assert decode(encode(facts)) == facts
    assert len(facts.uses) == len(facts.use_spans) == len(set(facts.uses))
    assert len(facts.defs) == len(facts.def_spans)
    assert len(facts.imports) == len(facts.import_spans)
    assert all(definition.parent < index for index, definition in enumerate(facts.defs))
    assert all(facts.defs[definition.primary].primary == definition.primary for definition in facts.defs)
    assert all(parent < index for index, parent in enumerate(facts.block_parents))
    assert all(scope.parent < index for index, scope in enumerate(facts.scopes))
    for context, row, _ in facts.uses:
        scope, block, _order = facts.contexts[context]
        assert scope < len(facts.scopes) and block < len(facts.block_parents) and row < len(facts.exprs)
    return facts


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_give_facts(data: bytes) -> None:
    checked(data)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(PIECES)
def test_any_mixture_of_syntax_gives_facts(pieces: list[str]) -> None:
    checked("".join(pieces).encode())


def without_places(facts: FileFacts) -> FileFacts:
    bare = msgspec.convert(msgspec.to_builtins(facts), FileFacts)
    bare.def_spans, bare.import_spans, bare.problems = [], [], []
    bare.use_spans = [(len(spans),) for spans in bare.use_spans]
    bare.line_count = 0
    for definition in bare.defs:
        definition.body_hash = 0
    return bare


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(STATEMENTS), max_size=6), st.data())
def test_comments_and_blank_lines_change_places_only(statements: list[str], data: st.DataObject) -> None:
    lines = "\n".join(statements).split("\n")
    noise = data.draw(
        st.lists(
            st.sampled_from(["", "\n", "# note: def f(x): y.z()\n", "\n\n    # deep\n"]),
            min_size=len(lines),
            max_size=len(lines),
        )
    )
    tails = data.draw(st.lists(st.sampled_from(["", "  # tail(1)"]), min_size=len(lines), max_size=len(lines)))
    noisy = "".join(f"{before}{line}{tail}\n" for before, line, tail in zip(noise, lines, tails, strict=True))
    plain, other = checked(("\n".join(lines) + "\n").encode()), checked(noisy.encode())
    assert without_places(plain) == without_places(other)
