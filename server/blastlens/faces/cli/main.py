"""Entry point of the command line.

Exit codes: 0 done, 1 findings where asked to gate, 2 usage or failure, 130 interrupted, 141 the reader of the output
has gone.
"""

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


if __name__ == "__main__":
    sys.exit(main())
