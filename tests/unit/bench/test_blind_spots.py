"""Forms of calls for which the reference has no callee."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

SOURCE = """\
f(x)(y)
C()(x)
table[k](x)
self.__class__()
type(self)()
plain()
a.method()
@decorate
def g(): ...
if TYPE_CHECKING:
    from elsewhere import h
else:
    def h(): ...
if sys.version_info >= (3, 9):
    def new(): ...
else:
    def old(): ...
if not sys.platform == "win32":
    def here(): ...
elif x:
    def there(): ...
"""
LINES = {"h": 13, "new": 15, "old": 17, "here": 19, "there": 21}


@pytest.fixture
def seen(bench_on_the_path: None, tmp_path: Path) -> Any:  # noqa: ARG001
    import blind_spots  # type: ignore[import-not-found]
    from judging import ToolEdge  # type: ignore[import-not-found]

    (tmp_path / "a.py").write_text(SOURCE, "utf-8")
    (tmp_path / "typed.py").touch()
    (tmp_path / "typed.pyi").write_text("def declared(): ...\nclass D:\n    def inside(self): ...\n", "utf-8")
    (tmp_path / "alone.pyi").write_text("def lone(): ...\n", "utf-8")
    rows = {("a.py", name): {"line": line} for name, line in LINES.items()}
    truth = SimpleNamespace(definitions=SimpleNamespace(kind={}, row=rows))
    spots = blind_spots.BlindSpots(tmp_path, truth)

    def ask(line: int, callee: str, kind: str = "call") -> bool:
        edge = ToolEdge((("a.py", "<module>"), ("a.py", callee)), kind, "lexical", 1.0, {line})
        found: bool = spots(edge)
        return found

    return ask


def test_results_that_are_called_have_no_callee(seen: Any) -> None:
    assert [line for line in range(1, 6) if seen(line, "inner")] == [1, 2, 3, 4, 5]


def test_a_call_by_the_callees_name_is_seen(seen: Any) -> None:
    assert not seen(1, "f")
    assert not seen(6, "other")
    assert not seen(7, "A.method")


def test_a_variable_that_is_called_never_gives_its_call_method(seen: Any) -> None:
    assert seen(6, "C.__call__")
    assert not seen(6, "C.run")


def test_what_a_stub_beside_the_source_declares_is_not_seen(seen: Any) -> None:
    assert seen(6, "declared", kind="ref")
    assert not seen(6, "D.inside")
    assert not seen(6, "lone")


def test_what_stands_in_an_arm_that_a_type_checker_does_not_take_is_not_seen(seen: Any) -> None:
    assert [name for name in LINES if seen(6, name)] == ["h", "old", "there"]
