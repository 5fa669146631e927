"""The questions of structure have one answer for the same bytes, whatever the order of hashes."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

_ASK = """
import json, sys
from pathlib import Path
from blastlens.app import questions as q
from blastlens.app.api import Blastlens
app = Blastlens.open(Path(sys.argv[1]), refresh=False)
asked = [q.Cycles(include="all"), q.Cycles("class"), q.Cycles("call"), q.Hubs(), q.Hubs("file", by="in"), q.Bridges(), q.Bridges("class"),
         q.Communities(), q.Communities(level="file"), q.Flows(), q.RepoMap(), q.RepoMap(("m1.py",), ("f2",)), q.ContextPack(("m3.py::f3",))]
print(json.dumps([app.ask(one).to_json() for one in asked], sort_keys=True))
app.close()
"""


def test_hash_seeds_change_no_answer(root: Path, write: Callable[..., None], opened: Callable[[], object]) -> None:
    modules = {
        f"m{at}": f"import m{(at + 1) % 8}\nfrom m{at * 3 % 8} import f{at * 3 % 8}\n\n\n"
        f"class C{at}:\n    def run(self):\n        return m{(at + 1) % 8}.C{(at + 1) % 8}()\n\n\n"
        f"def f{at}():\n    return C{at}().run(), m{(at + 1) % 8}.f{(at + 1) % 8}(), f{at * 3 % 8}()\n"
        for at in range(8)
    }
    write(**modules, start="import m0\n\n\ndef main():\n    return m0.f0()\n")
    opened()
    told = [
        subprocess.run(
            [sys.executable, "-c", _ASK, str(root)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert [answer["question"] for answer in json.loads(told[0]) if not answer["results"]] == []
