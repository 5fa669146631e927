"""The server over a real index, as two editors know it."""

from __future__ import annotations

import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types as t
from pytest_lsp import LanguageClient

from wire.session import (
    EDITORS,
    at,
    capabilities,
    change_document,
    lenses,
    open_document,
    run,
    session,
    titles,
    until,
    uri_of,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")

FILES = {
    "shop/__init__.py": "",
    "shop/money.py": (
        "class Money:\n"
        "    def total(self):\n"
        "        return self.net()\n"
        "\n"
        "    def net(self):\n"
        "        return 1\n"
        "\n"
        "\n"
        "class Euro(Money):\n"
        "    def net(self):\n"
        "        return round_up(2)\n"
        "\n"
        "\n"
        "def round_up(amount):\n"
        "    return amount\n"
    ),
    "shop/cart.py": (
        "from shop.money import Euro, round_up\n"
        "\n"
        "\n"
        "def price(pieces):\n"
        '    note = "🙂é"; return round_up(pieces) + round_up(1)\n'
        "\n"
        "\n"
        "def pay(pieces):\n"
        "    return price(pieces) + Euro().total()\n"
    ),
    "shop/left.py": "from shop import right\n\n\ndef one():\n    return right.two()\n",
    "shop/right.py": "from shop import left\n\n\ndef two():\n    return 2\n",
    "tests/test_cart.py": "from shop.cart import pay\n\n\ndef test_pay():\n    assert pay(1)\n",
}


def write_project(root: Path) -> Path:
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = write_project(tmp_path_factory.mktemp("wire") / "project")
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.invalid"]
    closing = root / "shop/right.py"
    closing.write_text(FILES["shop/right.py"].replace("from shop import left", "# not yet"), encoding="utf-8")
    for arguments in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-qm", "start"]):
        subprocess.run(["git", *arguments], cwd=root, check=True)
    closing.write_text(FILES["shop/right.py"], encoding="utf-8")
    return root


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=EDITORS)
async def client(project: Path, request: pytest.FixtureRequest) -> AsyncIterator[LanguageClient]:
    async with session(project, announced=capabilities(request.param)) as connected:
        yield connected


async def test_lenses_stand_above_every_definition(client: LanguageClient, project: Path) -> None:
    uri = open_document(client, project / "shop/cart.py")
    found = await lenses(client, uri)
    places = {(lens.range.start.line, lens.range.start.character, lens.range.end.character) for lens in found}
    assert places == {(3, 4, 9), (7, 4, 7)}
    shown = await titles(client, uri)
    assert shown[3].startswith("1 caller")
    assert "1 test" in shown[7]


async def test_a_lens_asks_for_the_callers(client: LanguageClient, project: Path) -> None:
    uri = open_document(client, project / "shop/money.py")
    lens = next(lens for lens in await lenses(client, uri) if lens.range.start.line == 13)
    command = (await client.code_lens_resolve_async(lens)).command
    assert command is not None
    assert command.command == "blastlens.callers"
    answer = await run(client, command.command, *(command.arguments or ()))
    assert {row["symbol"] for row in answer["results"]} == {"shop/cart.py::price", "shop/money.py::Euro.net"}
    assert len(answer["locations"]) == len(answer["results"])
    places = {
        (one["uri"], one["range"]["start"]["line"], one["range"]["start"]["character"]) for one in answer["locations"]
    }
    assert places == {(uri_of(project / "shop/cart.py"), 4, 25), (uri_of(project / "shop/money.py"), 10, 15)}
    assert len(answer["callSites"]) == 3
    await until(lambda: [message for message in client.messages if "2 callers of" in message.message])


async def test_lenses_follow_the_buffer_and_counts_the_saved_graph(client: LanguageClient, project: Path) -> None:
    uri = open_document(client, project / "shop/cart.py")
    start = t.Range(t.Position(0, 0), t.Position(0, 0))
    change_document(client, uri, t.TextDocumentContentChangePartial(start, "# one\n# two\ndef brand_new(): pass\n"))
    shown = await titles(client, uri)
    assert sorted(shown) == [2, 6, 10]
    assert shown[2] == "not saved yet"
    assert shown[6].startswith("1 caller")
    hover = await client.text_document_hover_async(t.HoverParams(**at(uri, 6, 5)))
    assert hover is not None
    assert "price" in hover.contents.value
    client.text_document_did_close(t.DidCloseTextDocumentParams(text_document=t.TextDocumentIdentifier(uri=uri)))
    assert sorted(await titles(client, uri)) == [3, 7]


