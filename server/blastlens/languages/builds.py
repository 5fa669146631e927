"""Builds of one repository: folders with a manifest, and which of them the build of another takes in."""

from collections.abc import Callable, Iterable


class Builds:
    def __init__(self, folders: Iterable[str], needs: Callable[[str], Iterable[str]]) -> None:
        """`needs`: the folders that a manifest names, one step far."""
        self._folders = frozenset(folders)
        self._needs = needs
        self._reached: dict[str, frozenset[str]] = {}

    def around(self, path: str) -> str | None:
        """The nearest folder around a file that has a manifest."""
        folder = path.rpartition("/")[0]
        while folder not in self._folders:
            if not folder:
                return None
            folder = folder.rpartition("/")[0]
        return folder

    def takes_in(self, folder: str, other: str) -> bool:
        """Whether a build is another one, or needs it over any number of steps."""
        found = self._reached.get(folder)
        if found is None:
            reached = {folder}
            pending = [folder]
            while pending:
                new = set(self._needs(pending.pop())) - reached
                reached |= new
                pending += new
            found = self._reached[folder] = frozenset(reached)
        return other in found
