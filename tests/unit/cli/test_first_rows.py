import io

import pytest

from blastlens.faces.cli.console import Console
from blastlens.faces.cli.table import field, show_first

_ROWS = [{"name": name} for name in ("one", "two", "three")]


@pytest.mark.parametrize(
    ("limit", "lines"),
    [
        (3, ["  one", "  two", "  three"]),
        (2, ["  one", "  two", "  and 1 more: --limit 3, or --json"]),
    ],
)
def test_rows_beyond_the_limit_are_counted(limit: int, lines: list[str]) -> None:
    out = io.StringIO()
    show_first(Console(out, io.StringIO(), {}), _ROWS, [(field("name"), "")], limit)
    assert out.getvalue().splitlines() == lines
