"""Colour, JSON for people and programs, progress: what a terminal gets and a pipe does not."""

import io
import json
from pathlib import Path

import pytest
from fake_blastlens import FakeBlastlens, Run

from blastlens.app.errors import UserError
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.progress import ProgressLine
from blastlens.faces.cli.table import field, show_rows
from blastlens.session.ports import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_only_on_a_terminal_that_wants_it() -> None:
    assert Console(Terminal(), io.StringIO(), {}).paint("x", "red") == "\x1b[31mx\x1b[0m"
    assert Console(io.StringIO(), io.StringIO(), {}).paint("x", "red") == "x"
    assert Console(Terminal(), io.StringIO(), {"NO_COLOR": "1"}).paint("x", "red") == "x"
    assert Console(Terminal(), io.StringIO(), {"TERM": "dumb"}).paint("x", "red") == "x"


def test_json_is_one_line_for_programs() -> None:
    out, terminal = io.StringIO(), Terminal()
    Console(out, io.StringIO(), {}).json({"a": ["größe"]})
    Console(terminal, io.StringIO(), {}).json({"a": ["größe"]})
    assert out.getvalue() == '{"a": ["größe"]}\n'
    assert terminal.getvalue().count("\n") > 2
    assert json.loads(out.getvalue()) == json.loads(terminal.getvalue())


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "ascii"])
def test_any_path_survives_any_encoding(encoding: str) -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=encoding, errors="backslashreplace")
    Console(out, io.StringIO(), {}).json({"file": "größe_\udcff_😀.py"})
    out.flush()
    assert json.loads(raw.getvalue().decode(encoding)) == {"file": "größe_\udcff_😀.py"}


def test_columns_are_aligned_and_empty_ones_left_out() -> None:
    out = io.StringIO()
    rows = [{"a": "long", "c": 1}, {"a": "b", "c": 22}]
    show_rows(Console(out, io.StringIO(), {}), rows, [(field("a"), ""), (field("b"), ""), (field("c"), "dim")])
    assert out.getvalue() == "  long  1\n  b     22\n"


def test_colour_does_not_disturb_alignment() -> None:
    out = Terminal()
    rows = [{"a": "long", "c": 1}, {"a": "b", "c": 22}]
    show_rows(Console(out, io.StringIO(), {}), rows, [(field("a"), "red"), (field("c"), "")])
    assert out.getvalue() == "  \x1b[31mlong\x1b[0m  1\n  \x1b[31mb\x1b[0m     22\n"


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    console = Console(io.StringIO(), io.StringIO(), {})
    with pytest.raises(UserError, match="cannot write"), console.redirected(tmp_path) as target:
        target.line("x")


def test_progress_is_silent_off_a_terminal() -> None:
    err = io.StringIO()
    with ProgressLine(Console(io.StringIO(), err, {})) as progress:
        progress(Progress("extract", 1, 2))
    assert err.getvalue() == ""


def test_progress_draws_on_a_terminal_once_it_takes_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    err = Terminal()
    clock = iter([0.0, 0.1, 0.9, 1.0])
    monkeypatch.setattr("blastlens.faces.cli.progress.monotonic", lambda: next(clock))
    with ProgressLine(Console(io.StringIO(), err, {})) as progress:
        progress(Progress("extract", 1, 10))
        assert err.getvalue() == ""
        progress(Progress("extract", 5, 10))
        progress(Progress("link", 10, 10))
    assert "linking" in err.getvalue()
    assert "10/10" in err.getvalue()


def test_names_of_files_break_no_line_and_steer_no_terminal(app: FakeBlastlens, run: Run) -> None:
    name = "a\nb\x1b[31m\x85\u2028.py"
    app.results = [{"symbol": f"{name}::f", "file": name, "line": 1, "confidence": 1.0}]
    app.note_in_answers = f"partly parsed ({name})"
    for line in (["callers", "f"], ["dead-code"], ["blast-radius", "f"], ["blast-radius", "f", "--format", "markdown"]):
        _, out, _ = run(*line)
        assert r"a\nb\x1b[31m\x85\u2028.py" in out
        assert not any(bad in out for bad in ("\x1b", "\x85", "\u2028", "a\nb"))
