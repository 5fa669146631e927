"""The cases that concern the language server, asked of a running one: all checks of the kind `lsp`, and the cases that
change files under it.

`BLASTLENS_CASES=FOLDER` runs a larger collection; without it the shared collection beside the project is run where it is
present, else the copies in this repository.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from cases.case_format import asks_what_is_read, load, prepare
from wire.case_session import CaseSession, can_be_asked, over_the_wire
from wire.session import session

HERE = Path(__file__).parent
COPIED = ("s18-rob-odd-paths", "s20-fresh-delete-rename")


def collections() -> list[Path]:
    chosen = os.environ.get("BLASTLENS_CASES")
    shared = HERE.parents[2] / "shared" / "cases"
    if chosen:
        return [Path(chosen)]
    return [shared] if shared.is_dir() else [HERE / "data", HERE.parent / "cases" / "data"]


def folders() -> list[Path]:
    found = sorted(path.parent for place in collections() for path in place.glob("*/case.json"))
    return [folder for folder in found if over_the_wire(load(folder)["checks"])]


def test_there_are_cases() -> None:
    wanted = {"s19-lsp-utf16-columns"} if os.environ.get("BLASTLENS_CASES") else {*COPIED, "s19-lsp-utf16-columns"}
    assert wanted <= {folder.name for folder in folders()}


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
@pytest.mark.asyncio(loop_scope="module")
async def test_case(folder: Path, tmp_path: Path) -> None:
    case = load(folder)
    root = tmp_path / "repo"
    root.mkdir()
    prepare(folder, case, root)
    problems = []
    async with session(root) as client:
        asking = CaseSession(client, root)
        for check in case["checks"]:
            if not can_be_asked(check) or not asks_what_is_read(check):
                assert not check.get("ops")
                continue
            problem = await asking.problem(check)
            if problem is not None:
                query = json.dumps(check["query"], ensure_ascii=False)
                problems.append(f"{check['id']} {check['kind']} {query}: {problem}")
    assert not problems, "\n".join(problems)
