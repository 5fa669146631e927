"""Puts one question to the app, the command line and the MCP server; all must give one answer."""

import asyncio
import contextlib
import io
import json
import os
from pathlib import Path
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.app.questions import (
    DEAD,
    STATES,
    UNTESTED,
    AffectedTests,
    BlastRadius,
    Bridges,
    Callers,
    Check,
    Communities,
    ContextPack,
    Coverage,
    Cycles,
    DeadCode,
    Dependents,
    Flows,
    Hubs,
    Members,
    NotUpdated,
    Question,
    RepoMap,
    Untested,
)
from blastlens.faces.cli.main import main
from blastlens.faces.mcp.indexed_root import IndexedRoot
from blastlens.faces.mcp.server import build
from blastlens.model import thresholds
from blastlens.views.radius_order import PARTS
from blastlens.views.wording import KINDS_OF_CALLS
from spec_kit.questions import arguments, question
from spec_kit.rendering import label, render, render_error


def answers(text: str, root: Path, app: Blastlens) -> tuple[list[str], list[str]]:
    """The app's rendered answer to a query line, and what the other faces answer differently."""
    try:
        told = render(app.ask(question(text, root)).to_json())
    except UserError as error:
        told = render_error(error)
    disagreements = []
    by_cli = _ask_cli(text, root, told)
    if by_cli != told:
        disagreements.append(f"the command line answers {by_cli}, the app {told}")
    by_mcp = _ask_mcp(text, root, told)
    if by_mcp != _without_files(told):
        disagreements.append(f"the MCP server answers {by_mcp}, the app {_without_files(told)}")
    return told, disagreements


def _without_files(lines: list[str]) -> list[str]:
    """An agent gets the number of files that a change reaches, not their list."""
    return [line for line in lines if not line.startswith("files: ")]


def _ask_cli(text: str, root: Path, told: list[str]) -> list[str]:
    code, out, err = run_cli([*arguments(text), "--json"], root)
    if code == 2:
        # An error goes to standard error, for people; every choice the app offers must be in it.
        missing = [line for line in told if line.startswith("choice: ") and line.removeprefix("choice: ") not in err]
        failed = bool(told) and told[0].startswith("error: ") and err.strip() and not out.strip()
        return told if failed and not missing else [f"exit code 2, {err.strip()!r}"]
    return render(json.loads(out))


def _tool_call(asked: Question) -> tuple[str, dict[str, Any]] | None:
    """The MCP tool that answers a question, with its arguments; None for questions that no tool takes."""
    match asked:
        case Callers(depth=None, min_complexity=0, min_branch_depth=0):
            given = {"symbol": asked.symbol, "transitive": asked.transitive, "min_confidence": asked.min_confidence}
            given |= {name: True for name in ("complexity", "untested") if getattr(asked, name)}
            return "find_callers", given
        case Dependents():
            return "find_dependents", {"file": asked.file, "transitive": asked.transitive}
        case BlastRadius(min_confidence=thresholds.REVIEW):
            given = {"symbols": list(asked.symbols), "diff": asked.diff or "", "likely_tests": asked.likely_tests}
            return "blast_radius", given
        case AffectedTests():
            return "affected_tests", {"symbols": list(asked.symbols)}
        case Members():
            return "class_members", {"symbol": asked.symbol}
        case NotUpdated():
            return "blast_radius", {}
        case Untested(depth=None) if asked.states == UNTESTED:
            return "find_untested", {"path": asked.path or ""}
        case Untested(states=(state,), depth=None):
            return "find_untested", {"path": asked.path or "", "state": state}
        case Check(whole=False, levels=(), max_radius=None, baseline=None):
            return "check_change", {"base": asked.base or ""}
        case Untested(depth=None) if asked.states == STATES:
            return "find_untested", {"path": asked.path or "", "state": "all"}
        case Coverage():
            return "graph_coverage", {"path": asked.path or "", "depth": asked.depth}
        case DeadCode(entry_points=(), tiers=(tier,)):
            return "find_dead_code", {"path": asked.path or "", "tier": tier, "min_lines": asked.min_lines}
        case Cycles(min_confidence=thresholds.REVIEW):
            return "find_cycles", {"level": asked.level, "include": asked.include}
        case Hubs() if asked == Hubs(asked.level):
            return "find_structure", {"what": "hubs", "level": asked.level}
        case RepoMap():
            return "repo_map", {"focus": list(asked.focus), "names": list(asked.names), "tokens": asked.tokens}
        case ContextPack():
            return "context_pack", {"symbols": list(asked.symbols), "tokens": asked.tokens}
        case Communities() if asked == Communities(level=asked.level):
            return "find_structure", {"what": "communities", "level": asked.level}
        case Flows() if asked == Flows():
            return "find_structure", {"what": "flows"}
        case Bridges() if asked == Bridges(asked.level):
            return "find_structure", {"what": "bridges", "level": asked.level}
        case _:
            return None


