"""What an editor shows where all is judged: what `check --all` counts, with the same comments and baseline."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from blastlens.app.api import Blastlens
from blastlens.app.questions import Check
from blastlens.app.wanted_findings import Wanted
from blastlens.views.findings import Finding

_RULES = ("dead-code", "unresolved-import", "import-cycle", "call-cycle", "class-cycle", "suppression")
_BASELINE = "known.json"
_SHOP = """\
import cart  # blastlens: ignore[import-cycle] it is broken by the next change
import gone.first


# blastlens: ignore[dead-code] called from a console by hand
def by_hand():
    return 1


def dead():
    return 2


def also_dead():  # blastlens: ignore[dead-code] the next release uses it
    return 3


def still_dead():
    return 4
"""
_CART = """\
import shop  # blastlens: ignore[import-cycle] it is broken by the next change
from gone.lost import one
from gone.lost import two


# blastlens: ignore[dead-code] nothing is wrong here
def used():
    return shop, one, two


used()
"""


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Blastlens]:
    (tmp_path / "gone").mkdir()
    (tmp_path / "gone" / "__init__.py").touch()
    (tmp_path / "shop.py").write_text(_SHOP, encoding="utf-8")
    (tmp_path / "cart.py").write_text(_CART, encoding="utf-8")
    for command in (("init", "-q"), ("add", "-A"), ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x")):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    found = Blastlens.open(tmp_path)
    found.refresh()
    yield found
    found.close()


def shown(app: Blastlens, baseline: str | None = None) -> list[Finding]:
    return app.findings(wanted=Wanted("all", on=_RULES, baseline=baseline))


def places(app: Blastlens, baseline: str | None = None) -> list[tuple[str, str, int]]:
    return sorted((one.code, one.file, one.line) for one in shown(app, baseline))


def checked(app: Blastlens, baseline: str | None = None) -> list[tuple[str, str, int]]:
    question = Check(whole=True, levels=tuple((name, "warning") for name in _RULES), baseline=baseline)
    rows = app.ask(question).results
    return sorted((row["rule"], row["file"], row["line"]) for row in rows if row["rule"] in _RULES)


def test_comments_suppress_what_stands_whatever_is_changed(app: Blastlens) -> None:
    found = places(app)
    assert found == checked(app)
    assert [place for place in found if place[0] in ("dead-code", "suppression")] == [
        ("dead-code", "shop.py", 10),
        ("dead-code", "shop.py", 18),
        ("suppression", "cart.py", 6),
    ]
    assert not any(code == "import-cycle" for code, _, _ in found)


def test_what_is_known_is_not_shown(app: Blastlens) -> None:
    dead = next(one for one in shown(app) if (one.code, one.line) == ("dead-code", 10))
    app.accept(dead, _BASELINE)
    left = places(app, _BASELINE)
    assert left == checked(app, _BASELINE)
    assert ("dead-code", "shop.py", 10) not in left and ("dead-code", "shop.py", 18) in left


def test_findings_that_are_alike_are_accepted_one_by_one(app: Blastlens) -> None:
    def alike() -> list[Finding]:
        return [one for one in shown(app, _BASELINE) if (one.code, one.file) == ("unresolved-import", "cart.py")]

    first, second = alike()
    assert first.key == second.key
    app.accept(first, _BASELINE)
    assert alike() == [second]
    app.accept(second, _BASELINE)
    assert alike() == []
    assert places(app, _BASELINE) == checked(app, _BASELINE)
