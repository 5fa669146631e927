"""Callers not updated, against history: a commit of a repository that is kept working leaves no caller behind, so what is
claimed of it is most likely wrong.

Each commit that touches sources is checked out, compared with its parent, and the claims are printed, to be read one by one.

usage: not_updated.py FOLDER... [--commits N] [--show-possible]      FOLDER: a clone with history
"""

import argparse
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from blastlens.app import change_sources
from blastlens.app.api import Blastlens
from blastlens.app.changes import Versions
from blastlens.app.classifying import classified
from blastlens.app.former import former_edges
from blastlens.app.not_updated import not_updated
from blastlens.languages.registry import language_for


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument("--commits", type=int, default=150, metavar="N")
    parser.add_argument("--show-possible", action="store_true")
    args = parser.parse_args()
    for folder in args.folders:
        with tempfile.TemporaryDirectory(prefix="blastlens-history-") as place:
            copy = Path(place) / "copy"
            _git(Path.cwd(), "clone", "-q", "--shared", "--no-checkout", folder, str(copy))
            print(f"{Path(folder).name}: {_replay(copy, args.commits, show_possible=args.show_possible)}")


def _replay(copy: Path, most: int, *, show_possible: bool) -> str:
    totals: Counter[str] = Counter()
    app: Blastlens | None = None
    for commit in _commits(copy, most):
        _git(copy, "checkout", "-q", "--force", commit)
        if app is None:
            app = Blastlens.open(copy, one_shot=True)
        else:
            app.refresh()
        session = app._session
        graph = session.graph()
        files = change_sources.commits(session, f"{commit}~1..{commit}")
        changed = classified(Versions(session), files).changed
        former = former_edges(session, graph, files, changed)
        found = not_updated(session, graph, files, former)
        totals += Counter(commits=1, changes=found.changes, callers=found.calls)
        totals += Counter(removed=sum(one.deleted is not None for one in changed), claims=len(found.sure))
        totals += Counter(possible=len(found.possible))
        for row in found.sure:
            print(f"  {commit[:10]} {row['file']}:{row['line']} {row['symbol']} -> {row['callee']}: {row['misfit']}")
        for row in found.possible if show_possible else ():
            print(f"  ? {commit[:10]} {row['file']}:{row['line']} {row['symbol']} -> {row['callee']}: {row['misfit']}")
    if app is not None:
        app.close()
    words = ("commits", "changes", "removed", "callers", "claims", "possible")
    return ", ".join(f"{word} {totals[word]}" for word in words)


def _commits(copy: Path, most: int) -> Iterator[str]:
    """The newest commits with one parent that touch a source file, newest first."""
    log = _git(copy, "log", "--no-merges", "--format=%x00%H", "--name-only", "-n", str(8 * most))
    found = 0
    for entry in log.split("\0")[1:]:
        commit, *paths = entry.split()
        if found < most and any(language_for(path) is not None for path in paths):
            found += 1
            yield commit


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True, text=True)
    return done.stdout


if __name__ == "__main__":
    main()
