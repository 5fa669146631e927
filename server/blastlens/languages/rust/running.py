"""`cargo test`, one command a package."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from blastlens.languages.running import (
    RunCommand,
    RunnableTest,
    RunnerProject,
    commands_of,
    grouped,
    inside,
    nearest_with,
    placed,
    within,
)

_NAME: Final = re.compile(r'^\[package\][^\[]*?^\s*name\s*=\s*"([^"]+)"', re.MULTILINE | re.DOTALL)
_TARGETS: Final = {"tests": "--test", "benches": "--bench"}


def commands(tests: Sequence[RunnableTest], project: RunnerProject) -> Iterator[RunCommand]:
    """Tests are named by as much of their path as stands in their file; cargo runs what contains it."""
    by_package = placed(tests, lambda path: nearest_with(project, path, "Cargo.toml") or "")
    for folder, some in by_package.items():
        named = _NAME.search(project.text(inside(folder, "Cargo.toml")))
        package = ("-p", named[1]) if folder and named else ()
        for target, those in _by_target(some, folder).items():
            head = ("cargo", "test", *package, *target, "--")
            yield from commands_of("cargo test", "", head, [("::".join(one.names), 1) for one in those])


def _by_target(tests: Sequence[RunnableTest], folder: str) -> dict[tuple[str, ...], list[RunnableTest]]:
    return grouped(tests, lambda one: _target(within(one.file, folder)))


def _target(path: str) -> tuple[str, ...]:
    """Which of a package's targets has a file: an integration test is one by its own."""
    first, _, rest = path.partition("/")
    if first not in _TARGETS or not rest:
        return ()
    name = rest.partition("/")[0].removesuffix(".rs")
    return (_TARGETS[first], name)
