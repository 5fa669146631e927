"""Files of a root that are not read as sources: what may use its code all the same."""

from collections.abc import Callable, Container, Iterator, Sequence
from pathlib import Path
from typing import Final

from blastlens.session.judged_edges import JUDGED_START
from blastlens.session.listing import Lister
from blastlens.session.workspace import TOO_LARGE, Blob, read_blob

_MOST_BYTES: Final = 1 << 20
_MOST_IN_ALL: Final = 96 << 20
_MOST_FILES: Final = 30_000
_HEAD: Final = 4096


# How the file begins that `check` keeps known findings in (`app.check.baseline`).
BASELINE_START: Final = b'{\n  "version": 1,\n  "findings": ['


class UnreadTexts:
    """The text files of a root but those that are known, by path. `cut`: after they were looked at, whether some were left out because
    they are too large or too many."""

    def __init__(
        self, root: Path, known: Container[str], wanted: Callable[[str], bool], exclude: Sequence[str] = ()
    ) -> None:
        """`wanted`: whether a path is worth reading; `exclude`: gitignore-style patterns of the user."""
        self._root = root
        self._known = known
        self._wanted = wanted
        self._lister = Lister(root, lambda _: True, exclude)
        self.cut = ""

    def __iter__(self) -> Iterator[tuple[str, bytes]]:
        self.cut = ""
        left, number = _MOST_IN_ALL, _MOST_FILES
        for path in sorted(self._lister.list_all().files):
            if path in self._known or not self._wanted(path):
                continue
            found = read_blob(self._root, path, _MOST_BYTES)
            if not isinstance(found, Blob):
                if found.reason.startswith(TOO_LARGE) and not self._is_binary(path):
                    self.cut = self.cut or path
                continue
            if b"\0" in found.data[:_HEAD]:
                continue
            left, number = left - len(found.data), number - 1
            if left < 0 or number < 0:
                self.cut = path
                return
            if found.data.startswith((BASELINE_START, JUDGED_START)):
                continue  # it lists what was found, which is no use of it
            yield path, found.data

    def _is_binary(self, path: str) -> bool:
        try:
            with (self._root / path).open("rb") as file:
                return b"\0" in file.read(_HEAD)
        except OSError:
            return True
