"""The envelope, the export, verification, settings, and that all doors give one answer."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from blastlens.app import questions
from blastlens.app.api import Blastlens
from blastlens.app.settings import load_settings
from blastlens.languages.python.library_stubs import CompiledStubs
from blastlens.languages.python.rules import PythonRules

CORE = '''"""Core."""

from helper import tidy


class Tool:
    def __init__(self):
        self.name = tidy("x")


def make():
    return Tool()


def main():
    return make()


if __name__ == "__main__":
    main()
'''


@pytest.fixture
def app(write: Callable[..., None], opened: Callable[[], Blastlens]) -> Blastlens:
    write(core=CORE, helper="def tidy(text):\n    return text\n\n\ndef idle():\n    return tidy('')\n")
    return opened()


def test_callers_with_evidence(app: Blastlens) -> None:
    answer = app.ask(questions.Callers("tidy"))
    assert [row["symbol"] for row in answer.results] == ["core.py::Tool.__init__", "helper.py::idle"]
    row = next(row for row in answer.results if row["file"] == "core.py")
    assert (row["line"], row["sites"], row["edge"], row["basis"], row["tier"]) == (
        7,
        [8],
        "calls",
        "import",
        "EXTRACTED",
    )
    assert answer.to_json()["question"] == {"kind": "callers", "symbol": "tidy", "min_confidence": 0.7}
    assert answer.complete
    json.dumps(answer.to_json())


def test_transitive_callers_with_paths(app: Blastlens) -> None:
    answer = app.ask(questions.Callers("tidy", transitive=True))
    rows = {row["symbol"]: row for row in answer.results}
    assert rows["core.py::main"]["path"] == [
        "core.py::main",
        "core.py::make",
        "core.py::Tool.__init__",
        "helper.py::tidy",
    ]
    assert rows["core.py::main"]["hops"] == 3
    near = app.ask(questions.Callers("tidy", transitive=True, depth=1))
    assert {row["symbol"] for row in near.results} == {"core.py::Tool.__init__", "helper.py::idle"}


@pytest.mark.parametrize(
    "question",
    [
        questions.Callers("tidy"),
        questions.Callers("tidy", transitive=True),
        questions.Dependents("helper.py", transitive=True),
        questions.Imports("core.py"),
        questions.Symbols(),
        questions.SearchSymbols("tool"),
        questions.BlastRadius(symbols=("tidy",)),
        questions.Untested(),
        questions.Cycles(),
        questions.Cycles("call"),
        questions.Cycles("class", "all"),
        questions.Hubs(),
        questions.Hubs("class", 3, True, by="in"),
        questions.Bridges("file"),
        questions.Communities(),
        questions.Flows(),
        questions.RepoMap(),
        questions.ContextPack(("tidy",)),
        questions.DeadCode(),
        questions.Explain("idle", "tidy"),
        questions.Report(),
    ],
)
def test_one_answer_from_memory_and_from_the_database(
    app: Blastlens, opened: Callable[[], Blastlens], question: questions.Question
) -> None:
    told = app.ask(question).to_json()
    assert opened().ask(question).to_json() == told
    json.dumps(told)
    for row in told["results"]:
        assert {"line", "confidence"} <= row.keys()
        assert {"symbol", "file", "members"} & row.keys()


def test_a_file_that_does_not_parse_makes_answers_incomplete(root: Path, app: Blastlens) -> None:
    (root / "broken.py").write_text("def ok():\n    return 1\n\n\ndef bad(:\n", "utf-8")
    app.refresh()
    answer = app.ask(questions.Callers("tidy"))
    assert not answer.complete
    assert "broken.py" in (answer.reason or "")


def test_stale_files_are_named_until_they_are_read(root: Path, app: Blastlens) -> None:
    app.close()
    (root / "helper.py").write_text("def tidy(text):\n    return text + ''\n", "utf-8")
    late = Blastlens.open(root, refresh=False)
    assert late.ask(questions.Callers("tidy")).stale == ["helper.py"]
    late.refresh(["helper.py"])
    assert late.ask(questions.Callers("tidy")).stale == []
    late.close()


def test_dead_code_and_packaging(root: Path, app: Blastlens) -> None:
    assert [row["symbol"] for row in app.ask(questions.DeadCode()).results] == ["helper.py::idle"]
    assert app.ask(questions.DeadCode(("*::idle",))).results == []
    (root / "pyproject.toml").write_text('[project.scripts]\nrun = "helper:idle"\n', "utf-8")
    assert app.ask(questions.DeadCode()).results == []


def test_an_edge_and_its_absence_are_explained(app: Blastlens) -> None:
    (row,) = app.ask(questions.Explain("make", "Tool.__init__")).results
    assert (row["callee"], row["through"], row["line"]) == ("core.py::Tool.__init__", "core.py::Tool", 12)
    answer = app.ask(questions.Explain("main", "tidy"))
    assert answer.results == []
    assert "in 3 hops" in (answer.reason or "")


def test_the_export_names_functions_and_classes(app: Blastlens) -> None:
    rows = list(app.export_edges())
    assert {
        "caller": {"file": "core.py", "line": 11, "name": "make"},
        "callee": {"file": "core.py", "line": 6, "name": "Tool"},
        "kind": "call",
    }.items() <= next(row for row in rows if row["callee"]["name"] == "Tool").items()  # type: ignore[index]
    assert {row["kind"] for row in rows} == {"call", "imports"}
    top = next(row for row in rows if row["callee"]["name"] == "main")  # type: ignore[index]
    assert top["caller"] == {"file": "core.py", "line": 1, "name": "<module>"}


def test_the_export_can_name_what_walks_add(app: Blastlens, root: Path) -> None:
    source = "class A:\n    def m(self): ...\nclass B(A):\n    def m(self): ...\ndef f(a: A):\n    a.m()\n"
    (root / "shapes.py").write_text(source, "utf-8")
    app.refresh()
    for walked, expected in ((False, [("annotation", 2)]), (True, [("annotation", 2), ("override", 4)])):
        rows: list[Any] = list(app.export_edges(walked=walked))
        found = [(row["basis"], row["callee"]["line"]) for row in rows if row["caller"]["name"] == "f"]
        assert sorted(found) == expected


def test_the_live_graph_is_a_rebuild(app: Blastlens, root: Path) -> None:
    (root / "helper.py").write_text("def tidy(text):\n    return text\n", "utf-8")
    app.refresh()
    answer = app.verify()
    assert (answer.results, answer.complete) == ([], True)
    assert app.reindex().revision > 0
    assert app.verify().results == []


def test_settings_are_read_and_wrong_ones_named(root: Path) -> None:
    (root / ".code-graph").mkdir()
    (root / "pyproject.toml").write_text("[tool.blastlens]\nexclude = ['x/']\nmin_confidence = 0.9\n", "utf-8")
    (root / ".code-graph/config.json").write_text('{"min_confidence": 0.5, "colour": 1, "entry_points": "x"}', "utf-8")
    settings = load_settings(root)
    assert (settings.exclude, settings.min_confidence, settings.entry_points) == (("x/",), 0.5, ())
    assert len(settings.problems) == 2
    (root / ".code-graph/config.json").write_text("{", "utf-8")
    (root / "pyproject.toml").write_bytes(b"\xff\xfe")
    assert len(load_settings(root).problems) == 2


@pytest.mark.parametrize(
    "told", ['{"a": 1}', '"x"', '{"a.B": {"c": "d e"}}', '{"a.B": {"c": 1}}', '{"1": {"c": "a.D"}}']
)
def test_what_says_nothing_of_a_framework_is_named(root: Path, told: str) -> None:
    (root / ".code-graph").mkdir()
    (root / ".code-graph/config.json").write_text(f'{{"frameworks": {told}}}', "utf-8")
    settings = load_settings(root)
    assert settings.frameworks == {}
    assert ["frameworks must be" in problem for problem in settings.problems] == [True]


def test_other_frameworks_in_the_settings_make_the_index_anew(
    root: Path, write: Callable[..., None], opened: Callable[[], Blastlens]
) -> None:
    write(
        a="from orm import Base\n\n\nclass A(Base):\n    def f(self):\n        self.made.f()\n",
        b="class B:\n    def f(self):\n        return 1\n",
    )
    app = opened()
    assert [row["symbol"] for row in app.ask(questions.Callers("a.py::A.f")).results] == []
    app.close()
    (root / "pyproject.toml").write_text('[tool.blastlens.frameworks]\n"orm.Base" = {made = "Self"}\n', "utf-8")
    again = opened()
    assert [row["basis"] for row in again.ask(questions.Callers("a.py::A.f")).results] == ["framework"]
    assert again.verify().results == []


def test_an_installation_without_facts_of_libraries_is_named_and_goes_on(
    root: Path, write: Callable[..., None], opened: Callable[[], Blastlens], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PythonRules, "stubs", CompiledStubs(root / "library.facts"))
    write(a="import re\n\n\ndef f():\n    return re.match('a', 'b').group()\n\n\ndef g():\n    return f()\n")
    app = opened()
    assert "library.facts is missing" in app.status().note
    assert [row["symbol"] for row in app.ask(questions.Callers("f")).results] == ["a.py::g"]


def test_problems_of_settings_are_in_the_status(root: Path, write: Callable[..., None]) -> None:
    write(a="x = 1\n")
    (root / "pyproject.toml").write_text("[tool.blastlens]\nwrong = 1\n", "utf-8")
    app = Blastlens.open(root)
    assert "there is no setting 'wrong'" in app.status().note
    app.close()


def test_a_question_loads_only_what_answers_it(app: Blastlens, root: Path) -> None:
    app.close()
    code = (
        "import sys; from pathlib import Path; from blastlens.app.api import Blastlens\n"
        "from blastlens.app.questions import Callers\n"
        f"app = Blastlens.open(Path({str(root)!r})); app.ask(Callers('tidy')); app.close()\n"
        "print(' '.join(m for m in ('pygls', 'mcp', 'igraph', 'rich', 'tree_sitter') if m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
