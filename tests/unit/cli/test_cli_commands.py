"""Every command: what it asks, what it prints, and with which exit code."""

import json
from pathlib import Path

import pytest
from fake_blastlens import ROW, FakeBlastlens, Run

from blastlens.app import questions
from blastlens.app.questions import Question
from blastlens.app.settings import Settings
from blastlens.faces.cli.registry import SUMMARIES, load

ENVELOPE = {"question", "results", "complete", "reason", "revision", "stale"}
SYMBOL = "shop/pay.py::Till.pay"

LINES = {
    "index": ["index"],
    "status": ["status"],
    "verify": ["verify"],
    "export": ["export"],
    "report": ["report"],
    "coverage": ["coverage"],
    "lenses": ["lenses", "shop/pay.py"],
    "symbols": ["symbols"],
    "callers": ["callers", SYMBOL],
    "dependents": ["dependents", "shop/pay.py"],
    "imports": ["imports", "shop/pay.py"],
    "explain": ["explain", "a", "b"],
    "blast-radius": ["blast-radius", "--working-tree"],
    "check": ["check", "--working-tree"],
    "untested": ["untested"],
    "cycles": ["cycles"],
    "affected-tests": ["affected-tests", "--working-tree"],
    "not-updated": ["not-updated"],
    "members": ["members", "Till"],
    "hubs": ["hubs"],
    "bridges": ["bridges"],
    "communities": ["communities"],
    "flows": ["flows"],
    "repo-map": ["repo-map"],
    "context": ["context", SYMBOL],
    "dead-code": ["dead-code"],
}
ASKED: list[tuple[list[str], Question]] = [
    (["callers", SYMBOL], questions.Callers(SYMBOL)),
    (["callers", "pay", "--transitive", "--depth", "3"], questions.Callers("pay", True, 3)),
    (["callers", "pay", "--min-confidence", "0.95"], questions.Callers("pay", min_confidence=0.95)),
    (["callers", "pay", "--untested"], questions.Callers("pay", untested=True)),
    (["not-updated", "--symbol", SYMBOL], questions.NotUpdated(symbol=SYMBOL)),
    (["dependents", "shop/pay.py", "--transitive"], questions.Dependents("shop/pay.py", True)),
    (["imports", "./shop/pay.py"], questions.Imports("shop/pay.py")),
    (["symbols"], questions.Symbols()),
    (["symbols", "pay"], questions.Symbols("pay")),
    (["symbols", "shop/pay.py"], questions.Symbols("shop/pay.py")),
    (["blast-radius", "--working-tree"], questions.BlastRadius(working_tree=True)),
    (["blast-radius", "pay", SYMBOL], questions.BlastRadius(symbols=("pay", SYMBOL))),
    (["blast-radius", "--commits", "a..b"], questions.BlastRadius(commits="a..b")),
    (["check", "--base", "main"], questions.Check("main")),
    (["check", "--all", "--max-radius", "9", "--limit", "0"], questions.Check(whole=True, max_radius=9, limit=0)),
    (["affected-tests", "pay", "--all"], questions.AffectedTests(symbols=("pay",))),
    (["untested", "shop/"], questions.Untested("shop")),
    (["untested", "."], questions.Untested(None)),
    (["untested", "--state", "unknown", "--depth", "3"], questions.Untested(None, ("UNKNOWN",), 3)),
    (["untested"], questions.Untested()),
    (["untested", "--state", "NONE FOUND"], questions.Untested(None, ("NONE FOUND",))),
    (
        ["untested", "--state", "none-found", "--state", "Measured"],
        questions.Untested(None, ("NONE FOUND", "MEASURED")),
    ),
    (["untested", "--state", "all"], questions.Untested(None, questions.STATES)),
    (["cycles", "--level", "call"], questions.Cycles("call")),
    (["cycles", "--include", "all"], questions.Cycles("import", "all")),
    (["cycles", "--level", "class", "--min-confidence", "0.9"], questions.Cycles("class", min_confidence=0.9)),
    (["hubs"], questions.Hubs(limit=12)),
    (
        ["hubs", "--level", "class", "--by", "in", "--limit", "3", "--include-tests"],
        questions.Hubs("class", 3, True, by="in"),
    ),
    (["communities", "cli", "--level", "file"], questions.Communities("file", 12, name="cli")),
    (
        ["repo-map", "--focus", "./shop/pay.py", "--name", "pay", "--tokens", "300"],
        questions.RepoMap(("shop/pay.py",), ("pay",), 300),
    ),
    (["context", SYMBOL, "shop/pay.py"], questions.ContextPack((SYMBOL, "shop/pay.py"))),
    (["context", "--base", "main", "--tokens", "9"], questions.ContextPack(base="main", tokens=9)),
    (["flows", "--entry", "route", "--tests"], questions.Flows("route", 5, True)),
    (["bridges", "--level", "file", "--min-confidence", "0.5"], questions.Bridges("file", 12, False, 0.5)),
    (["dead-code", "--entry-point", "a*", "--entry-points", "b"], questions.DeadCode(("a*", "b"))),
    (["dead-code", "--tier", "possibly-dead", "--min-lines", "3"], questions.DeadCode((), None, 3, ("possibly dead",))),
    (["dead-code", "--tier", "all"], questions.DeadCode(tiers=questions.TIERS)),
    (["explain", "a", "b"], questions.Explain("a", "b")),
    (["report"], questions.Report()),
    (["coverage"], questions.Coverage()),
    (["coverage", "shop/", "--depth", "1"], questions.Coverage("shop", 1)),
]