async def test_hover_names_callers_and_why(client: LanguageClient, project: Path) -> None:
    uri = uri_of(project / "shop/cart.py")
    hover = await client.text_document_hover_async(t.HoverParams(**at(uri, 4, 27)))
    assert hover is not None
    assert "round_up" in hover.contents.value
    assert "price" in hover.contents.value
    assert hover.range == t.Range(t.Position(4, 25), t.Position(4, 33))
    assert await client.text_document_hover_async(t.HoverParams(**at(uri, 1, 0))) is None


async def test_hover_on_a_use_is_the_card_of_what_it_means(client: LanguageClient, project: Path) -> None:
    uri = uri_of(project / "shop/cart.py")
    uses = {
        (4, 27): "round_up",
        (8, 12): "price",
        (8, 29): "Euro",
        (8, 36): "total",
    }
    for (line, character), name in uses.items():
        hover = await client.text_document_hover_async(t.HoverParams(**at(uri, line, character)))
        assert hover is not None, (line, character)
        assert name in hover.contents.value.partition("\n")[0]


async def test_hover_is_plain_text_where_the_client_shows_no_markdown(project: Path) -> None:
    announced = capabilities()
    assert announced.text_document is not None
    for formats in (None, [t.MarkupKind.PlainText]):
        announced.text_document.hover = t.HoverClientCapabilities(content_format=formats)
        async with session(project, announced=announced) as client:
            there = at(uri_of(project / "shop/cart.py"), 3, 5)
            hover = await client.text_document_hover_async(t.HoverParams(**there))
            assert hover is not None
            assert hover.contents.kind == t.MarkupKind.PlainText
            assert "price" in hover.contents.value
            assert not set("*`") & set(hover.contents.value)


async def test_incoming_calls_are_one_item_a_caller(client: LanguageClient, project: Path) -> None:
    uri = uri_of(project / "shop/money.py")
    items = await client.text_document_prepare_call_hierarchy_async(t.CallHierarchyPrepareParams(**at(uri, 13, 6)))
    assert items is not None
    (item,) = items
    assert (item.name, item.kind, item.uri) == ("round_up", t.SymbolKind.Function, uri)
    assert item.selection_range == t.Range(t.Position(13, 4), t.Position(13, 12))
    assert item.range == t.Range(t.Position(13, 0), t.Position(14, 17))
    calls = await client.call_hierarchy_incoming_calls_async(t.CallHierarchyIncomingCallsParams(item=item))
    ranges = {call.from_.name: [(r.start.line, r.start.character) for r in call.from_ranges] for call in calls or ()}
    assert ranges == {"price": [(4, 25), (4, 44)], "Euro.net": [(10, 15)]}


async def test_outgoing_calls_mark_what_is_uncertain(client: LanguageClient, project: Path) -> None:
    uri = uri_of(project / "shop/money.py")
    items = await client.text_document_prepare_call_hierarchy_async(t.CallHierarchyPrepareParams(**at(uri, 1, 9)))
    assert items is not None
    calls = await client.call_hierarchy_outgoing_calls_async(t.CallHierarchyOutgoingCallsParams(item=items[0]))
    details = {call.to.name: call.to.detail for call in calls or ()}
    assert set(details) == {"Money.net", "Euro.net"}
    assert details["Money.net"] == "shop/money.py"
    assert "override)" in (details["Euro.net"] or "")
    assert {r.start.line for call in calls or () for r in call.from_ranges} == {2}


async def test_a_position_without_a_symbol_has_no_hierarchy(client: LanguageClient, project: Path) -> None:
    uri = uri_of(project / "shop/money.py")
    assert not await client.text_document_prepare_call_hierarchy_async(t.CallHierarchyPrepareParams(**at(uri, 3, 0)))
    assert not await client.text_document_prepare_type_hierarchy_async(t.TypeHierarchyPrepareParams(**at(uri, 13, 6)))


