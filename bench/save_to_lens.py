"""How long after a save does an editor have its new lenses? Speaks to `blastlens lsp` as an editor does.

usage: python bench/save_to_lens.py REPOSITORY FILE [--saves N] [--json]

Copies REPOSITORY to a temporary folder, opens FILE (relative to it), and saves it N times with small edits, each of which changes a
lens: a function that calls others of the file comes, calls another one, goes. Timed is from `didSave`, in turn: to the answer to lenses
that are asked for at once, titles that an editor shows at once (the last 40 of the file, where the edit is) included; and to lenses that say something else than before,
as they are seen by somebody who waits: asked for when the server calls for a refresh.
"""

import argparse
import asyncio
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from lsprotocol import types as t
from pygls.lsp.client import LanguageClient

SHOWN = 40  # lenses on a large screen, with one line of code each


class Editor:
    """A client that counts what it is asked."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.client = LanguageClient("bench", "1")
        self.refreshed = asyncio.Event()
        self.client.feature(t.WORKSPACE_CODE_LENS_REFRESH)(lambda _: self.refreshed.set())
        self.client.feature(t.WORKSPACE_CONFIGURATION)(lambda params: [None] * len(params.items))
        self.client.feature(t.WINDOW_LOG_MESSAGE)(lambda params: tell(params, t.MessageType.Error))
        self.client.feature(t.WINDOW_SHOW_MESSAGE)(lambda params: tell(params, t.MessageType.Info))
        self.client.feature(t.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda _: None)
        self.client.feature(t.CLIENT_REGISTER_CAPABILITY)(lambda _: None)

    async def start(self) -> None:
        await self.client.start_io(sys.executable, "-m", "blastlens", "lsp")
        workspace = t.WorkspaceClientCapabilities(
            code_lens=t.CodeLensWorkspaceClientCapabilities(refresh_support=True),
            did_change_watched_files=t.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True),
        )
        await self.client.initialize_async(
            t.InitializeParams(
                capabilities=t.ClientCapabilities(workspace=workspace),
                workspace_folders=[t.WorkspaceFolder(uri=self.root.as_uri(), name=self.root.name)],
            )
        )
        self.client.initialized(t.InitializedParams())

    async def stop(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()

    def cpu_seconds(self) -> float:
        """CPU time of the server process so far; 0 where the system does not tell."""
        server = self.client._server
        place = Path(f"/proc/{server.pid if server else 0}/stat")
        if not place.exists():
            return 0.0
        fields = place.read_text("utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def state(self) -> str:
        params = t.ExecuteCommandParams(command="blastlens.indexStatus")
        answer: Any = await self.client.workspace_execute_command_async(params)
        return str(answer["results"][0]["state"] if isinstance(answer, dict) else answer.results[0].state)

    def open(self, path: Path) -> str:
        item = t.TextDocumentItem(path.as_uri(), "python", 1, path.read_text("utf-8"))
        self.client.text_document_did_open(t.DidOpenTextDocumentParams(item))
        return path.as_uri()

    def change(self, path: Path, text: str, version: int) -> None:
        document = t.VersionedTextDocumentIdentifier(version, path.as_uri())
        whole = t.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(t.DidChangeTextDocumentParams(document, [whole]))

    def save(self, path: Path, text: str) -> None:
        """Write the file and say so."""
        path.write_text(text, "utf-8")
        self.client.text_document_did_save(t.DidSaveTextDocumentParams(t.TextDocumentIdentifier(path.as_uri())))

    async def shown_lenses(self, uri: str) -> list[t.CodeLens]:
        found = await self.client.text_document_code_lens_async(t.CodeLensParams(t.TextDocumentIdentifier(uri)))
        lenses = list(found or ())[-SHOWN:]  # the edit is at the end of the file
        return list(await asyncio.gather(*(self.resolved(lens) for lens in lenses)))

    async def resolved(self, lens: t.CodeLens) -> t.CodeLens:
        """Editors ask only for titles that did not come with the lenses."""
        return lens if lens.command is not None else await self.client.code_lens_resolve_async(lens)


def tell(params: Any, least: t.MessageType) -> None:
    if params.type.value <= least.value:
        print(params.message, file=sys.stderr)


def edits(text: str, count: int) -> list[str]:
    """Small edits in turn: a function that calls one of the file is added, calls two, calls the other, is taken away."""
    named = re.findall(r"^def (\w+)\(", text, re.MULTILINE)[-2:]
    if len(named) < 2:
        raise SystemExit("FILE has to define two functions at its top")
    bodies = (f"{named[0]}()", f"{named[0]}({named[1]}())", f"{named[1]}()")
    made = []
    for number in range(count):
        step = number % 4
        added = f"\n\ndef added_{number // 4}():\n    return {bodies[step]}\n" if step < len(bodies) else ""
        made.append(text + added)
    return made


def said(lenses: list[t.CodeLens]) -> list[tuple[str, str]]:
    """What lenses say of which definition."""
    return [(str(lens.data), lens.command.title if lens.command is not None else "") for lens in lenses]


async def measure(root: Path, file: str, saves: int) -> dict[str, Any]:
    editor = Editor(root)
    started = time.perf_counter()
    await editor.start()
    while await editor.state() != "ready":
        await asyncio.sleep(0.05)
    first_index = time.perf_counter() - started
    path = root / file
    text = path.read_text("utf-8")
    uri = editor.open(path)
    await editor.shown_lenses(uri)
    await asyncio.sleep(1)
    asked: list[float] = []
    told: list[float] = []
    used: list[float] = []
    for version, changed in enumerate(edits(text, saves), start=2):
        editor.change(path, changed, version)
        before = said(await editor.shown_lenses(uri))
        await asyncio.sleep(0.3)
        editor.refreshed.clear()
        started, cpu = time.perf_counter(), editor.cpu_seconds()
        editor.save(path, changed)
        if version % 2:
            await editor.shown_lenses(uri)
            asked.append(time.perf_counter() - started)
        else:
            while said(await wait_and_look(editor, uri)) == before:
                pass
            told.append(time.perf_counter() - started)
        used.append(editor.cpu_seconds() - cpu)
        await asyncio.sleep(1)  # diagnostics follow; an editor's user is slower than this too
    await editor.stop()
    return {
        "file": file,
        "first_index_seconds": first_index,
        "asked_at_once": asked,
        "after_refresh": told,
        "server_cpu": used,
    }


async def wait_and_look(editor: Editor, uri: str) -> list[t.CodeLens]:
    """The lenses that are fetched when the server calls for it."""
    await asyncio.wait_for(editor.refreshed.wait(), 10)
    editor.refreshed.clear()
    return await editor.shown_lenses(uri)


def commit(root: Path) -> None:
    identity = ["-c", "user.name=bench", "-c", "user.email=bench@example.invalid"]
    for command in (["init", "-q"], ["add", "-A"], [*identity, "commit", "--allow-empty", "-qm", "start"]):
        subprocess.run(["git", *command], cwd=root, check=True, stdout=subprocess.DEVNULL)


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def main() -> None:
    parser = argparse.ArgumentParser(description="Time from a save to new lenses.")
    parser.add_argument("repository", type=Path)
    parser.add_argument("file")
    parser.add_argument("--saves", type=int, default=20)
    parser.add_argument(
        "--git", action="store_true", help="commit the copy first, so that changes since HEAD are known"
    )
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="save-to-lens-") as place:
        root = Path(place) / arguments.repository.name
        shutil.copytree(arguments.repository, root, ignore=shutil.ignore_patterns(".code-graph"), symlinks=True)
        if arguments.git:
            commit(root)
        found = asyncio.run(measure(root, arguments.file, arguments.saves))
    if arguments.json:
        print(json.dumps(found))
        return
    print(f"{found['file']}, {arguments.saves} saves, {platform.machine()}, {os.cpu_count()} cores")
    print(f"first index until ready: {found['first_index_seconds']:.1f} s")
    for key in ("asked_at_once", "after_refresh", "server_cpu"):
        values = [1000 * value for value in found[key]]
        p95, middle = percentile(values, 0.95), statistics.median(values)
        print(f"{key}: median {middle:.0f} ms, p95 {p95:.0f} ms, worst {max(values):.0f} ms")


if __name__ == "__main__":
    main()
