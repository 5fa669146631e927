"""Sessions with a server process, as an editor has them."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types as t
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities, make_test_lsp_client

TESTS = Path(__file__).parent.parent
REAL = (sys.executable, "-m", "blastlens", "lsp", "--stdio")
FAKE = (sys.executable, "-m", "wire.fake_server")
EDITORS = ("neovim", "visual-studio-code")


def git(root: Path, *arguments: str) -> None:
    """As somebody with a name, which commits need."""
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.invalid"]
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


class Watcher:
    """What the client of one session was asked that pytest-lsp does not record."""

    def __init__(self) -> None:
        self.lens_refreshes = 0
        self.registrations: list[t.Registration] = []
        self.taken_back: set[str] = set()  # methods
        self.status_news: list[dict[str, Any]] = []
        self.questions: list[t.ShowMessageRequestParams] = []
        self.choice: str | None = None  # the action that is chosen when the server asks


def make_client(configuration: Mapping[str, Any] | None = None) -> LanguageClient:
    client = make_test_lsp_client()
    client.set_configuration(dict(configuration or {}))
    client.watcher = Watcher()  # type: ignore[attr-defined]

    @client.feature(t.WORKSPACE_CODE_LENS_REFRESH)
    def _(params: None) -> None:  # noqa: ARG001
        client.watcher.lens_refreshes += 1  # type: ignore[attr-defined]

    @client.feature(t.WINDOW_SHOW_MESSAGE_REQUEST)
    def _(params: t.ShowMessageRequestParams) -> t.MessageActionItem | None:
        client.watcher.questions.append(params)  # type: ignore[attr-defined]
        chosen = client.watcher.choice  # type: ignore[attr-defined]
        return next((action for action in params.actions or () if action.title == chosen), None)

    @client.feature("blastlens/status")
    def _(params: Any) -> None:
        client.watcher.status_news.append(params._asdict())  # type: ignore[attr-defined]

    @client.feature(t.CLIENT_REGISTER_CAPABILITY)
    def _(params: t.RegistrationParams) -> None:
        client.watcher.registrations.extend(params.registrations)  # type: ignore[attr-defined]

    @client.feature(t.CLIENT_UNREGISTER_CAPABILITY)
    def _(params: t.UnregistrationParams) -> None:
        client.watcher.taken_back |= {one.method for one in params.unregisterations}  # type: ignore[attr-defined]

    return client


def capabilities(
    editor: str = "neovim", *, encodings: Sequence[str] = ("utf-16",), pull: bool = False
) -> t.ClientCapabilities:
    """What an editor announces, with lens refresh and file events, the encodings in order, and pulled diagnostics or not."""
    found = client_capabilities(editor)
    found.general = found.general or t.GeneralClientCapabilities()
    found.general.position_encodings = list(encodings)
    found.workspace = found.workspace or t.WorkspaceClientCapabilities()
    found.workspace.code_lens = t.CodeLensWorkspaceClientCapabilities(refresh_support=True)
    found.workspace.did_change_watched_files = t.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
    found.workspace.diagnostics = t.DiagnosticWorkspaceClientCapabilities(refresh_support=True) if pull else None
    if pull and found.text_document is not None:
        found.text_document.diagnostic = t.DiagnosticClientCapabilities()
    return found


@asynccontextmanager
async def session(
    *roots: Path,
    command: Sequence[str] = REAL,
    announced: t.ClientCapabilities | None = None,
    configuration: Mapping[str, Any] | None = None,
    options: Any = None,
    wait: bool = True,
) -> AsyncIterator[LanguageClient]:
    """A client that is connected and initialized; with `wait` the first index is done."""
    client = await start(command, configuration)
    folders = [t.WorkspaceFolder(uri=uri_of(root), name=root.name) for root in roots]
    await client.initialize_session(
        t.InitializeParams(
            capabilities=announced or capabilities(), workspace_folders=folders, initialization_options=options
        )
    )
    try:
        if wait:
            for root in roots:
                await ready(client, root)
        yield client
    finally:
        await client.shutdown_session()
        await client.stop()


async def start(command: Sequence[str] = REAL, configuration: Mapping[str, Any] | None = None) -> LanguageClient:
    """A client that is connected and has said nothing yet."""
    path = os.pathsep.join([str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": path}
    config = ClientServerConfig(list(command), lambda: make_client(configuration), environment)
    client = await config.start()
    assert isinstance(client, LanguageClient)
    return client


async def run(client: LanguageClient, command: str, *arguments: Any) -> Any:
    """Result of a command, as plain data."""
    result = await client.workspace_execute_command_async(
        t.ExecuteCommandParams(command=command, arguments=list(arguments))
    )
    return json.loads(json.dumps(result, default=vars))


async def ready(client: LanguageClient, root: Path) -> None:
    """Wait for the end of the first index."""

    async def is_ready() -> bool:
        answer = await run(client, "blastlens.indexStatus", {"root": uri_of(root)})
        return bool(answer["results"][0]["state"] == "ready")

    await until(is_ready)


async def until(condition: Callable[[], Any], seconds: float = 240) -> Any:
    """Wait until a condition (plain or async) holds; its value. Findings come from a process that others go before, which takes
    its time on a busy machine."""
    deadline = asyncio.get_running_loop().time() + seconds
    while True:
        value = condition()
        if asyncio.iscoroutine(value):
            value = await value
        if value:
            return value
        assert asyncio.get_running_loop().time() < deadline, "waited in vain"
        await asyncio.sleep(0.02)


def uri_of(path: Path) -> str:
    return path.as_uri()


def open_document(client: LanguageClient, path: Path, text: str | None = None) -> str:
    """Open a document with the text on disk or another one; its URI."""
    uri = uri_of(path)
    shown = path.read_bytes().decode("utf-8-sig") if text is None else text
    item = t.TextDocumentItem(uri=uri, language_id="python", version=1, text=shown)
    client.text_document_did_open(t.DidOpenTextDocumentParams(text_document=item))
    return uri


def change_document(client: LanguageClient, uri: str, *changes: t.TextDocumentContentChangeEvent) -> None:
    document = t.VersionedTextDocumentIdentifier(uri=uri, version=2)
    client.text_document_did_change(
        t.DidChangeTextDocumentParams(text_document=document, content_changes=list(changes))
    )


def save(client: LanguageClient, path: Path, text: str) -> None:
    """Write a file as an editor does, and say so."""
    path.write_bytes(text.encode())
    identifier = t.TextDocumentIdentifier(uri=uri_of(path))
    client.text_document_did_save(t.DidSaveTextDocumentParams(text_document=identifier))


def file_events(client: LanguageClient, *changes: tuple[Path, t.FileChangeType]) -> None:
    events = [t.FileEvent(uri=uri_of(path), type=kind) for path, kind in changes]
    client.workspace_did_change_watched_files(t.DidChangeWatchedFilesParams(changes=events))


async def lenses(client: LanguageClient, uri: str) -> list[t.CodeLens]:
    found = await client.text_document_code_lens_async(
        t.CodeLensParams(text_document=t.TextDocumentIdentifier(uri=uri))
    )
    return list(found or ())


async def titles(client: LanguageClient, uri: str) -> dict[int, str]:
    """0-based line -> titles of its lenses, resolved, as an editor shows them beside one another."""
    found: dict[int, str] = {}
    for lens in await lenses(client, uri):
        shown = lens if lens.command is not None else await client.code_lens_resolve_async(lens)
        assert shown.command is not None
        line = shown.range.start.line
        found[line] = f"{found[line]} | {shown.command.title}" if line in found else shown.command.title
    return found


def at(uri: str, line: int, character: int) -> dict[str, Any]:
    """Parameters that name a position."""
    return {"text_document": t.TextDocumentIdentifier(uri=uri), "position": t.Position(line, character)}
