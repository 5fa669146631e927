"""The interactive map, and Mermaid's flowcharts, in a browser."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from blastlens.analyses.drawable import bounded
from blastlens.analyses.subgraph import Selection, subgraph
from blastlens.app.api import Blastlens
from blastlens.app.export_files import write_file
from blastlens.app.graph_export import GraphExport
from blastlens.app.questions import BlastRadius
from blastlens.views.exports.html_map import html_map
from blastlens.views.exports.labels import label
from blastlens.views.exports.mermaid import MOST_CHARACTERS, MOST_LINKS, MOST_NODES, mermaid
from clients.code_server import find_chromium
from clients.conftest import keep_pictures, make_project
from unit.analyses.graph_drawing import Drawing

from .conftest import HERE, ROOT, shown
from .hostile import graph_of, names, text_of, written

Seen = dict[str, Any]
_CHOSEN = "price_of"
_LONG = "a_name_of_a_function_that_is_longer_than_most_"


def _seen(scenario: str, **options: object) -> Seen:
    done = subprocess.run(
        ["node", str(HERE / scenario), json.dumps({"chromiumPath": find_chromium(), **options})],
        cwd=ROOT,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
    assert done.returncode == 0, f"{done.stderr}\n{done.stdout}"
    seen: Seen = json.loads(done.stdout.rstrip("\n").rpartition("\n")[2])
    return seen


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Blastlens]:
    opened = Blastlens.open(make_project(tmp_path_factory.mktemp("map")), resident=True)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def page(app: Blastlens, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("page") / "shop map.html"
    write_file(next(app.export_graph(GraphExport("html")).parts), target)
    return target


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pictures")


@pytest.fixture(scope="module")
def seen(page: Path, pictures: Path) -> Seen:
    saw = _seen("map_scenario.mjs", file=str(page), pictures=str(pictures), chosen=_CHOSEN)
    keep_pictures({f"map-{name}.png": pictures / f"{name}.png" for name in ("light", "dark")})
    return saw


def test_nothing_is_asked_of_the_network_and_nothing_complains(seen: Seen, page: Path) -> None:
    own = page.as_uri()
    assert [one for one in seen["requests"] if one != own and not one.startswith(("data:", "blob:"))] == []
    assert seen["complaints"] == []


def test_the_map_starts_with_folders_and_files(seen: Seen) -> None:
    assert seen["first"]["items"]
    assert {item[:2] for item in seen["first"]["items"]} <= {"d:", "f:"}
    assert seen["first"]["lines"] > 0


def test_a_search_finds_a_symbol_and_shows_it(seen: Seen) -> None:
    assert _CHOSEN in seen["suggestions"][0]
    assert _CHOSEN in seen["found"]["heading"]
    assert seen["found"]["place"].startswith("shop/")
    assert any(item.startswith("n:") for item in seen["found"]["drawn"]["items"])
    assert seen["usedBy"]


def test_items_expand_and_collapse_by_mouse_and_keyboard(seen: Seen) -> None:
    assert len(seen["expanded"]["items"]) > len(seen["collapsed"]["items"])
    assert seen["clicked"]["chosen"] == seen["clicked"]["wanted"]
    assert seen["collapsedByKey"] == seen["collapsed"]
    assert seen["afterEscape"] == "How to read this map"


def test_every_box_is_reached_by_keys(seen: Seen) -> None:
    keys = seen["keys"]
    assert _CHOSEN in keys["chosen"]
    assert len({keys["chosen"], keys["up"], keys["user"], keys["nextUser"]}) == 4
    assert keys["around"] in ("f:shop/pricing.py", "f:shop/cart.py", "f:shop/checkout.py")
    assert seen["told"].startswith(keys["around"].rpartition("/")[2])
    assert seen["panned"] > 0
    assert seen["radiusByKey"] > 1
    assert {"Arrow keys", "Enter", "Escape", "/", "?"} <= set(seen["listed"])
    assert seen["dialogs"] == 0


def test_filters_change_what_is_drawn(seen: Seen) -> None:
    assert seen["certain"]["lines"] < seen["files"]["lines"] <= seen["anything"]["lines"]
    assert seen["withoutImports"]["links"] < seen["anything"]["links"]
    assert len(seen["withTests"]["items"]) > len(seen["anything"]["items"])
    assert seen["ofPath"]["items"] == ["d:shop", "f:shop/pricing.py"]


def test_the_radius_is_that_of_the_answer(seen: Seen, app: Blastlens) -> None:
    assert seen["confidence"] == "0.70"
    (changed,) = [symbol for symbol, (hops, _) in seen["reached"].items() if hops == 0]
    answer = app.ask(BlastRadius(symbols=(changed,)))
    parts = [row for part in ("direct", "transitive", "tests") for row in answer.extra[part]]
    expected = {row["symbol"]: (row["hops"], row["confidence"]) for row in parts}
    told = {symbol: one for symbol, one in seen["reached"].items() if symbol != changed}
    assert {symbol: hops for symbol, (hops, _) in told.items()} == {
        symbol: hops for symbol, (hops, _) in expected.items()
    }
    for symbol, (_, confidence) in told.items():
        assert confidence == pytest.approx(expected[symbol][1], abs=0.002)
    assert f"reaches {len(expected)} symbols" in seen["summary"]


def test_the_radius_is_coloured_by_hops(seen: Seen) -> None:
    pairs = {(hops, colour) for hops, colour in seen["colours"]}
    assert len({hops for hops, _ in pairs}) == len({colour for _, colour in pairs}) == len(pairs) >= 3
    assert seen["legend"][0] == "changed1"
    assert seen["cleared"] == {}


def test_the_address_keeps_what_is_seen(seen: Seen) -> None:
    assert seen["kept"] == seen["before"]


def test_it_is_light_or_dark_as_the_system_is(seen: Seen) -> None:
    light, dark = (sum(map(int, ground[4:-1].split(","))) for ground in seen["grounds"])
    assert light > 600 > 200 > dark


def test_strong_contrast_is_kept(seen: Seen) -> None:
    strong, forced = seen["strong"], seen["forced"]
    assert strong["soft"] == strong["text"]
    assert forced["strong"]
    assert len({forced["text"], forced["soft"], *forced["kinds"].values()}) == 1


@pytest.mark.parametrize("state", ["First", "Searching", "Keys", "Radius", "Dark"])
def test_axe_finds_nothing_wrong(seen: Seen, state: str) -> None:
    assert seen[f"axe{state}"] == []


def test_pictures_can_be_saved(seen: Seen, pictures: Path) -> None:
    assert seen["pictures"] == {"PNG": "shop.png", "SVG": "shop.svg"}
    assert (pictures / "shop.png").read_bytes()[1:4] == b"PNG"


def test_an_svg_is_shapes_and_text(seen: Seen, pictures: Path) -> None:
    svg = "{http://www.w3.org/2000/svg}"
    drawing = ElementTree.parse(pictures / "shop.svg").getroot()
    assert drawing.tag == f"{svg}svg"
    texts = [one.text for one in drawing.iter(f"{svg}text")]
    assert set(seen["labels"]) <= set(texts)
    assert len(list(drawing.iter(f"{svg}line"))) > 3
    assert {one.tag.removeprefix(svg) for one in drawing.iter()} <= {
        "svg",
        "title",
        "g",
        "rect",
        "polygon",
        "line",
        "text",
    }


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    folder = tmp_path_factory.mktemp("hostile")
    graph = graph_of(names(24))
    graph.facts["project"] = "</title><script>alert(2)</script>"
    large = [f"package/module_{number % 20}.py::{_LONG}{number}" for number in range(2 * MOST_NODES)]
    drawing = Drawing()
    for number, one in enumerate(large):
        drawing.calls(one, *(large[(number * step + step) % len(large)] for step in range(2, 12)))
    charts = [
        bounded(graph, MOST_NODES, MOST_LINKS),
        bounded(subgraph(drawing.hops(), Selection()), MOST_NODES, MOST_LINKS),
    ]
    files = [written(text_of(mermaid, one), folder / f"{number}.mmd") for number, one in enumerate(charts)]
    page = written(text_of(html_map, graph), folder / "map.html")
    blank = written("<!doctype html><title>blank</title>", folder / "blank.html")
    saw = _seen("names_scenario.mjs", map=str(page), blank=str(blank), flowcharts=[str(file) for file in files])
    return saw | {"graph": graph, "charts": charts}


def test_the_map_takes_names_as_text(hostile: Seen) -> None:
    nodes = hostile["graph"].nodes
    assert json.loads(hostile["names"]) == [node.qualname for node in nodes]
    assert json.loads(hostile["files"]) == list(dict.fromkeys(node.file for node in nodes))
    assert hostile["complaints"] == []
    assert hostile["elements"] == [2, 0, 0, 0]
    assert "</script>" in hostile["suggestion"]
    assert hostile["svg"] == {"elements": ["g", "line", "polygon", "rect", "svg", "text", "title"], "missing": 0}
    assert hostile["title"].startswith("</title><script>alert(2)</script>")


def test_mermaid_draws_every_name(hostile: Seen) -> None:
    drawn, chart = hostile["flowcharts"][0], hostile["charts"][0]
    assert drawn["diagramType"].startswith("flowchart")
    assert sorted(drawn["nodes"]) == sorted(shown(label(node)) for node in chart.nodes)
    assert len(drawn["clusters"]) == len({node.file for node in chart.nodes})
    assert drawn["edges"] == len(list(chart.links()))


def test_mermaid_takes_the_largest_flowchart(hostile: Seen) -> None:
    chart = hostile["charts"][1]
    assert hostile["flowcharts"][1]["diagramType"].startswith("flowchart")
    assert (len(chart.nodes), len(list(chart.links()))) == (MOST_NODES, MOST_LINKS)
    assert len(text_of(mermaid, chart)) < MOST_CHARACTERS