async def test_types_know_their_bases_and_subclasses(client: LanguageClient, project: Path) -> None:
    uri = uri_of(project / "shop/money.py")
    (money,) = (
        await client.text_document_prepare_type_hierarchy_async(t.TypeHierarchyPrepareParams(**at(uri, 0, 7))) or ()
    )
    assert (money.name, money.kind) == ("Money", t.SymbolKind.Class)
    (euro,) = await client.type_hierarchy_subtypes_async(t.TypeHierarchySubtypesParams(item=money)) or ()
    assert (euro.name, euro.uri, euro.selection_range.start) == ("Euro", uri, t.Position(8, 6))
    (base,) = await client.type_hierarchy_supertypes_async(t.TypeHierarchySupertypesParams(item=euro)) or ()
    assert base.name == "Money"


async def test_every_command_answers_in_the_envelope(client: LanguageClient, project: Path) -> None:
    uri = uri_of(project / "shop/cart.py")
    place = {"uri": uri, "position": {"line": 3, "character": 5}}
    symbols = {row["symbol"] for row in (await run(client, "blastlens.callers", place))["results"]}
    assert symbols == {"shop/cart.py::pay"}
    reached = await run(client, "blastlens.callersTransitive", {"symbol": "price"})
    assert {"shop/cart.py::pay", "tests/test_cart.py::test_pay"} >= {row["symbol"] for row in reached["results"]}
    lines = {(place["uri"], place["range"]["start"]["line"]) for place in reached["locations"]}
    assert lines == {(uri, 8), (uri_of(project / "tests/test_cart.py"), 4)}
    by_suffix = await run(client, "blastlens.callers", {"symbol": "round_up"})
    assert by_suffix["locations"][0]["range"]["start"]["character"] in (15, 25)
    assert len(by_suffix["callSites"]) == 3
    files = await run(client, "blastlens.dependents", {"uri": uri})
    assert [row["file"] for row in files["results"]] == ["tests/test_cart.py"]
    assert files["locations"][0]["uri"] == uri_of(project / "tests/test_cart.py")
    radius = await run(client, "blastlens.blastRadius", {"symbol": "shop/money.py::round_up"})
    assert {"changed", "direct", "transitive", "files", "tests", "untested"} <= set(radius)
    cycles = await run(client, "blastlens.cycles")
    assert [sorted(row["members"]) for row in cycles["results"]] == [["shop/left.py", "shop/right.py"]]
    coverage = await run(client, "blastlens.coverage", {"uri": uri, "depth": 1})
    assert {row["directory"] for row in coverage["directories"]} == {"shop", "tests"}
    assert sum(row["calls"] for row in coverage["directories"]) == coverage["total"]["calls"] > 0
    untested = await run(client, "blastlens.untested", place)
    assert "shop/left.py::one" in {row["symbol"] for row in untested["results"]}
    imports = await run(client, "blastlens.imports", {"file": "tests/test_cart.py"})
    assert [row["file"] for row in imports["results"]] == ["shop/cart.py"]
    tests = await run(client, "blastlens.affectedTests", {"symbol": "shop/money.py::round_up"})
    assert [row["symbol"] for row in tests["results"]] == ["tests/test_cart.py::test_pay"]
    left = await run(client, "blastlens.notUpdated")
    assert left["results"] == []
    dead = await run(client, "blastlens.deadCode")
    hubs = await run(client, "blastlens.hubs", "file")
    bridges = await run(client, "blastlens.bridges", {"limit": 3})
    communities = await run(client, "blastlens.communities", {"level": "file"})
    flows = await run(client, "blastlens.flows", {"tests": True})
    assert hubs["results"] and flows["results"]
    edge = await run(client, "blastlens.explain", {"caller": "pay", "callee": "price"})
    assert edge["question"]["kind"] == "explain"
    used = await run(client, "blastlens.explain", {"uri": uri, "position": {"line": 4, "character": 25}})
    assert (used["caller"], used["callee"]) == ("shop/cart.py::price", "shop/money.py::round_up")
    named = await run(client, "blastlens.searchSymbols", {"query": "pri", "limit": 5})
    assert [row["symbol"] for row in named["results"]] == ["shop/cart.py::price"]
    status = await run(client, "blastlens.indexStatus", {"uri": uri_of(project)})
    assert status["results"][0]["state"] == "ready"
    assert status["results"][0]["files"] == len(FILES)
    rebuilt = await run(client, "blastlens.reindex")
    assert rebuilt["results"][0]["files"] == len(FILES)
    structure = (dead, hubs, bridges, communities, flows, edge)
    for answer in (reached, files, radius, cycles, coverage, untested, imports, tests, left, *structure):
        assert {"question", "results", "complete", "reason", "revision", "stale"} <= set(answer)
        assert len(answer["locations"]) == len(answer["results"])


