"""Messages by themselves, over the toy app: buffers, cancellation, errors, odd documents, the time of the first index."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from concurrent.futures import Future
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types as t
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from wire.session import (
    FAKE,
    at,
    capabilities,
    change_document,
    lenses,
    open_document,
    ready,
    run,
    save,
    session,
    titles,
    until,
    uri_of,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")

CODE = "def called():\n    return 1\n\n\ndef caller():\n    return called()\n\n\ndef slow_one():\n    return called()\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "code.py").write_text(CODE, encoding="utf-8")
    return tmp_path


@pytest_asyncio.fixture(loop_scope="module")
async def client(folder: Path) -> AsyncIterator[LanguageClient]:
    async with session(folder, command=FAKE) as connected:
        yield connected


async def test_edits_after_a_form_feed_land_on_their_line(client: LanguageClient, folder: Path) -> None:
    text = "# a\x0c\x0b\u2028\ndef called():\n    pass\n"
    uri = open_document(client, folder / "code.py", text)
    assert list(await titles(client, uri)) == [1]
    change_document(
        client, uri, t.TextDocumentContentChangePartial(t.Range(t.Position(1, 0), t.Position(1, 0)), "x = 2\n\n\n")
    )
    assert list(await titles(client, uri)) == [4]


async def test_an_edit_may_reach_past_the_end(client: LanguageClient, folder: Path) -> None:
    uri = open_document(client, folder / "code.py", "def called(): pass")
    whole = t.Range(t.Position(0, 0), t.Position(0, 2**31 - 1))
    change_document(client, uri, t.TextDocumentContentChangePartial(whole, "\ndef called(): pass"))
    assert list(await titles(client, uri)) == [1]
    past = t.Range(t.Position(99, 0), t.Position(100, 3))
    change_document(client, uri, t.TextDocumentContentChangePartial(past, "\n\ndef caller(): pass"))
    assert list(await titles(client, uri)) == [1, 3]


async def test_a_running_request_can_be_cancelled(client: LanguageClient, folder: Path) -> None:
    (folder / "hold-callers").touch()
    command = t.ExecuteCommandParams(command="blastlens.callers", arguments=[{"symbol": "slow_one"}])
    running = asyncio.ensure_future(
        client.protocol.send_request_async(t.WORKSPACE_EXECUTE_COMMAND, command, msg_id="slow")
    )
    await run(client, "blastlens.indexStatus")  # what comes first is taken in first
    client.cancel_request(t.CancelParams(id="slow"))
    with pytest.raises(JsonRpcException) as caught:
        await running
    assert caught.value.code == t.LSPErrorCodes.RequestCancelled
    (folder / "hold-callers").unlink()
    uri = open_document(client, folder / "code.py")
    assert await titles(client, uri) == {0: "2 callers", 4: "0 callers", 8: "0 callers"}


async def test_a_failure_inside_is_an_error_without_a_trace(client: LanguageClient, folder: Path) -> None:
    uri = open_document(client, folder / "code.py", "def broken_one(): pass\n")
    with pytest.raises(JsonRpcException) as caught:
        await client.text_document_hover_async(t.HoverParams(**at(uri, 0, 6)))
    assert caught.value.code == t.ErrorCodes.InternalError
    assert "Traceback" not in str(caught.value.data) + caught.value.message
    await until(lambda: [message for message in client.log_messages if "the inside is broken" in message.message])
    assert await titles(client, uri)


async def test_what_the_user_can_mend_is_said(client: LanguageClient) -> None:
    with pytest.raises(JsonRpcException) as caught:
        await run(client, "blastlens.callers", {"symbol": "nobody"})
    assert caught.value.message == "There is no symbol 'nobody' (total, order) - save the file first"
    with pytest.raises(JsonRpcException) as caught:
        await run(client, "blastlens.callers", {"symbol": 5})
    assert '"symbol" must be text' in caught.value.message
    with pytest.raises(JsonRpcException) as caught:
        await run(client, "blastlens.callers", {"symbool": "total", "symbol": "total"})
    assert '"symbool" is no argument of it' in caught.value.message
    with pytest.raises(JsonRpcException) as caught:
        await run(client, "blastlens.callers", {"symbol": "total", "root": "file:///elsewhere"})
    assert "file:///elsewhere is no open folder" in caught.value.message
    with pytest.raises(JsonRpcException):
        await run(client, "blastlens.unheardOf")


@pytest.mark.parametrize(
    "uri",
    [
        "untitled:Untitled-1",
        "git:/somewhere/code.py?HEAD",
        "file:///etc/hosts",
        "file://elsewhere/code.py",
        "",
        "::",
        "%",
    ],
)
async def test_documents_that_are_not_ours_answer_nothing(client: LanguageClient, uri: str) -> None:
    item = t.TextDocumentItem(uri=uri, language_id="python", version=1, text=CODE)
    client.text_document_did_open(t.DidOpenTextDocumentParams(text_document=item))
    change_document(client, uri, t.TextDocumentContentChangeWholeDocument("x = 1\n"))
    document = t.TextDocumentIdentifier(uri=uri)
    assert await lenses(client, uri) == []
    assert await client.text_document_hover_async(t.HoverParams(**at(uri, 0, 4))) is None
    assert (
        await client.text_document_prepare_call_hierarchy_async(t.CallHierarchyPrepareParams(**at(uri, 0, 4))) is None
    )
    client.text_document_did_save(t.DidSaveTextDocumentParams(text_document=document))
    client.text_document_did_close(t.DidCloseTextDocumentParams(text_document=document))
    assert (await run(client, "blastlens.indexStatus"))["complete"]


def send_raw(client: LanguageClient, message: dict[str, object]) -> None:
    """Send what the client's own types would not let through."""
    client.protocol._send_data({"jsonrpc": "2.0", **message})


