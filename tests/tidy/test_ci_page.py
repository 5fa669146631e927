"""The page about builds: its files are YAML, its commands exist, and it names every rule, form and setting."""

import re
import shlex
from collections.abc import Iterator
from typing import Any

import yaml

from blastlens.app.check.registry import RULES, STALE_INDEX
from blastlens.app.check.settings import parse_check
from blastlens.app.settings import load_settings
from blastlens.faces.cli.command import parser_for
from blastlens.faces.cli.commands.check import FORMATS, reports_of
from blastlens.faces.cli.registry import SUMMARIES, load
from tidy.tree import ROOT

PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


def _scripts(value: Any) -> Iterator[str]:
    """What steps run: `run` of GitHub, `script` of GitLab."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("run", "script"):
                yield from [inner] if isinstance(inner, str) else inner
            else:
                yield from _scripts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _scripts(inner)


def _commands() -> list[list[str]]:
    files = [yaml.safe_load(block) for block in _blocks("yaml")]
    lines = [line for script in _scripts(files) for line in script.splitlines()]
    lines += [line for block in _blocks("sh") for line in block.splitlines()]
    parts = [part.strip() for line in lines for part in line.split(" | ")]
    words = [shlex.split(part) for part in parts if part.startswith("blastlens ")]
    return [one[1:] for one in words if one[:1] == ["blastlens"]]


def test_both_files_are_yaml_and_run_the_check() -> None:
    github, gitlab = (yaml.safe_load(block) for block in _blocks("yaml"))
    assert any("blastlens check" in script for script in _scripts(github["jobs"]))
    assert any("blastlens check" in script for script in _scripts(gitlab["blastlens"]))
    # YAML reads `on` as a truth value.
    assert github[True] == "pull_request"
    assert gitlab["blastlens"]["variables"]["GIT_DEPTH"] == "0"


def test_every_command_is_one() -> None:
    commands = _commands()
    assert len(commands) >= 5
    for name, *arguments in commands:
        assert name in SUMMARIES
        args = parser_for(name, load(name)).parse_args(arguments)
        assert reports_of(args.report) is not None


def test_reports_that_steps_use_are_written() -> None:
    written = {
        str(path)
        for name, *rest in _commands()
        for _, path in reports_of(parser_for(name, load(name)).parse_args(rest).report)
    }
    github, gitlab = (yaml.safe_load(block) for block in _blocks("yaml"))
    steps = github["jobs"]["check"]["steps"]
    used = {step["with"]["sarif_file"] for step in steps if "sarif_file" in step.get("with", {})}
    used |= set(re.findall(r"body=@(\S+)", PAGE)) | set(gitlab["blastlens"]["artifacts"]["reports"].values())
    assert used <= written


def test_it_names_every_rule_with_its_level_and_every_form() -> None:
    for rule in RULES.values():
        (line,) = [line for line in PAGE.splitlines() if f"(findings/{rule.name}.md)" in line and line.startswith("|")]
        assert f"| {rule.level}" in line
        assert (ROOT / "docs" / "findings" / f"{rule.name}.md").exists()
    assert {name for name in FORMATS if f"| `{name}` |" not in PAGE} == set()
    pages = {path.stem for path in (ROOT / "docs" / "findings").glob("*.md")}
    assert pages == {*RULES, STALE_INDEX}


def test_its_settings_are_settings(tmp_path: Any) -> None:
    (block,) = _blocks("toml")
    (tmp_path / "pyproject.toml").write_text(block, encoding="utf-8")
    found = load_settings(tmp_path)
    assert found.problems == ()
    assert found.check == parse_check(
        {"rules": dict(found.check.rules), "max_radius": 200, "baseline": found.check.baseline}
    )
    assert found.check.baseline


def test_pages_say_what_why_how_and_when_not() -> None:
    for name in (*RULES, STALE_INDEX):
        page = (ROOT / "docs" / "findings" / f"{name}.md").read_text(encoding="utf-8")
        assert page.startswith(f"# {name}\n\n**What.**")
        parts = ["Why it matters.", "How it is found.", "How to mend it.", "When it is a false alarm."]
        at = [page.find(f"**{part}**") for part in parts]
        assert -1 not in at, name
        assert at == sorted(at), name


def test_pages_of_rules_show_suppressions_that_work() -> None:
    """Every comment that a page shows names its rule, by its name or another one, and says why."""
    for rule in RULES.values():
        page = (ROOT / "docs" / "findings" / f"{rule.name}.md").read_text(encoding="utf-8")
        shown = re.findall(r"blastlens: ignore\[([^\]]+)\] \S+", page)
        names = {one.strip() for listed in shown for one in listed.split(",")}
        assert names and (rule.name == "suppression" or names & {rule.name, *rule.aliases}), rule.name
