"""An import is moved below `if TYPE_CHECKING:` only where the text proves that nothing needs it at run time."""

import ast

import pytest

from blastlens.languages.python.type_checking import for_types_alone

FUTURE = "from __future__ import annotations\n"


def moved(source: str, line: int) -> str | None:
    edits, _ = for_types_alone(source, line)
    if not edits:
        return None
    lines = source.splitlines(keepends=True)
    for one in sorted(edits, reverse=True):
        lines[one.first - 1 : one.end - 1] = [one.text]
    after = "".join(lines)
    ast.parse(after)
    return after


def test_it_makes_the_block_and_imports_the_flag() -> None:
    source = FUTURE + "\nimport os\nfrom cart import Cart\n\n\ndef pay(cart: Cart) -> list[Cart]:\n    return [cart]\n"
    assert moved(source, 4) == (
        FUTURE + "from typing import TYPE_CHECKING\n\nimport os\n\nif TYPE_CHECKING:\n    from cart import Cart\n"
        "\n\ndef pay(cart: Cart) -> list[Cart]:\n    return [cart]\n"
    )


def test_it_uses_the_block_that_is_there_and_keeps_lines_together() -> None:
    source = (
        FUTURE + "from typing import TYPE_CHECKING\n\nfrom cart import (\n    Cart,\n    Item as Piece,\n)\n\n"
        "if TYPE_CHECKING:\n  import ast\n\n\nclass Till:\n    def pay(self, cart: Cart, *pieces: Piece) -> None: ...\n"
    )
    after = moved(source, 4)
    assert after is not None
    assert "if TYPE_CHECKING:\n  import ast\n  from cart import (\n      Cart,\n      Item as Piece,\n  )\n" in after
    assert after.count("import (") == 1


def test_line_ends_stay() -> None:
    source = (FUTURE + "import cart\n\n\ndef pay(one: cart.Cart): ...\n").replace("\n", "\r\n")
    after = moved(source, 2)
    assert after is not None
    assert "if TYPE_CHECKING:\r\n    import cart\r\n" in after
    assert "\n" not in after.replace("\r\n", "")


def test_a_variable_of_a_function_is_no_use() -> None:
    assert moved(FUTURE + "from a import A\n\n\ndef f():\n    x: A = g()\n    return x\n", 2) is not None


@pytest.mark.parametrize(
    "rest",
    [
        "def f(a: A): return A()\n",  # called
        "def f(a: A = A): ...\n",  # a default is evaluated
        "class B(A): ...\ndef f(a: A): ...\n",
        "@app.get('/')\ndef f(a: A): ...\n",  # who decorates may read annotations
        "@dataclass\nclass B:\n    a: A\n",
        "class B:\n    a: A\n",
        "a: A\n",
        "def f(a: A): ...\nget_type_hints(f)\n",
        "def f(a: A): ...\n__all__ = ['A', 'f']\n",  # handed on
        "def f(a: A): ...\nfrom b import A\n",
        "def f(a: A):\n    global A\n    A = 1\n",
        "def f(a): ...\n",  # for what it does while it loads, or for others
        "def f(a: A): print(f'{A}')\n",
    ],
)
def test_whatever_may_need_it_at_run_time_keeps_it(rest: str) -> None:
    assert moved(FUTURE + "from a import A\n" + rest, 2) is None


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("from a import A\n\n\ndef f(a: A): ...\n", 1),  # annotations are evaluated
        (FUTURE + "from a import *\n\n\ndef f(a: A): ...\n", 2),
        (FUTURE + "import os; from a import A\n\n\ndef f(a: A): ...\n", 2),
        (FUTURE + "try:\n    from a import A\nexcept ImportError: ...\n\n\ndef f(a: A): ...\n", 3),
        (FUTURE, 1),
        (FUTURE + "def f(:\n", 2),
        (FUTURE, 99),
    ],
)
def test_and_so_does_what_is_no_plain_import(source: str, line: int) -> None:
    assert moved(source, line) is None