async def test_senseless_messages_do_not_end_the_session(client: LanguageClient, folder: Path) -> None:
    change_document(client, uri_of(folder / "code.py"), t.TextDocumentContentChangeWholeDocument("never opened"))
    send_raw(client, {"method": "textDocument/didSave", "params": {"textDocument": 5}})
    send_raw(client, {"method": "$/unheardOf", "params": {"a": 1}})
    send_raw(client, {"method": "workspace/didChangeConfiguration", "params": {"settings": [1, None]}})
    answer: Future[object] = Future()
    client.protocol._request_futures["raw"] = answer
    send_raw(client, {"id": "raw", "method": "textDocument/hover", "params": {"position": "here"}})
    with pytest.raises(JsonRpcException):
        await asyncio.wrap_future(answer)
    assert await titles(client, uri_of(folder / "code.py"))


async def test_requests_are_answered_while_the_first_index_is_built(folder: Path) -> None:
    (folder / "hold-index").touch()
    async with session(folder, command=FAKE, wait=False) as client:
        uri = open_document(client, folder / "code.py")
        assert set((await titles(client, uri)).values()) == {"indexing…"}
        await until(lambda: client.progress_reports)
        status = await run(client, "blastlens.indexStatus")
        assert (status["results"][0]["state"], status["complete"]) == ("indexing", False)
        untested = await run(client, "blastlens.untested")
        assert not untested["complete"]
        assert "still being built" in untested["reason"]
        refreshes = client.watcher.lens_refreshes
        (folder / "hold-index").unlink()
        await ready(client, folder)
        await until(lambda: client.watcher.lens_refreshes > refreshes)
        assert await titles(client, uri) == {0: "2 callers", 4: "0 callers", 8: "0 callers"}
        (reports,) = client.progress_reports.values()
        await until(lambda: isinstance(reports[-1], t.WorkDoneProgressEnd))
        shares = [report.percentage for report in reports[:-1]]
        assert isinstance(reports[0], t.WorkDoneProgressBegin)
        assert shares == sorted(shares)
        assert len(shares) > 2


