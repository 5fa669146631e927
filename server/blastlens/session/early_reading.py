"""Reading an early index, see `early_index`."""

from pathlib import Path

from blastlens.session.location import Location
from blastlens.session.session import Session
from blastlens.session.toolchain import installed_toolchain
from blastlens.session.trouble import explained


def early_session(root: Path, folder: Path) -> Session:
    """Over the index of `root` that another process makes in `folder`. For reading only."""
    location = Location(folder, None, "")
    with explained(location):
        return Session(Path(root).resolve(), location, installed_toolchain(None), resident=True)
