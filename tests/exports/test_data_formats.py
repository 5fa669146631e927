"""GraphML, JSON, CSV and Neo4j's files, read by igraph, networkx, a JSON Schema validator, `csv` and engines that speak Cypher."""

import csv
import io
import json
import re
from pathlib import Path

import igraph
import jsonschema
import kglite
import networkx
import pytest

from blastlens.analyses.subgraph import Subgraph
from blastlens.views.exports import part
from blastlens.views.exports.csv_tables import csv_tables
from blastlens.views.exports.graphml import graphml
from blastlens.views.exports.json_document import json_document
from blastlens.views.exports.neo4j_bulk import LINK_HEAD, NODE_HEAD, neo4j_bulk
from blastlens.views.exports.neo4j_script import neo4j_script

from .conftest import seen_by
from .hostile import graph_of, names, text_of, written

_SCHEMA = json.loads((Path(part.__file__).parent / "graph.schema.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def graph() -> Subgraph:
    return graph_of(names())


def _unescaped(text: str) -> str:
    """What `graphml.escaped` wrote, undone."""
    if not re.search(r"\\u[0-9a-f]{4}", text):
        return text
    return re.sub(r"\\(\\|u([0-9a-f]{4}))", lambda found: chr(int(found[2], 16)) if found[2] else "\\", text)


def test_networkx_reads_every_name_of_graphml(graph: Subgraph, tmp_path: Path) -> None:
    read = networkx.read_graphml(written(text_of(graphml, graph), tmp_path / "graph.graphml"))
    assert [_unescaped(read.nodes[f"n{number}"]["name"]) for number in range(len(graph.nodes))] == [
        node.name for node in graph.nodes
    ]
    assert [_unescaped(read.nodes[f"n{number}"]["symbol"]) for number in range(len(graph.nodes))] == [
        node.id for node in graph.nodes
    ]
    links = list(graph.links())
    assert read.number_of_edges() == len(links)
    for link in links:
        data = read.edges[f"n{link.source}", f"n{link.target}"]
        assert (data["kind"], data["confidence"], data["lines"]) == ("calls", 0.9, str(link.lines[0]))


def test_igraph_reads_graphml(graph: Subgraph, tmp_path: Path) -> None:
    read = igraph.Graph.Read_GraphML(str(written(text_of(graphml, graph), tmp_path / "graph.graphml")))
    assert read.is_directed()
    assert [_unescaped(name) for name in read.vs["name"]] == [node.name for node in graph.nodes]
    assert [(edge.source, edge.target) for edge in read.es] == [link[:2] for link in graph.links()]
    assert set(read.vs["test"]) == {False}
    assert read["project"] == "hostile"


def test_json_is_as_its_schema_says(graph: Subgraph) -> None:
    jsonschema.Draft202012Validator.check_schema(_SCHEMA)
    read = json.loads(text_of(json_document, graph))
    jsonschema.validate(read, _SCHEMA)
    assert [one["name"] for one in read["nodes"]] == [node.name for node in graph.nodes]
    ids = [one["id"] for one in read["nodes"]]
    assert [(one["source"], one["target"]) for one in read["edges"]] == [
        (ids[link.source], ids[link.target]) for link in graph.links()
    ]


def test_the_schema_names_every_member(graph: Subgraph) -> None:
    """What is written and what is described are the same."""
    read = json.loads(text_of(json_document, graph))
    described = _SCHEMA["$defs"]
    assert set(read) == set(_SCHEMA["properties"])
    assert set(read["nodes"][0]) == set(described["node"]["properties"]) == set(described["node"]["required"])
    assert set(read["edges"][0]) == set(described["edge"]["properties"]) == set(described["edge"]["required"])


def test_csv_has_a_row_for_every_node_and_edge(graph: Subgraph) -> None:
    tables = {one.path: list(csv.DictReader(io.StringIO("".join(one.text), newline=""))) for one in csv_tables(graph)}
    assert [row["name"] for row in tables["nodes.csv"]] == [part.visible(node.name) for node in graph.nodes]
    assert [row["line"] for row in tables["nodes.csv"]] == [str(node.line) for node in graph.nodes]
    ids = [part.visible(node.id) for node in graph.nodes]
    assert [(row["source"], row["target"]) for row in tables["edges.csv"]] == [
        (ids[link.source], ids[link.target]) for link in graph.links()
    ]


def test_bulk_files_have_the_fields_that_neo4j_documents(graph: Subgraph) -> None:
    """A property is `name:type`; the others are `:ID(space)`, `:START_ID(space)`, `:END_ID(space)`, `:LABEL` and `:TYPE`."""
    field = re.compile(r"^(\w+(:(int|double|boolean|int\[\]))?|\w*:(ID|START_ID|END_ID)\(Symbol\)|:LABEL|:TYPE)$")
    assert [one for one in (*NODE_HEAD, *LINK_HEAD) if not field.match(one)] == []
    tables = {one.path: list(csv.reader(io.StringIO("".join(one.text), newline=""))) for one in neo4j_bulk(graph)}
    (head, *nodes), (link_head, *links) = tables["nodes.csv"], tables["relationships.csv"]
    assert (tuple(head), tuple(link_head)) == (NODE_HEAD, LINK_HEAD)
    ids = [row[0] for row in nodes]
    assert len(set(ids)) == len(ids) == len(graph.nodes)
    assert {end for row in links for end in row[:2]} <= set(ids)
    inside = sum(node.parent is not None for node in graph.nodes)
    assert len(links) == inside + len(list(graph.links()))
    assert {row[-1] for row in links} == {"CONTAINS", "CALLS"}


_VALUES = {
    "": re.compile(r".*", re.DOTALL),
    "int": re.compile(r"-?[0-9]+"),
    "double": re.compile(r"-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?"),
    "boolean": re.compile(r"true|false"),
    "int[]": re.compile(r"[0-9]+(;[0-9]+)*"),
    "ID": re.compile(r".+", re.DOTALL),
    "LABEL": re.compile(r"\w+(;\w+)*"),
    "TYPE": re.compile(r"\w+"),
}


def test_values_of_bulk_files_are_of_the_types_in_their_heads(graph: Subgraph) -> None:
    """An import stops at a value that is not of its column's type. One that is empty is none, which ids, labels and types must not be."""
    for one in neo4j_bulk(graph):
        head, *rows = csv.reader(io.StringIO("".join(one.text), newline=""), strict=True)
        assert len(set(head)) == len(head)
        kinds = [
            column.partition(":")[2].partition("(")[0].removeprefix("START_").removeprefix("END_") for column in head
        ]
        assert (kinds.count("ID"), kinds.count("LABEL") + kinds.count("TYPE")) in ((1, 1), (2, 1))
        for row in rows:
            assert len(row) == len(head)
            wrong = [
                (column, value)
                for column, kind, value in zip(head, kinds, row, strict=True)
                if (value or kind in ("ID", "LABEL", "TYPE")) and not _VALUES[kind].fullmatch(value)
            ]
            assert wrong == []


def test_an_engine_runs_the_cypher_script() -> None:
    """Lone surrogates are escapes that only UTF-16, and so Neo4j, can hold."""
    texts = [text for text in names() if text.isascii() or not re.search("[\ud800-\udfff]", text)]
    graph = graph_of(texts)
    engine = kglite.KnowledgeGraph()
    script = text_of(neo4j_script, graph)
    for _ in range(2):  # again: nothing is doubled
        for statement in re.split(r";\n", script):
            if statement.strip():
                engine.cypher(statement)
    found = engine.cypher("MATCH (one:Symbol) RETURN one.id AS id, one.name AS name, one.line AS line")
    assert {row["id"]: (row["name"], row["line"]) for row in found} == {
        node.id: (node.name, node.line) for node in graph.nodes
    }
    calls = engine.cypher("MATCH (a:Function)-[one:CALLS]->(b) RETURN a.id AS a, b.id AS b, one.confidence AS sure")
    assert sorted((row["a"], row["b"], row["sure"]) for row in calls) == sorted(
        (graph.nodes[link.source].id, graph.nodes[link.target].id, link.confidence) for link in graph.links()
    )
    inside = engine.cypher("MATCH (:Module)-[one:CONTAINS]->(b:Function) RETURN b.id AS b")
    assert sorted(row["b"] for row in inside) == sorted(node.id for node in graph.nodes if node.kind == "function")


def test_neo4js_grammar_takes_the_cypher_script(tmp_path: Path) -> None:
    """Few names, as it takes seconds even for them: it must see that the second script is broken, and that the first is not."""
    hard = ["\\u0027 \\n \\\\u0041 \\N \\", "' lone \udc80 bell\x07 \u2028 ` ' OR true"]
    text = text_of(neo4j_script, graph_of(hard, lambda text: "a.py"))  # noqa: ARG005
    spoilt = text.replace("\\\\\\u00750027", "\\u0027")
    assert spoilt != text
    seen = seen_by("cypher", written(text, tmp_path / "a.cypher"), written(spoilt, tmp_path / "b.cypher"))
    assert seen[0] == []
    assert seen[1] != []


def test_exports_of_one_graph_are_the_same_bytes() -> None:
    for export in (graphml, json_document, neo4j_script):
        assert text_of(export, graph_of(names())) == text_of(export, graph_of(names()))
