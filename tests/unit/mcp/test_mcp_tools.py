"""The tools over a canned index: definitions, questions, failures."""

import asyncio
import json
from pathlib import Path
from typing import Any, cast

import pytest
from mcp.server.mcpserver.exceptions import ToolError

from blastlens.app import questions
from blastlens.app.answer import Answer
from blastlens.app.errors import UserError
from blastlens.app.questions import Question
from blastlens.faces.mcp.indexed_root import IndexedRoot
from blastlens.faces.mcp.server import build
from blastlens.model import thresholds
from blastlens.session.ports import IndexStatus, ProgressListener

NAMES = {
    "find_callers",
    "class_members",
    "affected_tests",
    "find_dependents",
    "blast_radius",
    "check_change",
    "find_untested",
    "find_cycles",
    "find_dead_code",
    "find_structure",
    "repo_map",
    "context_pack",
    "search_symbols",
    "graph_coverage",
    "index_status",
}
ROWS = [{"symbol": f"shop/pay.py::pay_{i}", "file": "shop/pay.py", "line": i, "confidence": 0.9} for i in range(90)]


class CannedRoot(IndexedRoot):
    def __init__(self) -> None:
        super().__init__(Path("/repo"))
        self.asked: list[Question] = []
        self.refreshed = 0
        self.failure: Exception | None = None
        self.untested: list[dict[str, Any]] = list(ROWS[7:8])
        self.unknown: list[dict[str, Any]] = []

    def refresh(self, progress: ProgressListener | None = None) -> None:
        del progress
        self.refreshed += 1

    def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        if self.failure is not None:
            raise self.failure
        extra: dict[str, Any] = {}
        results: list[dict[str, Any]] = list(ROWS)
        if isinstance(question, questions.Coverage):
            counts = {"calls": 10, "resolved": 6, "inferred": 1, "ambiguous": 0, "unresolved": 1, "external": 2}
            extra = {"total": {"files": 2, **counts}, "directories": [{"directory": "shop", "files": 2, **counts}]}
            results = [{"file": "shop/pay.py", "line": 3, "lines": list(range(3, 20)), "kind": "runs_text", "why": "…"}]
        if isinstance(question, questions.AffectedTests):
            extra = {"commands": [{"runner": "pytest", "command": "pytest a.py"}], "total_tests": 99}
        if isinstance(question, questions.DeadCode):
            island = {"symbol": "a.py::f", "file": "a.py", "line": 3, "lines": 9, "members": ["a.py::f", "a.py::g"]}
            extra = {"islands": [island], "counts": {"dead": 2, "possibly dead": 1, "unknown": 0}}
        if isinstance(question, questions.BlastRadius):
            extra = {
                "changed": ROWS[:1],
                "direct": [{**ROWS[1], "risk": 0.5}, *ROWS[2:5]],
                "transitive": [*ROWS[5:7], {**ROWS[7], "risk": 0.6}, *ROWS[8:]],
                "tests": [],
                "untested": self.untested,
                "unknown": self.unknown,
            }
            extra["files"] = [{"file": "shop/pay.py"}]
        if isinstance(question, questions.Communities):
            extra = {
                "couplings": [{"from": "a.py::f", "line": 3, "to": "b.py::g", "uses": 1, "expected": 9.5, "back": 0}]
            }
        if isinstance(question, questions.RepoMap | questions.ContextPack):
            text = "\n".join(f"    value_{i} = '{i}'" for i in range(200))
            results = [{"part": "changed", **ROWS[0], "excerpt": [{"first": 5, "last": 204, "text": text}]}]
        if isinstance(question, questions.Cycles):
            results = [
                {"members": ["a.py", "b.py"], "closing": {"from": "b.py", "line": 3, "to": "a.py"}},
                {"members": [{"file": "c.py"}, {"file": "d.py"}]},
            ]
        return Answer({}, results, False, "a macro", 7, ["stale.py"], extra)

    def status(self) -> IndexStatus:
        return IndexStatus(
            "/repo", "/repo/.code-graph/graph.db", 1, 7, "", "", 2, 5, 3, 10, 6, 3, 1,
            (("dist/a.js", "minified"),), (), (("b.py", "no permission"),), (), (), "",
        )  # fmt: skip


@pytest.fixture
def root() -> CannedRoot:
    return CannedRoot()


def call(root: CannedRoot, tool: str, **arguments: Any) -> dict[str, Any]:
    result = asyncio.run(build(root).call_tool(tool, arguments))
    (content,) = cast(Any, result).content
    assert len(content.text.encode()) <= 2048
    return cast(dict[str, Any], json.loads(content.text))


