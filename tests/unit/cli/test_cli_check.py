"""`blastlens check` over real repositories: sources, exit codes, baselines, settings."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_blastlens import Run

BEFORE = {
    "shop.py": "def price(item):\n    return item\n\n\ndef label(item):\n    return str(price(item))\n\n\nprint(label(1))\n",
    "test_shop.py": "def test_nothing():\n    pass\n",
    "a.py": "import b\n",
    "b.py": "VALUE = 1\n",
}
AFTER = {
    "shop.py": BEFORE["shop.py"].replace("return item\n\n\ndef l", "return item + 0\n\n\ndef l")
    + "\n\ndef unused():\n    return 1\n",
    "b.py": "import a\n",
}
Git = Callable[..., str]


@pytest.fixture
def git(tmp_path: Path) -> Git:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}

    def run(*arguments: str) -> str:
        settings = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
        done = subprocess.run(
            ["git", *settings, *arguments],
            cwd=tmp_path / "repo",
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    return run


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).write_text(text, encoding="utf-8")


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """A repository with one commit, and a change on top that has one finding of each of three rules."""
    root = tmp_path / "repo"
    root.mkdir()
    git: Git = request.getfixturevalue("git")
    write(root, BEFORE)
    git("init", "-q", "-b", "main")
    git("add", "-A")
    git("commit", "-qm", "first")
    write(root, AFTER)
    monkeypatch.chdir(root)
    return root


def found(run: Run, *arguments: str) -> Any:
    code, out, _ = run("check", *arguments, "--json")
    answer = json.loads(out)
    assert code == (1 if answer["totals"]["error"] else 0)
    return answer


def rules(answer: Any) -> list[tuple[str, str]]:
    return [(row["level"], row["rule"]) for row in answer["results"]]


ALL = [("error", "import-cycle"), ("warning", "untested-callers"), ("warning", "dead-code")]


def test_a_base_the_working_tree_and_a_diff_tell_the_same(repo: Path, git: Git, run: Run) -> None:
    by_base = found(run, "--base", "HEAD")
    assert rules(by_base) == ALL
    assert found(run, "--working-tree")["results"] == by_base["results"]
    (repo / ".git/change.patch").write_text(git("diff"), encoding="utf-8")
    assert found(run, "--diff", ".git/change.patch")["results"] == by_base["results"]
    write(repo, BEFORE)
    assert found(run, "--diff", ".git/change.patch")["results"] == by_base["results"]
    assert found(run, "--working-tree")["results"] == []
    write(repo, AFTER)
    git("commit", "-qam", "second")
    assert found(run, "--base", "HEAD~1")["results"] == by_base["results"]
    git("checkout", "-q", "--detach")
    assert found(run, "--base", "main~1")["results"] == by_base["results"]


def test_the_first_commit_has_nothing_before_it(repo: Path, run: Run) -> None:
    del repo
    code, out, err = run("check", "--base", "HEAD~1")
    assert (code, out) == (2, "")
    assert "--all judges everything" in err
    assert rules(found(run, "--all")) == ALL


def test_text_names_place_level_rule_and_why(repo: Path, run: Run) -> None:
    del repo
    code, out, _ = run("check", "--base", "HEAD")
    assert code == 1
    lines = out.splitlines()
    assert lines[0] == "b.py:1:8: error: import cycle: b.py → a.py → b.py [import-cycle]"
    assert lines[1:3] == ["    b.py:1: b.py imports a.py", "    a.py:1: a.py imports b.py"]
    assert lines[-1].startswith("1 error, 2 warnings · 3 definitions in 2 files changed since ")


def test_levels_and_limits_of_the_command_line(repo: Path, run: Run) -> None:
    del repo
    assert rules(found(run, "--base", "HEAD", "--rule", "import-cycle=off", "--rule", "dead-code=error")) == [
        ("error", "dead-code"),
        ("warning", "untested-callers"),
    ]
    assert ("warning", "blast-radius") in rules(found(run, "--base", "HEAD", "--max-radius", "1"))
    assert run("check", "--base", "HEAD", "--rule", "import-cycle=warning")[0] == 0
    for wrong in ("nonsense=error", "dead-code=fatal", "dead-code"):
        code, out, err = run("check", "--base", "HEAD", "--rule", wrong)
        assert (code, out) == (2, "")
        assert "write RULE=LEVEL" in err


def test_settings_of_the_repository(repo: Path, run: Run) -> None:
    settings = '[tool.blastlens.check]\nmax_radius = 1\n[tool.blastlens.check.rules]\nimport-cycle = "off"\n'
    (repo / "pyproject.toml").write_text(settings, encoding="utf-8")
    assert rules(found(run, "--base", "HEAD")) == [
        ("warning", "blast-radius"),
        ("warning", "untested-callers"),
        ("warning", "dead-code"),
    ]
    assert rules(found(run, "--base", "HEAD", "--rule", "import-cycle=error"))[0] == ("error", "import-cycle")


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ("max_radius = -1", "max_radius must be a whole number"),
        ("rule = {}", "there is no setting 'rule'"),
        ('rules = { dead = "off" }', "there is no rule 'dead'"),
        ('rules = { dead-code = "hint" }', "dead-code must be error, warning or off"),
        ("rules = 1", "rules must be a table"),
        ("baseline = 1", "baseline must be a path"),
    ],
)
def test_settings_that_cannot_be_used_stop_the_gate(table: str, why: str, repo: Path, run: Run) -> None:
    (repo / "pyproject.toml").write_text(f"[tool.blastlens.check]\n{table}\n", encoding="utf-8")
    code, out, err = run("check", "--base", "HEAD", "--json")
    assert (code, out) == (2, "")
    assert why in err


def test_a_baseline_hides_what_is_known_and_tells_what_is_gone(repo: Path, run: Run) -> None:
    code, out, _ = run("check", "--base", "HEAD", "--baseline", "known.json", "--write-baseline")
    assert (code, out) == (0, "3 findings in known.json: 3 new\n")
    text = (repo / "known.json").read_text(encoding="utf-8")
    answer = found(run, "--base", "HEAD", "--baseline", "known.json")
    assert answer["results"] == []
    assert [row["rule"] for row in answer["known"]] == [rule for _, rule in ALL]
    # Lines move, and nothing is new.
    for name in ("b.py", "shop.py"):
        (repo / name).write_text("\n\n# moved\n" + AFTER[name], encoding="utf-8")
    moved = found(run, "--base", "HEAD", "--baseline", "known.json")
    assert (moved["results"], moved["totals"]["known"]) == ([], 3)
    # One is mended: it is told, and goes when the file is written again.
    (repo / "b.py").write_text(BEFORE["b.py"], encoding="utf-8")
    mended = found(run, "--base", "HEAD", "--baseline", "known.json")
    assert [row["rule"] for row in mended["stale_baseline"]] == ["import-cycle"]
    assert run("check", "--base", "HEAD", "--baseline", "known.json", "--write-baseline")[0] == 0
    kept = (repo / "known.json").read_text(encoding="utf-8")
    assert set(kept.splitlines()) < set(text.splitlines())
    # What another change cannot judge stays.
    write(repo, BEFORE)
    assert found(run, "--base", "HEAD", "--baseline", "known.json")["totals"]["stale_baseline"] == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it is no JSON"),
        ("[]", "it has no list of findings"),
        ('{"version": 2, "findings": []}', "its version is 2, not 1"),
        ('{"version": 1, "findings": [{"rule": "dead-code"}]}', "finding 1 has not the fields"),
        ('{"version": 1, "findings": [3]}', "finding 1 has not the fields"),
        ("<<<<<<< HEAD\n{}", "it is no JSON"),
    ],
)
def test_a_damaged_baseline_is_one_clear_error(text: str, why: str, repo: Path, run: Run) -> None:
    (repo / "known.json").write_text(text, encoding="utf-8")
    code, out, err = run("check", "--base", "HEAD", "--baseline", "known.json")
    assert (code, out) == (2, "")
    assert why in err and "--write-baseline" in err


def test_a_baseline_that_is_not_there(repo: Path, run: Run) -> None:
    del repo
    code, _, err = run("check", "--base", "HEAD", "--baseline", "known.json")
    assert code == 2
    assert "make it with --write-baseline" in err


def test_suppressing_every_finding_passes(repo: Path, run: Run) -> None:
    (repo / "b.py").write_text("import a  # blastlens: ignore[import-cycle] for a while\n", encoding="utf-8")
    shop = AFTER["shop.py"].replace("def price", "# blastlens: ignore[untested] tried by hand\ndef price")
    shop = shop.replace("def unused():", "def unused():  # blastlens: ignore[dead-code] soon")
    (repo / "shop.py").write_text(shop, encoding="utf-8")
    answer = found(run, "--base", "HEAD")
    assert answer["results"] == []
    assert sorted((row["rule"], row["reason"]) for row in answer["suppressed"]) == [
        ("dead-code", "soon"),
        ("import-cycle", "for a while"),
        ("untested-callers", "tried by hand"),
    ]


@pytest.mark.parametrize("line", [[], ["--base", "HEAD", "--all"], ["--working-tree", "--diff", "x"]])
def test_wants_exactly_one_change(line: list[str], repo: Path, run: Run) -> None:
    del repo
    code, out, err = run("check", *line)
    assert (code, out) == (2, "")
    assert "give one of --base REV" in err


def test_findings_beyond_the_limit_are_counted(repo: Path, run: Run) -> None:
    more = "".join(f"\n\ndef more_{number}():\n    return {number}\n" for number in range(9))
    (repo / "shop.py").write_text(AFTER["shop.py"] + more, encoding="utf-8")
    answer = found(run, "--base", "HEAD", "--limit", "3")
    assert [row["rule"] for row in answer["results"]].count("dead-code") == 3
    assert answer["rules"]["dead-code"]["found"] == 10
    assert "… 7 more of dead-code (--limit 0 lists all)" in run("check", "--base", "HEAD", "--limit", "3")[1]


def test_outside_of_git_everything_can_be_judged(tmp_path: Path, run: Run) -> None:
    write(tmp_path, {"a.py": "import b\n", "b.py": "import a\n"})
    answer = found(run, "--all", "--root", str(tmp_path))
    assert rules(answer) == [("error", "import-cycle")]
    code, out, err = run("check", "--base", "main", "--root", str(tmp_path))
    assert (code, out) == (2, "")
    assert "is not in a git work tree" in err
