"""File names of notes: legal everywhere, and never two alike."""

import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from blastlens.analyses.subgraph import Node
from blastlens.views.exports.note_names import legal, note_paths

_RESERVED = {"con", "prn", "aux", "nul"} | {f"{port}{number}" for port in ("com", "lpt") for number in range(10)}
_ODD = st.sampled_from(
    ["CON", "nul.x", "a.", " a ", ".git", "x.md", "A", "a", "é", "e\u0301", "ß", "ss", "ﬁ", "fi", "\udc80", "💥" * 90]
)
_COMPONENT = st.one_of(_ODD, st.text(min_size=1, max_size=40)).map(
    lambda text: text.replace("/", "_").replace("\0", "_")
)


def _node(file: str, qualname: str) -> Node:
    one = f"{file}::{qualname}"
    return Node(one, one, qualname, qualname, "function", "", file, 1, 1, None, False, 1, 0, 1)


def _is_legal(component: str) -> bool:
    return (
        not re.search(r'[\x00-\x1f\x7f<>:"/\\|?*#^\[\]\ud800-\udfff]', component)
        and component == component.strip(" ")
        and not component.startswith(".")
        and not component.endswith(".")
        and component.partition(".")[0].lower() not in _RESERVED
        and 0 < len(component.encode()) <= 255
        and unicodedata.is_normalized("NFC", component)
    )


@given(_COMPONENT)
def test_a_component_is_legal_on_every_system(component: str) -> None:
    assert _is_legal(legal(component)), (component, legal(component))


@given(st.lists(st.tuples(st.lists(_COMPONENT, min_size=1, max_size=4), _COMPONENT), max_size=12))
def test_paths_differ_even_where_capitals_do_not_count(places: list[tuple[list[str], str]]) -> None:
    nodes = [_node("/".join(folders), name) for folders, name in places]
    paths = note_paths(nodes, taken=("Code graph.md",))
    assert len({unicodedata.normalize("NFKC", path).casefold() for path in ("Code graph.md", *paths)}) == len(paths) + 1
    folders = {part.casefold() for path in paths for part in path.split("/")[:-1]}
    assert not [folder for folder in folders if folder.endswith(".md")]
    assert all(_is_legal(part) for path in paths for part in path.split("/"))
    assert all(len(path) < 200 for path in paths)
    assert paths == note_paths(nodes, taken=("Code graph.md",))


def test_common_names_stay_as_they_are() -> None:
    nodes = [_node("src/shop/cart.py", "Cart.total"), _node("src/shop/cart.py", "<module>")._replace(kind="module")]
    assert note_paths(nodes, ()) == ["src/shop/cart.py/Cart.total.md", "src/shop/cart.py/(top level).md"]
