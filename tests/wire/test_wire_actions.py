"""Code actions: what is offered where, and that what is offered works."""

from __future__ import annotations

import json
import subprocess
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types as t
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from wire.session import capabilities, change_document, open_document, run, save, session, until, uri_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

CORE = "def base(x, y):\n    return x\n\n\ndef twice(x):\n    return base(x) * 2\n"
MAIN = (
    "from core import twice\n"
    "\n"
    "\n"
    "class A:\n"
    "    def draw(self): ...\n"
    "\n"
    "\n"
    "class B:\n"
    "    def draw(self): ...\n"
    "\n"
    "\n"
    "def show(thing: A | B):\n"
    "    thing.draw()\n"
    "    return twice(1)\n"
    "\n"
    "\n"
    "show(A())\n"
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "core.py").write_text(CORE.replace("(x, y)", "(x)"), encoding="utf-8")
    (root / "main.py").write_text(MAIN, encoding="utf-8")
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.invalid"]
    for arguments in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-qm", "start"]):
        subprocess.run(["git", *arguments], cwd=root, check=True)
    (root / "core.py").write_text(CORE, encoding="utf-8")
    return root


def announced() -> t.ClientCapabilities:
    found = capabilities("visual-studio-code")
    assert found.window is not None
    found.window.show_document = t.ShowDocumentClientCapabilities(support=True)
    return found


@pytest_asyncio.fixture(loop_scope="module")
async def client(project: Path) -> AsyncIterator[LanguageClient]:
    async with session(project, announced=announced()) as connected:
        yield connected


async def actions(
    client: LanguageClient, uri: str, line: int, character: int = 0, *, only: Sequence[str] | None = None
) -> dict[str, t.CodeAction]:
    """By title."""
    # The library takes every object with a command for a bare one.
    converter = client.protocol._converter
    converter.register_structure_hook(
        t.Command | t.CodeAction, lambda given, _: converter.structure(given, t.CodeAction)
    )
    at = t.Position(line, character)
    context = t.CodeActionContext(diagnostics=client.diagnostics.get(uri, ()), only=only)
    asked = t.CodeActionParams(t.TextDocumentIdentifier(uri=uri), t.Range(at, at), context)
    found = await client.text_document_code_action_async(asked)
    assert all(isinstance(one, t.CodeAction) for one in found or ())
    return {one.title: one for one in found or () if isinstance(one, t.CodeAction)}


async def do(client: LanguageClient, action: t.CodeAction) -> Any:
    assert action.command is not None
    return await run(client, action.command.command, *(action.command.arguments or ()))


def edited(path: Path, action: t.CodeAction, uri: str) -> str:
    """The text of the file with the edits of an action, which are of ASCII columns."""
    assert action.edit is not None
    assert action.edit.changes is not None
    assert set(action.edit.changes) == {uri}
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for one in sorted(action.edit.changes[uri], key=lambda edit: edit.range.start.line, reverse=True):
        start, end = one.range.start, one.range.end
        first = lines[start.line][: start.character] if start.line < len(lines) else ""
        last = lines[end.line][end.character :] if end.line < len(lines) else ""
        lines[start.line : end.line + 1] = [first + one.new_text + last]
    return "".join(lines)


async def test_a_definition_offers_its_radius_and_its_tests(client: LanguageClient, project: Path) -> None:
    uri = open_document(client, project / "core.py")
    found = await actions(client, uri, 4, 5, only=[""])
    assert list(found) == ["Show the blast radius of twice", "Show the tests to run for twice"]
    assert {one.kind for one in found.values()} == {t.CodeActionKind.Empty}
    radius = await do(client, found["Show the blast radius of twice"])
    assert {row["symbol"] for row in radius["direct"]} == {"main.py::show"}
    assert set(await actions(client, uri, 4, 5)) >= set(found)
    assert await actions(client, uri, 4, 5, only=["refactor", "source.fixAll"]) == {}


