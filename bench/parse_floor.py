"""The floor: CPU seconds of only parsing a list of files with tree-sitter. Prints one JSON object.

usage: parse_floor.py FOLDER < PATHS (one a line, relative to FOLDER)
"""

import json
import sys
import time
from pathlib import Path


def main() -> None:
    from tree_sitter_language_pack import get_parser

    folder = Path(sys.argv[1])
    sources = [(folder / line.rstrip("\n")).read_bytes() for line in sys.stdin]
    parser = get_parser("python")
    began = time.process_time()
    for source in sources:
        parser.parse(source)
    spent = time.process_time() - began
    lines = sum(source.count(b"\n") for source in sources)
    print(json.dumps({"cpu": spent, "files": len(sources), "lines": lines}))


if __name__ == "__main__":
    main()
