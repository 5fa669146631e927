"""Answers of commands: the envelope of the command line, with a location for every row, and a summary in one line."""

import re
from collections.abc import Mapping
from typing import Any, Final

from lsprotocol import types as t

from blastlens.app.answer import Answer
from blastlens.app.questions import BlastRadius, Callers, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.roots import Root
from blastlens.faces.lsp.to_lsp import Places
from blastlens.model.edge import Site
from blastlens.model.symbol import MODULE_NAME, split_id

_ORDINAL: Final = re.compile(r"[#@]\d+$")


def envelope(arguments: Arguments, question: Question, answer: Answer, places: Places) -> dict[str, Any]:
    """`locations`: one LSP location a row of `results`, in the same order; for direct callers where they call, else
    where the row's symbol is defined. `callSites`: for callers, every call."""
    found = answer.to_json()
    calls = _first_calls(arguments, question)
    found["locations"] = [plain(_location(row, calls, places)) for row in answer.results]
    if isinstance(question, Callers):
        found["callSites"] = _call_sites(arguments, question, places)
    reason = incompleteness(arguments.root)
    if reason is not None:
        found["complete"], found["reason"] = False, reason
    return found


def incompleteness(root: Root) -> str | None:
    """Why the answers of a root are incomplete; None when they are not, for all the server knows."""
    if root.indexing:
        return f"the first index is being built ({root.percent} %)"
    return root.failure or None


def plain(location: t.Location) -> dict[str, Any]:
    """A location as JSON: answers of commands are plain data to the protocol."""
    start, end = location.range.start, location.range.end
    return {
        "uri": location.uri,
        "range": {
            "start": {"line": start.line, "character": start.character},
            "end": {"line": end.line, "character": end.character},
        },
    }


def _first_calls(arguments: Arguments, question: Question) -> Mapping[str, tuple[str, Site]]:
    """Display id of each direct caller -> the first place where it calls."""
    if not isinstance(question, Callers) or question.transitive:
        return {}
    calls: dict[str, tuple[str, Site]] = {}
    for symbol, edge in arguments.app.incoming_calls(question.symbol):
        for site in edge.sites[:1]:
            known = calls.setdefault(symbol.display_id, (symbol.file, site))
            calls[symbol.display_id] = min(known, (symbol.file, site))
    return calls


def _call_sites(arguments: Arguments, question: Callers, places: Places) -> list[dict[str, Any]]:
    sites = arguments.app.call_sites(question.symbol)
    return [plain(_at(places, file, site)) for file, site in sites]


def _at(places: Places, file: str, site: Site) -> t.Location:
    return places.location(file, (site.line, site.column), (site.line, site.end_column))


def _location(row: Mapping[str, Any], calls: Mapping[str, tuple[str, Site]], places: Places) -> t.Location:
    symbol = row.get("symbol")
    if isinstance(symbol, str) and symbol in calls:
        return _at(places, *calls[symbol])
    file, name = _file_and_name(row)
    line = row.get("line") if isinstance(row.get("line"), int) else 1
    return _definition(places, file, line or 1, name)


def _file_and_name(row: Mapping[str, Any]) -> tuple[str, str]:
    """File of a row, and the last name of its symbol or "" for files and top-level code."""
    for key in ("symbol", "file", "members"):
        value = row.get(key)
        first = value[0] if isinstance(value, (list, tuple)) and value else value
        if not isinstance(first, str):
            continue
        path, qualname = split_id(first) if "::" in first else (first, "")
        last = _ORDINAL.sub("", qualname).rpartition(".")[2]
        return path, "" if last == MODULE_NAME else last
    return "", ""


def _definition(places: Places, file: str, line: int, name: str) -> t.Location:
    text = places.table(file).model_line(line).decode("utf-8", "replace")
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) if name else None
    start = len(text[: found.start()].encode()) if found else 0
    end = start + len(name.encode()) if found else 0
    return places.location(file, (line, start), (line, end))


def summary(question: Question, answer: Mapping[str, Any]) -> str:
    """One line for clients that show no lists."""
    count = len(answer["results"])
    asked = answer["question"].get("symbol") if isinstance(answer["question"], Mapping) else None
    if isinstance(question, Callers):
        names = ", ".join(str(row.get("symbol", "")).rpartition("::")[2] for row in answer["results"][:5])
        more = ", …" if count > 5 else ""
        head = f"{count} {'caller' if count == 1 else 'callers'} of {asked or question.symbol}"
        text = f"{head}: {names}{more}" if count else head
    elif isinstance(question, BlastRadius):
        text = _reach(answer)
    else:
        text = f"{count} {'result' if count == 1 else 'results'}"
    return text if answer["complete"] else f"{text} (incomplete: {answer['reason']})"


def _reach(answer: Mapping[str, Any]) -> str:
    counts = {
        key: len(answer.get(key) or ()) for key in ("changed", "direct", "transitive", "files", "tests", "untested")
    }
    return (
        f"{counts['changed']} changed, {counts['direct']} direct and {counts['transitive']} indirect callers "
        f"in {counts['files']} files, {counts['tests']} tests, {counts['untested']} untested"
    )
