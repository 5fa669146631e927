"""vitest, jest, mocha, node's own runner and their like, as the nearest `package.json` has them. Tests have no names there, so
whole files are run."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from blastlens.languages.running import (
    RunCommand,
    RunnableTest,
    RunnerProject,
    commands_of,
    folders_up,
    grouped,
    inside,
    placed,
    within,
)

# By the word that names the runner in a script, in this order: what it is called with before files.
_RUNNERS: Final[Mapping[str, tuple[str, ...]]] = {
    "vitest": ("vitest", "run"),
    "jest": ("jest", "--runTestsByPath"),
    "mocha": ("mocha",),
    "ava": ("ava",),
    "tap": ("tap",),
    "jasmine": ("jasmine",),
    "playwright": ("playwright", "test"),
    "cypress": ("cypress", "run", "--spec"),
}
_OF_NODE: Final = re.compile(r"\bnode\b.*--test\b")
_OF_BUN: Final = re.compile(r"\bbun test\b")
_LOCKS: Final = (("pnpm-lock.yaml", ("pnpm", "exec")), ("yarn.lock", ("yarn", "exec")), ("bun.lock", ("bunx",)))


def commands(tests: Sequence[RunnableTest], project: RunnerProject) -> Iterator[RunCommand]:
    """What no `package.json` names a runner for is run by node."""
    by_place = placed(tests, lambda path: _place(path, project))
    for (folder, runner, head), some in by_place.items():
        files = [(within(path, folder), len(those)) for path, those in grouped(some, lambda one: one.file).items()]
        if runner == "cypress":
            line = (*head, ",".join(path for path, _ in files))
            yield RunCommand(runner, folder, line, sum(size for _, size in files))
        else:
            yield from commands_of(runner, folder, head, files)


def _place(path: str, project: RunnerProject) -> tuple[str, str, tuple[str, ...]]:
    """(where, runner, command before the files)."""
    for folder in folders_up(path):
        text = project.text(inside(folder, "package.json"))
        if text and (found := _runner(_package(text))) is not None:
            runner, head = found
            if runner in _RUNNERS:
                head = (*_launcher(folder, project), *head)
            return folder, runner, head
    return "", "node --test", ("node", "--test")


def _package(text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _runner(package: Mapping[str, Any]) -> tuple[str, tuple[str, ...]] | None:
    """By what the test scripts call, else by what is depended on."""
    scripts = package.get("scripts")
    texts = [text for name, text in scripts.items() if "test" in name] if isinstance(scripts, dict) else []
    texts = [text for text in texts if isinstance(text, str)]
    for name, head in _RUNNERS.items():
        if any(re.search(rf"\b{name}\b", text) for text in texts):
            return name, head
    if any(_OF_NODE.search(text) for text in texts):
        return "node --test", ("node", "--test")
    if any(_OF_BUN.search(text) for text in texts):
        return "bun test", ("bun", "test")
    depended = [package.get(key) for key in ("devDependencies", "dependencies")]
    names = {name for one in depended if isinstance(one, dict) for name in one}
    return next(((name, head) for name, head in _RUNNERS.items() if name in names or f"@{name}/test" in names), None)


def _launcher(folder: str, project: RunnerProject) -> tuple[str, ...]:
    for above in folders_up(inside(folder, "package.json")):
        for lock, launcher in _LOCKS:
            if project.has(inside(above, lock)):
                return launcher
    return ("npx",)
