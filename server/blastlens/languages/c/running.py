"""`ctest`, which knows the tests of a build by name."""

import re
from collections.abc import Iterator, Sequence

from blastlens.languages.running import RunCommand, RunnableTest, RunnerProject, in_parts

_ROOM = 20_000


def commands(tests: Sequence[RunnableTest], project: RunnerProject) -> Iterator[RunCommand]:
    """For projects that are built with CMake; nothing is known of others."""
    if not project.has("CMakeLists.txt"):
        return
    names = list(dict.fromkeys(re.escape(".".join(one.names)) for one in tests if one.names))
    for part in in_parts(names, _ROOM):
        pattern = f"({'|'.join(part)})$"
        yield RunCommand("ctest", "", ("ctest", "--test-dir", "build", "-R", pattern), len(part))
