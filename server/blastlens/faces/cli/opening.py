"""Open the index for one command."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from blastlens.faces.cli.console import Console

if TYPE_CHECKING:
    from blastlens.app.api import Blastlens


@contextmanager
def opened(args: argparse.Namespace, console: Console) -> Iterator["Blastlens"]:
    """The index of `args.root` (a folder, see `place.find_root`), up to date unless `--no-refresh`. What the refresh
    has to say (a rebuilt database, an index kept elsewhere) goes to standard error."""
    from blastlens.app.api import Blastlens

    app = Blastlens.open(args.root, refresh=False)
    try:
        if not args.no_refresh:
            from blastlens.faces.cli.progress import ProgressLine

            with ProgressLine(console) as progress:
                refresh = app.refresh(progress=progress)
            if refresh.note:
                console.note(refresh.note)
        for problem in app.settings.problems:
            console.note(problem)
        yield app
    finally:
        app.close()
