"""From a path to its bytes: reading files safely, and why some are left out."""

import errno
import hashlib
import os
import re
import stat
import time
from pathlib import Path
from typing import Final, NamedTuple

from blastlens.languages.protocol import Language
from blastlens.store.rows import FileRow

MAX_FILE_BYTES: Final = 2 << 20
_MINIFIED_BYTES: Final = 64 << 10  # smaller files are never called minified, unless their name says so
_MINIFIED_AVERAGE_LINE: Final = 400
_MINIFIED_WORDS: Final = 60  # a line; text and data in literals has no words of its own, however long it is
_MINIFIED_NAME: Final = re.compile(r"\.min\.[^./]+$")
_LITERAL: Final = re.compile(
    rb'"""[\s\S]*?"""|' rb"'''[\s\S]*?'''|" rb'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"|' rb"'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'"
)
_WORD: Final = re.compile(rb"[A-Za-z_]\w*")
_HEAD_BYTES: Final = 2048
# As git tells: text has no zero byte near its beginning, but for encodings with two or four bytes a character.
_PROBE_BYTES: Final = 8000
_WIDE_MARKS: Final = (b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")
# The kernel stamps files with a clock that ticks up to 10 ms late; some file systems keep whole (or even) seconds.
_RACY_NS: Final = 20_000_000
_COARSE_RACY_NS: Final = 2_000_000_000

# How the reasons of files and folders begin that are left out although they are sources of this root: what they hold is
# missing from every answer.
TOO_LARGE: Final = "larger than"
MINIFIED: Final = "minified"
NOT_UTF8: Final = "the path is not UTF-8"
NESTED: Final = "a git repository of its own"
BINARY: Final = "binary"
DOUBTFUL: Final = frozenset({TOO_LARGE, MINIFIED, NOT_UTF8, NESTED})

Stamp = tuple[int, int, int, int]  # size, mtime_ns, ctime_ns, inode
NO_STAMP: Final[Stamp] = (0, 0, 0, 0)


class Blob(NamedTuple):
    """One file as read. `stamp` is `NO_STAMP` when the file is so fresh that an equal stamp would prove nothing."""

    data: bytes
    content_hash: str
    stamp: Stamp


class Unread(NamedTuple):
    """A file that is not read: `state` "unreadable", "skipped", or "gone"."""

    state: str
    reason: str
    stamp: Stamp


def content_hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=20).hexdigest()


def stamp_of(status: os.stat_result) -> Stamp:
    return (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def settled(stamp: Stamp, now_ns: int) -> Stamp:
    """The stamp, or `NO_STAMP` when the file changed so shortly before `now_ns` that it may change again without its stamp
    changing (git's rule for racily clean entries)."""
    latest = max(stamp[1], stamp[2])
    margin = _COARSE_RACY_NS if stamp[1] % 1_000_000_000 == 0 else _RACY_NS
    return NO_STAMP if latest > now_ns - margin else stamp


def is_unchanged(row: FileRow, stamp: Stamp) -> bool:
    return row.stamp == stamp and stamp != NO_STAMP and row.mtime_ns != 0


def read_blob(root: Path, path: str, limit: int = MAX_FILE_BYTES) -> Blob | Unread:
    """Read a file below `root`. Never follows a link in the last component, never waits for a pipe, never raises for the
    state of the file system."""
    now = time.time_ns()
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(f"{root}/{path}", flags)
    except (FileNotFoundError, NotADirectoryError):
        return Unread("gone", "", NO_STAMP)
    except OSError as error:
        if error.errno == errno.ELOOP:
            return Unread("skipped", "symbolic link", NO_STAMP)
        return Unread("unreadable", (error.strerror or str(error)).lower(), NO_STAMP)
    try:
        status = os.fstat(handle)
        stamp = settled(stamp_of(status), now)
        if not stat.S_ISREG(status.st_mode):
            return Unread("gone", "", NO_STAMP)
        if status.st_size > limit:
            return too_large(status.st_size, limit, stamp)
        with os.fdopen(os.dup(handle), "rb", buffering=0) as file:
            data = file.readall()
        return Blob(data, content_hash(data), stamp)
    except OSError as error:
        return Unread("unreadable", (error.strerror or str(error)).lower(), NO_STAMP)
    finally:
        os.close(handle)


def too_large(size: int, limit: int, stamp: Stamp = NO_STAMP) -> Unread:
    return Unread("skipped", f"{TOO_LARGE} {_size(limit)} ({_size(size)})", stamp)


def _size(count: int) -> str:
    return f"{count / (1 << 20):.1f} MB" if count >= 1 << 20 else f"{count} bytes"


def skip_reason(path: str, language: Language, data: bytes) -> str | None:
    """Why a file that could be read is left out: binary, minified or generated; None to index it."""
    if b"\0" in data[:_PROBE_BYTES] and not data.startswith(_WIDE_MARKS):
        return BINARY
    if len(data) >= _MINIFIED_BYTES or ".min." in path:
        average = len(data) // (data.count(b"\n") + 1)
        if average > _MINIFIED_AVERAGE_LINE and (_MINIFIED_NAME.search(path) or _is_dense(data)):
            return f"{MINIFIED} ({average} bytes a line)"
    return language.generated_reason(path, data[:_HEAD_BYTES])


def _is_dense(data: bytes) -> bool:
    """Whether lines of a large file hold much code: many words, outside of string literals."""
    if len(data) < _MINIFIED_BYTES:
        return False
    words = len(_WORD.findall(_LITERAL.sub(b"", data)))
    return words > _MINIFIED_WORDS * (data.count(b"\n") + 1)