def _ask_mcp(text: str, root: Path, told: list[str]) -> list[str]:
    call = _tool_call(question(text, root))
    if call is None:
        return _without_files(told)
    indexed = IndexedRoot(root)
    try:
        pages = asyncio.run(_pages(build(indexed), *call))
    except ToolError as error:
        missing = [line for line in told if line.startswith("choice: ") and line[8:] not in str(error)]
        return told if told[0].startswith("error: ") and not missing else [f"error: {error}"]
    finally:
        indexed.close()
    rows = [row for page in pages for row in page["results"]]
    last = pages[-1]
    if call[0] == "find_dead_code":
        rows = _dead_rows(rows) if call[1]["tier"] == DEAD else [_unsure(row, call[1]["tier"]) for row in rows]
    envelope = {"results": _whole_excerpts(_whole_cycles(rows)), "complete": last["complete"], "reason": last["reason"]}
    if call[0] == "graph_coverage":
        envelope["total"] = {key: last[key] for key in ("calls", *KINDS_OF_CALLS)}
        envelope["directories"] = [{**row, "directory": row["folder"]} for row in rows if row["part"] == "folder"]
        envelope["results"] = [row for row in rows if row["part"] == "hidden"]
    if call[0] == "affected_tests":
        envelope["results"] = [row for row in rows if row["part"] == "test"]
        envelope["commands"] = [row for row in rows if row["part"] == "command"]
    if call[0] == "class_members":
        envelope["results"] = [row for row in rows if row["part"] == "member"]
        envelope["clients"] = [row for row in rows if row["part"] == "role"]
    if call[0] == "check_change":
        envelope |= {"totals": last["totals"], "stale_baseline": []}
        envelope |= {part: [row for row in rows if row.get("part") == part] for part in ("suppressed", "known")}
        envelope["results"] = [row for row in rows if "part" not in row]
    if isinstance(question(text, root), NotUpdated):
        envelope = {"results": [row for row in rows if row["part"] == "not_updated"], "complete": True}
        envelope["may_not_fit"] = [row for row in rows if row["part"] == "may_not_fit"]
        # A blast radius may be incomplete for reasons of its own: of these, that what lacks something there says so here.
        return [*render(envelope), *(line for line in told if line.startswith("incomplete: ") and not last["complete"])]
    if call[0] == "blast_radius":
        for part in PARTS:
            envelope[part] = [row for row in rows if row["part"] == part]
        for part, mark in (("untested", "untested"), ("unknown", "tests_unknown")):
            envelope[part] = list({label(row): row for row in rows if row.get(mark)}.values())
    return render(envelope)


def _unsure(row: dict[str, Any], tier: str) -> dict[str, Any]:
    """A row of another tier than dead; that of a page is about lines of its own."""
    return {"symbol": row["symbol"], "why": row["why"], "state": tier}


def _dead_rows(sets: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Islands, which come in slices where they are of more than a page, as a row a member."""
    rows: list[dict[str, Any]] = []
    first: dict[str, str] = {}
    for one in sets:
        island = first.setdefault(one["at"], one["members"][0])
        rows += [{"symbol": member, "state": DEAD, "island": island} for member in one["members"]]
        if one.get("imports") and one["members"][0] == island:
            rows[-len(one["members"])]["imports"] = one["imports"]
    return rows


def _whole_excerpts(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Numbered lines as runs, as the app has them."""
    for row in rows:
        runs: list[dict[str, Any]] = []
        if not any(isinstance(line, str) for line in row.get("lines", ())):
            continue  # numbers of lines, not their text
        for line in row.pop("lines"):
            number, _, text = line.partition(" ")
            if runs and runs[-1]["last"] == int(number) - 1:
                runs[-1] |= {"last": int(number), "text": f"{runs[-1]['text']}\n{text}"}
            else:
                runs.append({"first": int(number), "last": int(number), "text": text})
        if runs:
            row["excerpt"] = runs
    return rows


def _whole_cycles(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Cycles of more than a page come in slices."""
    if not any("set" in row for row in rows):
        return rows
    sets: dict[int, list[str]] = {}
    for row in rows:
        sets.setdefault(row["set"], []).extend(row["members"])
    return [{"members": members} for members in sets.values()]


async def _pages(server: MCPServer[Any], tool: str, given: dict[str, Any]) -> list[dict[str, Any]]:
    """Every page of an answer, by its cursor."""
    pages: list[dict[str, Any]] = []
    cursor = ""
    while cursor or not pages:
        result = await server.call_tool(tool, {**given, "cursor": cursor})
        (content,) = result.content
        pages.append(json.loads(content.text))
        cursor = pages[-1].get("cursor", "")
    return pages


def run_cli(argv: list[str], folder: Path) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of `blastlens ARGV` run in `folder`, inside this process."""
    out, err = io.StringIO(), io.StringIO()
    before = Path.cwd()
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code: Any
            try:
                code = main(argv)
            except SystemExit as exit_:
                code = exit_.code
    finally:
        os.chdir(before)
    return int(code or 0), out.getvalue(), err.getvalue()