async def test_a_cycle_is_pushed_with_every_hop(client: LanguageClient, project: Path) -> None:
    uris = [uri_of(project / name) for name in ("shop/left.py", "shop/right.py")]
    uri = await until(lambda: next((uri for uri in uris if client.diagnostics.get(uri)), None))
    found = client.diagnostics[uri][0]
    assert (found.code, found.source) == ("import-cycle", "blastlens")
    assert found.range.start.line == 0
    assert found.code_description is not None
    assert found.code_description.href.endswith("docs/findings/import-cycle.md")
    assert {one.location.uri for one in found.related_information or ()} == set(uris)


@pytest.mark.parametrize(
    ("offered", "character"), [(("utf-8", "utf-16"), 28), (("utf-16",), 25), (("utf-32", "utf-16"), 24)]
)
async def test_positions_are_in_the_clients_encoding(project: Path, offered: tuple[str, ...], character: int) -> None:
    async with session(project, announced=capabilities(encodings=offered)) as client:
        uri = open_document(client, project / "shop/money.py")
        items = await client.text_document_prepare_call_hierarchy_async(t.CallHierarchyPrepareParams(**at(uri, 13, 6)))
        assert items is not None
        calls = await client.call_hierarchy_incoming_calls_async(t.CallHierarchyIncomingCallsParams(item=items[0]))
        (price,) = [call for call in calls or () if call.from_.name == "price"]
        assert price.from_ranges[0].start == t.Position(4, character)
        there = at(uri_of(project / "shop/cart.py"), 4, character)
        hover = await client.text_document_hover_async(t.HoverParams(**there))
        assert hover is not None
        assert hover.range is not None
        assert hover.range.start.character == character


async def test_diagnostics_are_pulled_where_the_client_pulls(project: Path) -> None:
    async with session(project, announced=capabilities("visual-studio-code", pull=True)) as client:

        async def reports() -> list[t.WorkspaceDocumentDiagnosticReport]:
            found = await client.workspace_diagnostic_async(t.WorkspaceDiagnosticParams(previous_result_ids=[]))
            return list(found.items)

        (report,) = await until(reports)
        await until(lambda: client.diagnostic_refresh_count)
        assert isinstance(report, t.WorkspaceFullDocumentDiagnosticReport)
        assert [item.code for item in report.items] == ["import-cycle"]
        document = t.TextDocumentIdentifier(uri=report.uri)
        pulled = await client.text_document_diagnostic_async(t.DocumentDiagnosticParams(text_document=document))
        assert (pulled.items, pulled.result_id) == (report.items, report.result_id)
        again = await client.text_document_diagnostic_async(
            t.DocumentDiagnosticParams(text_document=document, previous_result_id=pulled.result_id)
        )
        assert isinstance(again, t.RelatedUnchangedDocumentDiagnosticReport)
        known = [
            t.PreviousResultId(uri=report.uri, value=report.result_id or ""),
            t.PreviousResultId(uri=uri_of(project / "shop/cart.py"), value="of a finding that is gone"),
        ]
        second = await client.workspace_diagnostic_async(t.WorkspaceDiagnosticParams(previous_result_ids=known))
        kinds = {item.uri: item for item in second.items}
        assert isinstance(kinds[report.uri], t.WorkspaceUnchangedDocumentDiagnosticReport)
        gone = kinds[uri_of(project / "shop/cart.py")]
        assert isinstance(gone, t.WorkspaceFullDocumentDiagnosticReport)
        assert not gone.items
        assert client.diagnostics == {}
