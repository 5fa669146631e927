"""A place inside an import statement."""

from pathlib import Path

from blastlens.app.api import Blastlens


def test_an_imported_name_is_what_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text("LIMIT = 1\n\n\ndef cut():\n    return 1\n")
    (tmp_path / "use.py").write_text("from tools import cut, LIMIT\nimport tools\n\n\ndef go():\n    return cut()\n")
    app = Blastlens.open(tmp_path)
    try:
        found = {
            place: symbol.id if (symbol := app.symbol_at("use.py", *place)) is not None else None
            for place in ((1, 19), (1, 21), (1, 24), (2, 8), (2, 12), (1, 2))
        }
    finally:
        app.close()
    assert found == {
        (1, 19): "tools.py::cut",
        (1, 21): "tools.py::cut",  # behind the name
        (1, 24): "tools.py::<module>",
        (2, 8): "tools.py::<module>",
        (2, 12): "tools.py::<module>",
        (1, 2): None,
    }