async def test_a_client_that_runs_tests_is_offered_to(project: Path) -> None:
    async with session(project, announced=announced(), options={"runsTests": True}) as client:
        uri = open_document(client, project / "core.py")
        found = await actions(client, uri, 4, 5)
        shown = "Show the blast radius of twice"
        assert list(found) == [shown, "Run the tests that reach twice", "Show the tests to run for twice"]
        run_them = found["Run the tests that reach twice"].command
        assert run_them is not None
        assert run_them.command == "blastlens.runAffectedTests"
        assert run_them.arguments == ({"uri": uri, "symbol": "core.py::twice"},)


async def test_a_call_is_explained_and_its_rivals_are_shown(client: LanguageClient, project: Path) -> None:
    uri = open_document(client, project / "main.py")
    found = await actions(client, uri, 13, 13)
    assert list(found)[:2] == ["Explain why this enters twice", "Show the blast radius of twice"]
    why = await do(client, found["Explain why this enters twice"])
    assert [row["basis"] for row in why["results"]] == ["import"]
    found = await actions(client, uri, 12, 11)
    (rival,) = [one for title, one in found.items() if title.startswith("Go to main.py::B.draw")]
    assert await do(client, rival) is True
    (shown,) = client.shown_documents
    assert (shown.uri, shown.selection.start) == (uri, t.Position(8, 8))
    # What the text says now is not what the graph knows.
    change_document(client, uri, t.TextDocumentContentChangeWholeDocument(MAIN.replace("thing.draw()", "print(1, 2)")))
    assert await actions(client, uri, 12, 6) == {}


EXPLAIN, RADIUS = "Explain why this enters twice", "Show the blast radius of twice"
BUFFERS: dict[str, tuple[str, tuple[int, int], list[str]]] = {
    "lines above": ("\n" + MAIN, (14, 13), [EXPLAIN, RADIUS]),
    "another line of the function": (MAIN.replace("    thing", "    x = 1\n    thing"), (14, 13), [EXPLAIN, RADIUS]),
    "both ends of the file": ("\n" + MAIN.replace("show(A())", "show(B())"), (14, 13), [EXPLAIN, RADIUS]),
    "top-level code": ("\n" + MAIN, (17, 1), ["Explain why this enters show", "Show the blast radius of show"]),
    "a name that is imported": ("\n" + MAIN, (1, 18), [RADIUS]),
    "the line itself": (MAIN.replace("twice(1)", "twice(2)"), (13, 13), []),
    "the name of the function around": (MAIN.replace("def show", "def shew"), (13, 13), [RADIUS]),
    "a call that is new": (MAIN + "twice(3)\n", (17, 1), []),
    "a line that is new": (MAIN.replace("    thing", "    twice(5)\n    thing"), (12, 6), []),
    "a line that is not there": (MAIN, (99, 0), []),
}


async def test_what_is_saved_is_offered_where_the_buffer_has_it(client: LanguageClient, project: Path) -> None:
    uri = open_document(client, project / "main.py")
    for what, (text, (line, character), titles) in BUFFERS.items():
        change_document(client, uri, t.TextDocumentContentChangeWholeDocument(text))
        found = await actions(client, uri, line, character, only=[""])
        assert (what, list(found)) == (what, titles)
        for one in found.values():
            assert (await do(client, one))["complete"]
    text = MAIN + "\n\ndef fresh():\n    return show(1)\n"
    change_document(client, uri, t.TextDocumentContentChangeWholeDocument(text))
    found = await actions(client, uri, 19, 5)
    assert list(found) == ["Show the blast radius of fresh", "Show the tests to run for fresh"]
    reason = "save the file first: what is not saved is not in the index"
    assert [(one.command, one.disabled and one.disabled.reason) for one in found.values()] == [(None, reason)] * 2
    save(client, project / "main.py", text)
    found = await actions(client, uri, 19, 5)
    assert [one.disabled for one in found.values()] == [None, None]
    await do(client, found["Show the blast radius of fresh"])


