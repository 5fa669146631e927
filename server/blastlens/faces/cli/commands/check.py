"""`blastlens check`."""

import argparse
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from blastlens.app.answer import Answer
from blastlens.app.check.baseline import Known, known_of, read_baseline, written
from blastlens.app.check.registry import RULES
from blastlens.app.errors import UserError
from blastlens.app.questions import Check
from blastlens.faces.cli.command import Command, add_output
from blastlens.faces.cli.console import Console, one_line
from blastlens.faces.cli.opening import opened
from blastlens.faces.cli.sources import read_diff
from blastlens.views.wording import plural

if TYPE_CHECKING:
    from blastlens.app.api import Blastlens

# A module each in faces/cli/check, loaded when it is wanted.
FORMATS: Final = ("text", "json", "sarif", "github", "gitlab", "markdown", "junit")
_SUMMARY: Final = "GITHUB_STEP_SUMMARY"
_FAILED: Final = 1


def configure(parser: argparse.ArgumentParser) -> None:
    change = parser.add_argument_group("the change (one of)")
    change.add_argument(
        "--base", metavar="REV", help="what the working tree changes since HEAD parted from REV, as in a pull request"
    )
    change.add_argument("--working-tree", action="store_true", help="what is changed and not committed")
    change.add_argument("--diff", metavar="FILE", help="a unified diff, applied or not yet; - reads standard input")
    change.add_argument("--all", action="store_true", help="everything, as if it were new; needs no git")
    rules = parser.add_argument_group("rules")
    rules.add_argument(
        "--rule",
        metavar="RULE=LEVEL",
        action="append",
        default=[],
        help=f"error, warning or off, before the settings ({', '.join(RULES)})",
    )
    rules.add_argument(
        "--max-radius", type=_limit, metavar="N", help="find changed functions that more than N definitions depend on"
    )
    rules.add_argument("--baseline", metavar="FILE", help="known findings, which are not told again")
    rules.add_argument(
        "--write-baseline", action="store_true", help="write the findings to the baseline instead of failing for them"
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="how to print the answer (default text); github also writes the step's summary",
    )
    parser.add_argument(
        "--report", metavar="FORMAT=FILE", action="append", default=[], help="write it in a further form to a file"
    )
    parser.add_argument(
        "--limit", type=_limit, default=50, metavar="N", help="list at most N of each rule (default 50, 0 all)"
    )
    add_output(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    if args.json and args.format not in (None, "json"):
        raise UserError(f"--json and --format {args.format} exclude each other", "give one of them")
    wanted = "json" if args.json else args.format or "text"
    reports = reports_of(args.report)
    question = _question(args)
    with opened(args, console, whole=True) as app:
        if args.write_baseline:
            return _write_baseline(app, question, console)
        answer = app.ask(question)
    for form, path in ((wanted, args.output), *reports):
        with console.redirected(path) as target:
            show(form, target, answer)
    if wanted == "github":
        _write_summary(console, answer)
    return _FAILED if answer.extra["totals"]["error"] else 0


def show(form: str, target: Console, answer: Answer) -> None:
    """Print an answer in one of `FORMATS`."""
    if form == "json":
        target.json(answer.to_json())
        return
    print_: Callable[[Console, Answer], None] = import_module(f"blastlens.faces.cli.check.{form}").show
    print_(target, answer)


def _write_summary(console: Console, answer: Answer) -> None:
    """Append to the file that GitHub Actions shows as the summary of the step, where there is one."""
    named = os.environ.get(_SUMMARY)
    if not named:
        return
    from blastlens.faces.cli.check.markdown import comment

    try:
        with open(named, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(comment(answer) + "\n")
    except OSError as error:
        console.note(f"the step's summary cannot be written: {error.strerror}")


def reports_of(texts: Sequence[str]) -> list[tuple[str, Path]]:
    """The forms and files of `--report`. Raises `UserError`."""
    return [_report(text) for text in texts]


def _report(text: str) -> tuple[str, Path]:
    form, separator, name = text.partition("=")
    if form not in FORMATS or not separator or not name:
        raise UserError(f"no report: {text!r}", f"write FORMAT=FILE; formats are {', '.join(FORMATS)}")
    return form, Path(name)


def _write_baseline(app: "Blastlens", question: Check, console: Console) -> int:
    """What was known and still holds, or could not be judged, stays in it."""
    named = question.baseline or app.settings.check.baseline
    if not named:
        raise UserError("no baseline to write", "name it with --baseline FILE, or in the setting check.baseline")
    path = Path(app.root, named)
    former = read_baseline(path) if path.exists() else ()
    answer = app.ask(replace(question, baseline=str(path) if former else "", limit=0))
    stale = {Known(**row) for row in answer.extra["stale_baseline"]}
    kept = [one for one in former if one not in stale]
    known = {*kept, *map(known_of, answer.results)}
    try:
        path.write_text(written(known), encoding="utf-8", newline="\n")
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}", "choose another --baseline") from error
    shown = str(path.relative_to(app.root)) if path.is_relative_to(app.root) else str(path)
    dropped = f", {len(stale):,} no longer found" if stale else ""
    console.line(f"{plural(len(known), 'finding')} in {one_line(shown)}: {len(answer.results):,} new{dropped}")
    return 0


def _question(args: argparse.Namespace) -> Check:
    sources = [args.base is not None, args.working_tree, args.diff is not None, args.all]
    if sum(sources) != 1:
        wrong = "nothing to check" if not any(sources) else "more than one change to check"
        raise UserError(wrong, "give one of --base REV, --working-tree, --diff FILE, --all")
    return Check(
        base=args.base,
        working_tree=args.working_tree,
        diff=None if args.diff is None else read_diff(args.diff),
        whole=args.all,
        levels=tuple(_level(one) for one in args.rule),
        max_radius=args.max_radius,
        baseline=None if args.baseline is None else str(Path(args.baseline).absolute()),
        limit=args.limit,
    )


def _level(text: str) -> tuple[str, str]:
    rule, _, level = text.partition("=")
    return rule.strip(), level.strip()


def _limit(text: str) -> int:
    """An argparse type: a whole number, 0 for none."""
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


COMMAND = Command(
    description="What a change brings with it that a build may be failed for: cycles it closes, changed functions with callers\n"
    "that no test reaches, code it leaves dead, and more. What was so before is not told.\n"
    "Exit code: 0 no finding of level error, 1 findings of level error, 2 wrong usage or surroundings.",
    examples=(
        "check --base origin/main",
        "check --working-tree --rule untested-callers=error",
        "check --diff change.patch --max-radius 200 --json",
        "check --base origin/main --format github --report sarif=blastlens.sarif --report markdown=comment.md",
        "check --base origin/main --baseline known.json --write-baseline",
    ),
    configure=configure,
    run=run,
)
