"""Reading files safely."""

import os
from pathlib import Path

import pytest
from fake_tools import TINY

from blastlens.session.workspace import DOUBTFUL, NO_STAMP, Blob, Unread, read_blob, settled, skip_reason

SECOND = 1_000_000_000


def test_content_decides_the_hash(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x")
    (tmp_path / "b").write_bytes(b"x")
    a, b = read_blob(tmp_path, "a"), read_blob(tmp_path, "b")
    assert isinstance(a, Blob) and isinstance(b, Blob)
    assert a.content_hash == b.content_hash and a.data == b"x"


def test_what_cannot_be_read_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "big").write_bytes(b"x" * 100)
    (tmp_path / "link").symlink_to("big")
    os.mkfifo(tmp_path / "pipe")
    assert read_blob(tmp_path, "none") == Unread("gone", "", NO_STAMP)
    assert read_blob(tmp_path, "big/none") == Unread("gone", "", NO_STAMP)
    assert read_blob(tmp_path, "link") == Unread("skipped", "symbolic link", NO_STAMP)
    assert read_blob(tmp_path, "pipe") == Unread("gone", "", NO_STAMP)
    big = read_blob(tmp_path, "big", limit=10)
    assert isinstance(big, Unread) and (big.state, big.reason) == ("skipped", "larger than 10 bytes (100 bytes)")

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    assert read_blob(tmp_path, "big") == Unread("unreadable", "permission denied", NO_STAMP)


def test_a_stamp_is_trusted_only_when_the_clock_has_moved_on() -> None:
    now = 1000 * SECOND
    recent, old = now - 5_000_000, now - 50_000_000
    assert settled((1, old, old, 7), now) == (1, old, old, 7)
    assert settled((1, recent, old, 7), now) == NO_STAMP
    assert settled((1, old, recent, 7), now) == NO_STAMP
    # Whole seconds: a file system that keeps no fractions.
    assert settled((1, now - SECOND, now - SECOND, 7), now) == NO_STAMP
    assert settled((1, now - 3 * SECOND, now - 3 * SECOND, 7), now) != NO_STAMP


def test_minified_is_long_lines_in_a_large_file() -> None:
    assert skip_reason("a.tiny", TINY, b"x = 1;" * 20_000) == "minified (120000 bytes a line)"
    assert skip_reason("a.tiny", TINY, b"def x\n" + b"y" * 30_000 + b"\n") is None
    assert skip_reason("a.tiny", TINY, b"def x\n" * 50_000) is None
    assert skip_reason("a.tiny", TINY, b"# generated\n") == "generated"
    assert skip_reason("a.min.tiny", TINY, b"x = 1;" * 200) == "minified (1200 bytes a line)"
    assert skip_reason("a.min.tiny", TINY, b"x = 1;\n" * 200) is None


@pytest.mark.parametrize(
    "data",
    [
        b'DATA = "' + b"some words, more words " * 13_000 + b'"\n\ndef x():\n    return DATA\n',
        b"DATA = b'''" + b"it's; " * 50_000 + b"'''\n",
        b'DATA = "' + rb"\" quoted \"" * 20_000 + b'"\n',
        b"DATA = [" + b"1.5, [2, 3], " * 20_000 + b"]\n",
        b"".join(b"    " * depth + b"def f%d():\n" % depth for depth in range(300)) + b"    " * 300 + b"pass\n",
    ],
    ids=["string", "triple quotes", "escapes", "numbers", "nesting"],
)
def test_long_literals_and_deep_nesting_are_not_minified(data: bytes) -> None:
    assert len(data) > 100_000
    assert skip_reason("a.tiny", TINY, data) is None


def test_reasons_that_leave_doubt_begin_alike(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(b"x" * 100)
    big = read_blob(tmp_path, "big", limit=10)
    assert isinstance(big, Unread) and big.reason.startswith(tuple(DOUBTFUL))
    assert (skip_reason("a.tiny", TINY, b"x = 1;" * 20_000) or "").startswith(tuple(DOUBTFUL))
    assert not "vendored folder".startswith(tuple(DOUBTFUL))
