"""What is wrong with a folder or a file is told once, with what to do, and nothing else suffers from it."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types as t
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from blastlens.app.api import Blastlens
from wire.session import (
    REAL,
    lenses,
    open_document,
    ready,
    run,
    save,
    session,
    start,
    titles,
    until,
    uri_of,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")

TEXT = "def base(x):\n    return x\n\n\ndef user():\n    return base(1)\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "core.py").write_text(TEXT, "utf-8")
    return root


def shown(client: LanguageClient, part: str) -> list[str]:
    return [one.message for one in client.messages if part in one.message]


async def state(client: LanguageClient, root: Path) -> dict[str, object]:
    answer: dict[str, object] = (await run(client, "blastlens.indexStatus", {"root": uri_of(root)}))["results"][0]
    return answer


# -- no folder ------------------------------------------------------------------------------------------------
async def test_a_file_by_itself_is_told_which_folder_to_open(project: Path) -> None:
    (project / ".git").mkdir()
    (project / "pkg").mkdir()
    (project / "pkg/deep.py").write_text(TEXT, "utf-8")
    async with session() as client:
        uri = open_document(client, project / "pkg/deep.py")
        await until(lambda: shown(client, "none is open"))
        assert f"open {project} to see what uses deep.py" in client.messages[0].message
        assert await lenses(client, uri) == []
        open_document(client, project / "core.py")
        await lenses(client, uri)
        assert len(client.messages) == 1


async def test_a_file_outside_any_repository_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "alone").mkdir()
    (tmp_path / "alone/one.txt").write_text("x", "utf-8")
    (tmp_path / "alone/inner").mkdir()
    (tmp_path / "alone/inner/single.py").write_text(TEXT, "utf-8")
    async with session() as client:
        open_document(client, tmp_path / "alone/one.txt")
        open_document(client, tmp_path / "alone/inner/single.py")
        await until(lambda: shown(client, "none is open"))
        assert len(client.messages) == 1


# -- a folder that is too large -------------------------------------------------------------------------------
@pytest.fixture
def large(project: Path) -> Path:
    for number in range(5):
        (project / f"more{number}.py").write_text(TEXT, "utf-8")
    return project


LIMIT = {"blastlens": {"index": {"maxFiles": 3}}}


async def test_a_large_folder_is_asked_about_and_indexed_on_yes(large: Path) -> None:
    client = await start(REAL, LIMIT)
    client.watcher.choice = "Index it"  # type: ignore[attr-defined]
    await client.initialize_session(_one_folder(large))
    await ready(client, large)
    (question,) = client.watcher.questions  # type: ignore[attr-defined]
    assert "holds more than 3 source files" in question.message
    assert "blastlens.index.maxFiles" in question.message
    assert (await state(client, large))["files"] == 6
    await client.shutdown_session()
    await client.stop()


async def test_a_large_folder_is_left_alone_on_no_until_the_settings_say_otherwise(large: Path) -> None:
    async with session(large, configuration=LIMIT, wait=False) as client:
        await until(lambda: shown(client, "holds more than 3 source files"))
        assert not (large / ".code-graph").exists()
        with pytest.raises(JsonRpcException, match="maxFiles"):
            await run(client, "blastlens.cycles", {"root": uri_of(large)})
        assert await lenses(client, open_document(client, large / "core.py")) == []
        client.set_configuration({"blastlens": {"index": {"maxFiles": 0}}})
        client.workspace_did_change_configuration(t.DidChangeConfigurationParams(settings=None))
        await ready(client, large)


def _one_folder(root: Path) -> t.InitializeParams:
    from wire.session import capabilities

    folders = [t.WorkspaceFolder(uri=uri_of(root), name=root.name)]
    return t.InitializeParams(capabilities=capabilities(), workspace_folders=folders)


# -- files ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("big.py", b"x = 1  # and so on, as data does that is written by programs\n" * 90_000, "max_file_bytes"),
        ("program.py", b"\x7fELF\x02\x01\x01\0\0\0\0def f(): pass\n" * 100, "binary"),
    ],
)
async def test_a_file_that_is_left_out_is_told_once(project: Path, name: str, data: bytes, told: str) -> None:
    (project / name).write_bytes(data)
    async with session(project) as client:
        text = data.decode("utf-8", "replace")
        uri = open_document(client, project / name, text)
        await until(lambda: shown(client, name))
        assert told in shown(client, name)[0]
        assert await lenses(client, uri) == []
        assert (await titles(client, open_document(client, project / "core.py")))[0].startswith("1 caller")
        client.text_document_did_close(t.DidCloseTextDocumentParams(t.TextDocumentIdentifier(uri)))
        open_document(client, project / name, text)
        await lenses(client, uri)
        assert len(shown(client, name)) == 1


async def test_a_file_that_is_left_out_is_told_of_where_it_is_open_before_there_is_an_index(project: Path) -> None:
    data = "x = 1  # and so on, as data does that is written by programs\n" * 90_000
    (project / "big.py").write_text(data, encoding="utf-8")
    async with session(project, wait=False) as client:
        open_document(client, project / "big.py", data)
        await until(lambda: shown(client, "big.py"))
        assert "max_file_bytes" in shown(client, "big.py")[0]


async def test_an_unknown_rule_in_the_settings_is_told_once(project: Path) -> None:
    configuration = {"blastlens": {"diagnostics": {"severity": {"nope": "error", "dead-code": "error"}}}}
    async with session(project, configuration=configuration) as client:
        await until(lambda: shown(client, "there is no rule 'nope'"))
        assert "dead-code" in shown(client, "nope")[0]
        client.workspace_did_change_configuration(t.DidChangeConfigurationParams(settings=None))
        await titles(client, open_document(client, project / "core.py"))
        assert len(shown(client, "nope")) == 1


async def test_text_in_no_encoding_costs_only_what_it_spoils(project: Path) -> None:
    (project / "odd.py").write_bytes(b"def ok():\n    return '\xff\xfe\x80'\n\n\ndef more():\n    return ok()\n")
    async with session(project) as client:
        uri = open_document(
            client, project / "odd.py", "def ok():\n    return '???'\n\n\ndef more():\n    return ok()\n"
        )
        assert (await titles(client, uri))[0].startswith("1 caller")
        (row,) = (await state(client, project))["partial"]  # type: ignore[misc]
        assert "odd.py" in str(row)


# -- the process and the folder -------------------------------------------------------------------------------
async def test_a_server_that_is_killed_while_it_indexes_leaves_nothing_broken(tmp_path: Path) -> None:
    root = tmp_path / "project"
    for number in range(150):
        (root / f"pkg{number % 7}").mkdir(parents=True, exist_ok=True)
        name = f"pkg{number % 7}/m{number}.py"
        (root / name).write_text(TEXT.replace("base", f"base{number}") * 20, "utf-8")
    for moment in (0.4, 0.9, 1.6):
        client = await start(REAL)
        await client.initialize_session(_one_folder(root))
        await asyncio.sleep(moment)
        process = client._server
        assert process is not None
        process.kill()
        await process.wait()
        await client.stop()
    async with session(root) as client:
        assert (await state(client, root))["files"] == 150
    app = Blastlens.open(root)
    answer = app.verify()
    app.close()
    assert (answer.complete, answer.results) == (True, [])


async def test_two_servers_see_each_others_saves(project: Path) -> None:
    async with session(project) as one, session(project) as other:
        uri = open_document(one, project / "core.py")
        seen = open_document(other, project / "core.py")
        save(one, project / "core.py", TEXT + "\n\ndef third():\n    return base(3)\n")
        assert (await titles(one, uri))[0].startswith("2 callers")
        changed = t.FileEvent(uri=uri_of(project / "core.py"), type=t.FileChangeType.Changed)
        other.workspace_did_change_watched_files(t.DidChangeWatchedFilesParams(changes=[changed]))

        async def follows() -> bool:
            return (await titles(other, seen))[0].startswith("2 callers")

        await until(follows)


@pytest.mark.parametrize("how", ["deleted", "moved"])
async def test_a_folder_that_goes_meanwhile_is_no_crash(project: Path, tmp_path: Path, how: str) -> None:
    async with session(project) as client:
        uri = open_document(client, project / "core.py")
        assert (await titles(client, uri))[0].startswith("1 caller")
        if how == "deleted":
            shutil.rmtree(project)
        else:
            project.rename(tmp_path / "elsewhere")
        client.text_document_did_save(t.DidSaveTextDocumentParams(t.TextDocumentIdentifier(uri)))
        gone = t.FileEvent(uri=uri_of(project / "core.py"), type=t.FileChangeType.Deleted)
        client.workspace_did_change_watched_files(t.DidChangeWatchedFilesParams(changes=[gone]))
        await lenses(client, uri)
        await run(client, "blastlens.reindex", {"root": uri_of(project)})
        await until(lambda: shown(client, "does not exist any more - open the folder where it is now"))
        assert not [one for one in client.log_messages if "Traceback" in one.message or "Error:" in one.message]


async def test_messages_are_one_line(project: Path) -> None:
    """What the command line says of a folder that is too large is one message too."""
    (project / ".code-graph").mkdir()
    (project / ".code-graph/config.json").write_text(json.dumps({"max_files": 1}), "utf-8")
    (project / "other.py").write_text(TEXT, "utf-8")
    command = [sys.executable, "-m", "blastlens", "index", str(project)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "holds more than 1 source files" in done.stderr
    assert "max_files" in done.stderr
    assert "Traceback" not in done.stderr
