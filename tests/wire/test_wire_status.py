"""`blastlens/status`: what clients that ask for it are told of the index."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as t
from pytest_lsp import LanguageClient

from wire.session import open_document, ready, run, save, session, until, uri_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

NEWS = {"statusNews": True}
TEXT = "def base(x):\n    return x\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "core.py").write_text(TEXT, encoding="utf-8")
    return root


def told(client: LanguageClient) -> list[dict[str, Any]]:
    return client.watcher.status_news  # type: ignore[attr-defined, no-any-return]


async def test_a_first_index_is_told_from_its_beginning_to_its_end(project: Path) -> None:
    async with session(project, options=NEWS) as client:
        await until(lambda: told(client) and told(client)[-1]["generation"] > 0)
        states = [news["state"] for news in told(client)]
        assert states[0] == "indexing"
        assert states[-1] == "ready"
        percents = [news["percent"] for news in told(client)]
        assert percents == sorted(percents)
        assert percents[-1] == 100
        assert {(news["root"], news["name"]) for news in told(client)} == {(uri_of(project), "project")}


async def test_a_save_is_another_generation_and_no_news_is_told_twice(project: Path) -> None:
    async with session(project, options=NEWS) as client:
        await until(lambda: told(client) and told(client)[-1]["generation"] > 0)
        before = told(client)[-1]
        open_document(client, project / "core.py")
        save(client, project / "core.py", TEXT + "\n\ndef twice(x):\n    return base(x) * 2\n")
        await until(lambda: told(client)[-1]["generation"] > before["generation"])
        assert all(one != other for one, other in zip(told(client), told(client)[1:], strict=False))


async def test_a_save_without_a_change_is_no_news(project: Path) -> None:
    async with session(project, options=NEWS) as client:
        await until(lambda: told(client) and told(client)[-1]["generation"] > 0)
        before = told(client)[-1]["generation"]
        open_document(client, project / "core.py")
        save(client, project / "core.py", TEXT)
        # A save that is news is told of before the next answer.
        await run(client, "blastlens.callers", {"symbol": "base"})
        assert told(client)[-1]["generation"] == before


async def test_building_again_is_told_as_updating(project: Path) -> None:
    async with session(project, options=NEWS) as client:
        await until(lambda: told(client) and told(client)[-1]["generation"] > 0)
        await run(client, "blastlens.reindex")
        await until(lambda: told(client)[-1]["state"] == "ready")
        assert "updating" in [news["state"] for news in told(client)]


async def test_where_the_index_is_kept_elsewhere_is_noted(project: Path) -> None:
    (project / ".code-graph").write_text("a file, so no folder can be made")
    async with session(project, options=NEWS) as client:
        news = await until(lambda: told(client) and told(client)[-1]["generation"] and told(client)[-1])
        assert ".code-graph cannot be written" in news["note"]
        assert news["reason"] == ""


async def test_a_folder_that_is_removed_is_told_as_closed(project: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    async with session(project, other, options=NEWS) as client:
        gone = t.WorkspaceFolder(uri=uri_of(other), name="other")
        client.workspace_did_change_workspace_folders(
            t.DidChangeWorkspaceFoldersParams(event=t.WorkspaceFoldersChangeEvent(added=[], removed=[gone]))
        )
        await until(lambda: [news["root"] for news in told(client) if news["state"] == "closed"] == [gone.uri])


async def test_clients_that_do_not_ask_are_told_nothing(project: Path) -> None:
    async with session(project) as client:
        await ready(client, project)
        await run(client, "blastlens.reindex")
        assert told(client) == []
