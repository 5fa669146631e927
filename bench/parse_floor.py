"""The floor: CPU seconds of only parsing a list of files with tree-sitter. Prints one JSON object.

usage: parse_floor.py FOLDER < PATHS (one a line, relative to FOLDER)
"""

import json
import sys
import time
from pathlib import Path


def main() -> None:
    from tree_sitter_language_pack import get_parser

    from blastlens.languages.registry import language_for

    folder = Path(sys.argv[1])
    parsers = {}
    sources = []
    for line in sys.stdin:
        path = line.rstrip("\n")
        language = language_for(path)
        if language is not None and language.grammar:
            parser = parsers.setdefault(language.grammar, get_parser(language.grammar))
            sources.append((parser, (folder / path).read_bytes()))
    began = time.process_time()
    for parser, source in sources:
        parser.parse(source)
    spent = time.process_time() - began
    lines = sum(source.count(b"\n") for _, source in sources)
    print(json.dumps({"cpu": spent, "files": len(sources), "lines": lines}))


if __name__ == "__main__":
    main()
