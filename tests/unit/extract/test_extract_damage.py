"""Files with errors keep what stands outside the damage; nothing in a file raises."""

import pytest
from facts_text import FactsText

from blastlens.extract.extractor import extract
from blastlens.facts.file_facts import Expr, code_names
from blastlens.languages.python.language import PYTHON
from blastlens.languages.python.walk_repair import mended


def read(source: str) -> FactsText:
    return FactsText(extract(PYTHON, source.encode()))


AFTER = "\n\n@deco\ndef after():\n    call()\n\nclass Tail:\n    def close(self): call()\n"


@pytest.mark.parametrize(
    "damage",
    [
        "x = (1, 2",
        "x = [\n    f(1),\n    g(2",
        'd = {"a": (1,',
        "def broken(a, b:\n    x()",
        "def broken(a)\n    x()",
        "def broken()\n    x()",
        "class Broken(A:\n    pass",
        "class Broken\n    def m(self): pass",
        'x = "abc',
        'x = """abc',
        "x = = 3",
        "x = f(a b)",
        "x = f(a))",
        "if a\n    b()",
        "if foo(:\n    b()",
        "for x in",
        "x.",
        "from a import",
        "def",
        "@",
        "<<<<<<< HEAD\na()\n=======\nb()\n>>>>>>> other",
        "print 'a' % b, `c`",
        "x = yield = 3",
        "lambda",
        "try:\n    a()",
        "    unexpected()",
        "try: a()\nexcept A, e: b()",
    ],
)
def test_what_follows_the_damage_is_whole(damage: str) -> None:
    text = read(damage + AFTER)
    found = [line for line in text.definitions() if line.split()[1] in ("after", "Tail", "Tail.close")]
    start = damage.count("\n") + 3
    assert found == [
        f"def after {start}-{start + 2} name {start + 1}:4 [DECORATED]",
        f"class Tail {start + 4}-{start + 5} name {start + 4}:6",
        f"def Tail.close {start + 5}-{start + 5} name {start + 5}:8",
    ]
    calls = [line for line in text.uses() if line.endswith("CALL call()")]
    assert calls == [f"{start + 2} after: CALL call()", f"{start + 5} Tail.close: CALL call()"]


@pytest.mark.parametrize(
    ("source", "problems"),
    [
        ("x = (1,\ndef f(): pass\n", [(1, "syntax error")]),
        ("x = 1\ny = (1,\n2,\n\ndef f(): pass\n", [(2, "syntax error up to line 4")]),
        ("def f()\n    pass\n", [(1, "missing :")]),
        ("x = 1\nf(a b)\n", [(2, "syntax error")]),
        ("x = 1\n", []),
    ],
)
def test_problems_say_which_lines(source: str, problems: list[tuple[int, str]]) -> None:
    assert read(source).facts.problems == problems


def test_a_damaged_header_keeps_its_name_and_body() -> None:
    text = read("class A(B:\n    def f(self, x:\n        g()\n    def h(self): pass\n")
    assert [line.split(" name")[0] for line in text.definitions()] == ["class A 1-4", "def A.f 2-3", "def A.h 4-4"]
    assert "3 A.f: CALL g()" in text.uses()


@pytest.mark.parametrize(
    "typed",
    [
        "total = compute(self.values, oth",
        "total = compute(self.values)[0",
        "total = {'a': 1",
        "if compute(self.values",
        "total = compute(self.values, oth  # typed",
        "total = compute(\n            1",
    ],
)
def test_a_bracket_that_is_never_closed_ends_before_the_next_statement(typed: str) -> None:
    """What an editor saves in the middle of a call leaves the rest of the function as it is."""
    body = f"    def f(self):\n        {typed}\n\n        self.size = 1\n        other = g()\n        (a, b) = h()\n"
    text = read(f"class A:\n{body}    def last(self): pass\n")
    names = [line.split()[-1] for line in text.uses() if "CALL" in line]
    assert names[-2:] == ["g()", "h()"]
    assert any(line.startswith("def A.last") for line in text.definitions())


@pytest.mark.parametrize(
    "source",
    [
        "x = f('a'\nf'b'\nrb'c')\n",
        "x = (a\nif b\nelse c)\n",
        "x = [a\nfor a in b\nif a]\n",
        "x = (a\nand b\nor not c\nin d\nis e)\n",
        "x = f(\na=1,\nb=2)\n",
        "x = f(a,  # one\n# two\nb)\n",
        "with (a\nas b): pass\n",
    ],
)
def test_what_goes_on_over_lines_is_not_cut(source: str) -> None:
    assert mended(source.encode()) is None


def test_whole_files_are_not_mended() -> None:
    source = "x = {\n    'a': 1\n    if b else 2,\n    'c': (yield_),\n}\n'''\n<<<<<<< HEAD\n'''\n"
    assert read(source).facts.problems == []


def nested(before: str, inner: str, after: str, times: int = 5000) -> str:
    return before * times + inner + after * times


@pytest.mark.parametrize(
    "source",
    [
        nested("(", "x", ")"),
        "x = " + nested("[", "x", "]"),
        nested("f(", "x", ")"),
        "x = " + nested("{1: ", "x", "}"),
        "x = " + nested("not ", "x", ""),
        "x = " + nested("lambda: ", "x", ""),
        "x = " + nested("a if b else ", "c", ""),
        "x: " + nested("A[", "B", "]"),
        nested("(", "x", ",)") + " = y",
        "del " + nested("(", "x", ")"),
        "match x:\n    case " + nested("[", "x", "]") + ": pass",
        "".join("  " * depth + "if a:\n" for depth in range(300)) + "  " * 300 + "f()",
        "".join(" " * depth + "def f():\n" for depth in range(300)) + " " * 300 + "f()",
    ],
)
def test_deep_nesting_is_cut_and_said(source: str) -> None:
    facts = extract(PYTHON, source.encode() + b"\n\ndef after(): pass\n")
    assert any("deep" in what for _, what in facts.problems)


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("x = " + " + ".join(["a"] * 20000), "BINARY"),
        ("x = " + " or ".join(["a"] * 20000), "EITHER"),
        ("x = a" + ".b" * 20000, "ATTR"),
        ("x = a" + ".b()" * 20000, "CALL"),
        ("x = a" + "[0]" * 20000, "INDEX"),
        ("x: " + " | ".join(["a"] * 5000), "BINARY"),
        ("if " + " and ".join(["isinstance(a, B)"] * 2000) + ": pass", "CALL"),
        ("if a: pass\n" + "elif a: pass\n" * 5000, "NAME"),
        ("a = " * 5000 + "b", "NAME"),
    ],
)
def test_long_chains_are_followed_to_the_end(source: str, kind: str) -> None:
    facts = extract(PYTHON, source.encode())
    assert facts.problems == []
    assert kind in {code_names(Expr)[row[0]] for row in facts.exprs}


def test_unreadable_bytes_are_named() -> None:
    facts = extract(PYTHON, b"x = 1\n# \xff\ndef caf\xe9(): pass\ndef after(): f()\n")
    assert facts.problems[0] == (2, "bytes that are no text were replaced")
    assert "after" in [facts.names[definition.name] for definition in facts.defs]