def test_definitions_are_few_and_short(root: CannedRoot) -> None:
    tools = asyncio.run(build(root).list_tools())
    text = json.dumps(
        [t.model_dump(by_alias=True, exclude_none=True, mode="json") for t in tools], separators=(",", ":")
    )
    assert {tool.name for tool in tools} == NAMES
    # 90 tokens a tool at the usual four bytes a token; agents pay for them in every session.
    assert len(text.encode()) < 360 * len(NAMES)


@pytest.mark.parametrize(
    ("tool", "arguments", "question"),
    [
        ("find_callers", {"symbol": "pay"}, questions.Callers("pay", False, None, thresholds.REVIEW)),
        (
            "find_callers",
            {"symbol": "/repo/a.py::f", "transitive": True, "min_confidence": 0.5},
            questions.Callers("a.py::f", True, None, 0.5),
        ),
        ("find_dependents", {"file": "./a.py"}, questions.Dependents("a.py")),
        ("blast_radius", {}, questions.BlastRadius(working_tree=True)),
        ("blast_radius", {"symbols": ["a", "b"]}, questions.BlastRadius(symbols=("a", "b"))),
        ("blast_radius", {"commits": "a..b"}, questions.BlastRadius(commits="a..b")),
        ("affected_tests", {}, questions.AffectedTests(working_tree=True)),
        ("affected_tests", {"symbols": ["/repo/a.py"]}, questions.AffectedTests(symbols=("a.py",))),
        ("find_untested", {}, questions.Untested(None)),
        ("find_untested", {"path": "/repo/shop"}, questions.Untested("shop")),
        ("find_untested", {"state": "UNKNOWN"}, questions.Untested(None, ("UNKNOWN",))),
        ("find_cycles", {"include": "all"}, questions.Cycles("import", "all")),
        ("find_dead_code", {}, questions.DeadCode()),
        (
            "find_dead_code",
            {"path": "/repo/shop", "tier": "unknown", "min_lines": 5},
            questions.DeadCode((), "shop", 5, ("unknown",)),
        ),
        ("find_structure", {"what": "hubs"}, questions.Hubs()),
        ("find_structure", {"what": "bridges", "level": "file"}, questions.Bridges("file")),
        ("find_structure", {"what": "communities"}, questions.Communities()),
        ("find_structure", {"what": "flows"}, questions.Flows()),
        (
            "repo_map",
            {"focus": ["/repo/a.py"], "names": ["f"], "tokens": 300},
            questions.RepoMap(("a.py",), ("f",), 300),
        ),
        ("context_pack", {}, questions.ContextPack(working_tree=True)),
        ("context_pack", {"symbols": ["./a.py::f"], "tokens": 9}, questions.ContextPack(("a.py::f",), tokens=9)),
        ("context_pack", {"base": "main"}, questions.ContextPack(base="main")),
        ("graph_coverage", {}, questions.Coverage()),
        ("graph_coverage", {"path": "/repo/shop", "depth": 1}, questions.Coverage("shop", 1)),
        ("search_symbols", {"query": "cart total"}, questions.SearchSymbols("cart total", 500)),
    ],
)
def test_asks(tool: str, arguments: dict[str, Any], question: Question, root: CannedRoot) -> None:
    answer = call(root, tool, **arguments)
    assert root.asked == [question]
    assert root.refreshed == 1
    assert answer["complete"] is False
    assert answer["reason"] == "a macro"
    assert answer["stale"] == ["stale.py"]
    assert answer["revision"] == 7
    assert answer["total"] > 0


def test_cursor_leads_to_the_next_page(root: CannedRoot) -> None:
    first = call(root, "find_callers", symbol="pay")
    second = call(root, "find_callers", symbol="pay", cursor=first["cursor"])
    assert first["total"] == 90
    names = [row["symbol"] for row in (*first["results"], *second["results"])]
    assert names == [row["symbol"] for row in ROWS[: len(names)]]


def test_blast_radius_has_totals_and_what_needs_action_first(root: CannedRoot) -> None:
    answer = call(root, "blast_radius")
    assert answer["totals"] == {"changed": 1, "direct": 4, "transitive": 85, "tests": 0, "untested": 1, "files": 1}
    assert [row["part"] for row in answer["results"][:3]] == ["changed", "transitive", "direct"]
    assert answer["results"][1]["untested"] is True


