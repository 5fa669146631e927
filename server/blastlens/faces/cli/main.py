"""Entry point of the command line.

Exit codes: 0 done, 1 findings where asked to gate, 2 usage or failure, 130 interrupted, 141 the reader of the output
has gone.
"""

import os
import sys
from collections.abc import Sequence

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line (without the program's name) and return its exit code. Never raises."""
    try:
        # Imported here so that an interrupt while the program loads ends as quietly as any other.
        from blastlens.faces.cli.dispatch import run

        return run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        return INTERRUPTED


def end() -> None:
    """Run the command line of this process and end it, without taking what it made apart object by object."""
    code = main()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            code = code or 141
    os._exit(code)


if __name__ == "__main__":
    end()
