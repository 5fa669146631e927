"""Cyclomatic complexity (McCabe, "A Complexity Measure", 1976) and cognitive complexity (Campbell, SonarSource, "Cognitive
Complexity", version 1.7) of one function, by language.

Cyclomatic: one, and one for each decision: an `if`, a loop, a `case` that is no default, a handler, a conditional expression, each
operator that may leave its right side out. Cognitive: one for each break of the linear flow, and one more for each level it is
nested in; `else` and `else if` one; a sequence of like logical operators one; a jump to a label one; a function that calls itself
one. `try`, `with`, `??` and `?.` break nothing.
"""

import pytest

from blastlens.extract.extractor import extract
from blastlens.languages.registry import language_for

PYTHON = {
    "pass": (1, 0),
    "if a:\n  pass": (2, 1),
    "if a:\n  pass\nelse:\n  pass": (2, 2),
    "if a:\n  pass\nelif b:\n  pass\nelse:\n  pass": (3, 3),
    "if a:\n  if b:\n    pass": (3, 3),
    "for i in a:\n  while b:\n    pass": (3, 3),
    "if a and b and c:\n  pass": (4, 2),
    "if a and b or c:\n  pass": (4, 3),
    "if a and (b or c):\n  pass": (4, 3),
    "return a if b else c": (2, 1),
    "return a if b else c if d else e": (3, 3),
    "try:\n  a()\nexcept E:\n  pass": (2, 1),
    "try:\n  if a:\n    pass\nexcept E:\n  if b:\n    pass": (4, 4),
    "try:\n  a()\nfinally:\n  b()": (1, 0),
    "with a:\n  if b:\n    pass": (2, 1),
    "match a:\n  case 1:\n    pass\n  case 2:\n    pass\n  case _:\n    pass": (3, 1),
    "match a:\n  case 1 if b:\n    if c:\n      pass": (4, 3),
    "return [i for i in a if i]": (3, 0),
    "return lambda: a if b else c": (2, 2),
    "return f()": (1, 1),
    "for i in a:\n  pass\nelse:\n  pass": (2, 2),
}
BRACES = {
    "": (1, 0),
    "if (a) { }": (2, 1),
    "if (a) { } else { }": (2, 2),
    "if (a) { } else if (b) { } else { }": (3, 3),
    "if (a) { if (b) { } }": (3, 3),
    "for (;;) { while (a) { } }": (3, 3),
    "do { } while (a);": (2, 1),
    "if (a && b && c) { }": (4, 2),
    "if (a && b || c) { }": (4, 3),
    "if (a && (b || c)) { }": (4, 3),
    "x = a ? b : c;": (2, 1),
    "x = a ? b : c ? d : e;": (3, 3),
    "switch (a) { case 1: break; case 2: break; default: break; }": (3, 1),
    "switch (a) { case 1: if (b) { } }": (3, 3),
    "while (a) { break; }": (2, 1),
}
TRIES = {
    "try { a(); } catch (E e) { }": (2, 1),
    "try { if (a) { } } catch (E e) { if (b) { } }": (4, 4),
}
LABELS = {"l: for (;;) { for (;;) { continue l; } }": (3, 4)}
JAVA = {
    **BRACES,
    **TRIES,
    **LABELS,
    "for (int i : a) { }": (2, 1),
    "x = switch (a) { case 1 -> b; case 2 -> c; default -> d; };": (3, 1),
    "r(() -> { if (a) { } });": (2, 2),
    "try { a(); } finally { b(); }": (1, 0),
}
SCRIPT = {
    **BRACES,
    **{text.replace("(E e)", "(e)"): counts for text, counts in TRIES.items()},
    **LABELS,
    "for (const i of a) { }": (2, 1),
    "for (const i in a) { }": (2, 1),
    "x = a ?? b;": (2, 0),
    "x = a?.b;": (1, 0),
    "try { if (a) { } } finally { b(); }": (2, 1),
}
C = {**BRACES, "if (a) goto end; end: ;": (2, 2)}
CPP = {**BRACES, "for (auto x : a) { }": (2, 1), "try { a(); } catch (int e) { if (b) { } }": (3, 3)}
GO = {
    "": (1, 0),
    "if a { }": (2, 1),
    "if a { } else { }": (2, 2),
    "if a { } else if b { } else { }": (3, 3),
    "if a { if b { } }": (3, 3),
    "for { for a { } }": (3, 3),
    "for range a { }": (2, 1),
    "if a && b && c { }": (4, 2),
    "if a && b || c { }": (4, 3),
    "if a && (b || c) { }": (4, 3),
    "switch a {\ncase 1:\ncase 2:\ndefault:\n}": (3, 1),
    "switch a.(type) {\ncase int:\ndefault:\n}": (2, 1),
    "select {\ncase <-a:\ndefault:\n}": (2, 1),
    "switch a {\ncase 1:\nif b { }\n}": (3, 3),
    "l:\nfor { for { continue l } }": (3, 4),
    "go func() { if a { } }()": (2, 2),
}
RUST = {
    "": (1, 0),
    "if a { }": (2, 1),
    "if a { } else { }": (2, 2),
    "if a { } else if b { } else { }": (3, 3),
    "if a { if b { } }": (3, 3),
    "for i in a { while b { } }": (3, 3),
    "loop { }": (2, 1),
    "if a && b && c { }": (4, 2),
    "if a && b || c { }": (4, 3),
    "if a && (b || c) { }": (4, 3),
    "match a { 1 => {} 2 => {} _ => {} }": (3, 1),
    "match a { 1 if b => {} _ => {} }": (3, 1),
    "match a { 1 => { if b { } } _ => {} }": (3, 3),
    "if let Some(x) = a { }": (2, 1),
    "'l: for i in a { for j in b { continue 'l; } }": (3, 4),
    "a()?;": (2, 0),
    "let f = || { if a { } };": (2, 2),
}


def _cases() -> list[tuple[str, str, tuple[int, int]]]:
    def indented(text: str) -> str:
        return "".join(f"    {line}\n" for line in text.split("\n"))

    found = [("a.py", f"def f():\n{indented(text)}", counts) for text, counts in PYTHON.items()]
    found += [("A.java", f"class A {{ void f() {{ {text} }} }}", counts) for text, counts in JAVA.items()]
    found += [("a.ts", f"function f() {{ {text} }}", counts) for text, counts in SCRIPT.items()]
    found += [("a.js", f"function f() {{ {text} }}", counts) for text, counts in SCRIPT.items()]
    found += [("a.c", f"void f(void) {{ {text} }}", counts) for text, counts in C.items()]
    found += [("a.cpp", f"void f() {{ {text} }}", counts) for text, counts in CPP.items()]
    found += [("a.go", f"package a\nfunc f() {{\n{text}\n}}", counts) for text, counts in GO.items()]
    return found + [("a.rs", f"fn f() {{ {text} }}", counts) for text, counts in RUST.items()]


@pytest.mark.parametrize(("path", "text", "counts"), _cases())
def test_complexity(path: str, text: str, counts: tuple[int, int]) -> None:
    language = language_for(path)
    assert language is not None
    facts = extract(language, text.encode())
    (one,) = [row for row in facts.defs if facts.names[row.name] in ("f", "f()")]
    assert (one.cyclomatic, one.cognitive) == counts
