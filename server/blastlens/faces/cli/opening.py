"""Open the index for one command."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from blastlens.app.errors import UserError
from blastlens.faces.cli.console import Console

if TYPE_CHECKING:
    from blastlens.app.api import Blastlens
    from blastlens.app.indexing import Indexing
    from blastlens.session.ports import IndexStatus, Refresh


@contextmanager
def opened(
    args: argparse.Namespace, console: Console, *, needs_source: bool = True, whole: bool = False
) -> Iterator["Blastlens"]:
    """The index of `args.root` (a folder, see `place.find_root`), up to date unless `--no-refresh`. What the refresh
    has to say (a rebuilt database, an index kept elsewhere) goes to standard error. Raises `UserError`: with
    `needs_source` where there is nothing to index. `whole`: the question walks the whole graph, which is then worth
    loading."""
    from blastlens.app.api import Blastlens

    app = Blastlens.open(args.root, refresh=False, resident=whole)
    try:
        if not args.no_refresh:
            bring_up_to_date(app, console, needs_source)
        for problem in app.settings.problems:
            console.note(problem)
        yield app
    except UserError as error:
        if args.no_refresh and error.code == "unknown-symbol" and app.status().revision == 0:
            raise UserError(
                f"nothing is indexed yet below {app.root}", "leave out --no-refresh", code=error.code
            ) from error
        raise
    finally:
        app.close()


def bring_up_to_date(
    app: "Blastlens | Indexing", console: Console, needs_source: bool, *, rebuild: bool = False
) -> "Refresh":
    """Refresh (or rebuild) with progress; notes to standard error. Raises `UserError` (no-source), see `opened`."""
    from blastlens.faces.cli.progress import ProgressLine

    with ProgressLine(console) as progress:
        refresh = app.reindex(progress=progress) if rebuild else app.refresh(progress=progress)
    if refresh.note:
        console.note(refresh.note)
    if needs_source and refresh.total_files == 0:
        raise _no_source(app.status())
    return refresh


def _no_source(status: "IndexStatus") -> UserError:
    left_out = len(status.skipped) + len(status.unreadable) + len(status.partial)
    if left_out:
        hint = f"{left_out} were left out: 'blastlens status' says which and why"
    elif status.other_languages:
        others = ", ".join(suffix for suffix, _ in status.other_languages[:5])
        hint = f"there are files of languages that are not read yet ({others})"
    else:
        hint = "give the folder of a repository with --root"
    return UserError(f"no source file to index below {status.root}", hint, code="no-source")
