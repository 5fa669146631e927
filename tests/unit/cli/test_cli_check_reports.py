"""The answer of `blastlens check` in every form it is read in."""

import io
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from fake_blastlens import Run
from hypothesis import given
from hypothesis import strategies as st

from blastlens.app.answer import Answer
from blastlens.app.check.registry import RULES
from blastlens.faces.cli.check import github, gitlab, junit, markdown, sarif
from blastlens.faces.cli.console import Console

SCHEMA = json.loads((Path(__file__).parent / "data" / "sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8"))
ODD = "a%b,c:d\r\n<b>&`|*_[x](y) @team #12 ::error:: \x1b[31m\udc80 größe"


def row(rule: str = "dead-code", level: str = "warning", number: int = 1, **other: Any) -> dict[str, Any]:
    about = {
        "rule": rule,
        "level": level,
        "symbol": f"src/a b.py::f{number}",
        "file": "src/a b.py",
        "line": number,
        "column": 5,
        "end_column": 7,
        "message": f"f{number} is new, and nothing reaches it",
        "confidence": 0.9,
        "fingerprint": f"{number:016x}",
        "related": [],
        "related_total": 0,
    }
    return {**about, **other}


def place(message: str) -> dict[str, Any]:
    return {"file": "größe%.py", "line": 3, "column": 1, "end_column": 2, "message": message}


def answer(*rows: dict[str, Any], folder: str = "", complete: bool = True, **parts: list[dict[str, Any]]) -> Answer:
    found = {rule: sum(one["rule"] == rule for one in rows) for rule in RULES}
    levels = {one["rule"]: one["level"] for one in rows}
    extra: dict[str, Any] = {
        "since": "0123456789ab",
        "commit": "0123456789ab",
        "folder": folder,
        "changed": 3,
        "files": 2,
        "totals": {
            "error": sum(one["level"] == "error" for one in rows),
            "warning": sum(one["level"] == "warning" for one in rows),
            **{part: len(parts.get(part, [])) for part in ("suppressed", "known", "stale_baseline")},
        },
        "rules": {name: {"level": levels.get(name, rule.level), "found": found[name]} for name, rule in RULES.items()},
        **{part: parts.get(part, []) for part in ("suppressed", "known", "stale_baseline")},
    }
    return Answer({"kind": "check"}, list(rows), complete, None if complete else "a file is broken", 1, [], extra)


MIXED = answer(
    row("import-cycle", "error", 1, related=[place("a imports b"), place(ODD)], related_total=9, message=ODD),
    row("dead-code", "warning", 2),
    folder="packages/one",
    complete=False,
    suppressed=[row(number=3, reason="plug-ins call it", suppressed_at=2)],
    known=[row(number=4)],
    stale_baseline=[{"rule": "dead-code", "file": "a.py", "symbol": "a.py::g", "fingerprint": "ff"}],
)
ANSWERS = {"nothing": answer(), "mixed": MIXED, "many": answer(*(row(number=n) for n in range(1, 300)))}


def shown(show: Any, given_: Answer) -> str:
    out = io.StringIO()
    show(Console(out, io.StringIO(), {}), given_)
    return out.getvalue()


@pytest.mark.parametrize("name", ANSWERS)
def test_sarif_is_valid(name: str) -> None:
    log = json.loads(shown(sarif.show, ANSWERS[name]))
    jsonschema.Draft4Validator(SCHEMA).validate(log)


