"""What a user types for a symbol or a file."""

from collections.abc import Callable

import pytest

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.app.questions import Callers, Dependents, Explain, Question, Symbols, Untested


@pytest.fixture
def app(write: Callable[..., None], opened: Callable[[], Blastlens]) -> Blastlens:
    write(
        shop__cart="class Cart:\n    def total(self):\n        return 1\n\n\nclass Order:\n    def total(self):\n        return 2\n",
        shop__tools="import sys\n\nif sys.flags:\n    def pick():\n        return 1\nelse:\n    def pick():\n        return 2\n",
        other__cart="def café():\n    return 1\n",
    )
    return opened()


def target(app: Blastlens, typed: str) -> str:
    return str(app.ask(Callers(typed)).extra["target"]["symbol"])


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("shop/cart.py::Cart.total", "shop/cart.py::Cart.total"),
        ("Cart.total", "shop/cart.py::Cart.total"),
        ("cart.py::Order.total", "shop/cart.py::Order.total"),
        ("Cart", "shop/cart.py::Cart"),
        ("shop/cart.py:3", "shop/cart.py::Cart.total"),
        ("shop/cart.py:1", "shop/cart.py::Cart"),
        ("shop/tools.py:1", "shop/tools.py::<module>"),
        ("shop/tools.py::<module>", "shop/tools.py::<module>"),
        ("pick@7", "shop/tools.py::pick@7"),
        ("shop/tools.py::pick@7", "shop/tools.py::pick@7"),
        ("café", "other/cart.py::café"),
        ("cafe\u0301", "other/cart.py::café"),
        (" Cart ", "shop/cart.py::Cart"),
    ],
)
def test_any_end_of_an_id_will_do(app: Blastlens, typed: str, found: str) -> None:
    assert target(app, typed) == found


def test_an_ambiguous_name_is_answered_with_the_list(app: Blastlens) -> None:
    with pytest.raises(UserError) as caught:
        app.ask(Callers("total"))
    assert caught.value.code == "ambiguous-symbol"
    assert caught.value.choices == ("shop/cart.py::Cart.total", "shop/cart.py::Order.total")


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("Cart.totl", "shop/cart.py::Cart.total"),
        ("carT", "shop/cart.py::Cart"),
        ("Order.total@1", "shop/cart.py::Order.total"),
        ("Wrong.total", "shop/cart.py::Cart.total"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(app: Blastlens, typed: str, near: str) -> None:
    with pytest.raises(UserError) as caught:
        app.ask(Callers(typed))
    assert caught.value.code == "unknown-symbol"
    assert near in caught.value.choices
    assert caught.value.message == f"no such symbol: {typed}"


@pytest.mark.parametrize(
    "typed", ["", "::", "@", ":", "x::", "::x", "a" * 5000, "\0", "shop/cart.py:99999999999999999999"]
)
def test_odd_names_are_unknown_names(app: Blastlens, typed: str) -> None:
    with pytest.raises(UserError):
        app.ask(Callers(typed)) if not typed.startswith("shop") else app.ask(Callers("nowhere" + typed))


def test_files_by_suffix(app: Blastlens) -> None:
    assert app.ask(Dependents("tools.py")).results == []
    with pytest.raises(UserError) as caught:
        app.ask(Dependents("cart.py"))
    assert caught.value.choices == ("other/cart.py", "shop/cart.py")
    with pytest.raises(UserError) as caught:
        app.ask(Dependents("shop/carts.py"))
    assert "shop/cart.py" in caught.value.choices


def test_symbols_of_a_file_a_name_or_nothing(app: Blastlens) -> None:
    assert [row["symbol"] for row in app.ask(Symbols("other/cart.py")).results] == ["other/cart.py::café"]
    assert len(app.ask(Symbols("total")).results) == 2
    answer = app.ask(Symbols("gone.py"))
    assert answer.results == []
    assert "gone.py" in (answer.reason or "")


def test_untested_below_a_path_that_does_not_exist(app: Blastlens) -> None:
    with pytest.raises(UserError):
        app.ask(Untested("nowhere"))
    assert {row["file"] for row in app.ask(Untested("other")).results} == {"other/cart.py"}
    assert "no tests" in (app.ask(Untested()).reason or "")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (Callers("shop/cart.py"), "shop/cart.py is a file, not a symbol"),
        (Callers(" "), "the symbol has no name"),
        (Callers("shop/cart.py:99"), "shop/cart.py has no line 99"),
        (Dependents("shop"), "shop is a folder"),
        (Dependents("shop/"), "shop/ is a folder"),
    ],
)
def test_a_thing_of_another_kind_is_told_as_such(app: Blastlens, question: Question, told: str) -> None:
    with pytest.raises(UserError) as caught:
        app.ask(question)
    assert str(caught.value) == told
    assert caught.value.hint


def test_a_file_that_no_language_reads(app: Blastlens) -> None:
    with pytest.raises(UserError) as caught:
        app.ask(Dependents("notes.txt"))
    assert caught.value.hint == "no language here reads files of that kind"


def test_a_property_means_what_is_read_and_names_the_rest(
    write: Callable[..., None], opened: Callable[[], Blastlens]
) -> None:
    write(
        a="class A:\n    @property\n    def x(self): return 1\n\n    @x.setter\n    def x(self, value): pass\n\n\n"
        "def put(a: A):\n    a.x = 1\n"
    )
    app = opened()
    assert target(app, "A.x") == "a.py::A.x"
    assert target(app, "A.x@6") == "a.py::A.x@6"
    assert "setting or deleting it runs A.x@6" in (app.ask(Callers("x")).reason or "")
    assert [row["callee"] for row in app.ask(Explain("put", "A.x")).results] == ["a.py::A.x@6"]
