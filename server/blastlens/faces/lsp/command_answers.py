"""Answers of commands: the envelope of the command line, with a location for every row, and a summary in one line."""

import re
import threading
from collections.abc import Mapping, Sequence, Set
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from lsprotocol import types as t
from pygls.exceptions import JsonRpcRequestCancelled

from blastlens.app.answer import Answer
from blastlens.app.questions import Callers, Question
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.commands.command import QuestionCommand
from blastlens.faces.lsp.roots import Root, RootState
from blastlens.faces.lsp.to_lsp import Places
from blastlens.model.edge import Site
from blastlens.model.symbol import MODULE_NAME, split_id

_ORDINAL: Final = re.compile(r"[#@]\d+$")


class Found(NamedTuple):
    """An answer and, for callers, where they call. `calls`: display id of a caller -> its first call; `sites`: all of
    the calls, None for other questions."""

    answer: Answer
    calls: Mapping[str, tuple[str, Site]] = MappingProxyType({})
    sites: Sequence[tuple[str, Site]] | None = None


def look_up(arguments: Arguments, question: Question, places: Places) -> Found:
    """Ask the app. Call it in the root's thread."""
    answer = arguments.app.ask(question)
    if not isinstance(question, Callers):
        return Found(answer)
    target = _target_id(arguments, question, answer, places)
    calls = {} if question.transitive else _first_calls(arguments, target)
    if question.untested:
        return Found(answer, calls, _calls_of(arguments, target, {row["symbol"] for row in answer.results}))
    return Found(answer, calls, arguments.app.call_sites(target))


def envelope(found: Found, reason: str | None, places: Places, cancelled: threading.Event) -> dict[str, Any]:
    """`locations`: one LSP location a row of `results`, in the same order; for direct callers where they call, else
    where the row's symbol is defined. `callSites`: for callers, every call. `reason`: see `incompleteness`.

    Reads the files of all rows: call it off the event loop, and off the root's thread, where others wait. Raises
    `JsonRpcRequestCancelled` once `cancelled`."""
    told = found.answer.to_json()
    if found.sites is not None:
        told["callSites"] = [plain(_at(places, file, site)) for file, site in found.sites]
    told["locations"] = []
    for row in found.answer.results:
        if cancelled.is_set():
            raise JsonRpcRequestCancelled
        told["locations"].append(plain(location_of(row, found.calls, places)))
    if reason is not None:
        told["complete"], told["reason"] = False, reason
    return told


def unanswered(command: QuestionCommand, given: Mapping[str, Any], root: Root) -> tuple[dict[str, Any], str]:
    """(answer without results, summary) of a question that cannot be answered yet."""
    reason = incompleteness(root)
    named = {key: given[key] for key in ("symbol", "file", "path") if isinstance(given.get(key), str)}
    answer: dict[str, Any] = {
        "question": {"kind": command.kind, **named},
        "results": [],
        "complete": False,
        "reason": reason,
        "revision": 0,
        "stale": [],
        "locations": [],
        **{key: [] for key in command.lists},
    }
    return answer, f"No answer yet: {reason}"


def incompleteness(root: Root) -> str | None:
    """Why the answers of a root are incomplete; None when they are not, for all the server knows."""
    if root.state is RootState.OPENING:
        return "the index is still being opened"
    if root.indexing:
        return f"the index is still being built ({root.percent} %)"
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


def _target_id(arguments: Arguments, question: Callers, answer: Answer, places: Places) -> str:
    """Id of the symbol whose callers were asked for, which may have been named by any end of it."""
    target = answer.extra.get("target")
    if not isinstance(target, Mapping):
        return question.symbol
    file, name = _file_and_name(target)
    column = places.table(file).model_line(target["line"]).find(name.encode())
    found = arguments.app.symbol_at(file, target["line"], column) if column >= 0 else None
    return found.id if found is not None else question.symbol


def _first_calls(arguments: Arguments, target: str) -> Mapping[str, tuple[str, Site]]:
    """Display id of each direct caller -> the first place where it calls."""
    calls: dict[str, tuple[str, Site]] = {}
    for symbol, edge in arguments.app.incoming_calls(target):
        for site in edge.sites:
            known = calls.setdefault(symbol.display_id, (symbol.file, site))
            calls[symbol.display_id] = min(known, (symbol.file, site))
    return calls


def _calls_of(arguments: Arguments, target: str, callers: Set[str]) -> list[tuple[str, Site]]:
    """The places where these callers (display ids) call."""
    rows = arguments.app.incoming_calls(target)
    return sorted({(one.file, site) for one, edge in rows if one.display_id in callers for site in edge.sites})


def _at(places: Places, file: str, site: Site) -> t.Location:
    return places.location(file, (site.line, site.column), (site.line, site.end_column))


def location_of(row: Mapping[str, Any], calls: Mapping[str, tuple[str, Site]], places: Places) -> t.Location:
    """Where an editor should go for a row: the first call, where the row tells of calls, else the definition."""
    file, name = _file_and_name(row)
    symbol, line, sites = row.get("symbol"), row.get("line"), row.get("sites")
    if isinstance(symbol, str) and symbol in calls:
        return _at(places, *calls[symbol])
    if isinstance(sites, list) and sites:
        return _named_in(places, file, sites[0], _callee(row))
    return _named_in(places, file, line if isinstance(line, int) else 1, name)


def _callee(row: Mapping[str, Any]) -> str:
    """Name of what a row's symbol calls on the way to what was asked about; "" when the row does not say."""
    path = row.get("path")
    return _last_name(path[1]) if isinstance(path, list) and len(path) > 1 else ""


def _file_and_name(row: Mapping[str, Any]) -> tuple[str, str]:
    """File of a row, and the last name of its symbol; "" for files and top-level code."""
    for key in ("symbol", "file", "members"):
        value = row.get(key)
        first = value[0] if isinstance(value, (list, tuple)) and value else value
        if isinstance(first, str):
            return (split_id(first)[0], _last_name(first)) if "::" in first else (first, "")
    return "", ""


def _last_name(symbol: str) -> str:
    last = _ORDINAL.sub("", symbol).rpartition("::")[2].rpartition(".")[2]
    return "" if last == MODULE_NAME else last


def _named_in(places: Places, file: str, line: int, name: str) -> t.Location:
    """The first mention of a name in a line; the beginning of the line's text when it is not there."""
    text = places.table(file).model_line(line).decode("utf-8", "replace")
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) if name else None
    before, mention = (text[: found.start()], found[0]) if found else (text[: len(text) - len(text.lstrip())], "")
    start = len(before.encode())
    return places.location(file, (line, start), (line, start + len(mention.encode())))


def summary(command: QuestionCommand, answer: Mapping[str, Any]) -> str:
    """One line for clients that show no lists."""
    text = command.summary(answer)
    return text if answer["complete"] else f"{text} (incomplete: {answer['reason']})"
