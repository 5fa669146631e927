"""Writes the fact file of libraries to the path given.

--stdlib   only the standard library, which needs no network
--sizes    tells what is in the file and how much of it each package takes, and writes nothing
"""

import sys
from collections import Counter
from pathlib import Path

from blastlens.languages.python.library_file import LibraryFile
from library_facts.compile import compile_library
from library_facts.sources import MissingSourcesError


def sizes(path: Path) -> list[str]:
    """Lines of a table: bytes and modules by package, largest first."""
    data = path.read_bytes()
    file = LibraryFile(data)
    taken: Counter[str] = Counter()
    modules: Counter[str] = Counter()
    for dotted, (_, size, _) in file.modules.items():
        top = dotted.partition(".")[0]
        package = "standard library" if top in sys.stdlib_module_names else top
        taken[package] += size
        modules[package] += 1
    rows = [(size, modules[package], package) for package, size in taken.items()]
    lines = [
        f"{size:>9} {count:>5}  {package}" for size, count, package in sorted(rows, key=lambda row: (-row[0], row[2]))
    ]
    rest = len(data) - sum(taken.values())
    return [*lines, f"{rest:>9}        index and shared dictionary", f"{len(data):>9} {len(file.modules):>5}  in all"]


def main() -> int:
    arguments = sys.argv[1:]
    target = Path(arguments[-1])
    if "--sizes" in arguments:
        print("\n".join(sizes(target)))
        return 0
    try:
        compile_library(target, packages="--stdlib" not in arguments)
    except MissingSourcesError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


sys.exit(main())
