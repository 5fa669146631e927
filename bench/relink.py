"""How many files one edit has linked again, by kind of edit; and whether any file was missed.

The edits of a kind are made in files drawn with a fixed seed, one after the other; then `verify` compares the graph with a rebuild
(a file that should have been linked again and was not is a difference), and all is put back.

usage: relink.py [CORPUS] [--edits N] [--seed N] [--kind KIND …] [--no-verify]
"""

import argparse
import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from corpora import CORPORA, copied
from measuring import blastlens, percentile, run

from blastlens.app.api import Blastlens

Lines = list[str]
Change = Callable[[Lines, random.Random, int], bool]  # False where the file has no place for it

_DEF = re.compile(r"^(\s*)(?:async )?def (\w+)\((.*)\)(?: ->.*)?:$")
_RETURN = re.compile(r"^\s+return\b")
_FROM = re.compile(r"^from ([\w.]+) import (\w+)$")
_IMPORT = re.compile(r"^(?:import [\w.]+|from [\w.]+ import \w+(?:, \w+)*)$")


def _at(lines: Lines, pattern: re.Pattern[str], rng: random.Random) -> int:
    """A line that fits, -1 where none does."""
    places = [number for number, line in enumerate(lines) if pattern.match(line)]
    return rng.choice(places) if places else -1


def body(lines: Lines, rng: random.Random, number: int) -> bool:
    at = _at(lines, _RETURN, rng)
    if at >= 0:
        indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
        lines.insert(at, f"{indent}edited = str({number}).strip()")
    return at >= 0


def signature(lines: Lines, rng: random.Random, _number: int) -> bool:
    at = _at(lines, _DEF, rng)
    found = _DEF.match(lines[at]) if at >= 0 else None
    if found is None or "*" in found[3]:
        return False
    given = found[3].rstrip().rstrip(",")
    lines[at] = lines[at].replace(f"({found[3]})", f"({given + ', ' if given else ''}edited=None)", 1)
    return True


def rename(lines: Lines, rng: random.Random, number: int) -> bool:
    at = _at(lines, _DEF, rng)
    found = _DEF.match(lines[at]) if at >= 0 else None
    if found is not None:
        lines[at] = lines[at].replace(f"def {found[2]}(", f"def {found[2]}_{number}(", 1)
    return found is not None


def add_import(lines: Lines, rng: random.Random, number: int) -> bool:
    at = _at(lines, _IMPORT, rng)
    if at >= 0:
        lines.insert(at, f"import json as edited_{number}")
    return at >= 0


def drop_import(lines: Lines, rng: random.Random, _number: int) -> bool:
    at = _at(lines, _IMPORT, rng)
    if at >= 0:
        del lines[at]
    return at >= 0


def rename_import(lines: Lines, rng: random.Random, number: int) -> bool:
    """The name that is bound, so that what used it finds nothing."""
    at = _at(lines, _FROM, rng)
    if at >= 0:
        lines[at] += f" as edited_{number}"
    return at >= 0


def import_whole(lines: Lines, rng: random.Random, _number: int) -> bool:
    """`from x import y` becomes `import x`."""
    at = _at(lines, _FROM, rng)
    if at >= 0:
        lines[at] = _FROM.sub(r"import \1", lines[at])
    return at >= 0


def import_all(lines: Lines, rng: random.Random, _number: int) -> bool:
    """`from x import y` becomes `from x import *`."""
    at = _at(lines, _FROM, rng)
    if at >= 0:
        lines[at] = _FROM.sub(r"from \1 import *", lines[at])
    return at >= 0


KINDS: dict[str, Change | None] = {
    "body": body,
    "signature": signature,
    "rename": rename,
    "add import": add_import,
    "drop import": drop_import,
    "rename import": rename_import,
    "from x import y -> import x": import_whole,
    "from x import y -> from x import *": import_all,
    "move module": None,
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """`relinked`: files that each edit had linked again. `differences`: from a rebuild; -1 where that was not looked at."""

    kind: str
    relinked: tuple[tuple[int, str], ...]
    differences: int

    def row(self) -> dict[str, object]:
        counts = [float(number) for number, _ in self.relinked]
        worst, where = max(self.relinked)
        middle, high = int(percentile(counts, 0.5)), int(percentile(counts, 0.9))
        told = {"kind": self.kind, "edits": len(counts), "median": middle, "p90": high, "worst": worst, "where": where}
        return told | ({"differences": self.differences} if self.differences >= 0 else {})


class Bench:
    """One indexed copy of a corpus; every kind of edit starts from the same files."""

    def __init__(self, root: Path, app: Blastlens, seed: int) -> None:
        self.root, self.app, self.seed = root, app, seed
        self.files = sorted(path for path in root.rglob("*.py") if ".code-graph" not in path.parts)

    def measure(self, kind: str, edits: int, *, verify: bool) -> Outcome:
        rng = random.Random(f"{self.seed} {kind}")
        order = rng.sample(self.files, len(self.files))
        kept: dict[Path, bytes | None] = {}  # None: was not there
        relinked = []
        for number, paths in enumerate(self._edited(kind, order, rng, kept)):
            names = [path.relative_to(self.root).as_posix() for path in paths]
            relinked.append((len(self.app.refresh(names).relinked), names[0]))
            if number + 1 == edits:
                break
        differences = len(self.app.verify().results) if verify else -1
        self._restore(kept)
        return Outcome(kind, tuple(relinked), differences)

    def _edited(
        self, kind: str, order: list[Path], rng: random.Random, kept: dict[Path, bytes | None]
    ) -> Iterator[list[Path]]:
        change = KINDS[kind]
        for number, path in enumerate(order):
            data = path.read_bytes()
            if change is None:
                target = path.with_name(f"{path.stem}_moved.py")
                if path.name != "__init__.py" and not target.exists():
                    path.rename(target)
                    kept[path], kept[target] = data, None
                    yield [path, target]
                continue
            lines = data.decode("utf-8", "surrogateescape").split("\n")
            if change(lines, rng, number):
                path.write_bytes("\n".join(lines).encode("utf-8", "surrogateescape"))
                kept[path] = data
                yield [path]

    def _restore(self, kept: dict[Path, bytes | None]) -> None:
        for path, data in kept.items():
            if data is None:
                path.unlink()
            else:
                path.write_bytes(data)
        self.app.refresh([path.relative_to(self.root).as_posix() for path in kept])


def measured(name: str, kinds: list[str], edits: int, seed: int, *, verify: bool) -> Iterator[Outcome]:
    with copied(name) as folder:
        run(blastlens("index", "."), folder)
        app = Blastlens.open(folder)
        try:
            bench = Bench(folder, app, seed)
            for kind in kinds:
                yield bench.measure(kind, edits, verify=verify)
        finally:
            app.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="?", default="django", choices=sorted(CORPORA))
    parser.add_argument("--edits", type=int, default=30, help="of each kind (default 30)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", choices=list(KINDS), help="only this kind; may be repeated")
    parser.add_argument("--no-verify", action="store_true", help="do not compare with a rebuild")
    given = parser.parse_args()
    failed = False
    for outcome in measured(
        given.corpus, given.kind or list(KINDS), given.edits, given.seed, verify=not given.no_verify
    ):
        print(json.dumps(outcome.row()), flush=True)
        failed = failed or outcome.differences > 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
