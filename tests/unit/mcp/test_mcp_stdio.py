"""The server as agents run it: a process on standard input and output, asked with the SDK's own client."""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client

SHOP = "def total():\n    return 1\n\n\ndef pay():\n    return total()\n\n\nclass Till:\n    def shut(self):\n        return 1\n"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "shop.py").write_text(SHOP, encoding="utf-8")
    return tmp_path / "shop"


def converse(root: Path, talk: Callable[[ClientSession], Awaitable[None]]) -> None:
    async def session() -> None:
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "blastlens", "mcp", "--root", str(root)],
            env=dict(os.environ) | {"XDG_CACHE_HOME": str(root.parent / "cache")},
        )
        async with stdio_client(server) as (read, write), ClientSession(read, write) as client:
            await client.initialize()
            await talk(client)

    asyncio.run(asyncio.wait_for(session(), 120))


async def ask(client: ClientSession, tool: str, **arguments: Any) -> tuple[bool, str]:
    result = await client.call_tool(tool, arguments)
    text = "".join(getattr(content, "text", "") for content in result.content)
    assert len(text.encode("utf-8")) <= 2048
    return bool(result.is_error), text


def test_an_agent_gets_answers_as_of_the_last_save(shop: Path) -> None:
    async def talk(client: ClientSession) -> None:
        failed, text = await ask(client, "find_callers", symbol="total")
        assert not failed
        first = json.loads(text)
        assert [row["symbol"] for row in first["results"]] == ["shop.py::pay"]
        assert first.keys() >= {"total", "complete", "reason", "stale", "revision"}
        (shop / "more.py").write_text("from shop import total\n\n\ndef tip():\n    return total()\n", encoding="utf-8")
        _, text = await ask(client, "find_callers", symbol="total")
        second = json.loads(text)
        assert sorted(row["symbol"] for row in second["results"]) == ["more.py::tip", "shop.py::pay"]
        assert second["revision"] > first["revision"]

    converse(shop, talk)


def test_every_tool_answers(shop: Path) -> None:
    async def talk(client: ClientSession) -> None:
        arguments: dict[str, dict[str, Any]] = {
            "find_callers": {"symbol": "total"},
            "find_dependents": {"file": "shop.py"},
            "class_members": {"symbol": "Till"},
            "context_pack": {"symbols": ["total"]},
            "blast_radius": {"symbols": ["total"]},
            "search_symbols": {"query": "tot"},
            "find_structure": {"what": "hubs"},
            "affected_tests": {"symbols": ["total"]},
            "check_change": {"diff": "--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+x = 1\n"},
        }
        for tool in (await client.list_tools()).tools:
            failed, text = await ask(client, tool.name, **arguments.get(tool.name, {}))
            assert not failed, text
            assert json.loads(text).keys() >= {"results", "total", "complete", "reason", "stale", "revision"}

    converse(shop, talk)


def test_failures_are_told_in_words(shop: Path) -> None:
    async def talk(client: ClientSession) -> None:
        failed, text = await ask(client, "find_callers", symbol="totl")
        assert failed
        assert "no such symbol: totl" in text
        assert "shop.py::total" in text
        failed, text = await ask(client, "blast_radius", diff="no diff")
        assert failed
        failed, text = await ask(client, "find_callers")
        assert failed
        assert "symbol" in text
        failed, text = await ask(client, "find_callers", symbol="total")
        assert not failed

    converse(shop, talk)


def test_a_root_without_source_is_told(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()

    async def talk(client: ClientSession) -> None:
        failed, text = await ask(client, "find_untested")
        assert failed
        assert "no source file" in text
        failed, _ = await ask(client, "index_status")
        assert not failed

    converse(tmp_path / "notes", talk)
