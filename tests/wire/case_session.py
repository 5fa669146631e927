"""One case over a running server: its operations as an editor does them, its checks as an editor asks them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types as t
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from cases.case_format import apply, is_read
from cases.judging import bare, confidences, judge_set
from wire.session import at, change_document, file_events, lenses, open_document, run, titles, until, uri_of

Check = Mapping[str, Any]
_KINDS = {
    "created": t.FileChangeType.Created,
    "changed": t.FileChangeType.Changed,
    "deleted": t.FileChangeType.Deleted,
}


class CaseSession:
    """A client and the case's repository."""

    def __init__(self, client: LanguageClient, root: Path) -> None:
        self.client = client
        self.root = root

    async def problem(self, check: Check) -> str | None:
        """What is wrong with the server's answer; after operations it may take a moment to be right."""
        for operation in check.get("ops", ()):
            self._apply(operation)
        asked = _QUESTIONS.get(check["query"].get("lsp") or check["kind"])
        assert asked is not None, f"unknown question {check['query']}"
        wanted = [check["expect"], *check.get("alternatives", ())]
        found: list[str | None] = []

        async def is_right() -> bool:
            found[:] = [await asked(self, check["query"], one) for one in wanted]
            return None in found

        if check.get("ops"):
            try:
                await until(is_right, 60)
            except AssertionError:
                return found[0]
            return None
        return None if await is_right() else found[0]

    def _apply(self, operation: Mapping[str, Any]) -> None:
        kind, path = operation["op"], self.root / operation.get("path", "")
        apply(self.root, operation)
        if kind == "lsp_open":
            open_document(self.client, path)
        elif kind == "lsp_change":
            change_document(self.client, uri_of(path), t.TextDocumentContentChangeWholeDocument(operation["text"]))
        elif kind == "lsp_close":
            document = t.TextDocumentIdentifier(uri=uri_of(path))
            self.client.text_document_did_close(t.DidCloseTextDocumentParams(text_document=document))
        elif kind == "event":
            self._tell(f"{operation['type']}:{operation['path']}")
        elif kind == "rename":
            self._tell(*operation.get("events", (f"deleted:{operation['from']}", f"created:{operation['to']}")))
        elif kind in ("write", "append", "replace", "delete"):
            self._tell(f"{'deleted' if kind == 'delete' else 'changed'}:{operation['path']}")

    def _tell(self, *events: str) -> None:
        pairs = [event.split(":", 1) for event in events]
        file_events(self.client, *((self.root / path, _KINDS[kind]) for kind, path in pairs))

    # -- questions -------------------------------------------------------------------------------------------------

    async def callers(self, query: Check, expect: Check) -> str | None:
        return await self._set("blastlens.callers", {"symbol": query["symbol"]}, expect, {bare(query["symbol"])})

    async def dependents(self, query: Check, expect: Check) -> str | None:
        argument = {"file": query["file"], "transitive": query.get("transitive", False)}
        return await self._set("blastlens.dependents", argument, expect, {query["file"]})

    async def _set(self, command: str, argument: Any, expect: Check, ignored: set[str]) -> str | None:
        try:
            rows = (await run(self.client, command, argument))["results"]
        except JsonRpcException as error:
            assert error.data["code"] in ("unknown-symbol", "unknown-file"), error
            rows = []
        return judge_set(confidences(rows), expect, ignored=ignored)

    async def symbols(self, query: Check, expect: Check) -> str | None:
        """Of a file: those with lenses. By name: whether its callers can be asked for."""
        if "file" in query:
            found = {lens.data["symbol"]: 1.0 for lens in await lenses(self.client, self._uri(query["file"]))}
            return judge_set(found, expect)
        return await self._set("blastlens.callers", {"symbol": query["name"]}, expect, set())

    async def call_sites(self, query: Check, expect: Check) -> str | None:
        item = await self._item(query["symbol"])
        calls = await self.client.call_hierarchy_incoming_calls_async(t.CallHierarchyIncomingCallsParams(item=item))
        found = {_site(call.from_.uri, place) for call in calls or () for place in call.from_ranges}
        wanted = {
            (self._uri(site["file"]), site["line"], site["start"], site["end"])
            for site in expect["sites"]
            if is_read(site["file"])
        }
        right = found == wanted if expect.get("exact") else found >= wanted
        answer = await run(self.client, "blastlens.callers", {"symbol": query["symbol"]})
        sites = {_plain_site(one) for one in answer["callSites"]}
        return None if right and sites == found else f"{sorted(found)}, {sorted(sites)}, not {sorted(wanted)}"

    async def name_range(self, query: Check, expect: Check) -> str | None:
        place = (await self._item(query["symbol"])).selection_range
        found = {"line": place.start.line, "start": place.start.character, "end": place.end.character}
        return None if found == dict(expect) else f"{found}"

    async def symbol_at(self, query: Check, expect: Check) -> str | None:
        there = at(self._uri(query["file"]), query["line"], query["character"])
        items = await self.client.text_document_prepare_call_hierarchy_async(t.CallHierarchyPrepareParams(**there))
        found = items[0].data["symbol"] if items else None
        return None if found in (expect["symbol"], *expect.get("symbol_may", ())) else f"{found}"

    async def code_lens(self, query: Check, expect: Check) -> str | None:
        uri = self._uri(query["file"])
        shown = await titles(self.client, uri)
        places = {lens.data["symbol"]: lens.range.start.line for lens in await lenses(self.client, uri)}
        for lens in expect["lenses"]:
            if places.get(lens["symbol"]) != lens["line"]:
                return f"{lens['symbol']} on {places.get(lens['symbol'])}"
            counted = re.search(r"(\d+) callers?", shown[lens["line"]])
            if counted and int(counted[1]) not in (lens["callers"], lens["sites"]):
                return f"{lens['symbol']}: {shown[lens['line']]}"
        extra = set(places) - {lens["symbol"] for lens in expect["lenses"]}
        return f"extra {sorted(extra)}" if expect.get("exact") and extra else None

    async def uri(self, _query: Check, expect: Check) -> str | None:
        """The form that is sent, and every form that is understood."""
        base = uri_of(self.root)
        for form in expect["accepts"]:
            (first, *_) = await lenses(self.client, f"{base}/{form}")
            there = at(f"{base}/{form}", first.range.start.line, first.range.start.character)
            items = await self.client.text_document_prepare_call_hierarchy_async(t.CallHierarchyPrepareParams(**there))
            assert items
            sent = items[0].uri.removeprefix(f"{base}/")
            if sent not in (expect["uri_suffix"], *expect["uri_suffix_also"]):
                return f"{sent} for {form}"
            if re.search(r"[ #?\"]|[^\x00-\x7f]", sent):
                return f"{sent} is not escaped"
        return None

    async def diagnostics(self, query: Check, expect: Check) -> str | None:
        found = self.client.diagnostics.get(self._uri(query["file"]), ())
        return None if len(found) == expect["count"] else f"{len(found)} diagnostics"

    async def _item(self, symbol: str) -> t.CallHierarchyItem:
        uri = self._uri(symbol.split("::")[0])
        lens = next(lens for lens in await lenses(self.client, uri) if lens.data["symbol"] == symbol)
        there = at(uri, lens.range.start.line, lens.range.start.character)
        items = await self.client.text_document_prepare_call_hierarchy_async(t.CallHierarchyPrepareParams(**there))
        assert items
        return items[0]

    def _uri(self, file: str) -> str:
        return uri_of(self.root / file)


def _site(uri: str, place: t.Range) -> tuple[str, int, int, int]:
    return uri, place.start.line, place.start.character, place.end.character


def _plain_site(location: Mapping[str, Any]) -> tuple[str, int, int, int]:
    start, end = location["range"]["start"], location["range"]["end"]
    return location["uri"], start["line"], start["character"], end["character"]


_QUESTIONS = {
    name: getattr(CaseSession, name)
    for name in (
        "callers", "dependents", "symbols", "call_sites", "name_range", "symbol_at", "code_lens", "uri", "diagnostics",
    )
}  # fmt: skip


def over_the_wire(checks: Sequence[Check]) -> bool:
    """Whether a case is about the language server: it asks it something, or it changes files under it."""
    return any(check["kind"] == "lsp" or any(_is_event(op) for op in check.get("ops", ())) for check in checks)


def _is_event(operation: Mapping[str, Any]) -> bool:
    return operation["op"] in ("lsp_open", "lsp_change", "event") or "events" in operation


def can_be_asked(check: Check) -> bool:
    return (check["query"].get("lsp") or check["kind"]) in _QUESTIONS
