"""Bad input: one clear message on standard error, nothing on standard output, exit code 2, never a traceback."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from fake_blastlens import FakeBlastlens, Run

from blastlens.app.errors import UserError

USAGE = [
    ["calers"],
    ["callers"],
    ["callers", "a", "b"],
    ["callers", "a", "--depth", "0", "--transitive"],
    ["callers", "a", "--depth", "2"],
    ["callers", "a", "--min-confidence", "2"],
    ["callers", "a", "--min-confidence", "nan"],
    ["callers", "a", "--root", "nowhere"],
    ["callers", "a", "--root", "shop/pay.py"],
    ["cycles", "--level", "day"],
    ["index", "nowhere"],
    ["lenses", "nowhere.py"],
    ["lenses", "shop"],
    ["lenses", "/etc/hostname"],
    ["dependents", "../elsewhere/../.."],
    ["blast-radius", "--diff", "nowhere.diff"],
    ["export", "--output", "nowhere/out.jsonl"],
    ["export", "--format", "xml"],
    ["lsp", "--tcp", "--host", "0.0.0.0"],
    ["lsp", "--tcp", "--port", "70000"],
    ["mcp", "--root", "nowhere"],
]


@pytest.mark.parametrize("line", USAGE, ids=" ".join)
def test_usage(line: list[str], app: FakeBlastlens, run: Run) -> None:
    code, out, err = run(*line)
    assert (code, out) == (2, "")
    assert err.startswith("blastlens: ")
    assert "\n  " in err, "says what to do next"
    assert "Traceback" not in err
    assert not app.asked


def test_nothing_given(run: Run) -> None:
    code, out, err = run()
    assert (code, out) == (2, "")
    assert err.startswith("usage: blastlens COMMAND")


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_unknown_symbol_offers_the_nearest(flags: list[str], app: FakeBlastlens, run: Run) -> None:
    app.failure = UserError(
        "unknown symbol: totl", "'blastlens symbols' lists them", ("cart.py::total",), "unknown-symbol"
    )
    code, out, err = run("callers", "totl", *flags)
    assert (code, out) == (2, "")
    assert err.splitlines() == [
        "blastlens: unknown symbol: totl",
        "  nearest:",
        "    cart.py::total",
        "  'blastlens symbols' lists them",
    ]


def test_ambiguous_symbol_lists_what_it_fits(app: FakeBlastlens, run: Run) -> None:
    app.failure = UserError("'run' fits 2 symbols", "say which", ("a.py::run", "b.py::run"), "ambiguous-symbol")
    _, _, err = run("callers", "run")
    assert "  it could be:\n    a.py::run\n    b.py::run\n" in err


def test_internal_error_is_one_line_and_a_log(
    app: FakeBlastlens, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    monkeypatch.setenv("LOCALAPPDATA", str(folder / "cache"))
    app.failure = RuntimeError("the sky\nfell")
    code, out, err = run("callers", "pay")
    log = folder / "cache" / "blastlens" / "last-error.log"
    assert (code, out) == (2, "")
    assert err.splitlines()[0] == "blastlens: internal error: RuntimeError: the sky fell"
    assert str(log) in err
    assert "Traceback" not in err
    assert "Traceback" in log.read_text(encoding="utf-8")
    assert app.closed


def test_internal_error_without_a_place_for_the_log(
    app: FakeBlastlens, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "file"))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(folder / "file"))
    app.failure = RuntimeError("again")
    code, _, err = run("callers", "pay")
    assert code == 2
    assert "internal error" in err


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EROFS])
def test_refusals_of_the_system_are_told_in_its_words(number: int, app: FakeBlastlens, run: Run) -> None:
    app.failure = OSError(number, os.strerror(number), "graph.db")
    code, _, err = run("callers", "pay")
    assert code == 2
    assert err.startswith(f"blastlens: {os.strerror(number)}: graph.db\n  ")


def test_interrupt_ends_quietly(app: FakeBlastlens, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(app, "ask", interrupted)
    assert run("callers", "pay") == (130, "", "")
    assert app.closed


def test_missing_extra_is_named(folder: Path) -> None:
    code = "import sys; sys.modules['mcp'] = None; from blastlens.faces.cli.main import main; sys.exit(main(['mcp']))"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert "pip install 'blastlens[mcp]'" in done.stderr


@pytest.mark.parametrize(("topic", "command"), [("indexed-symbols", "symbols"), ("left-out-files", "status")])
def test_hints_that_differ_by_face_name_a_command(app: FakeBlastlens, run: Run, topic: str, command: str) -> None:
    app.failure = UserError("no such thing", code="unknown-symbol", topic=topic)
    code, _, err = run("callers", "totl")
    assert code == 2
    assert f"'blastlens {command}'" in err
