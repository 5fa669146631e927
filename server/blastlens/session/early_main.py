"""The early index in a process of its own: `python -P -m blastlens.session.early_main`.

Reads JSON objects, one a line. The first tells what to look at: "root", and the settings "exclude", "max_file_bytes", "frameworks"; it
prints `{"folder"}` (of the index) when it is ready. For each further one, `{"file"}`, it prints `{"file", "revision", "linked",
"total"}`. It ends, and takes its folder away, when its standard input closes.
"""

import gc
import json
import sys
from pathlib import Path
from typing import Any

from blastlens.session.early_index import EarlyIndex
from blastlens.session.listing import Lister
from blastlens.session.location import Location
from blastlens.session.scratch import scratch
from blastlens.session.toolchain import installed_toolchain
from blastlens.session.workspace import MAX_FILE_BYTES


def main() -> None:
    gc.disable()  # short-lived
    first = sys.stdin.readline()
    if not first:
        return  # nobody needed it
    settings: dict[str, Any] = json.loads(first)
    root = Path(settings["root"]).resolve()
    tools = installed_toolchain(settings.get("frameworks"))
    lister = Lister(root, lambda path: tools.language_for(path) is not None, settings.get("exclude", ()))
    limit = settings.get("max_file_bytes", MAX_FILE_BYTES)
    with scratch() as folder:
        index = EarlyIndex(root, Location(folder, None, ""), tools, lister, limit)
        try:
            _say({"folder": str(folder)})
            for line in sys.stdin:
                file = json.loads(line)["file"]
                revision = index.add(file)
                linked, total = index.counts
                _say({"file": file, "revision": revision, "linked": linked, "total": total})
        except BrokenPipeError:
            return
        finally:
            index.close()


def _say(message: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
