"""What is different about a definition."""

from collections.abc import Callable
from pathlib import Path

import pytest

from blastlens.app.answer import Answer
from blastlens.app.api import Blastlens
from blastlens.app.questions import BlastRadius

SHOP = '''"""A shop."""

import functools

RATE = 2


class Cart:
    """What is bought."""

    size = 1

    @functools.cache
    def total(self, n=1, *, tax: int = 0) -> int:
        """All of it."""
        if n:
            tax = tax + 1
        return n * RATE + tax


def price(n):
    # says what it costs
    total = n * RATE
    return total + sum(range(n)) - 1
'''
TYPED = """export class Cart {
  /** All of it. */
  total(n: number): string {
    return `${n}  x`;
  }
}

export const price = (n: number): number => {
  return n * 2; // twice
};

export interface Shop {
  open(): void;
}
"""
GO = """package shop

// Cart is what is bought.
type Cart struct {
\tsize int
}

func (c *Cart) Total(n int) int {
\tif n > 0 {
\t\treturn n
\t}
\treturn c.size
}
"""
JAVA = """class Cart {
  @Deprecated
  public int total(int n) {
    return n;
  }
}
"""
RUST = """struct Cart {
    size: u32,
}

impl Cart {
    #[inline]
    fn total(&self, n: u32) -> u32 {
        n + self.size
    }
}
"""


@pytest.fixture
def changed(root: Path, committed: Callable[[], None], opened: Callable[[], Blastlens]) -> Callable[..., Answer]:
    """The answer about files that are committed as the first texts and are then the second ones (None: gone)."""

    def compare(before: dict[str, str], after: dict[str, str | None]) -> Answer:
        for name, text in before.items():
            (root / name).write_text(text, "utf-8")
        committed()
        for name, later in after.items():
            if later is None:
                (root / name).unlink()
            else:
                (root / name).write_text(later, "utf-8")
        return opened().ask(BlastRadius(working_tree=True))

    return compare


def told(answer: Answer) -> dict[str, str]:
    return {row["symbol"].rpartition("::")[2]: ", ".join(row["changes"]) for row in answer.extra["changed"]}


@pytest.mark.parametrize(
    ("file", "text", "old", "new", "kinds"),
    [
        ("a.py", SHOP, "total + sum", "total - sum", {"price": "body"}),
        ("a.py", SHOP, "def price(n)", "def price(n, m)", {"price": "signature"}),
        ("a.py", SHOP, "def price(n)", "async def price(n)", {"price": "signature"}),
        ("a.py", SHOP, "n=1, *", "n=2, *", {"Cart.total": "signature"}),
        ("a.py", SHOP, "-> int", "-> float", {"Cart.total": "signature"}),
        ("a.py", SHOP, "tax: int", "tax: float", {"Cart.total": "signature"}),
        ("a.py", SHOP, "    @functools.cache\n", "", {"Cart.total": "decorator"}),
        ("a.py", SHOP, "@functools.cache", "@functools.lru_cache(7)", {"Cart.total": "decorator"}),
        ("a.py", SHOP, "size = 1", "size = 2", {"Cart": "body"}),
        ("a.py", SHOP, "class Cart:", "class Cart(dict):", {"Cart": "signature"}),
        ("a.py", SHOP, "RATE = 2", "RATE = 3", {"<module>": "body"}),
        ("a.py", SHOP, "            tax = tax + 1\n        return", "            tax = tax + 1\n            return", {"Cart.total": "body"}),
        ("a.py", SHOP, "n=1, *, tax: int = 0) -> int:\n", "m=1, *, tax: int = 0) -> int:\n        n = m\n", {"Cart.total": "signature, body"}),
        ("a.py", SHOP, "\n\ndef price", "\n\ndef fresh():\n    pass\n\n\ndef price", {"fresh": "added"}),
        ("a.py", SHOP, "def price(n)", "def cost(n)", {"cost": "renamed"}),
        ("a.py", SHOP, "def price(n)", "def cost(n, m)", {"cost": "renamed, signature"}),
        ("a.py", SHOP, "class Cart:", "class Basket:", {"Basket": "renamed", "Basket.total": "moved"}),
        ("a.py", SHOP, SHOP[SHOP.index("\n\ndef price") :], "", {"price": "removed"}),
        ("a.ts", TYPED, "n: number): string", "n?: number): string", {"Cart.total": "signature"}),
        ("a.ts", TYPED, "${n}  x", "${n} x", {"Cart.total": "body"}),
        ("a.ts", TYPED, "n * 2", "n * 3", {"price": "body"}),
        ("a.ts", TYPED, "(n: number): number", "(n: number): bigint", {"price": "signature"}),
        ("a.ts", TYPED, "export const price", "const price", {"price": "signature"}),
        ("a.go", GO, "n > 0", "n > 1", {"Cart.Total": "body"}),
        ("a.go", GO, "Total(n int)", "Total(n int64)", {"Cart.Total": "signature"}),
        ("a.go", GO, "size int", "size int64", {"Cart": "body"}),
        ("A.java", JAVA, "@Deprecated", "@Override", {"Cart.total": "decorator"}),
        ("A.java", JAVA, "public int", "protected int", {"Cart.total": "signature"}),
        ("A.java", JAVA, "return n", "return n + 1", {"Cart.total": "body"}),
        ("a.rs", RUST, "size: u32", "size: u64", {"Cart": "body"}),
        ("a.rs", RUST, "&self, n", "&mut self, n", {"Cart.total": "signature"}),
        ("a.rs", RUST, "n + self", "n * self", {"Cart.total": "body"}),
    ],
)  # fmt: skip
def test_kinds_of_change(
    changed: Callable[..., Answer], file: str, text: str, old: str, new: str, kinds: dict[str, str]
) -> None:
    assert old in text
    assert told(changed({file: text}, {file: text.replace(old, new)})) == kinds


