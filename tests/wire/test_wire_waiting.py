"""Who waits for what, over the toy app: for the folder to open, for the first index, for long answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types as t
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from blastlens.faces.lsp.handlers.execute_command import takes_of
from wire.session import FAKE, at, open_document, ready, run, session, titles, until, uri_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

CODE = "def called():\n    return 1\n\n\ndef caller():\n    return called()\n"
QUESTIONS = ("callers", "callersTransitive", "dependents", "blastRadius", "untested", "cycles", "coverage")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "code.py").write_text(CODE, encoding="utf-8")
    return tmp_path


@pytest_asyncio.fixture(loop_scope="module")
async def client(folder: Path) -> AsyncIterator[LanguageClient]:
    async with session(folder, command=FAKE) as connected:
        yield connected


def ask(client: LanguageClient, command: str, message_id: str, *arguments: Any) -> asyncio.Future[Any]:
    """Send a command whose request can be cancelled by its id."""
    params = t.ExecuteCommandParams(command=command, arguments=list(arguments))
    sent = client.protocol.send_request_async(t.WORKSPACE_EXECUTE_COMMAND, params, msg_id=message_id)
    return asyncio.ensure_future(sent)


async def cancelled(client: LanguageClient, message_id: str, running: asyncio.Future[Any]) -> None:
    """Cancel a request; it must end as a cancelled one."""
    client.cancel_request(t.CancelParams(id=message_id))
    with pytest.raises(JsonRpcException) as caught:
        await asyncio.wait_for(running, 60)
    assert caught.value.code == t.LSPErrorCodes.RequestCancelled


async def test_nothing_is_said_to_be_absent_while_the_first_index_is_built(folder: Path) -> None:
    (folder / "hold-index").touch()
    async with session(folder, command=FAKE, wait=False) as client:
        uri = open_document(client, folder / "code.py")
        await until(lambda: client.progress_reports)
        place = {"uri": uri, "position": {"line": 0, "character": 5}}
        for name in QUESTIONS:
            taken = takes_of(f"blastlens.{name}")
            named = {key: "nobody" for key in ("symbol", "path") if key in taken}
            for argument in (named, place, "nobody"):
                if argument == "nobody" and name == "cycles":
                    continue
                answer = await run(client, f"blastlens.{name}", argument)
                assert (answer["results"], answer["locations"], answer["complete"]) == ([], [], False)
                assert answer["reason"].startswith("the index is still being built (")
        there = at(uri, 0, 5)
        assert await client.text_document_hover_async(t.HoverParams(**there)) is None
        prepare = t.CallHierarchyPrepareParams(**there)
        assert not await client.text_document_prepare_call_hierarchy_async(prepare)
        (folder / "hold-index").unlink()
        await ready(client, folder)
        answer = await run(client, "blastlens.callers", "called")
        assert len(answer["results"]) == 1


async def test_questions_wait_for_the_folder_to_open(folder: Path) -> None:
    (folder / "hold-opening").touch()
    async with session(folder, command=FAKE, wait=False) as client:
        status = await run(client, "blastlens.indexStatus")
        assert (status["results"][0]["state"], status["complete"]) == ("opening", False)
        kept = ask(client, "blastlens.cycles", "kept")
        dropped = ask(client, "blastlens.cycles", "dropped")
        await asyncio.sleep(0.2)
        assert not kept.done()
        await cancelled(client, "dropped", dropped)
        (folder / "hold-opening").unlink()
        answer = await asyncio.wait_for(kept, 60)
        assert answer is not None


@pytest.mark.parametrize("command", ["blastlens.untested", "blastlens.cycles", "blastlens.blastRadius"])
async def test_a_long_question_holds_nobody_up(client: LanguageClient, folder: Path, command: str) -> None:
    (folder / "hold-answers").touch()
    uri = open_document(client, folder / "code.py")
    kept, dropped = ask(client, command, "kept"), ask(client, command, "dropped")
    await until(lambda: (folder / "asked").exists())
    hover = await client.text_document_hover_async(t.HoverParams(**at(uri, 0, 5)))
    assert hover is not None
    assert (await titles(client, uri))[0] == "1 caller"
    assert not kept.done()
    await cancelled(client, "dropped", dropped)
    await cancelled(client, "kept", kept)
    await until(lambda: (folder / "stopped").exists())
    (folder / "hold-answers").unlink()
    assert (await run(client, command))["complete"]


async def test_a_save_is_seen_by_a_long_question(client: LanguageClient, folder: Path) -> None:
    path = folder / "code.py"
    path.write_text(CODE + "\n\ndef late():\n    return called()\n", encoding="utf-8")
    before = (await run(client, "blastlens.untested"))["revision"]
    document = t.TextDocumentIdentifier(uri=uri_of(path))
    client.text_document_did_save(t.DidSaveTextDocumentParams(text_document=document))
    assert (await run(client, "blastlens.untested"))["revision"] == before + 1


@pytest.mark.parametrize("name", ["callers", "callersTransitive", "blastRadius"])
async def test_a_plain_text_names_the_symbol(client: LanguageClient, name: str) -> None:
    answer = await run(client, f"blastlens.{name}", "called")
    assert answer["question"]["symbol"] == "code.py::called"
    with pytest.raises(JsonRpcException, match="There is no symbol 'nobody'"):
        await run(client, f"blastlens.{name}", "nobody")


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("argument", [42, ["called"], True, {"symbol": 5, "file": 5, "path": 5, "level": 5}])
async def test_an_argument_of_another_kind_is_an_error(client: LanguageClient, name: str, argument: Any) -> None:
    with pytest.raises(JsonRpcException) as caught:
        await run(client, f"blastlens.{name}", argument)
    assert caught.value.code == t.ErrorCodes.InvalidParams
    assert " must be " in caught.value.message


@pytest.mark.parametrize("arguments", [(), (None,), ({},), ({"workingTree": True},)])
async def test_the_blast_radius_of_nothing_named_is_the_working_trees(
    client: LanguageClient, arguments: tuple[Any, ...]
) -> None:
    answer = await run(client, "blastlens.blastRadius", *arguments)
    assert answer["question"]["working_tree"]


@pytest.mark.parametrize("about", [{"symbol": ""}, {"position": {"line": 0, "character": 0}}, {"symbols": "called"}])
async def test_what_names_no_symbol_is_not_taken_for_the_working_tree(
    client: LanguageClient, folder: Path, about: dict[str, Any]
) -> None:
    (folder / "empty.txt").touch()
    with pytest.raises(JsonRpcException):
        await run(client, "blastlens.blastRadius", {"uri": uri_of(folder / "empty.txt"), **about})
