"""Who changed some lines last, as git remembers it."""

from functools import lru_cache
from pathlib import Path
from typing import Final

from blastlens.session.errors import SessionError
from blastlens.session.git import head
from blastlens.session.git_process import GitError, filters_off, run_git
from blastlens.views.history import LastChange

_SECONDS: Final = 2.0
_SHORT: Final = 8
_NOT_COMMITTED: Final = "0" * _SHORT
_DAY: Final = 86_400


def last_change(root: Path, path: str, lines: tuple[int, int], version: int) -> LastChange | None:
    """The newest commit among those that lines (first and last, 1-based) of the file on disk come from; what is not committed does not
    count. `version`: of what stands in them. None where git does not know them, is not there, or does not answer in time."""
    commit = head(root)[0]
    return _blamed(root, path, lines, commit, version) if commit else None


@lru_cache(maxsize=256)
def _blamed(root: Path, path: str, lines: tuple[int, int], _commit: str, _version: int) -> LastChange | None:
    """The same as long as commit and text are."""
    asked = ["blame", "--porcelain", "--no-textconv", f"-L{lines[0]},{lines[1]}", "--", path]
    try:
        printed = run_git(root, [*filters_off(root), *asked], seconds=_SECONDS)
    except (GitError, SessionError):
        return None
    return _newest(printed.decode("utf-8", "replace"))


def _newest(printed: str) -> LastChange | None:
    """Of what `git blame --porcelain` prints: each commit is told in full where it comes first."""
    found: list[LastChange] = []
    name = ""
    said: dict[str, str] = {}
    for line in printed.split("\n"):
        key, _, value = line.partition(" ")
        if line.startswith("\t"):
            if "committer-time" in said and not name.startswith(_NOT_COMMITTED):
                day = int(said["committer-time"]) // _DAY
                found.append(LastChange(name[:_SHORT], day, said.get("author", ""), said.get("summary", "")))
            said = {}
        elif len(key) >= 40 and key.strip("0123456789abcdef") == "":
            name = key
        else:
            said[key] = value
    return max(found, key=lambda one: one.day, default=None)
