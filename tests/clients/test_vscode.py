"""The VS Code extension, packaged and installed, in a real workbench, against the real server."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .code_server import Workbench, find_chromium, find_code_server, package_extension
from .conftest import HERE, ROOT, commit, keep_pictures, make_home, make_project

SESSION_SECONDS = 480
PICTURES = ("lenses", "blast-radius", "by-file", "structure", "menu", "explorer", "quick-fix")

Seen = dict[str, Any]


class Served:
    """A workbench that serves, for one scenario after another."""

    def __init__(self, workbench: Workbench, port: int, folder: Path) -> None:
        self.workbench = workbench
        self.port = port
        self.folder = folder

    def run(self, name: str, **options: str) -> Seen:
        """What a scenario saw. A failed one shows its error, the extension host's logs and where its picture is."""
        picture = self.folder / f"{name}.png"
        given = {"chromiumPath": find_chromium(), "port": self.port, "failurePicture": str(picture)}
        done = subprocess.run(
            ["node", str(HERE / name), json.dumps(given | {"pictures": str(self.folder)} | options)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=SESSION_SECONDS,
        )
        picture.with_suffix(".log").write_text(done.stderr)
        assert done.returncode == 0, f"{done.stderr}\n{done.stdout}\n{self.workbench.logs()}\npicture: {picture}"
        seen: Seen = json.loads(done.stdout.splitlines()[-1])
        return seen


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return package_extension(tmp_path_factory.mktemp("package"))


@pytest.fixture(scope="module")
def served(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One workbench for the sessions that have a server: it takes longer to open than to use."""
    folder = tmp_path_factory.mktemp("vscode")
    workbench = Workbench(find_code_server(), folder, make_home(folder))
    workbench.install(package)
    with workbench.serving() as port:
        yield Served(workbench, port, folder)


def project_with_history(folder: Path) -> Path:
    """The sample with a second commit, which changes one function."""
    project = make_project(folder)
    pricing = project / "shop/pricing.py"
    pricing.write_text(pricing.read_text().replace("amount * VAT_PERCENT // 100", "amount * VAT_PERCENT // 100 + 0"))
    commit(project, "Round as before")
    _straighten(project)
    return project


def _straighten(project: Path) -> None:
    """A branch on which nothing is imported in a circle."""
    promotions = project / "shop/promotions.py"
    before = promotions.read_text()
    subprocess.run(["git", "switch", "-q", "-c", "straight"], cwd=project, check=True)
    after = before.replace("from shop.pricing import price_of\n\n", "").replace("price_of(product) * ", "40 * ")
    assert after != before
    promotions.write_text(after)
    commit(project, "Import in one direction")
    subprocess.run(["git", "switch", "-q", "-"], cwd=project, check=True)


def two_folders(folder: Path) -> dict[str, str]:
    """A workspace of two folders: one as committed; one with a change, that cannot hold its index."""
    shop, archive = make_project(folder / "two"), make_project(folder / "two", name="archive")
    pricing = archive / "shop/pricing.py"
    pricing.write_text(pricing.read_text().replace("return PRICES[product]", "return PRICES[product] + 0"))
    (archive / ".code-graph").write_text("a file where the folder of the index would be")
    workspace = folder / "two/both.code-workspace"
    workspace.write_text(json.dumps({"folders": [{"path": str(shop)}, {"path": str(archive)}]}))
    return {"folder": str(shop), "workspace": str(workspace)}


@pytest.fixture(scope="module")
def seen(served: Served) -> Seen:
    """The session of most tests."""
    saw = served.run("vscode_scenario.mjs", folder=str(project_with_history(served.folder)))
    keep_pictures({f"vscode-{name}.png": served.folder / f"{name}.png" for name in PICTURES})
    return saw


@pytest.fixture(scope="module")
def seen_in_two(served: Served) -> Seen:
    return served.run("vscode_folders.mjs", **two_folders(served.folder))


@pytest.fixture(scope="module")
def seen_graph(served: Served) -> Seen:
    saw = served.run("vscode_graph.mjs", folder=str(make_project(served.folder / "graph")))
    keep_pictures({"vscode-graph.png": served.folder / "graph.png"})
    return saw


def test_lenses_stand_above_the_functions(seen: Seen) -> None:
    assert len(seen["lenses"]) == 4
    assert any("4 callers" in lens for lens in seen["lenses"])


def test_the_status_bar_says_blastlens_and_nothing_else_when_all_is_well(seen: Seen) -> None:
    assert "Blastlens" in seen["statusBar"]
    assert "%" not in seen["statusBar"]
    assert "stale" not in seen["statusBar"]


def test_a_click_on_a_lens_opens_the_callers(seen: Seen) -> None:
    rows = " ".join(seen["references"])
    for file in ("pricing.py", "promotions.py", "checkout.py", "test_cart.py"):
        assert file in rows


def test_a_click_on_the_reach_of_a_lens_opens_its_blast_radius(seen: Seen) -> None:
    assert seen["reachOf"] == "price_of"
    assert seen["reach"][0] == "Changed1"
    assert seen["reach"][1].startswith("price_of")
    assert "Indirect callers3" in seen["reach"]


def test_a_click_on_the_tests_of_a_lens_lists_them_and_offers_to_run_them(seen: Seen) -> None:
    run, *tests = seen["testsOfLens"]
    assert "Run in a terminal" in run
    assert "pytest tests/test_cart.py" in run
    assert [test.split(",")[0] for test in tests] == ["test_price_of_coffee", "test_total_includes_vat"]


def test_a_hover_names_the_callers(seen: Seen) -> None:
    assert "receipt" in seen["hover"]


def test_a_save_changes_the_count(seen: Seen) -> None:
    assert len(seen["lensesAfterSave"]) == 5
    assert any("5 callers" in lens for lens in seen["lensesAfterSave"])


def test_the_blast_radius_view_follows_saves_and_not_keystrokes(seen: Seen) -> None:
    assert "Nothing is changed" in seen["beforeChange"]
    assert seen["whileTyping"] == seen["beforeChange"]
    rows = seen["radius"]
    heads = [row for row in rows if row.startswith(("Changed", "No test found", "Direct callers", "Indirect callers"))]
    assert heads[0] == "Changed2"
    assert any(row.startswith("price_of") and "body" in row for row in rows)
    assert any(row.startswith("cheapest") and "added" in row for row in rows)
    assert any(row.startswith("receipt") and "shop/checkout.py:12" in row for row in rows)
    assert "6 affected by uncommitted changes" in seen["badge"]


def test_a_click_opens_the_file_at_the_line(seen: Seen) -> None:
    assert seen["position"].startswith("Ln 12,")


def test_rows_have_a_menu(seen: Seen) -> None:
    wanted = {"Open", "Open to the Side", "Show Callers", "Show Blast Radius", "Copy Path and Line", "Copy Symbol"}
    assert wanted <= set(seen["contextMenu"])


def test_callers_of_a_row_open_in_the_references_view(seen: Seen) -> None:
    rows = " ".join(seen["referencesView"])
    assert "checkout.py" in rows
    assert "return price_of(product) * (quantity // 3)" in rows


def test_the_blast_radius_can_be_grouped_by_file(seen: Seen) -> None:
    rows = seen["byFile"]
    assert any(row.startswith("shop/checkout.py") and "1 untested" in row for row in rows)
    assert any(row.startswith("receipt") and "calls it" in row and "no test found" in row for row in rows)


def test_two_commits_can_be_chosen(seen: Seen) -> None:
    rows = seen["commits"]
    assert rows[:2] == ["Changed1", "with_vatshop/pricing.py:20 · body"]
    assert not any("cheapest" in row for row in rows)


def test_the_affected_tests_run_in_a_terminal(seen: Seen) -> None:
    text = seen["terminal"].replace("\xa0", " ")
    assert "pytest tests/test_cart.py" in text
    assert "2 passed" in text


def test_the_views_of_the_structure(seen: Seen) -> None:
    cycle, *edges = seen["Cycles"]
    assert cycle.startswith("pricing.py → promotions.py")
    assert any("cheapest cut" in edge for edge in edges)
    assert any("2 definitions · 20 lines" in row for row in seen["Dead Code"])
    assert seen["Hubs"][0].startswith("price_of")
    assert "used by" in seen["Hubs"][0]
    assert any("members" in row for row in seen["Communities"])
    assert seen["cycleOpened"].startswith("pricing")


def test_the_status_bar_has_a_menu(seen: Seen) -> None:
    entries = " ".join(seen["menu"])
    for entry in ("shop: fresh", "Build index again", "Blast radius of uncommitted changes", "Run affected tests"):
        assert entry in entries
    assert "2 changed, 6 affected" in entries


def test_the_explorer_marks_what_the_change_reaches(seen: Seen) -> None:
    badges = seen["explorer"]
    assert badges["cart.py"] == "~"
    assert badges["checkout.py"] == "!"
    assert badges["__init__.py"] == ""


def test_the_problems_view_has_what_the_change_leaves_untested(seen: Seen) -> None:
    assert any("price_of is changed, and no test reaches" in problem for problem in seen["problems"])


def test_a_finding_has_quick_fixes(seen: Seen) -> None:
    fixes = " ".join(seen["quickFixes"])
    assert "Show its callers" in fixes
    assert "Run the tests that reach it" in fixes


def test_the_light_bulb_has_what_can_be_asked_of_a_function(seen: Seen) -> None:
    fixes = " ".join(seen["quickFixes"])
    assert "Show the blast radius of price_of" in fixes
    assert "Run the tests that reach price_of" not in fixes, "the finding on it offers the same"


def test_a_finding_runs_its_tests_in_the_terminal(seen: Seen) -> None:
    text = seen["terminalOfFix"].replace("\xa0", " ")
    assert text.count("2 passed") == 2


def test_a_finding_is_suppressed_with_a_reason(seen: Seen) -> None:
    reason = "tests that run outside of this repository cover it"
    assert any(f"# blastlens: ignore[untested-callers] {reason}" in line for line in seen["suppressed"])
    assert not any("price_of is changed" in problem for problem in seen["problemsLeft"])
    assert any("cycle" in problem for problem in seen["problemsLeft"])


def test_a_commit_leaves_nothing_that_is_not_committed(seen: Seen) -> None:
    assert "Nothing is changed" in seen["afterCommit"]
    assert seen["badgeAfterCommit"].startswith("Blastlens")
    assert "affected" not in seen["badgeAfterCommit"]


def test_lenses_and_findings_follow_a_branch_that_is_checked_out_under_its_feet(seen: Seen) -> None:
    assert any("3 callers" in lens for lens in seen["lensesOfBranch"])
    assert "import-cycle" not in seen["problemsOfBranch"]
    assert any("5 callers" in lens for lens in seen["lensesBack"])


def test_two_folders_have_an_index_each(seen_in_two: Seen) -> None:
    rows = seen_in_two["folders"]
    assert any(row.startswith("archive") for row in rows)
    assert any(row.startswith("price_of") for row in rows)
    menu = " ".join(seen_in_two["menu"])
    assert "shop: fresh" in menu
    assert "archive: fresh" in menu


def test_a_folder_that_cannot_be_written_is_read_all_the_same(seen_in_two: Seen) -> None:
    assert ".code-graph cannot be written" in " ".join(seen_in_two["menu"])


def test_a_killed_server_is_started_again_and_says_so(seen_in_two: Seen) -> None:
    assert any("stopped unexpectedly and is started again" in message for message in seen_in_two["crash"])
    assert any(row.startswith("price_of") for row in seen_in_two["afterCrash"])
    assert any("4 callers" in lens for lens in seen_in_two["lensesAfterCrash"])


def test_a_server_that_keeps_stopping_is_left_alone_until_the_user_says(seen_in_two: Seen) -> None:
    assert any("5 times in 3 minutes" in message for message in seen_in_two["gaveUp"])
    assert "Restart Server" in seen_in_two["buttons"]
    assert any(row.startswith("price_of") for row in seen_in_two["afterRestart"])


@pytest.fixture(scope="module")
def seen_untrusted(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Seen:
    """A machine without the server, on which nobody has said yet that the folder is trusted; then with the server; then trusted."""
    folder = tmp_path_factory.mktemp("untrusted")
    home = make_home(folder, with_server=False)
    server, old = folder / "bin/blastlens", folder / "old-python"
    home["PATH"] = f"{server.parent}{os.pathsep}{home['PATH']}"
    script = f"#!/bin/sh\nPYTHONPATH='{ROOT / 'server'}' exec '{sys.executable}' -P -m blastlens \"$@\"\n"
    for program, text in ((server.with_name("not-yet"), script), (old, "#!/bin/sh\necho '[3, 9, false]'\n")):
        program.parent.mkdir(exist_ok=True)
        program.write_text(text)
        program.chmod(0o755)
    first_start = {"workbench.welcomePage.walkthroughs.openOnInstall": True}
    workbench = Workbench(find_code_server(), folder, home, trusting=False, **first_start)
    workbench.install(package)
    with workbench.serving() as port:
        given = {"folder": str(make_project(folder)), "oldPython": str(old), "server": str(server)}
        saw = Served(workbench, port, folder).run("vscode_untrusted.mjs", **given)
        keep_pictures({"vscode-untrusted.png": folder / "untrusted.png"})
        return saw


def test_without_a_server_the_extension_says_what_to_do(seen_untrusted: Seen) -> None:
    assert "Install the server" in seen_untrusted["walkthrough"]
    assert "Run the tests that matter" in seen_untrusted["walkthrough"]
    message = " ".join(seen_untrusted["message"])
    assert "no blastlens on PATH" in message
    assert "pip install blastlens" in message
    assert seen_untrusted["afterCommand"]
    assert "No language server was found" in seen_untrusted["view"]


def test_a_folder_that_is_not_trusted_is_read_and_nothing_of_it_is_run(seen_untrusted: Seen) -> None:
    assert "Restricted Mode" in seen_untrusted["banner"]
    assert any("4 callers" in lens for lens in seen_untrusted["lenses"])
    assert [test.split(",")[0] for test in seen_untrusted["testsOfLens"]] == [
        "test_price_of_coffee",
        "test_total_includes_vat",
    ]
    assert not any("Run Affected Tests" in row for row in seen_untrusted["palette"])
    assert "which you have not said that you trust" in " ".join(seen_untrusted["refused"])


def test_the_settings_of_a_folder_count_once_it_is_trusted(seen_untrusted: Seen) -> None:
    assert not any("too old" in message for message in seen_untrusted["refused"])
    assert "is Python 3.9, too old" in " ".join(seen_untrusted["tooOld"])
    assert "blastlens.server.pythonPath (" in " ".join(seen_untrusted["tooOld"])


def test_the_graph_opens_at_the_cursor(seen_graph: Seen) -> None:
    assert seen_graph["opened"]["heading"].startswith("price_of")
    assert "n:shop/checkout.py::receipt" in seen_graph["opened"]["drawn"]
    assert "script-src 'nonce-" in seen_graph["policy"]
    assert "unsafe" not in seen_graph["policy"]


def test_enter_in_the_graph_opens_the_source(seen_graph: Seen) -> None:
    assert "checkout.py" in seen_graph["source"]


def test_the_graph_follows_a_save_and_comes_back_with_the_window(seen_graph: Seen) -> None:
    opened, followed, restored = (seen_graph[key] for key in ("opened", "followed", "restored"))
    assert set(opened["drawn"]) < set(followed["drawn"])
    assert followed["chosen"] == restored["chosen"] == "n:shop/checkout.py::receipt"
    assert restored["drawn"] == followed["drawn"]


def test_one_graph_panel_shows_either_of_two_folders(seen_in_two: Seen) -> None:
    assert seen_in_two["modulesOfArchive"]["heading"] == "Modules · archive"
    assert seen_in_two["graphOfShop"]["heading"] == "price_of · shop"
    assert "n:shop/checkout.py::receipt" in seen_in_two["graphOfShop"]["drawn"]
    assert seen_in_two["panels"] == 1
    assert all(uri.endswith("two/shop/shop/checkout.py") for uri in seen_in_two["sourceOfShop"])


def test_the_graph_shows_all_modules_and_is_in_the_menus(seen_graph: Seen) -> None:
    assert (
        "n:shop/pricing.py::with_vat" in seen_graph["modules"]["drawn"]
        or "f:shop/pricing.py" in seen_graph["modules"]["drawn"]
    )
    assert any("Show Graph" in entry for entry in seen_graph["menu"])
