"""How deep calls stand in choices, loops and handlers, by language."""

import re

import pytest

from blastlens.extract.nesting import Within, branch_depths
from blastlens.languages.registry import language_for

# The digit of a call's name is its depth.
TEXTS = {
    "a.py": """
def f(x):
    a0()
    if b0():
        c1()
        for i in d1():
            e2()
            while g3():
                h3()
    elif j1():
        k1()
    else:
        l1()
    try:
        m1()
    except n1():
        if o1():
            p2()
    finally:
        q0()
    with r0():
        s0()
    match t0():
        case 1 if u1():
            v1()
    w = x1() if y0() else z1()
    aa = [ab1() for i in ac0() if ad1()]
    ae0(lambda: af0())
    for i in ag0():
        continue
    else:
        ah1()
""",
    "a.go": """package a

func f() {
	if a0(); b0() {
		c1()
	} else if d1() {
		e1()
	} else {
		g1()
	}
	for i := 0; h1(); i++ {
		j1()
	}
	for range k0() {
		l1()
	}
	switch m0() {
	case n1():
		o1()
	}
	select {
	case <-p1():
		q1()
	}
	go func() { r0() }()
}
""",
    "A.java": """class A {
    void f() {
        if (a0()) { b1(); } else if (c1()) { d1(); } else { e1(); }
        for (int i = g0(); h1(); j1()) k1();
        for (int x : l0()) m1();
        while (n1()) { if (o1()) p2(); }
        do q1(); while (r1());
        try { s1(); } catch (E e) { t1(); } finally { u0(); }
        switch (v0()) { case 1: w1(); }
        int z = x0() ? y1() : z1();
        run(() -> aa0());
    }
}
""",
    "a.ts": """function f() {
  if (a0()) { b1(); } else if (c1()) { d1(); if (e1()) { g2(); } } else { h1(); }
  for (let i = j0(); k1(); l1()) m1();
  for (const x of n0()) o1();
  try { p1(); } catch (e) { q1(); } finally { r0(); }
  switch (s0()) { case t1(): u1(); }
  const z = v0() ? w1() : x1();
  if (y0()) { list1().map((one) => z1(one)); }
}
""",
    "a.js": """function f() {
  while (a1()) { if (b1()) c2(); else d2(); }
}
""",
    "a.rs": """fn f() {
    if a0() { b1(); } else if c1() { d1(); } else { e1(); }
    for x in g0() { h1(); }
    while k1() { l1(); }
    loop { m1(); }
    match n0() { X if o1() => p1(), _ => q1() };
    if let Some(x) = r0() { s1(); }
    let z = if v0() { w1() } else { x1() };
}
""",
    "a.c": """void f(void) {
    if (a0()) { b1(); } else if (c1()) { d1(); } else e1();
    for (int i = g0(); h1(); k1()) l1();
    while (o1()) p1();
    do q1(); while (r1());
    switch (u0()) { case 1: v1(); }
    int z = w0() ? x1() : y1();
}
""",
    "a.cpp": """void f() {
    for (auto x : a0()) { try { b2(); } catch (int e) { c2(); } }
}
""",
}
_CALL = re.compile(rb"\b[a-z]+(\d)(?=\()")


@pytest.mark.parametrize("path", TEXTS)
def test_depths(path: str) -> None:
    data = TEXTS[path].encode()
    places, wanted = {}, {}
    lines = data.split(b"\n")
    # The definition's own lines; what stands around a definition does not count.
    first = next(at for at, line in enumerate(lines, 1) if b"f(" in line)
    last = len(lines) - (2 if path.endswith(".java") else 1)
    for number, line in enumerate(lines, 1):
        for found in _CALL.finditer(line):
            name = found[0].decode()
            places[len(places)] = Within(number, found.start(), first, last)
            wanted[name] = int(found[1])
    language = language_for(path)
    assert language is not None
    depths = branch_depths(language, data, places)
    assert dict(zip(wanted, depths.values(), strict=True)) == wanted


def test_what_stands_around_the_definition_does_not_count() -> None:
    data = b"if a:\n    def f():\n        if b:\n            c()\n"
    language = language_for("a.py")
    assert language is not None
    assert branch_depths(language, data, {0: Within(4, 12, 2, 4), 1: Within(4, 12, 1, 4)}) == {0: 1, 1: 2}


def test_a_place_outside_the_text_is_at_no_depth() -> None:
    language = language_for("a.py")
    assert language is not None
    assert branch_depths(language, b"a()\n", {0: Within(9, 3, 1, 9)}) == {0: 0}
