"""Writes the fact file of libraries to the path given."""

import sys
from pathlib import Path

from library_facts.compile import compile_library
from library_facts.sources import MissingSourcesError


def main() -> int:
    try:
        compile_library(Path(sys.argv[1]))
    except MissingSourcesError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


sys.exit(main())
