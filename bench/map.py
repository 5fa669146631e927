"""How the interactive map moves with 2,000 boxes: in headless Chromium, without a graphics card.

usage: map.py [CORPUS] [--page FILE] [--json]     --page measures a page that `export --format html` made before

The map of the corpus, without tests, all boxes opened that the map opens at once. Numbers of frames are of wall time, so that other
work on the machine makes them worse; CPU is that of the page's main thread.
"""

import argparse
import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from corpora import copied
from measuring import blastlens, run

HERE = Path(__file__).resolve().parent
_CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")


def measure(name: str, page: Path | None) -> dict[str, Any]:
    if page is not None:
        return _moved(page)
    with copied(name) as folder, tempfile.TemporaryDirectory() as made:
        run(blastlens("index", "."), folder)
        target = Path(made) / "map.html"
        run(blastlens("export", "--format", "html", "--no-tests", "--output", str(target)), folder)
        return _moved(target)


def _moved(page: Path) -> dict[str, Any]:
    chromium = next(path for name in _CHROMIUMS if (path := shutil.which(name)))
    done = subprocess.run(
        ["node", str(HERE / "map.mjs"), chromium, str(page)],
        cwd=HERE.parent,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="?", default="django")
    parser.add_argument("--page", type=Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = measure(options.corpus, options.page)
    if options.json:
        print(json.dumps(found, indent=1))
        return
    print(f"first picture {found['first_picture_ms']} ms; {found['boxes']:,} boxes and {found['lines']:,} lines drawn")
    for name, one in found["moves"].items():
        print(
            f"{name}: {one['frames']} frames, median {one['median_ms']} ms, p95 {one['p95_ms']} ms, "
            f"longest {one['longest_ms']} ms; CPU {one['cpu_s']} s"
        )


if __name__ == "__main__":
    main()