async def test_a_client_that_shows_no_disabled_actions_gets_none(project: Path) -> None:
    plain = announced()
    assert plain.text_document is not None
    assert plain.text_document.code_action is not None
    plain.text_document.code_action.disabled_support = None
    async with session(project, announced=plain) as client:
        uri = open_document(client, project / "main.py")
        text = MAIN + "\n\ndef fresh():\n    return show(1)\n"
        change_document(client, uri, t.TextDocumentContentChangeWholeDocument(text))
        assert await actions(client, uri, 19, 5) == {}


async def test_findings_offer_what_mends_or_suppresses_them(client: LanguageClient, project: Path) -> None:
    core = project / "core.py"
    uri = open_document(client, core)
    await until(lambda: len(client.diagnostics.get(uri, ())) == 2)
    found = await actions(client, uri, 5, 12, only=["quickfix"])
    assert list(found) == [
        "Go to what is changed: base takes (x, y)",
        "Show all callers that were not updated",
        "Suppress callers-not-updated: updated in a change that follows",
        "Suppress callers-not-updated with a comment (write the reason behind it)",
    ]
    for one in found.values():
        assert [diagnostic.code for diagnostic in one.diagnostics or ()] == ["callers-not-updated"]
    left = await do(client, found["Show all callers that were not updated"])
    assert [row["symbol"] for row in left["results"]] == ["core.py::twice"]
    text = edited(core, found["Suppress callers-not-updated: updated in a change that follows"], uri)
    comment = "    # blastlens: ignore[callers-not-updated] updated in a change that follows\n    return base(x) * 2\n"
    assert text.endswith(comment)
    change_document(client, uri, t.TextDocumentContentChangeWholeDocument(text))
    save(client, core, text)
    await until(lambda: [one.code for one in client.diagnostics[uri]] == ["untested-callers"])
    assert "Suppress callers-not-updated: updated in a change that follows" not in await actions(client, uri, 6, 12)


async def test_a_finding_goes_into_the_baseline(client: LanguageClient, project: Path) -> None:
    core = project / "core.py"
    uri = open_document(client, core)
    await until(lambda: len(client.diagnostics.get(uri, ())) == 2)
    title = "Suppress callers-not-updated: add it to the baseline"
    assert title not in await actions(client, uri, 5, 12)
    client.set_configuration({"blastlens": {"diagnostics": {"baseline": ".code-graph/known.json"}}})
    client.workspace_did_change_configuration(t.DidChangeConfigurationParams(settings=None))

    async def is_offered() -> bool:
        return title in await actions(client, uri, 5, 12)

    await until(is_offered)
    await do(client, (await actions(client, uri, 5, 12))[title])
    await until(lambda: [one.code for one in client.diagnostics[uri]] == ["untested-callers"])
    known = json.loads((project / ".code-graph/known.json").read_text(encoding="utf-8"))
    assert [(row["rule"], row["file"], row["symbol"]) for row in known["findings"]] == [
        ("callers-not-updated", "core.py", "core.py::twice")
    ]


async def test_a_client_that_shows_no_documents_is_offered_no_places(project: Path) -> None:
    plain = capabilities("neovim")
    if plain.window is not None:
        plain.window.show_document = None
    async with session(project, announced=plain) as client:
        uri = uri_of(project / "main.py")
        assert [title for title in await actions(client, uri, 12, 11) if title.startswith("Go to")] == []


async def test_a_cycle_leads_to_the_cheapest_import(client: LanguageClient, project: Path) -> None:
    core = project / "core.py"
    uri = open_document(client, core)
    text = "import main\n" + CORE
    change_document(client, uri, t.TextDocumentContentChangeWholeDocument(text))
    save(client, core, text)
    await until(lambda: "import-cycle" in {one.code for one in client.diagnostics.get(uri, ())})
    found = await actions(client, uri, 0, 8, only=["quickfix"])
    (way,) = [one for title, one in found.items() if title.startswith("Break this cycle: go to where core.py")]
    assert await do(client, way) is True
    assert [one.selection.start for one in client.shown_documents] == [t.Position(0, 7)]
    assert len((await do(client, found["Show all import cycles"]))["results"]) == 1


