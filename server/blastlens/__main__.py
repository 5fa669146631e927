"""`python -m blastlens`."""

import sys

from blastlens.faces.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
