"""A query line, as a user types it after `blastlens`, to a `Question`."""

import argparse
import shlex
from pathlib import Path
from typing import NoReturn

from blastlens.app import questions
from blastlens.app.questions import Question
from blastlens.model import thresholds
from spec_kit.spec import SpecError


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise SpecError(message)


def _commands() -> argparse.ArgumentParser:
    parser = _Parser(prog="query", add_help=False)
    commands = parser.add_subparsers(dest="command", required=True, parser_class=_Parser)
    callers = commands.add_parser("callers")
    callers.add_argument("symbol")
    callers.add_argument("--transitive", action="store_true")
    callers.add_argument("--depth", type=int)
    callers.add_argument("--min-confidence", type=float, default=thresholds.REVIEW)
    callers.add_argument("--complex", action="store_true")
    callers.add_argument("--min-complexity", type=int, default=0)
    callers.add_argument("--min-branch-depth", type=int, default=0)
    callers.add_argument("--untested", action="store_true")
    dependents = commands.add_parser("dependents")
    dependents.add_argument("file")
    dependents.add_argument("--transitive", action="store_true")
    commands.add_parser("imports").add_argument("file")
    commands.add_parser("symbols").add_argument("query", nargs="?")
    blast = commands.add_parser("blast-radius")
    blast.add_argument("symbols", nargs="*")
    blast.add_argument("--working-tree", action="store_true")
    blast.add_argument("--likely-tests", action="store_true")
    blast.add_argument("--diff")
    blast.add_argument("--min-confidence", type=float, default=thresholds.REVIEW)
    affected = commands.add_parser("affected-tests")
    affected.add_argument("symbols", nargs="*")
    affected.add_argument("--working-tree", action="store_true")
    commands.add_parser("not-updated")
    commands.add_parser("members").add_argument("symbol")
    untested = commands.add_parser("untested")
    untested.add_argument("path", nargs="?")
    untested.add_argument("--state")
    untested.add_argument("--depth", type=int)
    cycles = commands.add_parser("cycles")
    cycles.add_argument("--level", default="import")
    cycles.add_argument("--include", default="load_time")
    cycles.add_argument("--min-confidence", type=float, default=thresholds.REVIEW)
    hubs = commands.add_parser("hubs")
    hubs.add_argument("--by", default="both")
    communities = commands.add_parser("communities")
    communities.add_argument("name", nargs="?")
    repo_map = commands.add_parser("repo-map")
    repo_map.add_argument("--focus", action="append", default=[])
    repo_map.add_argument("--name", action="append", default=[])
    repo_map.add_argument("--tokens", type=int, default=1000)
    context = commands.add_parser("context")
    context.add_argument("symbols", nargs="*")
    context.add_argument("--working-tree", action="store_true")
    context.add_argument("--tokens", type=int, default=2000)
    flows = commands.add_parser("flows")
    flows.add_argument("--entry")
    flows.add_argument("--tests", action="store_true")
    flows.add_argument("--limit", type=int, default=20)
    for ranked in (hubs, commands.add_parser("bridges"), communities):
        ranked.add_argument("--level", default="function")
        ranked.add_argument("--limit", type=int, default=50)
        ranked.add_argument("--include-tests", action="store_true")
        ranked.add_argument("--min-confidence", type=float, default=thresholds.REVIEW)
    dead = commands.add_parser("dead-code")
    dead.add_argument("path", nargs="?")
    dead.add_argument("--entry-points", action="append", default=[])
    dead.add_argument("--min-lines", type=int, default=1)
    dead.add_argument("--tier", default=questions.DEAD)
    coverage = commands.add_parser("coverage")
    coverage.add_argument("path", nargs="?")
    coverage.add_argument("--depth", type=int, default=2)
    check = commands.add_parser("check")
    check.add_argument("--base")
    check.add_argument("--working-tree", action="store_true")
    check.add_argument("--all", action="store_true")
    check.add_argument("--max-radius", type=int)
    check.add_argument("--rule", action="append", default=[])
    check.add_argument("--baseline")
    explain = commands.add_parser("explain")
    explain.add_argument("caller")
    explain.add_argument("callee")
    return parser


def arguments(text: str) -> list[str]:
    """The words of a query line, quoted as in a shell."""
    return shlex.split(text)


def question(text: str, root: Path) -> Question:
    """Raises `SpecError` for what is no query. Files that a query names are below `root`."""
    words = _commands().parse_args(arguments(text))
    match words.command:
        case "callers":
            least = (words.min_complexity, words.min_branch_depth)
            asked = (words.symbol, words.transitive, words.depth, words.min_confidence)
            return questions.Callers(*asked, words.complex or any(least), *least, words.untested)
        case "dependents":
            return questions.Dependents(words.file, words.transitive)
        case "imports":
            return questions.Imports(words.file)
        case "symbols":
            return questions.Symbols(words.query)
        case "blast-radius":
            return questions.BlastRadius(
                symbols=tuple(words.symbols),
                working_tree=words.working_tree,
                diff=None if words.diff is None else (root / words.diff).read_text("utf-8"),
                min_confidence=words.min_confidence,
                likely_tests=words.likely_tests,
            )
        case "affected-tests":
            return questions.AffectedTests(symbols=tuple(words.symbols), working_tree=words.working_tree)
        case "members":
            return questions.Members(words.symbol)
        case "not-updated":
            return questions.NotUpdated()
        case "untested":
            return questions.Untested(
                words.path, questions.states_named([words.state]) if words.state else questions.UNTESTED, words.depth
            )
        case "cycles":
            return questions.Cycles(words.level, words.include, words.min_confidence)
        case "hubs":
            return questions.Hubs(words.level, words.limit, words.include_tests, words.min_confidence, words.by)
        case "bridges":
            return questions.Bridges(words.level, words.limit, words.include_tests, words.min_confidence)
        case "communities":
            return questions.Communities(
                words.level, words.limit, words.include_tests, words.min_confidence, words.name
            )
        case "repo-map":
            return questions.RepoMap(tuple(words.focus), tuple(words.name), words.tokens)
        case "context":
            return questions.ContextPack(tuple(words.symbols), words.working_tree, tokens=words.tokens)
        case "flows":
            return questions.Flows(words.entry, words.limit, words.tests)
        case "coverage":
            return questions.Coverage(words.path, words.depth)
        case "check":
            levels = tuple((one.partition("=")[0], one.partition("=")[2]) for one in words.rule)
            return questions.Check(
                words.base,
                words.working_tree,
                whole=words.all,
                levels=levels,
                max_radius=words.max_radius,
                baseline=words.baseline,
            )
        case "dead-code":
            tiers = questions.tiers_named([words.tier])
            return questions.DeadCode(tuple(words.entry_points), words.path, words.min_lines, tiers)
        case _:
            return questions.Explain(words.caller, words.callee)
