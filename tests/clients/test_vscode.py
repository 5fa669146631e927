"""The VS Code extension, packaged and installed, in a real workbench, against the real server."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from .code_server import Workbench, find_chromium, find_code_server, package_extension
from .conftest import HERE, ROOT, keep_pictures, make_home, make_project

SESSION_SECONDS = 240
PICTURES = ("lenses", "blast-radius", "problems")

Seen = dict[str, Any]


def run_scenario(name: str, folder: Path, home: dict[str, str], **more: str) -> Seen:
    """What a session saw. A failed one shows its error, the extension host's logs and where its picture is."""
    workbench = Workbench(find_code_server(), folder, home)
    chromium = find_chromium()
    workbench.install(package_extension(folder))
    project = make_project(folder)
    picture = folder / "failure.png"
    with workbench.serving() as port:
        options = {"chromiumPath": chromium, "port": port, "folder": str(project), "failurePicture": str(picture)}
        done = subprocess.run(
            ["node", str(HERE / name), json.dumps(options | more)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=SESSION_SECONDS,
        )
    assert done.returncode == 0, f"{done.stderr}\n{done.stdout}\n{workbench.logs()}\npicture: {picture}"
    seen: Seen = json.loads(done.stdout.splitlines()[-1])
    return seen


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    """One session for all tests of this file: the workbench takes longer to open than to use."""
    folder = tmp_path_factory.mktemp("vscode")
    options = {"pictures": str(folder)}
    saw = run_scenario("vscode_scenario.mjs", folder, make_home(folder), **options)
    keep_pictures({f"vscode-{name}.png": folder / f"{name}.png" for name in PICTURES})
    return saw


def test_lenses_stand_above_the_functions(seen: Seen) -> None:
    assert len(seen["lenses"]) == 4
    assert any("4 callers" in lens for lens in seen["lenses"])
    assert "Blastlens" in seen["statusBar"]


def test_a_click_on_a_lens_opens_the_callers(seen: Seen) -> None:
    rows = " ".join(seen["references"])
    for file in ("pricing.py", "promotions.py", "checkout.py", "test_cart.py"):
        assert file in rows


def test_a_hover_names_the_callers(seen: Seen) -> None:
    assert "receipt" in seen["hover"]


def test_a_save_changes_the_count(seen: Seen) -> None:
    assert len(seen["lensesAfterSave"]) == 5
    assert any("5 callers" in lens for lens in seen["lensesAfterSave"])


def test_the_blast_radius_is_a_list_to_choose_from(seen: Seen) -> None:
    rows = " ".join(seen["blastRadius"])
    assert "daily_summary" in rows
    assert "shop/checkout.py:17" in rows
    assert "test_price_of_coffee" in rows


def test_the_problems_view_has_the_import_cycle(seen: Seen) -> None:
    assert any("cycle" in problem for problem in seen["problems"])


def test_without_a_server_the_extension_says_what_to_do(tmp_path: Path) -> None:
    saw = run_scenario("vscode_no_server.mjs", tmp_path, make_home(tmp_path, with_server=False))
    message = " ".join(saw["message"])
    assert "no blastlens on PATH" in message
    assert "pip install blastlens" in message
    assert saw["afterCommand"]
