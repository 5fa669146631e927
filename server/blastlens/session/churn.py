"""How often files were changed lately, as git remembers it."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from blastlens.session.errors import SessionError
from blastlens.session.git import head
from blastlens.session.git_process import GitError, run_git

COMMITS: Final = 400
_SECONDS: Final = 5.0


def churn_of(root: Path) -> Mapping[str, int] | None:
    """Path (relative to the root) -> how many of the last `COMMITS` commits changed the file, merges aside; files that none did
    are missing. None where there is no git or no commit, or it did not answer in time."""
    commit = head(root)[0]
    return _counted(root, commit) if commit else None


@lru_cache(maxsize=8)
def _counted(root: Path, commit: str) -> Mapping[str, int] | None:
    """Of what a commit and those before it did, which does not change."""
    asked = [
        "log",
        "-z",
        "--format=",
        "--name-only",
        "--no-merges",
        "--no-renames",
        "--relative",
        f"-n{COMMITS}",
        commit,
    ]
    try:
        printed = run_git(root, asked, seconds=_SECONDS)
    except (GitError, SessionError):
        return None
    names = printed.decode("utf-8", "surrogateescape").split("\0")
    return MappingProxyType(Counter(name for one in names if (name := one.strip("\n"))))