@pytest.mark.parametrize(
    ("file", "text", "old", "new"),
    [
        ("a.py", SHOP, "# says what it costs", "# tells what it costs"),
        ("a.py", SHOP, "return total + sum(range(n)) - 1", "return total + sum(range(n)) - 1  # less one"),
        ("a.py", SHOP, "total + sum(range(n)) - 1", "(total\n        + sum(range(n)) - 1)".replace("(total", "total").replace(" - 1)", " - 1").replace("\n        ", "  ")),
        ("a.py", SHOP, '"""All of it."""', '"""All of it, with tax."""'),
        ("a.py", SHOP, '"""What is bought."""', '"""What was bought."""'),
        ("a.py", SHOP, '"""A shop."""', '"""The shop."""'),
        ("a.py", SHOP, "tax: int = 0) -> int:", "\n        tax: int = 0\n    ) -> int:"),
        ("a.ts", TYPED, "/** All of it. */", "/** The whole. */"),
        ("a.ts", TYPED, "// twice", "// two times"),
        ("a.ts", TYPED, "return n * 2;", "return   n * 2;"),
        ("a.go", GO, "\tif n > 0 {", "\tif n > 0 { // more than none"),
        ("A.java", JAVA, "return n;", "return n; // as it is"),
        ("a.rs", RUST, "n + self.size", "n + self.size // both"),
    ],
)  # fmt: skip
def test_layout_and_comments_are_no_change(
    changed: Callable[..., Answer], file: str, text: str, old: str, new: str
) -> None:
    assert old in text
    answer = changed({file: text}, {file: text.replace(old, new)})
    assert told(answer) == {}
    assert "no definition is changed" in (answer.reason or "")


def test_what_differs_in_documentation_alone_is_named(changed: Callable[..., Answer]) -> None:
    answer = changed({"a.py": SHOP}, {"a.py": SHOP.replace("All of it", "The whole")})
    assert "only comments, documentation or layout differ in 1 definition (Cart.total)" in (answer.reason or "")


def test_a_function_that_moved_to_another_file_is_one_change(changed: Callable[..., Answer]) -> None:
    start = SHOP.index("\n\ndef price")
    rest, price = SHOP[:start], SHOP[start:]
    user = "from a import price\n\n\ndef pay():\n    return price(2)\n"
    answer = changed({"a.py": SHOP, "b.py": "RATE = 2\n", "use.py": user}, {"a.py": rest, "b.py": "RATE = 2\n" + price})
    (row,) = answer.extra["changed"]
    assert (row["symbol"], row["former"], row["changes"]) == ("b.py::price", "a.py::price", ["moved"])
    assert "deleted" not in row
    assert [row["symbol"] for row in answer.extra["direct"]] == ["use.py::pay"]


def test_who_used_the_former_name_is_reached(changed: Callable[..., Answer]) -> None:
    user = "from a import price\n\n\ndef pay():\n    return price(2)\n"
    answer = changed({"a.py": SHOP, "use.py": user}, {"a.py": SHOP.replace("def price", "def cost")})
    assert [row["former"] for row in answer.extra["changed"]] == ["a.py::price"]
    (row,) = answer.extra["direct"]
    assert row["path"] == ["use.py::pay", "a.py::price"]


def test_short_bodies_are_no_likeness(changed: Callable[..., Answer]) -> None:
    before = "def a():\n    return None\n\n\ndef b():\n    return None\n"
    after = "def c():\n    return None\n\n\ndef d():\n    return None\n"
    kinds = {"a": "removed", "b": "removed", "c": "added", "d": "added"}
    assert told(changed({"a.py": before}, {"a.py": after})) == kinds


def test_a_recursive_function_is_renamed_with_the_calls_of_itself(changed: Callable[..., Answer]) -> None:
    text = "def walk(n):\n    if n:\n        return walk(n - 1) + 1\n    return 0\n"
    assert told(changed({"a.py": text}, {"a.py": text.replace("walk", "climb")})) == {"climb": "renamed"}


def test_one_method_more_does_not_change_the_class(changed: Callable[..., Answer]) -> None:
    text = "class A:\n    # one\n    def f(self):\n        return 1\n"
    more = text.replace("# one", "# two") + "\n    def g(self):\n        return 2\n"
    assert told(changed({"a.py": text}, {"a.py": more})) == {"A.g": "added"}


def test_an_attribute_before_the_only_method_changes_the_class_alone(changed: Callable[..., Answer]) -> None:
    text = "class A:\n    def f(self):\n        return 1\n"
    more = text.replace("class A:\n", "class A:\n    size = 1\n")
    assert told(changed({"a.py": text}, {"a.py": more})) == {"A": "body"}


def test_a_method_that_stands_under_a_condition_now_changes_its_class(changed: Callable[..., Answer]) -> None:
    text = "class A:\n    def f(self):\n        return 1\n"
    other = "class A:\n    if x:\n        def f(self):\n            return 1\n"
    assert told(changed({"a.py": text}, {"a.py": other})) == {"A": "body"}


def test_a_file_that_does_not_parse_is_compared_all_the_same(changed: Callable[..., Answer]) -> None:
    broken = SHOP.replace("total = n * RATE", "total = (n * RATE")
    assert told(changed({"a.py": SHOP}, {"a.py": broken})).get("price") == "body"