@pytest.mark.parametrize(("line", "question"), ASKED, ids=[" ".join(line) for line, _ in ASKED])
def test_asks(line: list[str], question: Question, app: FakeBlastlens, run: Run) -> None:
    code, out, err = run(*line)
    assert (code, err) == (0, "")
    assert app.asked == [question]
    assert out.strip()
    assert app.closed
    assert app.refreshed == 1


@pytest.mark.parametrize("command", LINES)
def test_json_is_one_envelope(command: str, app: FakeBlastlens, run: Run) -> None:
    app.results = [] if command == "verify" else app.results
    code, out, err = run(*LINES[command], "--json")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert answer.keys() >= ENVELOPE
    assert answer["revision"] == 7
    assert answer["complete"] is True
    assert isinstance(answer["results"], list)


@pytest.mark.parametrize("command", LINES)
def test_text_has_no_colour_off_a_terminal(command: str, app: FakeBlastlens, run: Run) -> None:
    app.results = [] if command == "verify" else app.results
    _, out, _ = run(*LINES[command])
    assert out.strip()
    assert "\x1b" not in out


def test_every_command_is_covered_here() -> None:
    assert set(LINES) | {"lsp", "mcp"} == set(SUMMARIES)


@pytest.mark.parametrize("name", SUMMARIES)
def test_help_describes_and_shows_examples(name: str, run: Run) -> None:
    code, out, err = run(name, "--help")
    assert (code, err) == (0, "")
    assert load(name).description.splitlines()[0] in out
    assert f"\n  blastlens {name}" in out.partition("examples:")[2]
    if load(name).asks:
        assert all(option in out for option in ("--root", "--json", "--no-refresh"))


