"""The two readers of a store give one answer."""

import re
import sqlite3
from pathlib import Path

import pytest
from store_files import linked, put, row

from blastlens.app.export import export_rows
from blastlens.model.blind_spot import BlindKind, BlindSpot
from blastlens.model.edge import Basis, Edge, EdgeKind, Site, Timing, UnresolvedUse
from blastlens.model.graph import Graph
from blastlens.model.symbol import SymbolKind
from blastlens.store import codes
from blastlens.store.compact_graph import CompactGraph
from blastlens.store.database import transaction
from blastlens.store.errors import StoreError
from blastlens.store.graph_store import GraphStore

CALL = Edge("b::g", EdgeKind.CALLS, "a::f", 0.9, Basis.IMPORT, (Site(1, 2, 3), Site(70000, 300, 301)))
IMPORT = Edge(
    "b::<module>", EdgeKind.IMPORTS, "a::<module>", 1.0, Basis.IMPORT, (Site(1, 0, 5),), False, Timing.TYPE_ONLY
)
EXACT = Edge("b::g", EdgeKind.CALLS, "gone::x", 0.25, Basis.CANDIDATES, (), True)
HIERARCHY = [
    linked("a", ["Base", "Base.run", "Base.stop"]),
    linked("b", ["Child", "Child.run"], [Edge("b::Child", EdgeKind.EXTENDS, "a::Base", 1.0, Basis.IMPORT)]),
    linked("c", ["Leaf", "Leaf.run"], [Edge("c::Leaf", EdgeKind.EXTENDS, "b::Child", 1.0, Basis.IMPORT)]),
    linked("d", ["Other", "Other.run"]),
]


