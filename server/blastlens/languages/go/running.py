"""`go test`, one command a package."""

import re
from collections.abc import Iterator, Sequence

from blastlens.languages.running import (
    RunCommand,
    RunnableTest,
    RunnerProject,
    grouped,
    in_parts,
    nearest_with,
    within,
)

_ROOM = 20_000


def commands(tests: Sequence[RunnableTest], project: RunnerProject) -> Iterator[RunCommand]:
    """Run below the nearest `go.mod`. Methods of a suite are named by the flag of testify, which runs them in every suite."""
    for folder, some in grouped(tests, lambda one: one.file.rpartition("/")[0]).items():
        module = nearest_with(project, some[0].file, "go.mod") or ""
        package = within(folder, module) if folder != module else ""
        target = f"./{package}" if package else "."
        functions = [one.names[-1] for one in some if not one.is_method]
        methods = [one.names[-1] for one in some if one.is_method]
        for part in in_parts(functions, _ROOM):
            yield RunCommand("go test", module, ("go", "test", "-run", _any_of(part), target), len(part))
        for part in in_parts(methods, _ROOM):
            line = ("go", "test", target, "-testify.m", _any_of(part))
            yield RunCommand("go test", module, line, len(part))


def _any_of(names: Sequence[str]) -> str:
    words = [re.escape(name) for name in dict.fromkeys(names)]
    return f"^{words[0]}$" if len(words) == 1 else f"^({'|'.join(words)})$"