def test_sarif_says_where_how_sure_and_what_is_not_new() -> None:
    (run,) = sarif.log_of(MIXED)["runs"]
    first, second, third, fourth = run["results"]
    assert first["ruleId"] == "import-cycle"
    assert run["tool"]["driver"]["rules"][first["ruleIndex"]]["id"] == "import-cycle"
    location = first["locations"][0]["physicalLocation"]
    assert location["artifactLocation"] == {"uri": "packages/one/src/a%20b.py", "uriBaseId": "%SRCROOT%"}
    assert location["region"] == {"startLine": 1, "startColumn": 5, "endColumn": 7}
    assert [one["id"] for one in first["relatedLocations"]] == [1, 2]
    assert (
        first["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        == "packages/one/gr%C3%B6%C3%9Fe%25.py"
    )
    assert first["partialFingerprints"] == {"blastlens/v1": f"{1:016x}"}
    assert [one["baselineState"] for one in run["results"]] == ["new", "new", "new", "unchanged"]
    assert (first["suppressions"], second["suppressions"]) == ([], [])
    assert third["suppressions"] == [{"kind": "inSource", "justification": "plug-ins call it"}]
    assert fourth["suppressions"][0]["kind"] == "external"
    assert run["invocations"][0]["toolExecutionNotifications"][0]["message"] == {"text": "a file is broken"}


def test_every_rule_has_help_and_a_page() -> None:
    for rule in sarif.log_of(answer())["runs"][0]["tool"]["driver"]["rules"]:
        page = rule["helpUri"].partition("/blob/main/")[2]
        text = (Path(__file__).parents[3] / page).read_text(encoding="utf-8")
        assert text.startswith(f"# {rule['id']}\n")
        assert rule["help"]["text"] and rule["shortDescription"]["text"].endswith(".")


def undone(text: str, property_: bool) -> str:
    """What the runner of GitHub Actions reads."""
    for written, letter in (("%3A", ":"), ("%2C", ",")) if property_ else ():
        text = text.replace(written, letter)
    return text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")


@given(
    st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp", "Cf", "Co", "Cn", "Zs"])),
    st.text("%:,\r\nab3AD02C5"),
)
def test_annotations_are_one_line_and_read_as_they_were(plain: str, hard: str) -> None:
    for text in (plain, hard, plain + hard):
        line = github.annotation(row(message=f"x{text}", file=f"f{text}"), "")
        assert "\n" not in line and "\r" not in line
        command, _, message = line[2:].partition("::")
        fields = dict(one.partition("=")[::2] for one in command.partition(" ")[2].split(","))
        assert undone(message, False) == f"x{text}"
        assert undone(fields["file"], True) == f"f{text}"


def test_annotations_steer_no_terminal_and_name_paths_of_the_work_tree() -> None:
    lines = shown(github.show, MIXED).splitlines()
    assert lines[0].startswith(
        "::error file=packages/one/src/a b.py,line=1,col=5,endColumn=7,title=blastlens%3A import-cycle::a%25b,c:d%0D%0A"
    )
    assert "\x1b" not in "".join(lines)
    assert "%0A… 7 more" in lines[0]
    assert lines[-2] == "::warning::a file is broken"


@pytest.mark.parametrize("name", ANSWERS)
def test_markdown_begins_with_its_marker_and_closes_what_it_opens(name: str) -> None:
    text = shown(markdown.show, ANSWERS[name])
    assert text.splitlines()[0] == markdown.MARKER
    assert text.count("<details") == text.count("</details>")
    assert text == shown(markdown.show, ANSWERS[name])


def test_markdown_stays_below_what_a_comment_may_hold() -> None:
    wide = [row(number=n, message="*" * 5000, related=[place("_" * 3000)] * 9, related_total=9) for n in range(1, 2000)]
    text = markdown.comment(answer(*wide, suppressed=[{**one, "reason": ODD * 50} for one in wide], known=wide))
    assert 0 < len(text) < 65_536
    assert "1,999" in text


def test_markdown_shows_names_as_they_are() -> None:
    text = markdown.comment(MIXED)
    (line,) = [one for one in text.splitlines() if one.startswith("- `packages/one/src/a b.py:1`")]
    assert (
        line.endswith(r"a%b,c:d\r\n\<b\>&amp;\`\|\*\_\[x\](y) &#64;team &#35;12 ::error:: \x1b\[31m" + "\udc80 größe")
        or "&#64;team" in line
    )
    assert not re.search(r"(?<![\w`/])@\w", text)
    assert "plug-ins call it" in text and "no longer found" in text and "> incomplete: a file is broken" in text


def test_gitlab_code_quality() -> None:
    rows = json.loads(shown(gitlab.show, MIXED))
    assert [one["severity"] for one in rows] == ["major", "minor"]
    assert rows[1]["location"] == {"path": "packages/one/src/a b.py", "lines": {"begin": 2}}
    assert len({one["fingerprint"] for one in rows}) == 2


def test_junit_has_a_case_a_rule_and_fails_for_errors_alone() -> None:
    suite = ET.fromstring(shown(junit.show, MIXED))
    cases = {case.get("name"): case for case in suite}
    assert suite.get("failures") == "1"
    assert cases["import-cycle"].find("failure") is not None
    assert cases["dead-code"].find("failure") is None
    assert "f2 is new" in (cases["dead-code"].findtext("system-out") or "")


@pytest.fixture
def cyclic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "a.py").write_text("import b\n", encoding="utf-8")
    (tmp_path / "b.py").write_text("import a\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    yield tmp_path


def test_several_reports_in_one_run_and_the_summary_of_the_step(
    cyclic: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (cyclic / "summary.md").write_text("before\n", encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(cyclic / "summary.md"))
    reports = [part for form in ("sarif", "markdown", "json") for part in ("--report", f"{form}=report.{form}")]
    code, out, err = run("check", "--all", "--format", "github", *reports)
    assert (code, err) == (1, "")
    assert out.startswith("::error file=b.py,line=1,col=8,endColumn=9,title=blastlens%3A import-cycle::import cycle")
    jsonschema.Draft4Validator(SCHEMA).validate(json.loads((cyclic / "report.sarif").read_text(encoding="utf-8")))
    assert json.loads((cyclic / "report.json").read_text(encoding="utf-8"))["totals"]["error"] == 1
    text = (cyclic / "report.markdown").read_text(encoding="utf-8")
    assert (cyclic / "summary.md").read_text(encoding="utf-8") == f"before\n{text}"


@pytest.mark.parametrize("wrong", ["sarif", "pdf=x", "sarif="])
def test_reports_that_cannot_be_made(wrong: str, cyclic: Path, run: Run) -> None:
    del cyclic
    code, out, err = run("check", "--all", "--report", wrong)
    assert (code, out) == (2, "")
    assert "write FORMAT=FILE" in err
