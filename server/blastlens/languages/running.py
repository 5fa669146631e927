"""Commands that run some tests: what the rules of a language's tests are asked for, and what they are told."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, Protocol, TypeVar

# What a command line may hold everywhere: Windows takes 32,767 characters.
MOST_CHARACTERS: Final = 30_000
_LONGEST_HEADER: Final = 200

Key = TypeVar("Key")


class RunnableTest(NamedTuple):
    """A test: the names of its classes and its own; none where the file is the test."""

    file: str
    names: tuple[str, ...]

    @property
    def is_method(self) -> bool:
        return len(self.names) > 1


class RunCommand(NamedTuple):
    """`arguments` as a shell takes them, to be run in `folder`, relative to the root ("" is the root); it runs `tests` of those
    that were asked for."""

    runner: str
    folder: str
    arguments: tuple[str, ...]
    tests: int

    @property
    def line(self) -> str:
        command = shlex.join(self.arguments)
        return f"(cd {shlex.quote(self.folder)} && {command})" if self.folder else command


class RunnerProject(Protocol):
    """The repository, as far as a choice of runner and its arguments depends on it."""

    def text(self, path: str) -> str:
        """A file below the root; "" for none, and for one that is too large to be a manifest."""
        ...

    def has(self, path: str) -> bool: ...

    def tests_in(self, path: str) -> frozenset[tuple[str, ...]]:
        """The names of all tests of a file, skipped ones too."""
        ...


def folders_up(path: str) -> Iterator[str]:
    """The folder of a file, then those above it; "" for the root, last."""
    folder = path
    while folder:
        folder = folder.rpartition("/")[0]
        yield folder


def inside(folder: str, name: str) -> str:
    """The path of a name in a folder."""
    return f"{folder}/{name}" if folder else name


def within(path: str, folder: str) -> str:
    """A path relative to a folder that it is below."""
    return path[len(folder) + 1 :] if folder else path


def nearest_with(project: RunnerProject, path: str, *names: str) -> str | None:
    """The nearest folder of a file or above that has one of some files."""
    for folder in folders_up(path):
        if any(project.has(inside(folder, name)) for name in names):
            return folder
    return None


def grouped(tests: Iterable[RunnableTest], key: Callable[[RunnableTest], Key]) -> dict[Key, list[RunnableTest]]:
    """By key, in the order in which keys come up."""
    found: dict[Key, list[RunnableTest]] = {}
    for test in tests:
        found.setdefault(key(test), []).append(test)
    return found


def placed(tests: Iterable[RunnableTest], place: Callable[[str], Key]) -> dict[Key, list[RunnableTest]]:
    """Grouped by what `place` says of a file's path, which depends on the file's folder alone: it is asked once a folder."""
    known: dict[str, Key] = {}
    found: dict[Key, list[RunnableTest]] = {}
    for test in tests:
        folder = test.file.rpartition("/")[0]
        if folder not in known:
            known[folder] = place(test.file)
        found.setdefault(known[folder], []).append(test)
    return found


def in_parts(words: Sequence[str], room: int) -> Iterator[Sequence[str]]:
    """Words in runs that take no more characters than there is room; at least one in each."""
    part: list[str] = []
    used = 0
    for word in words:
        need = len(shlex.quote(word).encode("utf-8", "surrogateescape")) + 1
        if part and used + need > room:
            yield part
            part, used = [], 0
        part.append(word)
        used += need
    if part:
        yield part


def commands_of(
    runner: str, folder: str, head: Sequence[str], targets: Sequence[tuple[str, int]]
) -> Iterator[RunCommand]:
    """`head` with as many of the targets behind as a command line holds, in so many commands as are needed. `targets`: (argument,
    tests that it runs)."""
    sizes = dict(targets)
    for part in in_parts(list(sizes), MOST_CHARACTERS - len(shlex.join(head))):
        yield RunCommand(runner, folder, (*head, *part), sum(sizes[word] for word in part))


def end_of_header(text: Sequence[str], line: int, sign: str) -> int:
    """The line on which the head of a function ends: with `sign`, outside of all brackets but those that it opens itself. `line`: that
    of the function's name; strings and comments are not told apart, so a bracket in a default value may mislead by a line."""
    depth = 0
    for number in range(line, min(line + _LONGEST_HEADER, len(text) + 1)):
        for letter in text[number - 1]:
            if letter == sign and depth == 0:
                return number
            if letter in "([{":
                depth += 1
            elif letter in ")]}":
                depth -= 1
    return line