def test_overview_names_every_command(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    assert all(f"  {name} " in out for name in SUMMARIES)


def test_no_refresh_answers_from_the_index_as_it_is(app: FakeBlastlens, run: Run) -> None:
    run("callers", "pay", "--no-refresh")
    assert app.refreshed == 0


def test_what_the_refresh_has_to_say_goes_to_standard_error(app: FakeBlastlens, run: Run) -> None:
    app.note = "the database was damaged and has been rebuilt"
    code, out, err = run("callers", "pay", "--json")
    assert code == 0
    assert "rebuilt" in err
    assert json.loads(out)["results"]


def test_settings_that_cannot_be_used_are_told(app: FakeBlastlens, run: Run) -> None:
    app.settings = Settings(problems=("pyproject.toml: there is no setting 'colour'",))
    code, _, err = run("callers", "pay")
    assert (code, err) == (0, "blastlens: pyproject.toml: there is no setting 'colour'\n")


def test_report_is_the_repository_at_a_glance(app: FakeBlastlens, run: Run) -> None:
    del app
    _, out, _ = run("report")
    assert out.splitlines()[0] == "2 files · 4 functions · 1 test"
    assert "3 of 4 functions (75%), 1 unknown" in out
    assert "2 import cycles" in out
    assert "most callers\n  shop/pay.py:4  Till.pay" in out


def test_coverage_tells_what_is_followed_and_what_hides(app: FakeBlastlens, run: Run) -> None:
    app.results = app.results[:1]
    _, out, _ = run("coverage")
    lines = out.splitlines()
    assert lines[0] == "the graph follows 90.0% of 10 calls in 2 files"
    assert lines[2].split() == ["shop", "2", "10", "60.0%", "10.0%", "10.0%", "0%", "20.0%"]
    assert "  shop/pay.py:3,9  runs text as code" in lines
    assert lines[-1].endswith("Not test coverage: that is 'blastlens untested'.")


def test_coverage_is_short_however_much_hides(app: FakeBlastlens, run: Run) -> None:
    app.results = app.results[:1] * 500
    _, short, _ = run("coverage")
    assert len(short.encode()) < 2000
    assert "more" in short
    _, whole, _ = run("coverage", "--all")
    assert whole.count("runs text as code") > 500 > short.count("runs text as code")


def test_notes_stand_beneath_complete_answers(app: FakeBlastlens, run: Run) -> None:
    app.note_in_answers = "2 possible callers below 0.7"
    _, out, _ = run("callers", "pay")
    assert out.splitlines()[-1] == "note: 2 possible callers below 0.7"


def test_incomplete_answers_say_why(app: FakeBlastlens, run: Run) -> None:
    app.complete = False
    app.results = []
    _, out, _ = run("callers", "pay")
    assert out.splitlines() == ["no known callers of pay", "incomplete: dynamic look-ups"]


@pytest.mark.parametrize("line", [["untested"], ["cycles"], ["dead-code"], ["blast-radius", "pay"]])
def test_gate_fails_on_findings(line: list[str], app: FakeBlastlens, run: Run) -> None:
    assert run(*line)[0] == 0
    assert run(*line, "--gate")[0] == 1
    assert run(*line, "--gate", "--json")[0] == 1
    app.results = []
    if line != ["cycles"]:
        assert run(*line, "--gate")[0] == 0


def test_verify_fails_on_differences(app: FakeBlastlens, run: Run) -> None:
    assert run("verify")[0] == 1
    app.results = []
    assert run("verify")[0] == 0


def test_export_prints_one_edge_a_line(app: FakeBlastlens, run: Run, folder: Path) -> None:
    expected = app.export_edges()
    _, out, _ = run("export", "--format", "edges-jsonl")
    assert [json.loads(line) for line in out.splitlines()] == expected
    _, out, _ = run("export", "--walked")
    assert [json.loads(line) for line in out.splitlines()] == app.export_edges(walked=True)
    code, out, _ = run("export", "--output", "edges.jsonl")
    assert (code, out) == (0, "")
    assert [json.loads(line) for line in (folder / "edges.jsonl").read_text().splitlines()] == expected


def test_lenses_stand_above_their_definitions(app: FakeBlastlens, run: Run) -> None:
    del app
    _, out, _ = run("lenses", "shop/pay.py")
    assert out.splitlines() == [
        "1   import cart",
        "    2 callers · no test",
        "2   def pay():",
        "3       return cart.total()",
    ]
    _, out, _ = run("lenses", "shop/pay.py", "--short")
    assert out.splitlines() == ["    2 callers · no test", "2   def pay():"]


def test_index_says_what_it_did(app: FakeBlastlens, run: Run, folder: Path) -> None:
    (folder / "other").mkdir()
    code, out, _ = run("index", "other")
    assert code == 0
    assert app.root == folder / "other"
    assert "2 files, 5 symbols, 3 edges in 0.2 s" in out
    assert "1 skipped" in out


def test_status_names_what_is_missing_and_why(app: FakeBlastlens, run: Run) -> None:
    del app
    _, out, _ = run("status")
    assert "dist/app.min.py" in out
    assert "minified" in out
    assert "2 .go" in out
    assert "2 python" in out
    assert "hidden       1 file calls by computed names, 2 run text as code" in out


def test_many_dead_symbols_are_counted_in_plain_words(app: FakeBlastlens, run: Run) -> None:
    reached = "that nothing reaches"
    for number, words in ((0, "no dead code found"), (1, f"1 symbol {reached}"), (2, f"2 symbols {reached}")):
        app.results = [dict(ROW)] * number
        assert run("dead-code")[1].splitlines()[0].partition(" (")[0] == words