@pytest.fixture(params=["sqlite", "compact", "stepped", "advanced"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def graph_of(store: GraphStore, kind: str) -> Graph:
    if kind == "sqlite":
        return store.snapshot()
    if kind == "compact":
        return store.compact(None)
    if kind == "stepped":
        loading = store.begin_to_load()
        assert loading.step()
        # What is written meanwhile comes with the next revision.
        put(store, linked("zz", ["temporary"], [Edge("zz::temporary", EdgeKind.CALLS, "a::f", 1.0, Basis.IMPORT)]))
        put(store, removed=["zz"])
        return store.compact(loading.finish())
    before = store.compact(CompactGraph())
    files = [linked("zz", ["temporary"], [Edge("zz::temporary", EdgeKind.CALLS, "a::f", 1.0, Basis.IMPORT)])]
    put(store, *files)
    middle = store.compact(before)
    put(store, removed=["zz"])
    return store.compact(middle)


def test_blind_spots_come_back_as_they_were(store: GraphStore, kind: str) -> None:
    first = BlindSpot("a::f", 3, BlindKind.COMPUTED_CALL, "do_*", "b::C")
    second, third = BlindSpot("b::C", 1, BlindKind.RUNS_TEXT), BlindSpot("b::C", 2, BlindKind.REPLACED, "f", "gone::f")
    put(store, linked("b", ["C"], blind=[second, third]), linked("a", ["f"], blind=[first]), linked("c", ["g"]))
    graph = graph_of(store, kind)
    assert list(graph.blind_spots()) == [first, second, third]
    assert list(graph.blind_spots("b")) == [second, third]
    assert list(graph.blind_spots("c")) == []
    put(store, linked("b", ["C"]))
    assert list(graph_of(store, kind).blind_spots()) == [first]


def test_edges_come_back_as_they_were(store: GraphStore, kind: str) -> None:
    put(store, linked("a", ["f"]), linked("b", ["g"], [CALL, IMPORT, EXACT]))
    graph = graph_of(store, kind)
    assert list(graph.incoming("a::f")) == [CALL]
    assert list(graph.outgoing("b::g")) == [CALL, EXACT]
    assert list(graph.outgoing("b::<module>", frozenset({EdgeKind.IMPORTS}))) == [IMPORT]
    assert list(graph.outgoing("b::<module>", frozenset({EdgeKind.CALLS}))) == []
    assert list(graph.incoming("gone::x")) == [EXACT]
    assert sorted(graph.edges()) == sorted([CALL, IMPORT, EXACT])
    assert list(graph.edges(frozenset({EdgeKind.IMPORTS}))) == [IMPORT]
    assert graph.symbol("gone::x") is None


def test_symbols_come_back_in_source_order(store: GraphStore, kind: str) -> None:
    put(store, linked("a", ["f", "C", "C.m", "g"]))
    graph = graph_of(store, kind)
    assert [s.id for s in graph.symbols_in("a")] == ["a::<module>", "a::f", "a::C", "a::C.m", "a::g"]
    method = graph.symbol("a::C.m")
    assert method is not None and (method.kind, method.parent, method.line) == (SymbolKind.METHOD, "a::C", 3)
    assert list(graph.symbols_named("m")) == [method]
    assert list(graph.symbols()) == list(graph.symbols_in("a"))
    assert [record.path for record in graph.files()] == ["a"]


def test_what_a_deleted_file_called_stays_called_by_others(store: GraphStore, kind: str) -> None:
    put(store, linked("a", ["f"]), linked("b", ["g"], [CALL]))
    put(store, removed=["a"])
    graph = graph_of(store, kind)
    assert list(graph.incoming("a::f")) == [CALL]
    assert graph.symbol("a::f") is None and graph.file("a") is None


def test_overrides_are_found_on_all_levels(store: GraphStore, kind: str) -> None:
    put(store, *HIERARCHY)
    graph = graph_of(store, kind)
    assert graph.overriding("a::Base.run") == ["b::Child.run", "c::Leaf.run"]
    assert graph.overriding("a::Base.stop") == []
    assert graph.overridden("c::Leaf.run") == ["a::Base.run", "b::Child.run"]
    assert graph.overriding("d::Other.run") == graph.overriding("a::Base") == graph.overriding("none") == []


def test_unresolved_uses_and_entry_points(store: GraphStore, kind: str) -> None:
    use = UnresolvedUse("a::f", "save", Site(3, 4, 8), ("x::save", "y::save"))
    put(store, linked("a", ["f"], unresolved=[use], entry_points=((0, "script"), (0, "script"))))
    graph = graph_of(store, kind)
    assert list(graph.unresolved("save")) == [use] and list(graph.unresolved("other")) == []
    assert list(graph.entry_points()) == [("a::f", "script")]


def test_a_file_that_is_left_out_has_a_record_only(store: GraphStore, kind: str) -> None:
    put(store, linked("a", ["f"]))
    with store.writing() as writer:
        writer.skip(row("a", "skipped", "generated"))
        writer.finish({})
    graph = graph_of(store, kind)
    record = graph.file("a")
    assert record is not None and (record.state, record.reason) == ("skipped", "generated")
    assert list(graph.symbols_in("a")) == []


def test_indexes_and_rows_say_the_same_as_ids(store: GraphStore) -> None:
    put(store, linked("a", ["f"]), linked("b", ["g"], [CALL, EXACT]))
    graph = store.compact(None)
    node = graph.index_of("a::f")
    assert graph.id_at(node) == "a::f" and graph.symbol_at(node) == graph.symbol("a::f")
    (found,) = graph.incoming_rows(node)
    assert graph.id_at(graph.row_source[found]) == "b::g" and graph.row_target[found] == node
    assert codes.EDGE_KINDS[graph.row_kind[found]] is EdgeKind.CALLS
    assert (graph.row_confidence[found], graph.row_exact[found], graph.edge_at(found)) == (0.9, 0, CALL)
    gone = graph.index_of("gone::x")
    assert graph.symbol_at(gone) is None and len(graph.outgoing_rows(gone)) == 0 and gone < graph.node_count
    assert graph.index_of("nothing") == -1 and list(graph.incoming_rows(-1)) == []


def test_snapshots_share_columns_but_not_what_changed(store: GraphStore) -> None:
    put(store, linked("a", ["f"]), linked("b", ["g"], [CALL]))
    first = store.compact(None)
    put(store, linked("b", ["g", "h"], [CALL._replace(confidence=0.5)]), linked("c", ["n"]))
    second = store.compact(first)
    assert store.compact(second) is second
    assert [e.confidence for e in first.incoming("a::f")] == [0.9]
    assert [e.confidence for e in second.incoming("a::f")] == [0.5]
    assert first.index_of("c::n") == -1 and first.symbol("b::h") is None
    assert second.symbol("b::h") is not None and second.index_of("a::f") == first.index_of("a::f")


def test_a_sqlite_graph_keeps_its_revision(store: GraphStore) -> None:
    put(store, linked("a", ["f"]), linked("b", ["g"], [CALL]))
    before = store.snapshot()
    put(store, linked("b", ["g"]), anew=True)
    after = store.snapshot()
    assert (before.revision, after.revision) == (1, 2)
    assert list(before.incoming("a::f")) == [CALL] and list(after.incoming("a::f")) == []


def test_the_documented_views(store: GraphStore, tmp_path: Path) -> None:
    calls = Edge("t::test_f", EdgeKind.CALLS, "a::f", 0.9, Basis.IMPORT)
    inner = Edge("t::test_f", EdgeKind.CALLS, "t::test_g", 0.9, Basis.LEXICAL)
    put(store, linked("a", ["f"]), linked("t", ["test_f", "test_g"], [calls, inner], tests=frozenset({0, 1})))
    with sqlite3.connect(tmp_path / "graph.db") as plain:
        names = [column[0] for column in plain.execute("SELECT * FROM nodes").description]
        assert names == ["id", "type", "name", "file", "line_start", "line_end", "hash"]
        nodes = plain.execute("SELECT id, type FROM nodes ORDER BY id").fetchall()
        edges = plain.execute(
            "SELECT source_id, target_id, type, confidence FROM edges ORDER BY target_id, type"
        ).fetchall()
    plain.close()
    assert nodes == [
        ("a", "file"), ("a::<module>", "module"), ("a::f", "function"), ("t", "file"), ("t::<module>", "module"),
        ("t::test_f", "test"), ("t::test_g", "test"),
    ]  # fmt: skip
    assert edges == [
        ("t::test_f", "a::f", "calls", 0.9),
        ("t::test_f", "a::f", "tests", 0.9),
        ("t::test_f", "t::test_g", "calls", 0.9),
    ]


def test_rows_of_tests_are_those_of_the_export(store: GraphStore, tmp_path: Path) -> None:
    edges = [
        Edge("t::test_f", EdgeKind.CALLS, "a::f", 0.9, Basis.IMPORT),
        Edge("t::test_f", EdgeKind.READS, "a::f", 0.8, Basis.IMPORT),
        Edge("t::test_f", EdgeKind.REFERENCES, "a::g", 0.9, Basis.IMPORT),
        Edge("t::test_f", EdgeKind.CALLS, "t::setup", 0.9, Basis.LEXICAL),
        Edge("t::setup", EdgeKind.DECORATES, "a::g", 0.9, Basis.IMPORT),
        Edge("t::plain", EdgeKind.CALLS, "a::g", 0.9, Basis.IMPORT),
        Edge("t::setup", EdgeKind.CALLS, "a::gone", 0.9, Basis.IMPORT),
    ]
    test_file = linked("t", ["test_f", "setup", "plain"], edges, tests=frozenset({0}))
    test_file = test_file._replace(links=test_file.links._replace(fixtures=frozenset({1})))
    put(store, linked("a", ["f", "g"]), test_file)
    exported = list(export_rows(store.snapshot()))
    with sqlite3.connect(tmp_path / "graph.db") as plain:
        viewed = plain.execute("SELECT source_id, target_id, confidence FROM edges WHERE type = 'tests'").fetchall()
        (total,) = plain.execute("SELECT count(*) FROM edges").fetchone()
    plain.close()
    wanted = [
        (*(f"{found[end]['file']}::{found[end]['name']}" for end in ("caller", "callee")), found["confidence"])
        for found in exported
        if found["kind"] == "tests"
    ]
    assert sorted(viewed) == sorted(wanted) == [
        ("t::setup", "a::g", 0.9), ("t::test_f", "a::f", 0.8), ("t::test_f", "a::f", 0.9),
    ]  # fmt: skip
    assert total == len(exported)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_the_queries_of_the_document_run(store: GraphStore, tmp_path: Path, number: int) -> None:
    calls = Edge("t::test_f", EdgeKind.CALLS, "a::f", 0.9, Basis.IMPORT)
    put(store, linked("a", ["f"]), linked("t", ["test_f"], [calls], tests=frozenset({0})))
    text = (Path(__file__).parents[3] / "docs" / "database.md").read_text("utf-8")
    queries = re.findall(r"```sql\n(.+?)```", text, re.S)
    assert len(queries) == 3
    query = re.sub(r"id = '[^']+'", "id = 'a::f'", queries[number])
    with sqlite3.connect(tmp_path / "graph.db") as plain:
        rows = plain.execute(query).fetchall()
    plain.close()
    assert rows == [[("t::test_f", "t", 1)], [("a::f", "a", 1)], [("a", 1)]][number]


def test_members_and_reads_by_file(store: GraphStore) -> None:
    put(store, linked("b", ["C", "C.m"], reads=(7).to_bytes(8, "little")), linked("a", ["D", "D.m", "m"]))
    assert list(store.members_named("m")) == [("a", 1), ("b", 1)]
    assert store.reads() == {"b": (7).to_bytes(8, "little")}


def test_what_raises_inside_a_revision_leaves_nothing(store: GraphStore) -> None:
    put(store, linked("a", ["f"]))
    with pytest.raises(RuntimeError), store.writing() as writer:
        writer.begin_anew()
        writer.link(linked("b", ["g"]))
        raise RuntimeError
    assert (store.revision(), list(store.rows())) == (1, ["a"])


def test_a_page_that_cannot_be_read_is_the_stores_error(store: GraphStore, tmp_path: Path) -> None:
    put(store, *(linked(f"f{number}", [f"n{number}"]) for number in range(300)), anew=True)
    store.close()
    path = tmp_path / "graph.db"
    data = bytearray(path.read_bytes())
    for page in range(20, len(data) // 4096):  # behind the schema: what opens it does not read them
        data[page * 4096 : (page + 1) * 4096] = b"\xff" * 4096
    path.write_bytes(data)
    broken = GraphStore(path)
    with pytest.raises(StoreError):
        broken.check()
    with pytest.raises(StoreError):
        list(broken.snapshot().symbols())
    with pytest.raises(StoreError):
        broken.compact(None)


def test_idents_are_never_reused(store: GraphStore) -> None:
    put(store, linked("a", ["f"]))
    first = store.compact(None)
    put(store, linked("b", ["g"]), anew=True)
    second = store.compact(first)
    assert second.index_of("b::g") not in (first.index_of("a::f"), first.index_of("a::<module>"))
    assert second.symbol("a::f") is None and first.symbol("a::f") is not None


def test_transactions_roll_back(store: GraphStore) -> None:
    database = store._database
    with pytest.raises(ValueError, match="x"), transaction(database):
        database.execute("INSERT INTO meta VALUES ('k', 'v')")
        raise ValueError("x")
    assert "k" not in store.meta()


@pytest.mark.parametrize("count", [0, 1, 15, 16, 70_000])
def test_sites_are_counted_as_they_are_unpacked(count: int) -> None:
    assert codes.count_sites(codes.pack([(1, 2, 3)] * count)) == count
