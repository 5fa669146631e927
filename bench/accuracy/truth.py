"""Truth about a corpus's edges, as files made by oracles, and the scorer that comes with them.

The truth set (`score.py` and `data/NAME.KIND.jsonl.gz`) is found by `BLASTLENS_TRUTH`, or in `../shared/truth` beside this
repository. Its README tells the format, how the files are made and what the oracles do not see.
"""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

# A definition: file and qualified name, constructors standing for their class.
Key = tuple[str, str]
Pair = tuple[Key, Key]

MODULE = "<module>"
INHERITING = frozenset({"extends", "implements"})


def truth_folder() -> Path:
    """The folder of the scorer. Ends the program with a word on what to set when there is none."""
    given = os.environ.get("BLASTLENS_TRUTH")
    folder = Path(given) if given else Path(__file__).resolve().parents[3] / "shared" / "truth"
    if not (folder / "score.py").is_file():
        raise SystemExit(f"no truth set in {folder}: name the folder that has score.py in BLASTLENS_TRUTH")
    return folder


@cache
def scorer() -> ModuleType:
    """The truth set's scorer as a module: it maps references of a tool to definitions."""
    spec = importlib.util.spec_from_file_location("truth_score", truth_folder() / "score.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def scored(edges: Path, prefix: Path, *options: str) -> dict[str, Any]:
    """What the scorer itself prints for a file of edges."""
    with tempfile.TemporaryDirectory() as scratch:
        # The scorer wants all files of a truth in one place.
        for part in [*prefix.parent.glob(f"{prefix.name}.*.gz"), Path(_runs(prefix))]:
            if part.is_file() and not (Path(scratch) / part.name).exists():
                (Path(scratch) / part.name).symlink_to(part.resolve())
        command = [sys.executable, str(truth_folder() / "score.py"), str(edges)]
        if is_micro(prefix):
            options = (*options, "--ctor-optional")
        whole = [*command, "--truth", str(Path(scratch) / prefix.name), "--list", "0", *options, "--json"]
        done = subprocess.run(whole, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@dataclass(frozen=True, slots=True)
class Ran:
    """A run-time edge: `via` is "direct" when the calling frame is the repository's own; `syntax` is what stands there."""

    pair: Pair
    via: str
    syntax: str
    count: int
    line: int


@dataclass(slots=True)
class Truth:
    """The truth about one corpus. `unknown_typed`: (caller, name) of calls for which the oracle has no type;
    `unknown_value`: callers that call a variable, `unknown_named`: with its name; `named`: names at unknown calls of a caller; `overriding`: method -> methods below it; `covered`: what coverage saw run -> the tests that ran it; `plain_classes`: those that have no constructor,
    where the truth has no edge for making one (micro benchmarks made by hand, `micro_…`)."""

    prefix: Path
    definitions: Any
    edges: dict[str, dict[Pair, int]]
    decorated: set[Pair] = field(default_factory=set)
    unknown_typed: set[tuple[Key, str]] = field(default_factory=set)
    unknown_value: set[Key] = field(default_factory=set)
    unknown_named: set[tuple[Key, str]] = field(default_factory=set)
    named: dict[Key, set[str]] = field(default_factory=lambda: defaultdict(set))
    ran: list[Ran] = field(default_factory=list)
    overriding: dict[Key, set[Key]] = field(default_factory=dict)
    covered: dict[Key, set[str]] = field(default_factory=dict)
    plain_classes: set[Key] = field(default_factory=set)

    def pairs(self, kind: str) -> dict[Pair, int]:
        """Edges of a kind, with a line where each stands."""
        return self.edges.get(kind, {})

    def shown(self, key: Key) -> str:
        row = self.definitions.row.get(key)
        return f"{key[0]}:{row['line'] if row else 1} {key[1]}"


def load(prefix: Path) -> Truth:
    """The truth at a prefix (`data/flask`). Ends the program when there is none."""
    score = scorer()
    definitions = score.Defs(str(prefix))
    if not definitions.files:
        raise SystemExit(f"no truth at {prefix}.defs.jsonl.gz")
    truth = Truth(prefix, definitions, defaultdict(dict))
    bases: dict[Key, set[Key]] = defaultdict(set)
    for row in score.rows(f"{prefix}.edges.jsonl.gz"):
        pair = _pair(definitions, row)
        truth.edges[row["kind"]].setdefault(pair, row["site_line"])
        if row["kind"] == "decorator" and row.get("decorates"):
            truth.decorated.add((definitions.truth(row["decorates"]), pair[1]))
        if row["kind"] in INHERITING:
            bases[pair[1]].add(definitions.truth(row["caller"]))
    for row in score.rows(f"{prefix}.unknown.jsonl.gz"):
        caller = definitions.truth(row["caller"])
        truth.named[caller].add(row["name"])
        if row["why"] == "no type":
            truth.unknown_typed.add((caller, row["name"]))
        else:
            truth.unknown_value.add(caller)
            truth.unknown_named.add((caller, row["name"]))
    for row in score.rows(_runs(prefix)):
        pair = (definitions.truth(row["caller"]), definitions.truth(row["callee"]))
        truth.ran.append(Ran(pair, row["via"], row["syntax"], row["count"], row["site_line"]))
    for row in score.rows(f"{prefix}.covers.jsonl.gz"):
        tests = {*row["tests"], *row.get("fixture_tests", ())}
        if tests:
            truth.covered.setdefault(definitions.truth(row), set()).update(tests)
    if is_micro(prefix):
        truth.plain_classes = _without_constructor(definitions)
    truth.overriding = _listed(definitions, prefix) or _overriding(definitions, bases)
    return truth


def is_micro(prefix: Path) -> bool:
    return prefix.name.startswith("micro_")


def made_folder() -> Path:
    """Where truth that is made on this machine lies (`BLASTLENS_TRUTH_MADE`)."""
    given = os.environ.get("BLASTLENS_TRUTH_MADE")
    base = os.environ.get("XDG_CACHE_HOME")
    return Path(given) if given else (Path(base) if base else Path.home() / ".cache") / "blastlens-bench" / "truth"


def _runs(prefix: Path) -> str:
    """Run-time edges that came with the truth, or were made here for a corpus that came without."""
    name = f"{prefix.name}.dyn.jsonl.gz"
    came = prefix.with_name(name)
    return str(came if came.is_file() else made_folder() / name)


def last(key: Key) -> str:
    """The name of a definition without what it stands in."""
    return key[1].rsplit(".", 1)[-1]


def _pair(definitions: Any, row: dict[str, Any]) -> Pair:
    """Code of a class body belongs to the module around it."""
    caller = definitions.truth(row["caller"])
    if caller[1] != MODULE and definitions.row.get(caller) is None and row.get("caller_class"):
        caller = (caller[0], MODULE)
    return caller, definitions.truth(row["callee"])


def _without_constructor(definitions: Any) -> set[Key]:
    constructors = scorer().CTORS
    rows = [row for file in definitions.files for row in definitions.by_file[file]]
    having = {(row["file"], row["class"]) for row in rows if row.get("class") and row["name"] in constructors}
    return {(row["file"], row["qualname"]) for row in rows if row["kind"] == "class"} - having


def _listed(definitions: Any, prefix: Path) -> dict[Key, set[Key]]:
    """What overrides what over any number of steps, where the truth lists it."""
    steps: dict[Key, set[Key]] = defaultdict(set)
    for row in scorer().rows(f"{prefix}.overrides.jsonl.gz"):
        steps[definitions.truth(row["base"])].add(definitions.truth(row["override"]))
    return {base: _reached(base, steps) for base in list(steps)}


def _overriding(definitions: Any, subclasses: dict[Key, set[Key]]) -> dict[Key, set[Key]]:
    """Methods of the same name in classes below, over any number of steps."""
    constructors = scorer().CTORS
    members: dict[Key, dict[str, Key]] = defaultdict(dict)
    for file in definitions.files:
        for row in definitions.by_file[file]:
            if row.get("class") and row["name"] not in constructors:
                members[(file, row["class"])][row["name"]] = definitions.key(row)
    found: dict[Key, set[Key]] = defaultdict(set)
    for base in list(subclasses):
        for below in _reached(base, subclasses):
            for name, method in members[base].items():
                other = members[below].get(name)
                if other is not None and other != method:
                    found[method].add(other)
    return found


def _reached(start: Key, steps: dict[Key, set[Key]]) -> set[Key]:
    seen: set[Key] = set()
    left = [start]
    while left:
        for other in steps.get(left.pop(), ()):
            if other not in seen:
                seen.add(other)
                left.append(other)
    return seen
