"""`blastlens.graph`, as the graph panel asks for it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from wire.session import EDITORS, capabilities, run, session, uri_of
from wire.test_wire_answers import write_project

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_project(tmp_path_factory.mktemp("graph") / "project")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client(project: Path) -> AsyncIterator[LanguageClient]:
    async with session(project, announced=capabilities(EDITORS[0])) as connected:
        yield connected


def _names(answer: dict[str, Any]) -> set[str]:
    return set(answer["graph"]["nodes"]["qualname"])


async def test_a_symbol_is_drawn_with_what_it_reaches(client: LanguageClient) -> None:
    answer = await run(client, "blastlens.graph", {"symbol": "shop/money.py::round_up"})
    assert answer["question"]["kind"] == "graph_map"
    assert {"round_up", "price", "pay", "test_pay"} <= _names(answer)
    assert answer["graph"]["about"] == "round_up"
    assert answer["results"] == answer["locations"] == []


async def test_so_is_what_stands_at_the_cursor(client: LanguageClient, project: Path) -> None:
    uri = uri_of(project / "shop/cart.py")
    answer = await run(
        client, "blastlens.graph", {"uri": uri, "position": {"line": 3, "character": 5}, "workingTree": True}
    )
    assert answer["graph"]["about"] == "price"


async def test_between_definitions_the_changes_are_drawn_or_the_modules(client: LanguageClient, project: Path) -> None:
    uri = uri_of(project / "shop/cart.py")
    answer = await run(
        client, "blastlens.graph", {"uri": uri, "position": {"line": 0, "character": 0}, "workingTree": True}
    )
    assert answer["graph"]["about"].startswith("Modules")
    modules = await run(client, "blastlens.graph")
    assert _names(modules) == _names(answer)


async def test_the_number_of_symbols_is_bounded(client: LanguageClient) -> None:
    answer = await run(client, "blastlens.graph", {"symbol": "shop/money.py::round_up", "maxNodes": 1})
    assert len(_names(answer)) <= 10


@pytest.mark.parametrize("wrong", [{"beside": "shop"}, {"beside": [1]}, {"maxNodes": "many"}])
async def test_wrong_arguments_are_refused(client: LanguageClient, wrong: dict[str, object]) -> None:
    with pytest.raises(JsonRpcException, match=r"beside|maxNodes"):
        await run(client, "blastlens.graph", wrong)
