"""What is known of an open file while the first index is built."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from lsprotocol import types as t
from pytest_lsp import LanguageClient

from wire.session import at, open_document, ready, run, session, titles, until, uri_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

HELD = (sys.executable, "-m", "wire.held_server")
FILES = {
    "shop/__init__.py": "",
    "shop/money.py": "def convert(amount):\n    return amount * 2\n\n\ndef lonely():\n    return 1\n",
    "shop/cart.py": "from shop.money import convert\n\n\ndef total(items):\n    return sum(convert(i) for i in items)\n",
    "shop/other.py": "def apart():\n    return 1\n",
    "tests/test_cart.py": "from shop.cart import total\n\n\ndef test_total():\n    assert total([1]) == 2\n",
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository whose index is held up; temporary files of the server lie beside it."""
    root = tmp_path / "project"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    (root / "hold-index").touch()
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    return root


async def known(client: LanguageClient, uri: str) -> dict[int, str]:
    """Titles, as soon as there are some that say more than that the index is built."""

    async def found() -> dict[int, str]:
        shown = await titles(client, uri)
        return {} if any("indexing" in title for title in shown.values()) else shown

    answer: dict[int, str] = await until(found)
    return answer


def scratch_folders(project: Path) -> list[Path]:
    """What the server keeps beside the repository; Python's own look whether a file can be made there is none of it."""
    return [entry for entry in (project.parent / "tmp").iterdir() if entry.is_dir()]


async def state(client: LanguageClient, root: Path) -> str:
    return str((await run(client, "blastlens.indexStatus", {"root": uri_of(root)}))["results"][0]["state"])


async def test_an_open_file_is_answered_before_the_index_is_complete(project: Path) -> None:
    async with session(project, command=HELD, wait=False) as client:
        uri = open_document(client, project / "shop/money.py")
        shown = await known(client, uri)
        assert await state(client, project) == "indexing"
        assert shown[0].startswith("1 caller")
        refreshes = await until(lambda: client.watcher.lens_refreshes)  # type: ignore[attr-defined]
        (project / "hold-index").unlink()
        await ready(client, project)
        await until(lambda: client.watcher.lens_refreshes > refreshes)  # type: ignore[attr-defined]
        whole = await titles(client, uri)
        assert "1 test" in whole[0]


async def test_nothing_is_said_to_be_absent_meanwhile(project: Path) -> None:
    async with session(project, command=HELD, wait=False) as client:
        uri = open_document(client, project / "shop/money.py")
        shown = await known(client, uri)
        assert not any(
            word in shown[4] for word in ("untested", "unused", "dead", "no known caller", "no callers found")
        )
        hover = await client.text_document_hover_async(t.HoverParams(**at(uri, 4, 5)))
        assert hover is not None
        assert "still being built" in str(hover.contents)
        answer = await run(client, "blastlens.callers", {"symbol": "shop/money.py::lonely", "uri": uri})
        assert answer["complete"] is False
        assert "still being built" in answer["reason"]
        (project / "hold-index").unlink()
        await ready(client, project)


async def test_a_file_that_is_opened_later_is_looked_at_too(project: Path) -> None:
    async with session(project, command=HELD, wait=False) as client:
        await known(client, open_document(client, project / "shop/other.py"))
        shown = await known(client, open_document(client, project / "shop/cart.py"))
        assert shown[3].startswith("1 caller")
        assert await state(client, project) == "indexing"
        (project / "hold-index").unlink()
        await ready(client, project)


@pytest.mark.parametrize("ends", ["complete", "left"])
async def test_nothing_of_it_is_left(project: Path, ends: str) -> None:
    async with session(project, command=HELD, wait=False) as client:
        await known(client, open_document(client, project / "shop/money.py"))
        assert len(scratch_folders(project)) == 1
        if ends == "complete":
            (project / "hold-index").unlink()
            await ready(client, project)
    await until(lambda: not scratch_folders(project))
