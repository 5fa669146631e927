"""Brings the pinned distributions into a folder, with pip: wheels as they are, nothing of them is run.

Not a build requirement of the package, which would bring all that these packages need to run: four times the time, compilers on
platforms without wheels. The wheels are those of one platform wherever this runs, so that the file comes out the same everywhere.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from hashlib import blake2b
from pathlib import Path
from typing import Final

from library_facts.sources import PINS, MissingSourcesError, pins

_PLATFORM: Final = (
    "--platform", "manylinux_2_28_x86_64", "--platform", "manylinux_2_17_x86_64", "--platform", "manylinux2014_x86_64",
    "--python-version", "3.13", "--implementation", "cp", "--abi", "cp313", "--abi", "abi3", "--abi", "none",
)  # fmt: skip
_QUIET: Final = ("--quiet", "--disable-pip-version-check", "--no-compile", "--root-user-action", "ignore")


def fetched(cache: Path | None) -> Path:
    """The folder with the distributions; kept in `cache`, or a new one of the system's for temporary files, which the caller
    removes. Raises `MissingSourcesError`."""
    if cache is None:
        folder = Path(tempfile.mkdtemp(prefix="blastlens-library-"))
        _install(folder)
        return folder
    wanted = [(pin.name, pin.version) for pin in pins()]
    digest = blake2b(repr((wanted, _PLATFORM)).encode(), digest_size=6).hexdigest()
    kept = cache / f"library-sources-{digest}"
    if not kept.is_dir():
        folder = Path(tempfile.mkdtemp(prefix="library-sources-", dir=cache))
        _install(folder)
        try:
            folder.rename(kept)
        except OSError:  # made by another process meanwhile
            shutil.rmtree(folder)
    return kept


def _install(folder: Path) -> None:
    wanted = [f"{pin.name}=={pin.version}" for pin in pins()]
    print(f"Fetching {len(wanted)} distributions whose types are compiled (once)", file=sys.stderr)
    command = [sys.executable, "-m", "pip", "install", *_QUIET, "--no-deps", "--only-binary", ":all:", *_PLATFORM]
    environment = {**os.environ, "PIP_REQUIRE_VIRTUALENV": "0"}
    done = subprocess.run(
        [*command, "--target", str(folder), *wanted], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        shutil.rmtree(folder, ignore_errors=True)
        raise MissingSourcesError(
            f"pip could not fetch the pinned distributions ({PINS.name}): {done.stderr.strip()[-500:]}"
        )
