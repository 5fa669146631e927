"""Hovers over a real index: short first, the rest behind commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from lsprotocol import types as t
from pytest_lsp import LanguageClient

from wire.session import at, change_document, open_document, run, session, until, uri_of
from wire.test_wire_lenses import FILES, project, save

pytestmark = pytest.mark.asyncio(loop_scope="module")
__all__ = ["project"]


async def hover(client: LanguageClient, uri: str, line: int = 0, character: int = 4) -> str:
    found = await client.text_document_hover_async(t.HoverParams(**at(uri, line, character)))
    return found.contents.value if found is not None else ""


async def test_hovers_link_to_the_places_and_tell_the_last_change(project: Path) -> None:
    async with session(project) as client:
        uri = open_document(client, project / "money.py")

        async def tells_history() -> bool:
            return "last changed" in await hover(client, uri)

        await until(tells_history)
        text = await hover(client, uri)
        assert f"- `unseen` [`cart.py:9`]({uri_of(project / 'cart.py')}#L9) · no test found · " in text
        assert ": `start`" in text
        assert "command:" not in text


async def test_where_no_lenses_are_shown_a_hover_counts_the_callers_that_were_not_updated(project: Path) -> None:
    async with session(project, configuration={"blastlens": {"lenses": {"enabled": False}}}) as client:
        uri = open_document(client, project / "money.py")
        save(client, project / "money.py", FILES["money.py"].replace("(a, b)", "(a, b, c)"))
        texts: list[str] = []

        async def tells_how_many() -> bool:
            texts.append(await hover(client, uri))
            return "2 callers not updated" in texts[-1]

        await until(tells_how_many)
        changed = [text for text in texts if "changed · " in text]
        assert all("checking callers…" in text or "not updated" in text for text in changed)


async def test_the_place_among_hubs_is_told_once_it_is_known(project: Path) -> None:
    async with session(project) as client:
        uri = open_document(client, project / "money.py")

        async def tells_rank() -> bool:
            return "hub: 1st of 4 functions" in await hover(client, uri)

        await until(tells_rank)


async def test_the_rest_is_behind_commands_where_links_may_run_them(project: Path) -> None:
    async with session(project, options={"commandLinks": True}) as client:
        uri = open_document(client, project / "money.py")
        last = (await hover(client, uri)).rpartition("\n")[2]
        titles = [part.partition("]")[0].strip("[") for part in last.split(" · ")]
        assert titles == ["All of it", "Callers", "Blast radius"]
        name, _, given = last.partition("(command:")[2].partition(")")[0].partition("?")
        answer: dict[str, Any] = await run(client, name, *json.loads(unquote(given)))
        assert answer["question"]["kind"] == "describe"
        assert [row["symbol"] for row in answer["results"]] == ["cart.py::unseen", "cart.py::total"]
        assert answer["last_change"]["subject"] == "start"
        assert [row["symbol"] for row in answer["tests"]] == ["test_cart.py::test_total"]
        assert len(answer["locations"]) == 2


async def test_hovers_can_be_switched_off(project: Path) -> None:
    async with session(project, configuration={"blastlens": {"hover": {"enabled": False}}}) as client:
        assert await hover(client, open_document(client, project / "money.py")) == ""


async def test_of_what_is_not_saved_nothing_is_claimed(project: Path) -> None:
    money = project / "money.py"
    async with session(project) as client:
        uri = open_document(client, money)
        text = money.read_text("utf-8") + "\n\ndef brand_new():\n    return 1\n"
        change_document(client, uri, t.TextDocumentContentChangeWholeDocument(text))
        told = await hover(client, uri, text[: text.index("brand_new")].count("\n"), 6)
        assert "not saved yet" in told
        assert "no callers" not in told
        assert "no longer" not in told
