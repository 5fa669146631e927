"""The library's modules as the linker sees them: facts at paths no repository can have."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from blastlens.facts.file_facts import END, FileFacts, Scope, ScopeKind
from blastlens.languages.python.library_file import LibraryFile

PREFIX: Final = "//"
_WITHOUT: Final = "types of libraries are unknown; install Blastlens again, or run scripts/library-facts in a checkout"
_FILE: Final = Path(__file__).with_name("library.facts")


class CompiledStubs:
    """`LibraryStubs` over the packaged fact file, opened when it is first asked. Without a readable file nothing is known of
    libraries, and `problem` says so."""

    is_whole = True

    def __init__(self, file: Path = _FILE) -> None:
        self._path = file
        self._file: LibraryFile | None = None
        self._opened = False
        self._problem: str | None = None
        self._dotted: dict[str, str] = {}  # path -> module
        self._numbers: dict[str, int] = {}
        self._facts: dict[str, FileFacts] = {}

    def _open(self) -> LibraryFile | None:
        if not self._opened:
            self._opened = True
            try:
                self._file = LibraryFile(self._path.read_bytes())
            except OSError:
                self._problem = f"{self._path.name} is missing from the installation: {_WITHOUT}"
            except ValueError as error:
                self._problem = f"{self._path.name} cannot be read ({error}): {_WITHOUT}"
            if self._file is not None:
                self._dotted = {_path(name, row[2]): name for name, row in self._file.modules.items()}
                self._numbers = {path: number for number, path in enumerate(sorted(self._dotted))}
        return self._file

    @property
    def problem(self) -> str | None:
        """Why nothing is known of libraries; None when all is well."""
        self._open()
        return self._problem

    @property
    def version(self) -> str:
        """Changes with whatever is in the file; "" without one."""
        file = self._open()
        return file.version if file else ""

    def find(self, dotted: str) -> str | None:
        file = self._open()
        row = file.modules.get(dotted) if file else None
        return None if row is None else _path(dotted, row[2])

    def paths(self) -> Sequence[str]:
        self._open()
        return sorted(self._dotted)

    def number(self, path: str) -> int:
        self._open()
        return self._numbers[path]

    def facts(self, path: str) -> FileFacts:
        found = self._facts.get(path)
        if found is None:
            file = self._open()
            if file is None:
                raise KeyError(path)
            try:
                found = file.facts(self._dotted[path])
            except ValueError as error:
                self._problem = f"{self._path.name} is damaged: {error}"
                found = _nothing()
            self._facts[path] = found
        return found


def _nothing() -> FileFacts:
    """Facts of a module that says nothing."""
    module = Scope(ScopeKind.MODULE, -1, -1, {}, {}, {})
    return FileFacts(
        "python", [], [], [(0, 0, END)], [module], [-1], [False], [], [], None, [], [], [], [], 0, [], [], 0
    )  # fmt: skip


def _path(dotted: str, is_package: bool) -> str:
    return PREFIX + dotted.replace(".", "/") + ("/__init__.pyi" if is_package else ".pyi")