async def test_a_save_during_the_first_index_is_not_lost(folder: Path) -> None:
    (folder / "hold-index").touch()
    async with session(folder, command=FAKE, wait=False) as client:
        uri = open_document(client, folder / "code.py")
        await titles(client, uri)
        text = CODE + "\n\ndef late():\n    return called()\n"
        change_document(client, uri, t.TextDocumentContentChangeWholeDocument(text))
        save(client, folder / "code.py", text)
        (folder / "hold-index").unlink()
        await ready(client, folder)
        assert (await titles(client, uri))[0] == "3 callers"


async def test_the_user_can_stop_the_first_index(folder: Path) -> None:
    (folder / "hold-index").touch()
    async with session(folder, command=FAKE, wait=False) as client:
        await until(lambda: client.progress_reports)
        (token,) = client.progress_reports
        await until(lambda: client.progress_reports[token])
        client.window_work_done_progress_cancel(t.WorkDoneProgressCancelParams(token=token))
        await ready(client, folder)
        await until(lambda: client.progress_reports[token][-1].message == "stopped")
        answer = await run(client, "blastlens.untested")
        assert not answer["complete"]
        assert "blastlens.reindex" in answer["reason"]
        (folder / "hold-index").unlink()
        rebuilt = await run(client, "blastlens.reindex")
        assert (rebuilt["complete"], rebuilt["results"][0]["files"]) == (True, 1)


async def test_a_folder_that_cannot_be_opened_is_told_once(tmp_path: Path) -> None:
    async with session(tmp_path / "gone", command=FAKE, wait=False) as client:
        await until(lambda: client.messages)
        assert "is not a directory" in client.messages[0].message
        assert await lenses(client, uri_of(tmp_path / "gone" / "code.py")) == []
        with pytest.raises(JsonRpcException, match="is not open"):
            await run(client, "blastlens.cycles")


async def test_a_folder_that_everything_lies_below_is_not_indexed() -> None:
    shared = Path(tempfile.gettempdir())
    async with session(shared, command=FAKE, wait=False) as client:
        await until(lambda: client.messages)
        assert "holds more than one would want to index" in client.messages[0].message
        with pytest.raises(JsonRpcException, match="is not open"):
            await run(client, "blastlens.cycles")


async def test_a_client_that_announces_nothing_is_asked_nothing(folder: Path) -> None:
    async with session(folder, command=FAKE, announced=t.ClientCapabilities()) as client:
        uri = open_document(client, folder / "code.py")
        assert (await titles(client, uri))[0] == "2 callers"
        assert client.progress_reports == {}
        assert client.watcher.registrations == []
        assert client.watcher.lens_refreshes == 0
    async with session(folder, command=FAKE, announced=capabilities()) as client:
        await until(lambda: client.watcher.registrations)
        assert client.watcher.registrations[0].method == t.WORKSPACE_DID_CHANGE_WATCHED_FILES


async def test_no_folder_is_no_failure() -> None:
    async with session(command=FAKE) as client:
        assert await lenses(client, "file:///nowhere/code.py") == []
        with pytest.raises(JsonRpcException, match="No folder is open"):
            await run(client, "blastlens.cycles")


async def test_titles_come_with_the_lenses_or_are_asked_for(tmp_path: Path) -> None:
    names = [f"late_{number}" if number > 2 else f"f{number}" for number in range(6)]
    (tmp_path / "code.py").write_text("".join(f"def {name}(): pass\n" for name in names), encoding="utf-8")
    async with session(tmp_path, command=FAKE) as client:
        uri = open_document(client, tmp_path / "code.py")
        found = await lenses(client, uri)
        # Making the title of a `late_*` takes longer than lenses wait.
        assert [lens.command is not None for lens in found if lens in (found[0], *found[4:])] == [True, False, False]
        assert await titles(client, uri) == dict.fromkeys(range(6), "0 callers")
