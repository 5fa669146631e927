"""Exports of a real index, and what they leave alone on the disk."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.app.export_files import MANIFEST, write_file, write_folder
from blastlens.app.graph_export import FORMATS, GraphExport
from blastlens.views.exports import html_map
from blastlens.views.exports.obsidian import INDEX
from blastlens.views.exports.part import SIGNATURE, Part

Write = Callable[..., None]


@pytest.fixture
def app(root: Path, write: Write) -> Blastlens:
    write(
        shop__cart="class Cart:\n    def total(self):\n        return self.items()\n\n    def items(self):\n        return []\n",
        shop__pay="from shop.cart import Cart\n\n\ndef pay():\n    return Cart().total()\n",
        test_pay="from shop.pay import pay\n\n\ndef test_pay():\n    assert pay() == []\n",
    )
    return Blastlens.open(root, resident=True)


@pytest.fixture(autouse=True)
def page(monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of the page that Node.js bundles; tests/exports opens that one."""
    monkeypatch.setattr(html_map, "page_text", lambda: f"<!-- {SIGNATURE} --><title>{{{{title}}}}</title>{{{{graph}}}}")


def _texts(app: Blastlens, **wanted: object) -> dict[str, str]:
    return {part.path: "".join(part.text) for part in app.export_graph(GraphExport(**wanted)).parts}  # type: ignore[arg-type]


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_names_every_function(app: Blastlens, name: str) -> None:
    text = "".join(_texts(app, format=name, level=None if name == "html" else "symbol").values())
    for function in ("pay", "total", "items", "test_pay"):
        assert function in text


@pytest.mark.parametrize("name", FORMATS)
def test_an_index_made_anew_gives_the_same_bytes(app: Blastlens, name: str) -> None:
    before = _texts(app, format=name)
    app.reindex()
    assert _texts(app, format=name) == before


@pytest.mark.parametrize("name", FORMATS)
def test_one_file_has_no_path_and_several_have(app: Blastlens, name: str) -> None:
    done = app.export_graph(GraphExport(name))
    paths = [part.path for part in done.parts]
    assert (paths == [""]) is not done.is_folder


def test_what_nothing_chooses_is_drawn_by_file(app: Blastlens) -> None:
    (whole,) = _texts(app, format="mermaid").values()
    assert '["cart.py"]' in whole and "pay()" not in whole and "total" not in whole
    (near,) = _texts(app, format="mermaid", focus=("Cart.total",), depth=1).values()
    assert '["Cart.total"]' in near


def test_a_focus_may_be_a_file(app: Blastlens) -> None:
    read = json.loads(_texts(app, format="json", focus=("shop/pay.py",), depth=1)[""])
    assert {"shop/pay.py::pay", "test_pay.py::test_pay", "shop/cart.py::Cart.total"} <= {
        one["id"] for one in read["nodes"]
    }


def test_a_radius_has_hops_as_the_answer_does(app: Blastlens) -> None:
    read = json.loads(_texts(app, format="json", blast_radius=("Cart.items",))[""])
    assert {one["name"]: one["hops"] for one in read["nodes"]} == {"items": 0, "total": 1, "pay": 2, "test_pay": 3}


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"format": "xml"}, "no such format"),
        ({"format": "html", "level": "file"}, "all levels"),
        ({"format": "json", "kinds": ("buys",)}, "no such kind"),
        ({"format": "json", "focus": ("nothing",)}, "no such symbol"),
        ({"format": "json", "paths": ("nowhere/*",)}, "nothing is left"),
        ({"format": "json", "focus": ("pay",), "blast_radius": ("pay",)}, "exclude each other"),
    ],
)
def test_what_cannot_be_exported_is_said(app: Blastlens, wanted: dict[str, object], said: str) -> None:
    with pytest.raises(UserError, match=said):
        _texts(app, **wanted)


def test_links_of_a_vault_lead_to_notes(app: Blastlens) -> None:
    for level in ("symbol", "class", "file"):
        notes = _texts(app, format="obsidian", level=level)
        links = [one for text in notes.values() for one in re.findall(r"\[\[([^|\]]+)\|[^\]]*\]\]", text)]
        assert links
        assert set(links) <= set(notes)
        assert INDEX in notes


def _parts(**texts: str) -> list[Part]:
    return [Part(name.replace("__", "/") + ".md", iter([text])) for name, text in texts.items()]