async def test_an_uncertain_edge_is_confirmed_or_rejected(client: LanguageClient, project: Path) -> None:
    uri = open_document(client, project / "main.py")

    async def callers(symbol: str) -> list[tuple[str, str]]:
        answer = await run(client, "blastlens.callers", {"symbol": symbol})
        return [(row["symbol"], row["basis"]) for row in answer["results"]]

    def titled(found: dict[str, t.CodeAction], start: str) -> t.CodeAction:
        (one,) = [action for title, action in found.items() if title.startswith(start)]
        return one

    before = await callers("B.draw")
    found = await actions(client, uri, 12, 11, only=[""])
    await do(client, titled(found, "Confirm: this enters main.py::A.draw"))
    assert await callers("A.draw") == [("main.py::show", "confirmed")]
    await do(client, titled(found, "Reject: this never enters main.py::B.draw"))
    assert await callers("B.draw") == []
    found = await actions(client, uri, 12, 11, only=[""])
    assert "Explain why this enters A.draw" in found
    assert [title for title in found if title.startswith(("Confirm", "Reject"))] == []
    assert len(json.loads((project / ".code-graph/edges.json").read_text(encoding="utf-8"))["edges"]) == 2
    await do(client, titled(found, "Take back: the edge to main.py::B.draw is rejected"))
    assert await callers("B.draw") == before != []


async def test_a_cycle_of_types_alone_is_broken(client: LanguageClient, project: Path) -> None:
    core = project / "core.py"
    uri = open_document(client, core)
    text = "from __future__ import annotations\n\nfrom main import A\n\n\n" + CORE + "\n\ndef one(a: A): ...\n"
    change_document(client, uri, t.TextDocumentContentChangeWholeDocument(text))
    save(client, core, text)
    await until(lambda: "import-cycle" in {one.code for one in client.diagnostics.get(uri, ())})
    found = await actions(client, uri, 2, 8, only=["quickfix"])
    mending = found["Break this cycle: import it for type checkers alone"]
    assert mending.is_preferred
    assert mending.edit is None
    taking = project / "taking.py"
    taking.write_text("import core\n\ncore.A\n", encoding="utf-8")
    changed = t.FileEvent(uri=uri_of(taking), type=t.FileChangeType.Created)
    client.workspace_did_change_watched_files(t.DidChangeWatchedFilesParams(changes=[changed]))

    async def is_refused() -> bool:
        try:
            await client.code_action_resolve_async(mending)
        except JsonRpcException as error:
            assert "another file may take what is imported here" in error.message
            return True
        return False

    await until(is_refused)
    taking.unlink()
    changed = t.FileEvent(uri=uri_of(taking), type=t.FileChangeType.Deleted)
    client.workspace_did_change_watched_files(t.DidChangeWatchedFilesParams(changes=[changed]))

    async def resolved() -> t.CodeAction | None:
        try:
            return await client.code_action_resolve_async(mending)
        except JsonRpcException:
            return None

    after = edited(core, await until(resolved), uri)
    assert "if TYPE_CHECKING:\n    from main import A\n" in after
    change_document(client, uri, t.TextDocumentContentChangeWholeDocument(after))
    save(client, core, after)
    await until(lambda: "import-cycle" not in {one.code for one in client.diagnostics.get(uri, ())})
    taken = after.replace("def one(a: A): ...", "def one(a: A): return A()").replace(
        "if TYPE_CHECKING:\n    from main import A\n", "from main import A\n"
    )
    change_document(client, uri, t.TextDocumentContentChangeWholeDocument(taken))
    save(client, core, taken)
    await until(lambda: "import-cycle" in {one.code for one in client.diagnostics.get(uri, ())})
    line = taken.splitlines().index("from main import A")
    assert "Break this cycle: import it for type checkers alone" not in await actions(client, uri, line, 8)
