"""Files renamed in the editor: who imports them is told, as far as it does not follow."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types as t
from pytest_lsp import LanguageClient

from wire.session import change_document, open_document, run, save, session, until, uri_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

FILES = {
    "shop/__init__.py": "",
    "shop/cart.py": "def total(cart):\n    return cart\n",
    "web.py": "from shop.cart import total\n\n\ndef show():\n    return total(1)\n",
    "api.py": "import os\nfrom shop import cart\n\n\ndef answer():\n    return cart.total(2)\n",
    "alone.py": "def alone():\n    return 1\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest_asyncio.fixture(loop_scope="module")
async def client(project: Path) -> AsyncIterator[LanguageClient]:
    async with session(project) as connected:
        yield connected


async def rename(client: LanguageClient, project: Path, old: str, new: str) -> None:
    files = [t.FileRename(old_uri=uri_of(project / old), new_uri=uri_of(project / new))]
    # Nothing is edited: other servers do that, and two of them would do it twice.
    assert await client.workspace_will_rename_files_async(t.RenameFilesParams(files=files)) is None
    (project / old).rename(project / new)
    client.workspace_did_rename_files(t.RenameFilesParams(files=files))


def told(client: LanguageClient) -> list[str]:
    return [one.message for one in (*client.messages, *client.log_messages) if " now" in one.message]


async def test_what_does_not_follow_a_rename_is_told_with_its_place(client: LanguageClient, project: Path) -> None:
    await rename(client, project, "shop/cart.py", "shop/basket.py")
    await until(lambda: told(client))
    assert told(client) == [
        "Blastlens: shop/cart.py is shop/basket.py now, and 2 of 2 files that import it do not find it any more: "
        "api.py:2, web.py:1"
    ]
    answer = await run(client, "blastlens.callers", {"symbol": "shop/basket.py::total"})
    assert answer["results"] == []


async def test_what_follows_is_no_reason_to_interrupt(client: LanguageClient, project: Path) -> None:
    for name in ("web.py", "api.py"):
        text = FILES[name].replace("shop.cart", "shop.basket").replace("shop import cart", "shop import basket")
        uri = open_document(client, project / name)
        change_document(client, uri, t.TextDocumentContentChangeWholeDocument(text))
    files = [t.FileRename(old_uri=uri_of(project / "shop/cart.py"), new_uri=uri_of(project / "shop/basket.py"))]
    await client.workspace_will_rename_files_async(t.RenameFilesParams(files=files))
    save(client, project / "api.py", FILES["api.py"].replace("shop import cart", "shop import basket"))
    (project / "shop/cart.py").rename(project / "shop/basket.py")
    client.workspace_did_rename_files(t.RenameFilesParams(files=files))
    await until(lambda: told(client))
    assert told(client) == [
        "shop/cart.py is shop/basket.py now; the 2 files that import it follow, 1 of them once saved"
    ]
    assert client.messages == []


async def test_a_folder_is_renamed_with_all_that_lies_below_it(client: LanguageClient, project: Path) -> None:
    await rename(client, project, "alone.py", "apart.py")
    await rename(client, project, "shop", "store")
    await until(lambda: told(client))
    assert told(client) == [
        "Blastlens: shop is store now, and 2 of 2 files that import it do not find it any more: api.py:2, web.py:1"
    ]
