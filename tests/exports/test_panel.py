"""The page of VS Code's graph panel, in a browser, with a stand-in for the editor (tests/clients opens the real one)."""

import json
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from blastlens.app.api import Blastlens
from blastlens.app.questions import GraphMap
from blastlens.views.exports.map_payload import payload
from clients.code_server import find_chromium
from clients.conftest import make_project

from .conftest import HERE, ROOT
from .hostile import graph_of, names

Seen = dict[str, Any]
_ALERT = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Blastlens]:
    opened = Blastlens.open(make_project(tmp_path_factory.mktemp("panel")), resident=True)
    yield opened
    opened.close()


def _graph(app: Blastlens, **wanted: Any) -> dict[str, Any]:
    graph: dict[str, Any] = app.ask(GraphMap(**wanted)).extra["graph"]
    return graph


@pytest.fixture(scope="module")
def payloads(app: Blastlens) -> dict[str, Any]:
    radius = _graph(app, symbols=("price_of",))
    files = _graph(app, max_nodes=12)
    files["omitted"] = {"nodes": 7, "links": 9}
    opened = _graph(app, max_nodes=12, beside=("shop/pricing.py",))
    promotions = app.root / "shop/promotions.py"
    promotions.write_text(
        promotions.read_text()
        + "\n\ndef cheapest(products: list[str]) -> int:\n    return min(price_of(one) for one in products)\n"
    )
    app.refresh()
    hostile = graph_of([*names(24), _ALERT])
    hostile.facts.update({"project": _ALERT, "about": _ALERT})
    later = _graph(app, symbols=("price_of",))
    return {"radius": radius, "later": later, "files": files, "opened": opened, "hostile": payload(hostile)}


@pytest.fixture(scope="module")
def seen(payloads: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Seen:
    built = subprocess.run(["npm", "run", "--silent", "build"], cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    pictures = tmp_path_factory.mktemp("panel-pictures")
    options = {"chromiumPath": find_chromium(), "dist": str(ROOT / "vscode-client/dist"), "pictures": str(pictures)}
    done = subprocess.run(
        ["node", str(HERE / "panel_scenario.mjs"), json.dumps(options | payloads)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
    assert done.returncode == 0, f"{done.stderr}\n{done.stdout}"
    saw: Seen = json.loads(done.stdout.rstrip("\n").rpartition("\n")[2])
    return saw


def test_it_waits_and_then_draws(seen: Seen, payloads: dict[str, Any]) -> None:
    assert "Loading" in seen["waiting"]
    assert seen["heading"].startswith("price_of")
    assert "n:shop/pricing.py::price_of" in seen["drawn"]
    assert len([one for one in seen["drawn"] if one.startswith("n:")]) == len(payloads["radius"]["nodes"]["qualname"])


@pytest.mark.parametrize("theme", ["Dark", "-light", "-high-contrast"])
def test_axe_finds_nothing_wrong(seen: Seen, theme: str) -> None:
    assert seen[f"axe{theme}"] == []


def test_it_has_the_colours_of_the_editor(seen: Seen) -> None:
    assert seen["grounds"] == ["rgb(31, 31, 31)", "rgb(0, 0, 0)"]
    assert seen["strong"]


def test_a_key_and_a_click_open_the_source(seen: Seen) -> None:
    by_key, by_click = seen["opened"]
    assert by_key == by_click
    assert by_key["file"] == "shop/checkout.py"
    assert by_key["line"] > 1


def test_a_later_index_moves_nothing_that_is_looked_at(seen: Seen) -> None:
    assert seen["later"]["chosen"] == "n:shop/checkout.py::receipt"
    assert "n:shop/promotions.py::cheapest" in seen["later"]["drawn"]
    assert seen["movedBy"] < 1
    assert seen["order"][0] == seen["order"][1]


def test_it_asks_for_what_it_lacks(seen: Seen) -> None:
    assert seen["more"] == [{"type": "more", "of": "shop/checkout.py::receipt"}]
    assert seen["subject"] == [{"type": "subject", "is": "modules"}]
    assert seen["saved"] == [["shop.svg", "<?xml", "Uint8Array"]]
    assert "7 symbols and 9 edges are left out" in seen["left"]
    assert seen["larger"] == 1


def test_files_are_opened_when_their_symbols_come(seen: Seen) -> None:
    assert {one[:2] for one in seen["files"]} <= {"d:", "f:"}
    assert seen["asked"] == {"type": "more", "of": "shop/pricing.py"}
    assert {"n:shop/pricing.py::price_of", "n:shop/pricing.py::with_vat"} <= set(seen["inside"])


def test_a_window_that_opens_again_shows_the_same(seen: Seen) -> None:
    assert seen["restored"] == seen["inside"]


def test_the_map_stays_in_sight_when_the_panel_becomes_another_size(seen: Seen) -> None:
    assert min(seen["inSight"]) >= 0
    (x, y), (later_x, later_y) = seen["middles"]
    assert abs(x - later_x) + abs(y - later_y) < 2


def test_nothing_complains(seen: Seen) -> None:
    assert seen["calm"]["complaints"] == []
    assert set(seen["calm"]["requests"]) <= {"/", "/graph.js", "/graph.css", "/favicon.ico"}


def test_names_are_text(seen: Seen) -> None:
    assert seen["hostile"]["heading"] == f"{_ALERT} · {_ALERT}"
    assert seen["hostile"]["elements"] == [1, 0, 0, 0]
    assert seen["notice"] == _ALERT


def test_the_policy_lets_nothing_else_run_or_load(seen: Seen) -> None:
    assert not seen["policy"]["ran"]
    assert {"connect-src", "img-src", "script-src-elem"} <= set(seen["policy"]["blocked"])
