"""Type-aware call edges of a C or C++ repository, from clang's own semantic analysis (libclang).

usage: oracle_c.py REPO_DIR OUT_PREFIX --build DIR [--also GLOB … --flags "FLAGS"] [--exclude PREFIX,…] [--resource-dir DIR]

--build         the folder of compile_commands.json (`cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON`, or `bear -- make`)
--also          further sources (globs below REPO_DIR) that the build has no command for, with --flags
--exclude       paths left out (copies of other projects)
--resource-dir  of a clang whose built-in headers to use; what `clang -print-resource-dir` says when not given

Writes OUT.edges.jsonl, OUT.defs.jsonl, OUT.unknown.jsonl and OUT.overrides.jsonl, the truth set's formats, and prints counts.
Needs `pip install libclang`. A file that no compiled source includes is left out, and so is a function that the preprocessor
left out; a name called in text that the preprocessor left out is unknown ("no type"), not missing.

What stands for what
* A prototype and its definition are one symbol: the definition's file and line when the repository has it, else those of
  the declaration (kind `signature`).
* A constructor call goes to the constructor that the class declares, else to the class; `overrides` has the one for the
  other, so that either answers. Written are `T(…)`, `T{…}`, `new T`, `T name(…)` and initialisers of bases and members;
  what only the compiler puts there (copies, conversions, `T name;`) has the kind `construct`, which is neither
  asked for nor wrong. Operators are `property`, for the same reason. Destructors are left out.
* A call of a method goes to the method of the static type; `overrides` tells what may run instead.
* A call through a pointer, a parameter, a field or an object is unknown ("variable"); one that waits for a template's
  arguments is unknown ("no type").
* Where a macro's body has the name that is called, the edge is `construct` with `"macro": "body"`: it is measured outside
  macros. A call written among a macro's arguments is a call with `"macro": "argument"`, and unknown ("no type") where the
  macro drops its argument.
* A function whose head a macro makes but whose body is written (`TEST(Suite, Case) {…}`) is a definition at that line. Its
  name is the macro's last argument, its qualified name all of them; where the first is a string, that is both. Rows with
  `alias` give other names it may be called by.
* What several files define (a `main` of each program) is the one in the same translation unit, else the one nearest to the
  caller by folder; without a nearest one the call is unknown ("no type").
"""

import argparse
import json
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from clang.cindex import CompilationDatabase, Diagnostic, Index, TranslationUnit, TranslationUnitLoadError
from clang_places import Places
from clang_skipped import Skipped
from clang_symbols import Symbols
from clang_uses import Uses


class Unit(NamedTuple):
    """A source with the options that it is compiled with."""

    file: Path
    folder: Path
    options: list[str]


def units(root: Path, build: Path | None, also: list[str], flags: str) -> Iterator[Unit]:
    """Every source once: the first command of the build, or the flags for those that it has none for."""
    seen: set[Path] = set()
    if build is not None:
        for command in CompilationDatabase.fromDirectory(str(build)).getAllCompileCommands():
            folder = Path(command.directory)
            file = (folder / command.filename).resolve()
            if file not in seen and file.is_relative_to(root):
                seen.add(file)
                yield Unit(file, folder, _options(list(command.arguments)[1:], command.filename))
    for pattern in also:
        for file in sorted(root.glob(pattern)):
            if file not in seen:
                seen.add(file)
                yield Unit(file, root, shlex.split(flags))


def _options(arguments: list[str], filename: str) -> list[str]:
    """Without the source itself and what is written."""
    kept: list[str] = []
    left = iter(arguments)
    for each in left:
        if each == "-o":
            next(left, None)
        elif each not in ("-c", "--", filename) and not each.startswith(("-M", "-Werror")):
            kept.append(each)
    return kept


class Oracle:
    """Symbols and uses over all translation units of one repository."""

    def __init__(self, root: Path, excluded: tuple[str, ...], resources: str) -> None:
        self._resources = resources
        self._symbols = Symbols(Places(root, excluded))
        self._uses = Uses(self._symbols)
        self._skipped = Skipped(self._symbols)
        self._counts: Counter[str] = Counter()

    def read(self, unit: Unit) -> None:
        self._symbols.places.folder = unit.folder
        options = [*unit.options, "-working-directory", str(unit.folder), "-resource-dir", self._resources]
        try:
            made = Index.create().parse(
                str(unit.file), options, options=TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
            )
        except TranslationUnitLoadError as error:
            print(f"{unit.file}: {error}", file=sys.stderr)
            self._counts["units_failed"] += 1
            return
        errors = [each for each in made.diagnostics if each.severity >= Diagnostic.Error]
        for each in errors[:3]:
            print(f"{each.location.file}:{each.location.line}: {each.spelling}", file=sys.stderr)
        self._counts["units"] += 1
        self._counts["errors"] += len(errors)
        self._skipped.read(made)
        self._uses.read(made)

    def write(self, prefix: str) -> None:
        edges, unknown = self._uses.resolved()
        defs = self._symbols.rows()
        names = {row["name"] for row in defs}
        unknown = [row for row in unknown if row["why"] != "no type" or row["name"] in names]
        unknown += self._skipped.unknown(defs)
        unknown += self._skipped.dropped(defs, self._uses.macros, self._uses.positions())
        parts = {
            "edges": edges,
            "defs": defs,
            "unknown": unknown,
            "overrides": self._symbols.overrides(),
        }
        for part, rows in parts.items():
            _dump(f"{prefix}.{part}.jsonl", rows)
            self._counts[part] = len(rows)
        self._counts["files"] = len({row["file"] for row in parts["defs"]})
        for row in edges:
            self._counts[":".join(filter(None, (row["kind"], row.get("macro"))))] += 1
        for row in unknown:
            self._counts[f"unknown:{row['why']}"] += 1
        print(json.dumps(dict(sorted(self._counts.items()))))


def _dump(path: str, rows: list[dict[str, Any]]) -> None:
    Path(path).write_text("".join(json.dumps(row, sort_keys=True) + "\n" for row in rows), encoding="utf-8")


def _resource_dir() -> str:
    return subprocess.run(["clang", "-print-resource-dir"], capture_output=True, text=True, check=True).stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repo", type=Path)
    parser.add_argument("out")
    parser.add_argument("--build", type=Path)
    parser.add_argument("--also", action="append", default=[])
    parser.add_argument("--flags", default="")
    parser.add_argument("--exclude", default="")
    parser.add_argument("--resource-dir")
    given = parser.parse_args()
    sys.setrecursionlimit(20000)
    root = given.repo.resolve()
    excluded = tuple(filter(None, given.exclude.split(",")))
    oracle = Oracle(root, excluded, given.resource_dir or _resource_dir())
    for unit in units(root, given.build, given.also, given.flags):
        if not str(unit.file.relative_to(root)).startswith(excluded or ("\0",)):
            oracle.read(unit)
    oracle.write(given.out)


if __name__ == "__main__":
    main()
