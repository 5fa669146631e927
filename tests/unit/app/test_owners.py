"""Whose a piece of text is, where definitions share a line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from blastlens.app.api import Blastlens
from blastlens.app.owners import Owners
from blastlens.app.questions import BlastRadius
from blastlens.languages.registry import language_for


def changed(app: Blastlens) -> list[str]:
    app.refresh()
    answer = app.ask(BlastRadius(working_tree=True))
    return sorted(
        f"{row['symbol'].partition('::')[2]} {' '.join(row.get('changes', ()))}" for row in answer.extra["changed"]
    )


@pytest.mark.parametrize(
    ("path", "before", "after", "wanted"),
    [
        (
            "S.java",
            'interface S { double area(); default String label() { return "x"; } }\n',
            'interface S { float area(); default String label() { return "x"; } }\n',
            ["S.area signature"],
        ),
        (
            "S.java",
            'interface S { double area(); default String label() { return "x"; } }\n',
            'interface S { float area(); default String label() { return "y"; } }\n',
            ["S.area signature", "S.label body"],
        ),
        (
            "S.java",
            'interface S { double area(); default String label() { return "x"; } }\n',
            'interface S extends T { double area(); default String label() { return "x"; } }\n',
            ["S signature"],
        ),
        (
            "m.ts",
            "export const f = () => 1, g = () => 2;\n",
            "export const f = () => 3, g = () => 2;\n",
            ["f body"],
        ),
        ("m.ts", "class A {\n f() { return 1; } g() { return 2; }\n}\n", "class A {\n f() { return 3; } g() { return 2; }\n}\n", ["A.f body"]),
        ("m.ts", "function f() {\n  return 1;\n} function g() { return 2; }\n", "function f() {\n  return 1;\n} function g() { return 3; }\n", ["g body"]),
        ("m.ts", "class A { f() { return 1; } }\n", "class A { f() { return 2; } }\n", ["A.f body"]),
        ("m.ts", "class A { f() { return 1; } }\n", "class A { x = 1; f() { return 1; } }\n", ["A body"]),
        ("m.go", "package m\n\ntype S interface { Area() int; Label() string }\n", "package m\n\ntype S interface { Area() bool; Label() string }\n", ["S.Area signature"]),
        ("lib.rs", "trait S { fn area(&self) -> f64; fn label(&self) -> u8 { 1 } }\n", "trait S { fn area(&self) -> f32; fn label(&self) -> u8 { 1 } }\n", ["S.area signature"]),
    ],
)  # fmt: skip
def test_of_definitions_on_one_line_those_are_changed_whose_own_text_differs(
    root: Path,
    committed: Callable[[], None],
    opened: Callable[[], Blastlens],
    path: str,
    before: str,
    after: str,
    wanted: list[str],
) -> None:
    (root / path).write_text(before, "utf-8")
    committed()
    app = opened()
    (root / path).write_text(after, "utf-8")

    assert changed(app) == wanted


def test_what_only_ends_where_what_it_holds_ends_shares_no_line(
    write: Callable[..., None], opened: Callable[[], Blastlens], root: Path
) -> None:
    write(a="class A:\n    class B:\n        def f(self): return 1\n")
    app = opened()
    symbols = app._session.graph().symbols_in("a.py")

    owners = Owners(language_for("a.py"), (root / "a.py").read_bytes(), symbols)

    assert owners.parted(3) == {}
    assert owners.at(3, 22) == "a.py::A.B.f"
