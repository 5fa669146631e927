"""What an interactive map is drawn from."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.app.questions import BlastRadius, GraphMap

Write = Callable[..., None]

_PRICES = "def price():\n    return 1\n\n\ndef tax():\n    return 2\n"
_PAY = "from shop.prices import price\n\n\ndef pay():\n    return price()\n\n\ndef receipt():\n    return pay()\n"


@pytest.fixture
def app(root: Path, write: Write, committed: Callable[[], None]) -> Blastlens:
    write(
        shop__prices=_PRICES,
        shop__pay=_PAY,
        test_pay="from shop.pay import pay\n\n\ndef test_pay():\n    assert pay()\n",
    )
    committed()
    return Blastlens.open(root, resident=True)


def _drawn(app: Blastlens, question: GraphMap) -> dict[str, Any]:
    graph: dict[str, Any] = app.ask(question).extra["graph"]
    return graph


def _named(graph: dict[str, Any]) -> dict[str, int]:
    return {name: number for number, name in enumerate(graph["nodes"]["qualname"])}


def test_a_radius_is_that_of_the_answer(app: Blastlens) -> None:
    graph = _drawn(app, GraphMap(symbols=("price",)))
    answer = app.ask(BlastRadius(symbols=("price",))).extra
    expected = {
        row["symbol"].partition("::")[2]: row["hops"]
        for key in ("direct", "transitive", "tests")
        for row in answer[key]
    }
    assert dict(zip(graph["nodes"]["qualname"], graph["nodes"]["hops"], strict=True)) == expected | {"price": 0}
    assert graph["start"]["radius"] == [_named(graph)["price"]]
    assert graph["about"] == "price"


def test_neighbours_come_with_what_they_are_beside(app: Blastlens) -> None:
    graph = _drawn(app, GraphMap(symbols=("tax",)))
    assert graph["nodes"]["qualname"] == ["tax"]
    more = _drawn(app, GraphMap(symbols=("tax",), beside=("shop/pay.py::pay", "shop/gone.py::gone")))
    assert {"tax", "pay", "price", "receipt", "test_pay"} <= set(_named(more))
    assert [more["nodes"]["hops"][number] for number in _named(more).values()].count(-1) == len(_named(more)) - 1


def test_uncommitted_changes_are_followed(app: Blastlens, write: Write) -> None:
    write(shop__prices=_PRICES.replace("return 1", "return 3"))
    app.refresh()
    graph = _drawn(app, GraphMap(working_tree=True))
    assert graph["about"] == "Uncommitted changes"
    assert set(_named(graph)) == {"price", "pay", "receipt", "test_pay"}


def test_users_of_what_is_gone_are_drawn(app: Blastlens, write: Write) -> None:
    write(shop__prices=_PRICES.replace("def price():\n    return 1\n\n\n", ""))
    app.refresh()
    graph = _drawn(app, GraphMap(working_tree=True))
    assert graph["start"]["radius"] == []
    assert {"pay", "receipt", "test_pay"} <= set(_named(graph))
    assert graph["nodes"]["hops"][_named(graph)["pay"]] == 1


def test_without_a_change_the_modules_are_drawn(app: Blastlens) -> None:
    graph = _drawn(app, GraphMap(working_tree=True))
    assert graph["about"].startswith("Modules")
    assert {"price", "pay", "test_pay"} <= set(_named(graph))


def test_a_large_repository_is_drawn_by_files_until_one_is_opened(app: Blastlens) -> None:
    graph = _drawn(app, GraphMap(max_nodes=7))
    kinds = [graph["nodeKinds"][kind] for kind in graph["nodes"]["kind"]]
    assert set(kinds) == {"file"}
    assert sum(graph["nodes"]["symbols"]) == 8
    opened = _drawn(app, GraphMap(max_nodes=7, beside=("shop/prices.py",)))
    assert {"price", "tax", "shop/pay.py"} <= set(_named(opened))
    links = opened["links"]
    ends = {
        (opened["nodes"]["qualname"][a], opened["nodes"]["qualname"][b])
        for a, b in zip(links["source"], links["target"], strict=True)
    }
    assert ("shop/pay.py", "price") in ends


def test_what_is_left_out_is_counted(app: Blastlens) -> None:
    answer = app.ask(GraphMap(symbols=("price",), max_nodes=2))
    graph = answer.extra["graph"]
    assert set(_named(graph)) == {"price", "pay"}
    assert graph["omitted"]["nodes"] == 2
    assert not answer.complete


def test_an_unknown_symbol_is_said_to_be_unknown(app: Blastlens) -> None:
    with pytest.raises(UserError, match="nowhere"):
        app.ask(GraphMap(symbols=("nowhere",)))


def test_a_repository_without_source_says_so(tmp_path: Path) -> None:
    app = Blastlens.open(tmp_path)
    with pytest.raises(UserError, match="nothing to draw"):
        app.ask(GraphMap())
