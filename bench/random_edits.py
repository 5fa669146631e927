"""Random edits with incremental refresh, then `verify`: the live graph must be that of a rebuild.

usage: random_edits.py [CORPUS] [--edits N] [--seed N] [--verify-every N]
"""

import argparse
import json
import random
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

from corpora import CORPORA, copied
from measuring import blastlens, run

from blastlens.app.api import Blastlens

Lines = list[str]
_DEF = re.compile(r"^(\s*)(?:async )?(def|class) (\w+)")
_IMPORT = re.compile(r"^(?:from|import) ")


class Editor:
    """Edits a tree as people do: bodies, names, imports, bases; files come, go and move."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root = root
        self.random = random.Random(seed)
        self.files = sorted(path for path in root.rglob("*.py") if ".code-graph" not in path.parts)
        self.lost: list[tuple[Path, bytes]] = []
        self.count = 0

    def edit(self) -> tuple[str, list[str]]:
        """Perform one edit; its name and the paths it touched."""
        self.count += 1
        kinds: list[tuple[int, Callable[[], list[Path]]]] = [
            (30, lambda: self._rewrite(self._body)),
            (14, lambda: self._rewrite(self._rename)),
            (10, lambda: self._rewrite(self._drop_import)),
            (8, lambda: self._rewrite(self._drop_definition)),
            (8, lambda: self._rewrite(self._add_definition)),
            (6, lambda: self._rewrite(self._drop_base)),
            (5, lambda: self._rewrite(self._tear)),
            (7, self._delete),
            (6, self._restore),
            (6, self._move),
        ]
        chosen = self.random.choices([kind for _, kind in kinds], [weight for weight, _ in kinds])[0]
        touched = chosen()
        return chosen.__name__, [path.relative_to(self.root).as_posix() for path in touched]

    def _rewrite(self, change: Callable[[Lines], None]) -> list[Path]:
        path = self.random.choice(self.files)
        # Bytes that are no UTF-8 stay as they are.
        lines = path.read_bytes().decode("utf-8", "surrogateescape").split("\n")
        change(lines)
        path.write_bytes("\n".join(lines).encode("utf-8", "surrogateescape"))
        return [path]

    def _pick(self, lines: Lines, pattern: re.Pattern[str]) -> int | None:
        places = [at for at, line in enumerate(lines) if pattern.match(line)]
        return self.random.choice(places) if places else None

    def _body(self, lines: Lines) -> None:
        at = self._pick(lines, re.compile(r"^\s+return\b"))
        if at is not None:
            indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
            lines.insert(at, f"{indent}edited_{self.count} = str({self.count}).strip()")

    def _rename(self, lines: Lines) -> None:
        at = self._pick(lines, _DEF)
        if at is not None and (found := _DEF.match(lines[at])):
            lines[at] = lines[at].replace(found[3], f"{found[3]}_{self.random.choice('xy')}", 1)

    def _drop_import(self, lines: Lines) -> None:
        at = self._pick(lines, _IMPORT)
        if at is not None and not lines[at].rstrip().endswith(("(", "\\")):
            del lines[at]

    def _drop_definition(self, lines: Lines) -> None:
        at = self._pick(lines, _DEF)
        if at is None:
            return
        indent = len(lines[at]) - len(lines[at].lstrip())
        end = at + 1
        while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > indent):
            end += 1
        lines[at:end] = []

    def _add_definition(self, lines: Lines) -> None:
        known = self._pick(lines, re.compile(r"^def \w+"))
        name = lines[known].split()[1].split("(")[0] if known is not None else "print"
        lines += ["", "", f"def added_{self.count}(value):", f"    return {name}(value)", ""]

    def _drop_base(self, lines: Lines) -> None:
        at = self._pick(lines, re.compile(r"^\s*class \w+\(\w[\w.]*\):"))
        if at is not None:
            lines[at] = re.sub(r"\(.*\):", ":", lines[at])

    def _tear(self, lines: Lines) -> None:
        lines.insert(self.random.randrange(len(lines) + 1), self.random.choice(["def torn(:", "x = (", '"""', "}"]))

    def _delete(self) -> list[Path]:
        path = self.files.pop(self.random.randrange(len(self.files)))
        self.lost.append((path, path.read_bytes()))
        path.unlink()
        return [path]

    def _restore(self) -> list[Path]:
        if not self.lost:
            return []
        path, data = self.lost.pop(self.random.randrange(len(self.lost)))
        if not path.exists():
            path.write_bytes(data)
            self.files.append(path)
        return [path]

    def _move(self) -> list[Path]:
        at = self.random.randrange(len(self.files))
        path = self.files[at]
        target = path.with_name(f"{path.stem}_moved.py")
        if target.exists():
            return []
        path.rename(target)
        self.files[at] = target
        return [path, target]


def run_edits(name: str, edits: int, seed: int, verify_every: int) -> int:
    """The number of differences found."""
    with copied(name) as folder:
        run(blastlens("index", "."), folder)
        editor = Editor(folder, seed)
        app = Blastlens.open(folder)
        walls, relinked, differences = [], [], 0
        try:
            for number in range(1, edits + 1):
                _, paths = editor.edit()
                began = time.perf_counter()
                refresh = app.refresh(paths)
                walls.append(time.perf_counter() - began)
                relinked.append(len(refresh.relinked))
                if number % verify_every == 0 or number == edits:
                    found = app.verify().results
                    differences += len(found)
                    print(f"{number} edits: verify finds {len(found)} differences", file=sys.stderr, flush=True)
                    for row in found[:10]:
                        print(f"  {row}", file=sys.stderr)
                    if found:
                        break
        finally:
            app.close()
    walls.sort()
    relinked.sort()
    summary = {
        "corpus": name,
        "edits": len(walls),
        "seed": seed,
        "differences": differences,
        "refresh_median_ms": round(1000 * walls[len(walls) // 2]),
        "refresh_p95_ms": round(1000 * walls[int(len(walls) * 0.95)]),
        "relinked_median": relinked[len(relinked) // 2],
        "relinked_p95": relinked[int(len(relinked) * 0.95)],
        "relinked_most": relinked[-1],
    }
    print(json.dumps(summary))
    return differences


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="?", default="django", choices=sorted(CORPORA))
    parser.add_argument("--edits", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verify-every", type=int, default=250)
    given = parser.parse_args()
    return 1 if run_edits(given.corpus, given.edits, given.seed, given.verify_every) else 0


if __name__ == "__main__":
    sys.exit(main())
