"""Failures in words, on standard error."""

import errno
import os
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Final

from blastlens.app.errors import UserError
from blastlens.faces.cli.console import Console, one_line

MOST_CHOICES: Final = 50
_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_NO_ACCESS: Final = (errno.EACCES, errno.EPERM, errno.EROFS)

# What to do next, for errors that leave it to the face.
_TOPICS: Final = {
    "left-out-files": "'blastlens status' names the files that were skipped, and why",
    "indexed-symbols": "'blastlens symbols' lists what is indexed: functions, methods and classes; of a variable, a field or a parameter ask "
    "for the one that holds it, or for path/to/file.py::<module>",
}


def tell(console: Console, error: UserError) -> None:
    """What is wrong, what may have been meant, what to do next."""
    console.err.write(f"blastlens: {one_line(error.message)}\n")
    if error.choices:
        heading = "it could be" if error.code == "ambiguous-symbol" else "nearest"
        console.err.write(f"  {heading}:\n")
        for choice in error.choices[:MOST_CHOICES]:
            console.err.write(f"    {one_line(choice)}\n")
        if len(error.choices) > MOST_CHOICES:
            console.err.write(f"    … {len(error.choices) - MOST_CHOICES} more\n")
    hint = error.hint or _TOPICS.get(error.topic, "")
    if hint:
        console.err.write(f"  {one_line(hint)}\n")
    console.err.flush()


def describe_crash(error: Exception) -> UserError:
    """One line for a failure nobody foresaw; the traceback goes to a file that the line names. A system's refusal
    (disk full, no permission) is told in its own words."""
    if isinstance(error, OSError) and error.errno in (*_NO_ROOM, *_NO_ACCESS):
        where = f": {error.filename}" if error.filename else ""
        mend = "free some space" if error.errno in _NO_ROOM else "check the permissions"
        return UserError(f"{error.strerror}{where}", f"{mend}, then run the command again")
    summary = " ".join(str(error).split())[:200]
    log = _write_log("".join(traceback.format_exception(error)))
    hint = f"the details are in {log}; please report it" if log else "please report it"
    return UserError(f"internal error: {type(error).__name__}: {summary}", hint)


def _write_log(text: str) -> Path | None:
    for folder in (_cache_folder(), Path(tempfile.gettempdir())):
        log = folder / "last-error.log"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            log.write_text(text, encoding="utf-8", errors="backslashreplace")
        except OSError:
            continue
        return log
    return None


def _cache_folder() -> Path:
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "blastlens"
