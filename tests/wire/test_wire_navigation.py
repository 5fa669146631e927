"""What a main language server does, only where the user switches it on; hierarchies that mark what is uncertain."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as t
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from wire.session import at, capabilities, change_document, open_document, session, until, uri_of
from wire.test_wire_lenses import project

pytestmark = pytest.mark.asyncio(loop_scope="module")
__all__ = ["project"]

ALL = {"definition": True, "references": True, "documentSymbol": True, "workspaceSymbol": True}
OPTIONAL = {
    t.TEXT_DOCUMENT_DEFINITION,
    t.TEXT_DOCUMENT_REFERENCES,
    t.TEXT_DOCUMENT_DOCUMENT_SYMBOL,
    t.WORKSPACE_SYMBOL,
    t.TEXT_DOCUMENT_INLAY_HINT,
}


def dynamic() -> t.ClientCapabilities:
    """A client that registers everything optional when it is told to."""
    announced = capabilities()
    assert announced.text_document is not None and announced.workspace is not None
    announced.text_document.definition = t.DefinitionClientCapabilities(dynamic_registration=True)
    announced.text_document.references = t.ReferenceClientCapabilities(dynamic_registration=True)
    announced.text_document.document_symbol = t.DocumentSymbolClientCapabilities(dynamic_registration=True)
    announced.text_document.inlay_hint = t.InlayHintClientCapabilities(dynamic_registration=True)
    announced.workspace.symbol = t.WorkspaceSymbolClientCapabilities(dynamic_registration=True)
    return announced


def static() -> t.ClientCapabilities:
    """A client that knows what a server can do from `initialize` only."""
    announced = dynamic()
    assert announced.text_document is not None and announced.workspace is not None
    for one in ("definition", "references", "document_symbol", "inlay_hint"):
        getattr(announced.text_document, one).dynamic_registration = False
    announced.workspace.symbol = t.WorkspaceSymbolClientCapabilities(dynamic_registration=False)
    return announced


def registered(client: LanguageClient) -> set[str]:
    return {one.method for one in client.watcher.registrations} & OPTIONAL  # type: ignore[attr-defined]


def spot(place: t.Location) -> tuple[str, int, int]:
    return place.uri.rpartition("/")[2], place.range.start.line, place.range.start.character


async def test_nothing_is_doubled_unless_it_is_switched_on(project: Path) -> None:
    async with session(project, announced=dynamic()) as client:
        assert registered(client) == set()
        chosen = {"navigation": {"references": True}, "inlayHints": {"enabled": True}}
        client.set_configuration({"blastlens": chosen})
        client.workspace_did_change_configuration(t.DidChangeConfigurationParams(settings={}))
        await until(lambda: registered(client) == {t.TEXT_DOCUMENT_REFERENCES, t.TEXT_DOCUMENT_INLAY_HINT})
        client.set_configuration({"blastlens": {}})
        client.workspace_did_change_configuration(t.DidChangeConfigurationParams(settings={}))
        await until(lambda: client.watcher.taken_back == {t.TEXT_DOCUMENT_REFERENCES, t.TEXT_DOCUMENT_INLAY_HINT})  # type: ignore[attr-defined]


async def test_a_client_without_registration_is_told_at_the_start(project: Path) -> None:
    options = {"blastlens": {"navigation": ALL}}
    async with session(
        project, announced=static(), options=options, configuration={"blastlens": options["blastlens"]}
    ) as client:
        uri = open_document(client, project / "cart.py")
        found: Any = await client.text_document_definition_async(t.DefinitionParams(**at(uri, 4, 12)))
        assert spot(found) == ("money.py", 0, 4)
        assert registered(client) == set()


async def test_what_is_switched_on_answers(project: Path) -> None:
    configuration = {"blastlens": {"navigation": ALL, "inlayHints": {"enabled": True}}}
    async with session(project, announced=dynamic(), configuration=configuration) as client:
        await until(lambda: registered(client) == OPTIONAL)
        uri = open_document(client, project / "money.py")
        asked = t.ReferenceParams(**at(uri, 0, 5), context=t.ReferenceContext(include_declaration=True))
        places = [spot(one) for one in await client.text_document_references_async(asked) or ()]
        assert places[0] == ("money.py", 0, 4)
        assert {("cart.py", 4, 11), ("cart.py", 8, 11)} <= set(places)
        here = t.Position(0, 0)
        change_document(client, uri, t.TextDocumentContentChangePartial(t.Range(here, here), "# one\n"))
        document = t.TextDocumentIdentifier(uri=uri)
        outline: Any = await client.text_document_document_symbol_async(t.DocumentSymbolParams(text_document=document))
        assert [(one.name, one.selection_range.start.line) for one in outline] == [("add", 1), ("lonely", 5)]
        whole = t.Range(t.Position(0, 0), t.Position(9, 0))
        hints = await client.text_document_inlay_hint_async(t.InlayHintParams(text_document=document, range=whole))
        (hint,) = hints or ()
        assert (hint.position.line, hint.position.character) == (1, len("def add(a, b):"))
        (part,) = hint.label
        assert (part.value, part.command.command) == ("2 callers", "blastlens.callers")  # type: ignore[union-attr]
        matches = await client.workspace_symbol_async(t.WorkspaceSymbolParams(query="tot")) or ()
        assert {(one.name, spot(one.location)[0]) for one in matches} >= {("total", "cart.py")}  # type: ignore[arg-type]


async def test_uncertain_callers_and_callees_are_marked_in_each_direction(tmp_path: Path) -> None:
    shapes = "class Shape:\n    def area(self):\n        return 1\n\n\nclass Circle(Shape):\n    def area(self):\n        return 3\n"
    (tmp_path / "a.py").write_text(shapes, "utf-8")
    (tmp_path / "b.py").write_text(
        "from a import Shape\n\n\ndef total(shape: Shape):\n    return shape.area()\n", "utf-8"
    )
    async with session(tmp_path) as client:
        up: Any = await client.text_document_prepare_call_hierarchy_async(
            t.CallHierarchyPrepareParams(**at(uri_of(tmp_path / "a.py"), 6, 9))
        )
        asked_up = t.CallHierarchyIncomingCallsParams(item=up[0])
        (caller,) = await client.call_hierarchy_incoming_calls_async(asked_up) or ()
        down: Any = await client.text_document_prepare_call_hierarchy_async(
            t.CallHierarchyPrepareParams(**at(uri_of(tmp_path / "b.py"), 3, 5))
        )
        asked_down = t.CallHierarchyOutgoingCallsParams(item=down[0])
        callees = await client.call_hierarchy_outgoing_calls_async(asked_down) or ()
        marks = {one.to.name: (one.to.detail or "").partition(" ")[2] for one in callees}
        assert marks["Shape.area"] == ""
        assert marks["Circle.area"].startswith("(inferred 0.")
        assert caller.from_.detail == f"b.py {marks['Circle.area']}"


async def failure(request: Any) -> str:
    with pytest.raises(JsonRpcException) as told:
        await request
    assert told.value.code == -32803
    return told.value.message


async def test_of_a_definition_that_is_not_saved_nothing_is_said_to_be_absent(project: Path) -> None:
    configuration = {"blastlens": {"navigation": ALL}}
    async with session(project, announced=dynamic(), configuration=configuration) as client:
        await until(lambda: registered(client) == OPTIONAL - {t.TEXT_DOCUMENT_INLAY_HINT})
        uri = open_document(client, project / "money.py")
        saved = (project / "money.py").read_text("utf-8")
        there = at(uri, 1, 5)
        items: Any = await client.text_document_prepare_call_hierarchy_async(
            t.CallHierarchyPrepareParams(**at(uri, 0, 5))
        )
        typed = "# one\n" + saved.replace("def add(", "def plus(")
        change_document(client, uri, t.TextDocumentContentChangeWholeDocument(typed))
        references = t.ReferenceParams(**there, context=t.ReferenceContext(include_declaration=True))
        for request in (
            client.text_document_prepare_call_hierarchy_async(t.CallHierarchyPrepareParams(**there)),
            client.text_document_references_async(references),
            client.workspace_execute_command_async(
                t.ExecuteCommandParams("blastlens.callers", [{"uri": uri, "position": {"line": 1, "character": 5}}])
            ),
        ):
            assert "money.py::plus is not in the index" in (message := await failure(request))
            assert "save its file and ask again" in message
        found: Any = await client.text_document_definition_async(t.DefinitionParams(**there))
        assert spot(found) == ("money.py", 1, 4)
        (item,) = items
        item.data = {**item.data, "symbol": "money.py::plus"}
        calls, callees = t.CallHierarchyIncomingCallsParams(item=item), t.CallHierarchyOutgoingCallsParams(item=item)
        assert "not in the index" in await failure(client.call_hierarchy_incoming_calls_async(calls))
        assert "not in the index" in await failure(client.call_hierarchy_outgoing_calls_async(callees))
        one = t.TypeHierarchyItem(item.name, item.kind, item.uri, item.range, item.selection_range, data=item.data)
        up, down = t.TypeHierarchySupertypesParams(item=one), t.TypeHierarchySubtypesParams(item=one)
        assert "not in the index" in await failure(client.type_hierarchy_supertypes_async(up))
        assert "not in the index" in await failure(client.type_hierarchy_subtypes_async(down))


async def test_places_follow_what_is_typed(project: Path) -> None:
    async with session(project) as client:
        uri = open_document(client, project / "cart.py")
        typed = "# one\n# two\n" + (project / "cart.py").read_text("utf-8")
        money = uri_of(project / "money.py")
        before = await calls_of(client, money)
        change_document(client, uri, t.TextDocumentContentChangeWholeDocument(typed))
        after = await calls_of(client, money)
        assert before and after == {name: [line + 2 for line in lines] for name, lines in before.items()}


async def calls_of(client: LanguageClient, uri: str) -> dict[str, list[int]]:
    """Name of a caller in cart.py of what is defined at the top -> its own line and the lines of its calls."""
    items: Any = await client.text_document_prepare_call_hierarchy_async(t.CallHierarchyPrepareParams(**at(uri, 0, 5)))
    asked = t.CallHierarchyIncomingCallsParams(item=items[0])
    calls = await client.call_hierarchy_incoming_calls_async(asked) or ()
    return {
        one.from_.name: [one.from_.selection_range.start.line, *(place.start.line for place in one.from_ranges)]
        for one in calls
        if one.from_.uri.endswith("cart.py")
    }