def test_blast_radius_tells_unknown_from_untested(root: CannedRoot) -> None:
    root.unknown, root.untested = [{**ROWS[0], "state": "UNKNOWN"}], [{**ROWS[1], "state": "NONE FOUND"}]
    answer = call(root, "blast_radius")
    assert (answer["totals"]["untested"], answer["totals"]["tests_unknown"]) == (1, 1)
    marks = [(row.get("untested"), row.get("tests_unknown")) for row in answer["results"][:3]]
    assert marks == [(None, True), (None, None), (True, None)]


def test_cycles_are_sets(root: CannedRoot) -> None:
    answer = call(root, "find_cycles")
    assert [row["members"] for row in answer["results"]] == [["a.py", "b.py"], ["c.py", "d.py"]]
    assert answer["results"][0]["closed_by"] == "b.py:3 -> a.py"


def test_dead_code_is_islands_and_other_tiers_are_symbols(root: CannedRoot) -> None:
    answer = call(root, "find_dead_code")
    assert answer["results"] == [{"at": "a.py:3", "lines": 9, "size": 2, "members": ["a.py::f", "a.py::g"]}]
    assert answer["counts"] == {"dead": 2, "possibly dead": 1, "unknown": 0}
    assert call(root, "find_dead_code", tier="possibly dead")["results"][0]["symbol"] == "shop/pay.py::pay_0"


def test_couplings_are_told_apart_from_communities(root: CannedRoot) -> None:
    answer = call(root, "find_structure", what="couplings", level="file")
    assert root.asked == [questions.Communities(level="file")]
    assert answer["results"] == [{"from": "a.py::f", "line": 3, "to": "b.py::g", "uses": 1, "expected": 9.5}]


def test_a_long_excerpt_is_cut_between_lines(root: CannedRoot) -> None:
    rows: list[dict[str, Any]] = []
    cursor = ""
    while cursor or not rows:
        page = call(root, "context_pack", symbols=["pay"], cursor=cursor)
        rows += page["results"]
        cursor = page.get("cursor", "")
    assert len(rows) == page["total"] > 3
    lines = [line for row in rows for line in row["lines"]]
    assert lines == [f"{i + 5}     value_{i} = '{i}'" for i in range(200)]
    assert {(row["part"], row["symbol"]) for row in rows} == {("changed", ROWS[0]["symbol"])}


def test_coverage_has_what_hides_before_the_folders(root: CannedRoot) -> None:
    answer = call(root, "graph_coverage")
    hidden, folder = answer["results"]
    assert hidden == {
        "part": "hidden",
        "file": "shop/pay.py",
        "lines": [3, 4, 5, 6, 7],
        "kind": "runs_text",
        "why": "…",
    }
    assert folder["folder"] == "shop" and folder["resolved"] == 6
    assert (answer["calls"], answer["unresolved"]) == (10, 1)


def test_status_names_files_that_are_missing(root: CannedRoot) -> None:
    answer = call(root, "index_status")
    assert answer["files"] == 2
    assert answer["results"] == [
        {"file": "b.py", "state": "unreadable", "reason": "no permission"},
        {"file": "dist/a.js", "state": "skipped", "reason": "minified"},
    ]


def test_unknown_symbols_come_back_with_the_nearest(root: CannedRoot) -> None:
    root.failure = UserError("unknown symbol: totl", "use search_symbols", ("cart.py::total",), "unknown-symbol")
    with pytest.raises(ToolError, match=r"unknown symbol: totl\. Nearest: cart\.py::total\. use search_symbols"):
        call(root, "find_callers", symbol="totl")


@pytest.mark.parametrize(("topic", "tool"), [("indexed-symbols", "search_symbols"), ("left-out-files", "index_status")])
def test_hints_that_differ_by_face_name_a_tool(root: CannedRoot, topic: str, tool: str) -> None:
    root.failure = UserError("no such thing", code="unknown-symbol", topic=topic)
    with pytest.raises(ToolError, match=f"no such thing. The tool {tool} ") as caught:
        call(root, "find_callers", symbol="totl")
    assert "blastlens " not in str(caught.value)


def test_a_failure_nobody_foresaw_is_one_line(root: CannedRoot) -> None:
    root.failure = RuntimeError("the sky fell")
    with pytest.raises(ToolError, match="internal error: RuntimeError: the sky fell"):
        call(root, "find_callers", symbol="pay")


def test_wrong_cursors_are_told_before_anything_is_asked(root: CannedRoot) -> None:
    with pytest.raises(ToolError, match="no cursor"):
        call(root, "find_callers", symbol="pay", cursor="next")
    assert root.asked == []
