"""The cases, asked over the command line: one test a case, so that state carries over from check to check."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from cases.case_format import apply, asks_what_is_read, case_folders, git, load, prepare
from cases.judging import confidences, judge_cycles, judge_flagged, judge_radius, judge_set
from spec_kit.faces import run_cli

Check = Mapping[str, Any]


@pytest.mark.parametrize("folder", case_folders(), ids=lambda folder: folder.name)
def test_case(folder: Path, tmp_path: Path) -> None:
    case = load(folder)
    root = tmp_path / "repo"
    root.mkdir()
    prepare(folder, case, root)
    _run("index", root)
    problems = [
        f"{check['id']} {check['kind']} {json.dumps(check['query'], ensure_ascii=False)}: {problem}"
        for check, problem in _failures(case, folder, root)
    ]
    assert not problems, "\n".join(problems)


def _failures(case: Mapping[str, Any], folder: Path, root: Path) -> Iterator[tuple[Check, str]]:
    for check in case["checks"]:
        for operation in check.get("ops", []):
            apply(root, operation)
        if check["kind"] == "lsp" or check.get("optional") or not asks_what_is_read(check):
            continue
        problem = _judge(check, folder, root)
        if problem:
            yield check, problem
        if case.get("compare_with_clean") and (differences := _ask(root, "verify")["results"]):
            yield check, f"differs from a clean index: {differences}"


def _run(command: str, root: Path) -> None:
    code, out, err = run_cli([command, "."], root)
    assert code == 0, (out, err)


def _ask(root: Path, *arguments: str) -> dict[str, Any]:
    code, out, err = run_cli([*arguments, "--json"], root)
    if code == 2 and not out.strip():
        assert "Traceback" not in err, err
        if "no symbol" in err.lower() or "no such" in err.lower():
            return {"results": []}
    assert out.strip(), f"exit {code}: {err}"
    answer: dict[str, Any] = json.loads(out)
    return answer


def _judge(check: Check, folder: Path, root: Path) -> str | None:
    kind, query = check["kind"], check["query"]
    if kind == "cycles":
        include = ["--include", query["include"]] if query.get("include") else []
        rows = _ask(root, "cycles", "--level", query["level"], *include)["results"]
        return judge_cycles([set(confidences(row["members"])) for row in rows], check["expect"])
    if kind == "blast_radius":
        return judge_radius(_radius(query, folder, root), check["expect"], check.get("granularity"))
    if kind == "robustness":
        return _judge_index(check, root)
    found, ignored = _set_answer(kind, query, root)
    by_file = check.get("granularity") == "file"
    verdicts = [
        judge_set(found, wanted, by_file=by_file, ignored=ignored)
        for wanted in (check["expect"], *check.get("alternatives", []))
    ]
    return None if None in verdicts else verdicts[0]


def _set_answer(kind: str, query: Mapping[str, Any], root: Path) -> tuple[dict[str, float], set[str]]:
    where = root / query.get("root", "")
    transitive = ["--transitive"] if kind == "transitive_callers" or query.get("transitive") else []
    match kind:
        case "callers" | "transitive_callers":
            return confidences(_ask(where, "callers", query["symbol"], *transitive)["results"]), {query["symbol"]}
        case "dependents":
            return confidences(_ask(where, "dependents", query["file"], *transitive)["results"]), {query["file"]}
        case "imports":
            return confidences(_ask(where, "imports", query["file"])["results"]), {query["file"]}
        case "symbols":
            return confidences(_ask(where, "symbols", query.get("file") or query["name"])["results"]), set()
        case "untested":
            return confidences(_ask(where, "untested")["results"]), set()
        case "dead_code":
            return confidences(_ask(where, "dead-code")["results"]), set()
        case _:
            raise AssertionError(f"no check of kind {kind}")


def _radius(query: Mapping[str, Any], folder: Path, root: Path) -> dict[str, Any]:
    if "diff" not in query:
        return _ask(root, "blast-radius", "--working-tree")
    patch = str(folder / query["diff"])
    git(root, "apply", patch)
    try:
        return _ask(root, "blast-radius", "--working-tree")
    finally:
        git(root, "apply", "-R", patch)


def _judge_index(check: Check, root: Path) -> str | None:
    """A full index in a process of its own, so that a crash of the interpreter would be seen."""
    began = time.monotonic()
    command = [sys.executable, "-m", "blastlens", "index", "."]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode or "Traceback" in done.stderr:
        return f"index exits with {done.returncode}: {done.stderr}"
    # The limit is one against hanging (a minute and more), not a measurement.
    if time.monotonic() - began > check["query"]["max_seconds"]:
        return "index takes too long"
    expect = check["expect"]
    if "symbols" in expect:
        rows = [row for row in _ask(root, "symbols")["results"] if not row["symbol"].endswith("<module>")]
        with_lines = any("@" in reference for reference in expect["symbols"]["must"])
        placed = [{**row, "symbol": f"{row['symbol'].split('@')[0]}@{row['line']}"} for row in rows]
        problem = (
            judge_set(
                confidences(placed, str), expect["symbols"], named=str, ignored=_unplaced(placed, expect["symbols"])
            )
            if with_lines
            else judge_set(confidences(rows), expect["symbols"])
        )
        if problem:
            return problem
    if "flagged" in expect:
        return judge_flagged(_flagged(root), expect["flagged"])
    return None


def _unplaced(rows: list[dict[str, Any]], wanted: Mapping[str, Any]) -> set[str]:
    """Rows that a list allows without saying the line."""
    allowed = {reference for reference in wanted.get("may", []) if "@" not in reference}
    return {row["symbol"] for row in rows if row["symbol"].split("@")[0] in allowed}


def _flagged(root: Path) -> set[str]:
    status = _ask(root, "status")
    rows = status["results"]
    return {row["file"] for row in rows if isinstance(row, dict) and row.get("file")}
