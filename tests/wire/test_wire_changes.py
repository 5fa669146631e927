"""What happens after changes: saves, file events, folders, settings."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types as t
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from wire.session import (
    capabilities,
    change_document,
    file_events,
    git,
    lenses,
    make_client,
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

CORE = "def base(x):\n    return x\n\n\ndef twice(x):\n    return base(x) * 2\n"
USER = "from core import base\n\n\ndef use():\n    return base(1)\n"
CREATED, CHANGED, DELETED = t.FileChangeType.Created, t.FileChangeType.Changed, t.FileChangeType.Deleted


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "core.py").write_text(CORE, encoding="utf-8")
    (root / "user.py").write_text(USER, encoding="utf-8")
    return root


@pytest_asyncio.fixture(loop_scope="module")
async def client(project: Path) -> AsyncIterator[LanguageClient]:
    async with session(project) as connected:
        yield connected


async def callers(client: LanguageClient, symbol: str) -> set[str]:
    """Callers of a symbol; none when there is no such symbol."""
    try:
        answer = await run(client, "blastlens.callers", {"symbol": symbol})
    except JsonRpcException as error:
        assert error.data["code"] == "unknown-symbol", error.message
        return set()
    return {row["symbol"] for row in answer["results"]}


async def until_callers(client: LanguageClient, symbol: str, *wanted: str) -> None:
    async def as_wanted() -> bool:
        return await callers(client, symbol) == set(wanted)

    await until(as_wanted)


async def test_a_save_refreshes_the_lenses(client: LanguageClient, project: Path) -> None:
    uri = open_document(client, project / "core.py")
    assert (await titles(client, uri))[0].startswith("2 callers")
    before = client.watcher.lens_refreshes
    text = CORE + "\n\ndef thrice(x):\n    return base(x) * 3\n"
    change_document(client, uri, t.TextDocumentContentChangeWholeDocument(text))
    assert (await titles(client, uri))[0].startswith("2 callers")
    save(client, project / "core.py", text)
    # Not asked for before: a client that shows the new lenses already need not fetch them again.
    await until(lambda: client.watcher.lens_refreshes > before)
    assert (await titles(client, uri))[0].startswith("3 callers")
    save(client, project / "core.py", text.replace("return base(x) * 3", "return x * 3"))
    assert (await titles(client, uri))[0].startswith("2 callers")


async def test_a_broken_save_costs_nothing_else(client: LanguageClient, project: Path) -> None:
    uri = open_document(client, project / "core.py")
    save(client, project / "core.py", "def base(x:\n  return (((\n" + CORE)
    await lenses(client, uri)
    save(client, project / "core.py", CORE)
    assert await callers(client, "core.py::base") == {"core.py::twice", "user.py::use"}


async def test_files_come_change_and_go(client: LanguageClient, project: Path) -> None:
    new = project / "new.py"
    new.write_text("from core import base\n\n\ndef fresh():\n    return base(2)\n", encoding="utf-8")
    file_events(client, (new, CREATED))
    await until_callers(client, "core.py::base", "core.py::twice", "user.py::use", "new.py::fresh")
    new.write_text("from core import base\n\n\ndef other():\n    return base(2)\n", encoding="utf-8")
    file_events(client, (new, CHANGED))
    await until_callers(client, "core.py::base", "core.py::twice", "user.py::use", "new.py::other")
    new.unlink()
    file_events(client, (new, CHANGED))  # the kind is a hint only
    await until_callers(client, "core.py::base", "core.py::twice", "user.py::use")


async def test_a_folder_that_goes_takes_its_files_along(client: LanguageClient, project: Path) -> None:
    folder = project / "more"
    folder.mkdir()
    for name in ("a", "b"):
        text = f"from core import base\n\n\ndef {name}():\n    return base(2)\n"
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    file_events(client, (folder, CREATED))
    await until_callers(client, "core.py::base", "core.py::twice", "user.py::use", "more/a.py::a", "more/b.py::b")
    shutil.rmtree(folder)
    file_events(client, (folder, DELETED))
    await until_callers(client, "core.py::base", "core.py::twice", "user.py::use")


async def test_a_rename_in_the_editor(client: LanguageClient, project: Path) -> None:
    old, new = project / "user.py", project / "customer.py"
    old.rename(new)
    client.workspace_did_rename_files(
        t.RenameFilesParams(files=[t.FileRename(old_uri=uri_of(old), new_uri=uri_of(new))])
    )
    await until_callers(client, "core.py::base", "core.py::twice", "customer.py::use")
    new.unlink()
    client.workspace_did_delete_files(t.DeleteFilesParams(files=[t.FileDelete(uri=uri_of(new))]))
    await until_callers(client, "core.py::base", "core.py::twice")
    old.write_text(USER, encoding="utf-8")
    client.workspace_did_create_files(t.CreateFilesParams(files=[t.FileCreate(uri=uri_of(old))]))
    await until_callers(client, "core.py::base", "core.py::twice", "user.py::use")


async def test_another_branch_changes_everything(project: Path) -> None:
    git(project, "init", "-q", "-b", "main")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "start")
    git(project, "checkout", "-qb", "other")
    (project / "user.py").write_text(USER.replace("use()", "use_elsewhere()"), encoding="utf-8")
    git(project, "commit", "-qam", "other")
    async with session(project) as client:
        assert await callers(client, "core.py::base") == {"core.py::twice", "user.py::use_elsewhere"}
        git(project, "checkout", "-q", "main")
        file_events(client, (project / ".git" / "HEAD", CHANGED))
        await until_callers(client, "core.py::base", "core.py::twice", "user.py::use")


def without_file_events() -> t.ClientCapabilities:
    announced = capabilities()
    assert announced.workspace is not None
    announced.workspace.did_change_watched_files = None
    return announced


async def test_a_client_without_file_events_is_watched_for(project: Path) -> None:
    async with session(project, announced=without_file_events()) as client:
        assert client.watcher.registrations == []

        async def seen() -> bool:
            (project / "late.py").write_text(USER.replace("use()", "late()"), encoding="utf-8")
            await asyncio.sleep(0.6)  # the watcher waits for the end of a burst
            return "late.py::late" in await callers(client, "core.py::base")

        await until(seen)


async def test_what_others_write_and_commit_is_seen_without_a_save(project: Path) -> None:
    git(project, "init", "-q", "-b", "main")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "start")
    async with session(project, announced=without_file_events()) as client:
        uri = open_document(client, project / "core.py")
        assert not (await titles(client, uri))[0].endswith("changed")
        text = "# first\n" + CORE.replace("base(x):", "base(x, y):") + "\n\ndef fresh():\n    return 1\n"

        async def found() -> bool:
            # Written again until the watcher has seen it, and taken over by the editor, which has nothing to save then.
            (project / "core.py").write_text(text, encoding="utf-8")
            change_document(client, uri, t.TextDocumentContentChangeWholeDocument(text))
            await asyncio.sleep(2)  # the watcher waits for the end of a burst
            lines = {finding.range.start.line for finding in client.diagnostics.get(uri, ())}
            return {6, 9} <= lines

        await until(found)
        assert "changed" in (await titles(client, uri))[1]
        git(project, "commit", "-qam", "other")

        async def is_settled() -> bool:
            return "changed" not in (await titles(client, uri))[1] and not client.diagnostics[uri]

        await until(is_settled)


def part(repository: Path) -> Path:
    return repository / "pkg"


def work_tree(repository: Path) -> Path:
    tree = repository.parent / "tree"
    git(repository, "worktree", "add", "-q", "-b", "one", str(tree))
    return tree / "pkg"


@pytest.mark.parametrize("opened", [part, work_tree])
async def test_a_commit_that_is_kept_outside_of_the_folder_is_seen(
    tmp_path: Path, opened: Callable[[Path], Path]
) -> None:
    """Of a client that reports what changes in the folder alone."""
    repository = tmp_path / "repository"
    (repository / "pkg").mkdir(parents=True)
    (repository / "pkg/core.py").write_text(CORE, encoding="utf-8")
    git(repository, "init", "-q", "-b", "main")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "start")
    folder = opened(repository)
    async with session(folder) as client:
        uri = open_document(client, folder / "core.py")
        (folder / "core.py").write_text(CORE.replace("base(x):", "base(x, y):"), encoding="utf-8")
        file_events(client, (folder / "core.py", CHANGED))

        async def is_changed() -> bool:
            return "changed" in " ".join((await titles(client, uri)).values())

        async def is_settled() -> bool:
            # Again, as the first may come before it is looked for.
            git(folder, "commit", "--allow-empty", "-qam", "other")
            await asyncio.sleep(1)  # the watcher waits for the end of a burst
            return not await is_changed()

        await until(is_changed)
        await until(is_settled)


async def test_each_folder_has_its_own_graph(project: Path, tmp_path: Path) -> None:
    inner, other = project / "inner", tmp_path / "other"
    for folder, name in ((inner, "inside"), (other, "outside")):
        folder.mkdir()
        (folder / "core.py").write_text(f"{CORE}\n\ndef {name}():\n    return base(1) + twice(1)\n", encoding="utf-8")
    async with session(project, inner) as client:
        uri = uri_of(inner / "core.py")
        assert (await titles(client, uri))[0].startswith("2 callers")
        with pytest.raises(JsonRpcException, match="Several folders are open"):
            await run(client, "blastlens.untested")
        answer = await run(client, "blastlens.callers", {"uri": uri, "position": {"line": 0, "character": 5}})
        assert {row["symbol"] for row in answer["results"]} == {"core.py::twice", "core.py::inside"}
        assert {location["uri"] for location in answer["locations"]} == {uri}
        # The outer folder may use what the inner one owns, which knows nothing of it.
        assert not answer["complete"] and answer["reason"].startswith("only inner of the project project is indexed")
        assert (await titles(client, uri))[8] == "no callers found here | no test found here"
        assert (await titles(client, uri_of(project / "user.py")))[3] == "no callers found | no test found"
        assert await lenses(client, uri_of(other / "core.py")) == []

        folders = t.WorkspaceFoldersChangeEvent(
            added=[t.WorkspaceFolder(uri=uri_of(other), name="other")],
            removed=[t.WorkspaceFolder(uri=uri_of(inner), name="inner")],
        )
        client.workspace_did_change_workspace_folders(t.DidChangeWorkspaceFoldersParams(event=folders))
        await ready(client, other)
        assert (await titles(client, uri_of(other / "core.py")))[0].startswith("2 callers")


async def test_settings_take_effect_at_once(project: Path) -> None:
    (project / "left.py").write_text("import right\n", encoding="utf-8")
    (project / "right.py").write_text("import left\n", encoding="utf-8")
    async with session(project, configuration={"blastlens": {"docsUrl": "https://docs.example/findings"}}) as client:
        uri = uri_of(project / "core.py")
        cyclic = await until(lambda: next((uri for uri, found in client.diagnostics.items() if found), None))
        (finding,) = client.diagnostics[cyclic]
        assert finding.code_description == t.CodeDescription("https://docs.example/findings#import-cycle")
        assert await lenses(client, uri)

        async def configure(section: dict[str, object]) -> None:
            client.set_configuration({"blastlens": section})
            client.workspace_did_change_configuration(t.DidChangeConfigurationParams(settings=None))

        await configure({"lenses": False, "diagnostics": {"severity": {"import-cycle": "error"}}, "trace": "messages"})
        await until(lambda: [d.severity for d in client.diagnostics[cyclic]] == [t.DiagnosticSeverity.Error])
        assert await lenses(client, uri) == []
        await until(lambda: [m for m in client.log_messages if m.message.startswith("textDocument/codeLens ")])
        await configure({"diagnostics": False})
        await until(lambda: not client.diagnostics[cyclic])
        assert await lenses(client, uri)
        await configure({"exclude": ["user.py"]})
        await until_callers(client, "core.py::base", "core.py::twice")
        await configure({"minConfidence": "high"})
        await until(lambda: [m for m in client.log_messages if "minConfidence must be" in m.message])


async def test_settings_can_come_with_initialize(project: Path) -> None:
    announced = capabilities()
    assert announced.workspace is not None
    announced.workspace.configuration = False
    options = {"blastlens": {"lenses": False}, "clientHandlesResults": True}
    async with session(project, announced=announced, options=options) as client:
        uri = uri_of(project / "core.py")
        assert await lenses(client, uri) == []
        await run(client, "blastlens.callers", {"symbol": "base"})
        assert client.messages == []
        client.workspace_did_change_configuration(
            t.DidChangeConfigurationParams(settings={"blastlens": {"lenses": True}})
        )
        assert await lenses(client, uri)


async def test_odd_names_are_other_documents(project: Path) -> None:
    names = ["100%/a%20b.py", "100%/a b.py", "docs#1/c#.py", "q?/x&y=1;z+w.py", "naïve/größe.py", 'quote\'s "x".py']
    for number, name in enumerate(names):
        path = project / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(
            f"def f{number}():\n    return 1\n\n\ndef g{number}():\n    return f{number}()\n", encoding="utf-8"
        )
    async with session(project) as client:
        for number, name in enumerate(names):
            uri = uri_of(project / name)
            assert (await titles(client, uri))[0].startswith("1 caller")
            answer = await run(client, "blastlens.callers", {"symbol": f"f{number}"})
            (location,) = answer["locations"]
            prefix, _, suffix = location["uri"].partition(uri_of(project) + "/")
            assert prefix == ""
            assert suffix.isascii()
            assert not set(suffix) & set(" #?\"'")
            open_document(client, project / name)
            save(
                client, project / name, (project / name).read_text("utf-8") + f"\n\ndef h{number}():\n    f{number}()\n"
            )
            assert (await titles(client, uri))[0].startswith("2 callers")


async def test_files_that_are_not_read_answer_nothing(client: LanguageClient, project: Path) -> None:
    (project / "notes.txt").write_text("def base(): pass\n", encoding="utf-8")
    uri = open_document(client, project / "notes.txt")
    assert await lenses(client, uri) == []
    save(client, project / "notes.txt", "def base(): pass # more\n")
    file_events(client, (project / "notes.txt", CHANGED), (project / ".code-graph" / "graph.db", CHANGED))
    assert await callers(client, "core.py::base") == {"core.py::twice", "user.py::use"}


async def test_the_index_is_kept_between_sessions(project: Path) -> None:
    async with session(project):
        pass
    (project / "user.py").write_text(USER.replace("use()", "changed_while_away()"), encoding="utf-8")
    async with session(project) as client:
        await until_callers(client, "core.py::base", "core.py::twice", "user.py::changed_while_away")


async def test_a_port_serves_one_client(project: Path) -> None:
    command = [sys.executable, "-m", "blastlens", "lsp", "--tcp", "--port", "0"]
    server = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    assert server.stderr is not None
    port = int((await server.stderr.readline()).decode().rstrip().rpartition(":")[2])
    connected = make_client()
    await connected.start_tcp("127.0.0.1", port)
    await connected.initialize_session(
        t.InitializeParams(
            capabilities=capabilities(), workspace_folders=[t.WorkspaceFolder(uri=uri_of(project), name="project")]
        )
    )
    await ready(connected, project)
    assert (await titles(connected, uri_of(project / "core.py")))[0].startswith("2 callers")
    await connected.shutdown_session()
    await connected.stop()
    stream = connected.protocol.writer
    assert isinstance(stream, asyncio.StreamWriter)
    stream.close()  # the client leaves that to the collector, which warns in whatever test runs then
    await stream.wait_closed()
    assert await server.wait() == 0
    assert await server.stderr.read() == b""
