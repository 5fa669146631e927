"""The process of an early index, started before anybody knows of which root: it has read its own program by the time it is asked.

Nothing is imported here but how to start it, so that it can begin before a server reads its own program.
"""

import subprocess
import sys

Spare = subprocess.Popen[bytes]


def start_spare() -> Spare:
    """A process that waits to be told its root, see `early_main`; it ends when its standard input closes. Raises `OSError`."""
    # -P: the current folder, which may be the indexed repository, is not searched for modules.
    command = [sys.executable, "-P", "-m", "blastlens.session.early_main"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
