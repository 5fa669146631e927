"""Findings as diagnostics: of the change at hand or of all, suppressed, known, moved with their lines, of an outdated index."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types as t
from pytest_lsp import LanguageClient

from wire.session import FAKE, capabilities, change_document, git, open_document, save, session, until, uri_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

CORE = "def base(x):\n    return x\n\n\ndef twice(x):\n    return base(x) * 2\n"
MAIN = "import left\nfrom core import twice\n\nprint(twice(1), left)\n"
CYCLE = {"left.py": "import right\n", "right.py": "import left\n"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    for name, text in {"core.py": CORE, "main.py": MAIN, **CYCLE}.items():
        (root / name).write_text(text, encoding="utf-8")
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "start"]):
        git(root, *arguments)
    return root


@pytest_asyncio.fixture(loop_scope="module")
async def client(project: Path) -> AsyncIterator[LanguageClient]:
    async with session(project) as connected:
        yield connected


def shown(client: LanguageClient, path: Path) -> dict[str, int]:
    """Code -> 0-based line of the diagnostics of a file."""
    found = client.diagnostics.get(uri_of(path)) or ()
    return {str(one.code): one.range.start.line for one in found}


def showing(client: LanguageClient, path: Path, wanted: dict[str, int]) -> Callable[[], bool]:
    return lambda: shown(client, path) == wanted


NARROWER = CORE.replace("def base(x):", "def base(x, y):")


async def test_a_change_shows_what_it_leaves_behind(client: LanguageClient, project: Path) -> None:
    core = project / "core.py"
    save(client, core, NARROWER + "\n\ndef idle():\n    return 1\n")
    await until(showing(client, core, {"untested-callers": 0, "callers-not-updated": 5, "dead-code": 8}))
    by_code = {str(one.code): one for one in client.diagnostics[uri_of(core)]}
    left = by_code["callers-not-updated"]
    assert left.message == "not updated for the change of core.py::base: lacks required `y`"
    assert (left.severity, left.range.start.character, left.range.end.character) == (
        t.DiagnosticSeverity.Error,
        11,
        15,
    )
    assert left.code_description is not None
    assert left.code_description.href.endswith("callers-not-updated.md")
    assert [one.location.range.start.line for one in left.related_information or ()] == [0]
    dead = by_code["dead-code"]
    assert dead.severity == t.DiagnosticSeverity.Hint
    assert list(dead.tags or ()) == [t.DiagnosticTag.Unnecessary]
    assert by_code["untested-callers"].severity == t.DiagnosticSeverity.Information
    save(client, core, CORE)
    await until(showing(client, core, {}))
    assert not client.diagnostics.get(uri_of(project / "left.py"))


async def test_a_finding_follows_its_line_and_goes_with_it(project: Path) -> None:
    core = project / "core.py"
    core.write_text(NARROWER, encoding="utf-8")
    async with session(project, announced=capabilities("visual-studio-code", pull=True)) as client:
        uri, ids = open_document(client, core), [""]

        async def pulled() -> dict[str, int]:
            document = t.TextDocumentIdentifier(uri=uri)
            report = await client.text_document_diagnostic_async(
                t.DocumentDiagnosticParams(text_document=document, previous_result_id=ids[-1])
            )
            ids.append(report.result_id or "")
            if report.kind == "unchanged":
                return {}
            return {str(one.code): one.range.start.line for one in report.items}

        async def is_found() -> bool:
            return await pulled() == {"untested-callers": 0, "callers-not-updated": 5}

        await until(is_found)
        moved = "# one\n# two\n" + NARROWER
        change_document(client, uri, t.TextDocumentContentChangeWholeDocument(moved))
        assert await pulled() == {"untested-callers": 2, "callers-not-updated": 7}
        whole = await client.workspace_diagnostic_async(t.WorkspaceDiagnosticParams(previous_result_ids=[]))
        (report,) = whole.items
        assert [one.range.start.line for one in report.items] == [2, 7]  # type: ignore[union-attr]
        left = next(one for one in report.items if one.code == "callers-not-updated")  # type: ignore[union-attr]
        assert [one.location.range.start.line for one in left.related_information or ()] == [2]
        save(client, core, moved)
        assert await pulled() == {"untested-callers": 2, "callers-not-updated": 7}
        mended = moved.replace("base(x) *", "base(x, x) *")
        change_document(client, uri, t.TextDocumentContentChangeWholeDocument(mended))
        save(client, core, mended)
        assert "callers-not-updated" not in await pulled()


async def test_files_that_are_not_open_are_told_and_told_once(project: Path) -> None:
    (project / "core.py").write_text(NARROWER, encoding="utf-8")
    async with session(project, announced=capabilities("visual-studio-code", pull=True)) as client:

        async def reports(*known: t.PreviousResultId) -> list[t.WorkspaceDocumentDiagnosticReport]:
            asked = t.WorkspaceDiagnosticParams(previous_result_ids=list(known))
            return list((await client.workspace_diagnostic_async(asked)).items)

        async def all_stages() -> list[t.WorkspaceDocumentDiagnosticReport]:
            found = await reports()
            codes = {one.code for report in found for one in report.items}  # type: ignore[union-attr]
            return found if codes == {"untested-callers", "callers-not-updated"} else []

        (first,) = await until(all_stages)
        assert first.uri == uri_of(project / "core.py")
        (second,) = await reports(t.PreviousResultId(uri=first.uri, value=first.result_id or ""))
        assert isinstance(second, t.WorkspaceUnchangedDocumentDiagnosticReport)
        before = client.diagnostic_refresh_count
        save(client, project / "main.py", MAIN + "\n")
        await until(lambda: client.diagnostic_refresh_count > before)
        (third,) = await reports(t.PreviousResultId(uri=first.uri, value=first.result_id or ""))
        assert isinstance(third, t.WorkspaceUnchangedDocumentDiagnosticReport)


async def configured(client: LanguageClient, **diagnostics: Any) -> None:
    client.set_configuration({"blastlens": {"diagnostics": diagnostics}})
    client.workspace_did_change_configuration(t.DidChangeConfigurationParams(settings=None))


async def test_what_was_there_before_is_shown_on_demand(client: LanguageClient, project: Path) -> None:
    right = project / "right.py"
    await configured(client, scope="all")
    await until(showing(client, right, {"import-cycle": 0}))
    await configured(client, scope="all", severity={"import-cycle": "off"})
    await until(showing(client, right, {}))
    await configured(client, scope="every")
    await until(lambda: [m for m in client.log_messages if "diagnostics.scope must be one of" in m.message])


async def test_an_import_that_leads_nowhere_is_shown_of_a_clean_tree_too(project: Path) -> None:
    (project / "shop").mkdir()
    (project / "shop/__init__.py").touch()
    lost = project / "lost.py"
    lost.write_text("import shop.nowhere\n", encoding="utf-8")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "more")
    async with session(project, configuration={"blastlens": {"diagnostics": {"scope": "all"}}}) as client:
        await until(showing(client, lost, {"unresolved-import": 0}))


async def test_known_findings_are_not_shown(client: LanguageClient, project: Path) -> None:
    baseline = project / ".code-graph/known.json"
    command = [sys.executable, "-m", "blastlens", "check", "--all", "--baseline", str(baseline), "--write-baseline"]
    subprocess.run(command, cwd=project, check=True, capture_output=True)
    assert {row["rule"] for row in json.loads(baseline.read_text(encoding="utf-8"))["findings"]} == {
        "import-cycle",
        "untested-callers",
    }
    await configured(client, scope="all")
    await until(showing(client, project / "right.py", {"import-cycle": 0}))
    await configured(client, scope="all", baseline=".code-graph/known.json")
    await until(showing(client, project / "right.py", {}))
    await configured(client, scope="all", baseline="nowhere.json")
    await until(lambda: [m for m in client.log_messages if "there is no baseline" in m.message])
    await until(showing(client, project / "right.py", {"import-cycle": 0}))


async def test_a_comment_suppresses_and_a_rule_can_be_switched_on(client: LanguageClient, project: Path) -> None:
    core = project / "core.py"
    tree = CORE + "\n\ndef up(n):\n    return down(n)\n\n\ndef down(n):\n    return up(n)\n\n\nprint(up(1))\n"
    await configured(client, severity={"call-cycle": "information"})
    save(client, core, tree)
    await until(showing(client, core, {"call-cycle": 9}))
    (found,) = client.diagnostics[uri_of(core)]
    assert found.severity == t.DiagnosticSeverity.Information
    why = "# blastlens: ignore[call-cycle] it ends at the root\n    return down(n)"
    save(client, core, tree.replace("return down(n)", why))
    await until(showing(client, core, {}))


async def test_an_index_that_is_behind_says_so(tmp_path: Path) -> None:
    code = "def called():\n    return 1\n"
    (tmp_path / "code.py").write_text(code, encoding="utf-8")
    async with session(tmp_path, command=FAKE) as client:
        open_document(client, tmp_path / "code.py")
        (tmp_path / "disk-is-full").touch()
        save(client, tmp_path / "code.py", code + "# more\n")
        await until(showing(client, tmp_path / "code.py", {"stale-index": 0}))
        (found,) = client.diagnostics[uri_of(tmp_path / "code.py")]
        assert "of an older version of this file: the disk is full" in found.message
        (tmp_path / "disk-is-full").unlink()
        save(client, tmp_path / "code.py", code + "# still more\n")
        await until(showing(client, tmp_path / "code.py", {}))
