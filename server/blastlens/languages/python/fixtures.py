"""pytest's fixtures: who may ask for one by parameter name, and where they are looked for."""

from collections.abc import Iterator

from blastlens.facts.file_facts import DefFlag


def requests_fixtures(name: str, flags: int) -> bool:
    """Whether a function's parameters name fixtures: tests and fixtures do."""
    return bool(flags & DefFlag.FIXTURE) or name.startswith("test")


def conftest_paths(path: str) -> Iterator[str]:
    """`conftest.py` beside a file, then of every folder upwards."""
    folder = path.rpartition("/")[0]
    while True:
        yield f"{folder}/conftest.py" if folder else "conftest.py"
        if not folder:
            return
        folder = folder.rpartition("/")[0]