def test_a_folder_that_an_export_made_is_brought_up_to_date(tmp_path: Path) -> None:
    folder = tmp_path / "vault"
    assert write_folder(_parts(a="old", b__c="gone"), folder) == (2, 7)
    (folder / ".obsidian").mkdir()
    (folder / "mine.md").write_text("mine")
    write_folder(_parts(a="new", d="more"), folder)
    assert {path.name for path in folder.iterdir()} == {"a.md", "d.md", "mine.md", ".obsidian", MANIFEST}
    assert (folder / "a.md").read_text() == "new"
    assert (folder / "mine.md").read_text() == "mine"


@pytest.mark.parametrize("manifest", [None, "{", '{"made_by": "someone", "files": []}', '{"files": 3}'])
def test_a_folder_of_others_is_left_alone(tmp_path: Path, manifest: str | None) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    if manifest is not None:
        (tmp_path / MANIFEST).write_text(manifest)
    before = sorted(tmp_path.iterdir())
    with pytest.raises(UserError):
        write_folder(_parts(a="x"), tmp_path)
    assert sorted(tmp_path.iterdir()) == before


def test_a_file_of_others_in_an_exports_folder_is_left_alone(tmp_path: Path) -> None:
    write_folder(_parts(a="old"), tmp_path)
    (tmp_path / "b.md").write_text("mine")
    with pytest.raises(UserError, match="no export made it"):
        write_folder(_parts(a="new", b="theirs"), tmp_path)
    assert ((tmp_path / "a.md").read_text(), (tmp_path / "b.md").read_text()) == ("old", "mine")


def test_nothing_is_removed_or_written_outside_the_folder(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside.md", tmp_path / "vault"
    outside.write_text("mine")
    write_folder(_parts(a="x"), folder)
    (folder / MANIFEST).write_text(json.dumps({"made_by": SIGNATURE, "files": ["../outside.md"]}))
    with pytest.raises(UserError):
        write_folder(_parts(a="x"), folder)
    assert outside.read_text() == "mine"
    (folder / MANIFEST).write_text(json.dumps({"made_by": SIGNATURE, "files": ["a.md"]}))
    (folder / "link").symlink_to(tmp_path)
    with pytest.raises(UserError, match="leads out"):
        write_folder(_parts(link__stray="x"), folder)
    assert not (tmp_path / "stray.md").exists()


def test_a_file_of_others_is_never_overwritten(tmp_path: Path) -> None:
    target = tmp_path / "graph.json"
    target.write_text("mine")
    with pytest.raises(UserError, match="no export made it"):
        write_file(Part("", iter([SIGNATURE])), target)
    assert target.read_text() == "mine"
    target.write_text("")
    write_file(Part("", iter([SIGNATURE, " 1"])), target)
    write_file(Part("", iter([SIGNATURE, " 2"])), target)
    assert target.read_text() == SIGNATURE + " 2"


def test_a_broken_export_leaves_the_last_one(tmp_path: Path) -> None:
    def broken() -> object:
        yield SIGNATURE
        raise ZeroDivisionError

    target = tmp_path / "graph.json"
    write_file(Part("", iter([SIGNATURE])), target)
    with pytest.raises(ZeroDivisionError):
        write_file(Part("", broken()), target)  # type: ignore[arg-type]
    assert target.read_text() == SIGNATURE
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_exported_may_be_exported_again(app: Blastlens, tmp_path: Path, name: str) -> None:
    """Every format signs its files, so that they are known again."""
    target = tmp_path / "out" / name
    target.parent.mkdir()
    for _ in range(2):
        done = app.export_graph(GraphExport(name))
        if done.is_folder:
            write_folder(done.parts, target)
        else:
            write_file(next(done.parts), target)
    assert target.exists()


def test_a_package_without_the_page_says_how_to_make_it(app: Blastlens, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> str:
        raise FileNotFoundError

    monkeypatch.setattr(html_map, "page_text", missing)
    with pytest.raises(UserError, match="without the page") as raised:
        _texts(app, format="html")
    assert "build:map" in raised.value.hint


def test_a_map_marks_what_is_asked_for_and_keeps_everything(app: Blastlens) -> None:
    (text,) = _texts(app, format="html", blast_radius=("Cart.items",)).values()
    read = json.loads(text.partition("</title>")[2])
    names = read["nodes"]["qualname"]
    assert [names[number] for number in read["start"]["radius"]] == ["Cart.items"]
    assert {"pay", "Cart", "Cart.total", "test_pay"} <= set(names)
    assert (
        len({len(column) for column in read["nodes"].values()})
        == len({len(column) for column in read["links"].values()})
        == 1
    )
